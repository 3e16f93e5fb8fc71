/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

seat_set
clip_to_act(const struct game_data *d, const void *pos)
{
	(void)d;
	return SEAT_BIT(clip_turn_of(pos));
}

/* M8: `done` where the mail has laid a stick in this phase. */
int
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
	GAME_ROWS(clip),
	.format = verbs_format,
	.read = clip_read,
	.event_format = verbs_event_format,
	.turn_end = clip_turn_end,
	.wits.worth = clip_worth,
	.wits.reasons = clip_reasons,
	.wits.ahead = 2,
	.redact = game_shows,
	.map = clip_map,
};
