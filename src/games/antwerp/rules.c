/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

seat_set
ant_to_act(const struct game_data *d, const void *pos)
{
	(void)d;
	return SEAT_BIT(ant_actor(pos));
}

/* `end`, where the mail has done more in this turn than set standing orders
 * and no offer is open; afterwards, where others must choose first. */
int
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
	GAME_ROWS(ant),
	.format = ant_format,
	.read = ant_read,
	.event_format = ant_event_format,
	.turn_end = ant_turn_end,
	.wits.worth = ant_worth,
	.wits.imagine = ant_imagine,
	.wits.ideas = ant_ideas,
	.wits.reasons = ant_reasons,
	.wits.ahead = 2,
	.redact = ant_redact,
	.map = ant_map,
	.seen = ant_seen,
	.vary = ant_vary,
	.standing = ant_standing,
};
