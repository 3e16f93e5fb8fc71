/* SPDX-License-Identifier: MIT */
#include "games/claim/play.h"

static seat_set
rules_to_act(const struct game_data *d, const void *pos)
{
	(void)d;
	return claim_turn_of(pos);
}

/* M7: `end` after anything else in the turn. */
static int
rules_turn_end(const struct game_data *d, const void *pos, int seat,
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
	.position_size = sizeof(struct claim_position),
	.data_size = sizeof(struct game_data),
	.load = claim_load,
	.setup = claim_setup,
	.to_act = rules_to_act,
	.legal = claim_legal,
	.parse = claim_parse,
	.format = verbs_format,
	.read = verbs_read,
	.apply = claim_apply,
	.draw = claim_draw,
	.chance = claim_chance,
	.event_format = verbs_event_format,
	.chance_read = verbs_chance_read,
	.turn_end = rules_turn_end,
	.late = claim_late,
	.choose = claim_choose,
	.facts = claim_facts,
	.redact = claim_redact,
	.tell = verbs_tell,
	.describe = claim_describe,
	.view = claim_view,
	.map = claim_map,
	.seen = claim_seen,
	.vary = claim_vary,
	.ending = claim_ending,
	.audit = claim_audit,
};
