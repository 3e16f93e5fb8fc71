/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

seat_set
claim_to_act(const struct game_data *d, const void *pos)
{
	(void)d;
	return claim_turn_of(pos);
}

/* M7: `end` after anything else in the turn. */
int
claim_turn_end(const struct game_data *d, const void *pos, int seat,
    const struct moves *made, struct move *out)
{
	const struct claim_position *p = pos;

	(void)d;
	if (p->stage != CLAIM_PLAY || p->at != seat || made->n == 0)
		return -1;
	*out = (struct move){ .verb = CLAIM_V_END };
	return 0;
}

const struct game_rules claim_rules = {
	.name = "claim",
	.version = 1,
	.min_seats = 2,
	.max_seats = CLAIM_SEATS,
	GAME_ROWS(claim),
	.format = verbs_format,
	.read = verbs_read,
	.event_format = verbs_event_format,
	.turn_end = claim_turn_end,
	.wits.worth = claim_worth,
	.wits.ideas = claim_ideas,
	.wits.reasons = claim_reasons,
	.wits.glance = claim_glance,
	.wits.ahead = 7,
	.redact = claim_redact,
	.map = claim_map,
	.seen = claim_seen,
	.vary = claim_vary,
};
