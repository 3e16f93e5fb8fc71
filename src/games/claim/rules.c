/* SPDX-License-Identifier: MIT */
#include "games/claim/rules.h"

#include "games/claim/play.h"

static seat_set
rules_to_act(const struct game_data *d, const void *pos)
{
	(void)d;
	return claim_turn_of(pos);
}

static bool
rules_over(const struct game_data *d, const void *pos)
{
	const struct claim_position *p = pos;

	(void)d;
	return p->stage == CLAIM_OVER;
}

static bool
rules_chance_due(const struct game_data *d, const void *pos)
{
	const struct claim_position *p = pos;

	(void)d;
	return p->stage == CLAIM_BLOCKS || p->stage == CLAIM_ROLL;
}

/* All choices of round 0 are one turn of all seats. */
static int
rules_turn(const struct game_data *d, const void *pos)
{
	const struct claim_position *p = pos;

	(void)d;
	return p->turn;
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

static int
rules_round(const struct game_data *d, const void *pos)
{
	const struct claim_position *p = pos;

	(void)d;
	return p->round;
}

static int
rules_rank(const struct game_data *d, const void *pos, int seat)
{
	struct ending e = claim_ending(d, pos);

	return ending_rank(&e, seat);
}

static void
rules_scores(const struct game_data *d, const void *pos, int *by_seat)
{
	const struct claim_position *p = pos;

	for (int s = 1; s <= p->seats; s++)
		by_seat[s] = claim_score(d, p, s);
}

const struct game_rules claim_rules = {
	.name = "claim",
	.version = 1,
	.min_seats = 2,
	.max_seats = CLAIM_SEATS,
	.position_size = sizeof(struct claim_position),
	.load = claim_load,
	.unload = claim_unload,
	.title = claim_title,
	.setup = claim_setup,
	.to_act = rules_to_act,
	.over = rules_over,
	.chance_due = rules_chance_due,
	.turn = rules_turn,
	.round = rules_round,
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
	.scores = rules_scores,
	.rank = rules_rank,
	.audit = claim_audit,
};
