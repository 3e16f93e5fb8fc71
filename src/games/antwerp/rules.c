/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

static seat_set
ant_to_act(const struct game_data *d, const void *pos)
{
	int seat = ant_actor(pos);

	(void)d;
	if (seat == 0)
		return 0;
	return SEAT_BIT(seat);
}

/* `end`, where the mail has done more in this turn than set standing orders
 * and no offer is open; afterwards, where others must choose first. */
static int
ant_turn_end(const struct game_data *d, const void *pos, int seat,
    const struct moves *made, struct move *out)
{
	const struct ant_position *p = pos;

	(void)d;
	if (seat == 0 || seat != p->at || ant_actor(p) == 0 ||
	    p->offer.from != 0 || p->pending.seat == seat || !p->main_done)
		return -1;
	for (int i = 0; i < made->n; i++)
		if (made->at[i].verb != ANT_V_STANDING) {
			*out = (struct move){ .verb = ANT_V_END };
			return p->pending.seat != 0;
		}
	return -1;
}

/* README, The turn log: it is left out when the same events are compared. */
static bool
ant_standing(const struct event *ev)
{
	return ev->kind == EVENT_MOVE && ev->verb == ANT_V_STANDING;
}

const struct game_rules antwerp_rules = {
	.name = "antwerp",
	.version = 1,
	.min_seats = 2,
	.max_seats = ANT_SEATS,
	.position_size = sizeof(struct ant_position),
	.data_size = sizeof(struct game_data),
	.load = ant_load,
	.setup = ant_setup,
	.to_act = ant_to_act,
	.legal = ant_legal,
	.parse = ant_parse,
	.format = ant_format,
	.read = ant_read,
	.apply = ant_apply,
	.draw = ant_draw,
	.chance = ant_chance,
	.event_format = ant_event_format,
	.chance_read = verbs_chance_read,
	.turn_end = ant_turn_end,
	.late = ant_late,
	.choose = ant_choose,
	.facts = ant_facts,
	.redact = ant_redact,
	.tell = verbs_tell,
	.describe = ant_describe,
	.view = ant_view,
	.map = ant_map,
	.seen = ant_seen,
	.vary = ant_vary,
	.ending = ant_ending,
	.audit = ant_audit,
	.standing = ant_standing,
};
