/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

static seat_set
clip_to_act(const struct game_data *d, const void *pos)
{
	int seat = clip_turn_of(pos);

	(void)d;
	if (seat == 0)
		return 0;
	return SEAT_BIT(seat);
}

/* M8: `done` where the mail has laid a stick in this phase. */
static int
clip_turn_end(const struct game_data *d, const void *pos, int seat,
    const struct moves *made, struct move *out)
{
	const struct clip_position *p = pos;

	(void)d;
	if (seat == 0 || clip_turn_of(p) != seat || p->stage == CLIP_BUY ||
	    clip_done_check(p, seat) != NULL)
		return -1;
	for (int i = 0; i < made->n; i++)
		if (made->at[i].verb == CLIP_V_LAY) {
			*out = (struct move){ .verb = CLIP_V_DONE };
			return 0;
		}
	return -1;
}

const struct game_rules clippers_rules = {
	.name = "clippers",
	.version = 1,
	.min_seats = 2,
	.max_seats = CLIP_SEATS,
	.position_size = sizeof(struct clip_position),
	.data_size = sizeof(struct game_data),
	.load = clip_load,
	.setup = clip_setup,
	.to_act = clip_to_act,
	.legal = clip_legal,
	.parse = clip_parse,
	.format = verbs_format,
	.read = clip_read,
	.apply = clip_apply,
	.draw = clip_draw,
	.chance = clip_chance,
	.event_format = verbs_event_format,
	.chance_read = verbs_chance_read,
	.turn_end = clip_turn_end,
	.late = clip_late,
	.choose = clip_choose,
	.facts = clip_facts,
	.redact = game_shows,
	.tell = verbs_tell,
	.describe = clip_describe,
	.view = clip_view,
	.map = clip_map,
	.ending = clip_ending,
	.audit = clip_audit,
};
