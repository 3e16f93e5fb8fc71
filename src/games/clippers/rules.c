/* SPDX-License-Identifier: MIT */
#include "games/clippers/rules.h"

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

static bool
clip_over(const struct game_data *d, const void *pos)
{
	const struct clip_position *p = pos;

	(void)d;
	return p->stage == CLIP_OVER;
}

static bool
clip_chance_due(const struct game_data *d, const void *pos)
{
	const struct clip_position *p = pos;

	(void)d;
	return p->stage == CLIP_DEAL;
}

static int
clip_turn(const struct game_data *d, const void *pos)
{
	const struct clip_position *p = pos;

	(void)d;
	return p->turn;
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

static int
clip_round(const struct game_data *d, const void *pos)
{
	const struct clip_position *p = pos;

	(void)d;
	return p->round;
}

static int
clip_rank(const struct game_data *d, const void *pos, int seat)
{
	struct ending e = clip_ending(d, pos);

	return ending_rank(&e, seat);
}

static void
clip_scores(const struct game_data *d, const void *pos, int *by_seat)
{
	const struct clip_position *p = pos;

	for (int s = 1; s <= p->seats; s++)
		by_seat[s] = clip_score(d, p, s);
}

const struct game_rules clippers_rules = {
	.name = "clippers",
	.version = 1,
	.min_seats = 2,
	.max_seats = CLIP_SEATS,
	.position_size = sizeof(struct clip_position),
	.load = clip_load,
	.unload = clip_unload,
	.title = clip_title,
	.setup = clip_setup,
	.to_act = clip_to_act,
	.over = clip_over,
	.chance_due = clip_chance_due,
	.turn = clip_turn,
	.round = clip_round,
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
	.redact = clip_redact,
	.tell = verbs_tell,
	.describe = clip_describe,
	.view = clip_view,
	.map = clip_map,
	.vary = NULL,                    /* nothing is hidden */
	.scores = clip_scores,
	.rank = clip_rank,
	.audit = clip_audit,
};
