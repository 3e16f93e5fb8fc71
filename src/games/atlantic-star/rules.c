/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/rules.h"

#include "games/atlantic-star/play.h"

static seat_set
star_to_act(const struct game_data *d, const void *pos)
{
	int seat = star_turn_of(pos);

	(void)d;
	if (seat == 0)
		return 0;
	return SEAT_BIT(seat);
}

static bool
star_over(const struct game_data *d, const void *pos)
{
	const struct star_position *p = pos;

	(void)d;
	return p->stage == STAR_OVER;
}

static bool
star_chance_due(const struct game_data *d, const void *pos)
{
	const struct star_position *p = pos;

	(void)d;
	return p->stage < STAR_PLAY || p->due;
}

static int
star_turn(const struct game_data *d, const void *pos)
{
	const struct star_position *p = pos;

	(void)d;
	return p->turn;
}

/* A turn ends by its third act, never by silence. */
static int
star_turn_end(const struct game_data *d, const void *pos, int seat,
    const struct moves *made, struct move *out)
{
	(void)d;
	(void)pos;
	(void)seat;
	(void)made;
	(void)out;
	return -1;
}

static int
star_round(const struct game_data *d, const void *pos)
{
	const struct star_position *p = pos;

	(void)d;
	return p->round;
}

static int
star_rank(const struct game_data *d, const void *pos, int seat)
{
	struct ending e = star_ending(d, pos);

	return ending_rank(&e, seat);
}

static void
star_scores(const struct game_data *d, const void *pos, int *by_seat)
{
	const struct star_position *p = pos;
	int i;

	for (i = 1; i <= p->seats; i++)
		by_seat[i] = star_score(d, p, i);
}

const struct game_rules atlantic_star_rules = {
	.name = "atlantic-star",
	.version = 1,
	.min_seats = 2,
	.max_seats = 6,
	.position_size = sizeof(struct star_position),
	.load = star_load,
	.unload = star_unload,
	.title = star_title,
	.setup = star_setup,
	.to_act = star_to_act,
	.over = star_over,
	.chance_due = star_chance_due,
	.turn = star_turn,
	.round = star_round,
	.legal = star_legal,
	.parse = star_parse,
	.format = star_format,
	.read = star_read,
	.apply = star_apply,
	.draw = star_draw,
	.chance = star_chance,
	.event_format = star_event_format,
	.chance_read = verbs_chance_read,
	.turn_end = star_turn_end,
	.late = star_late,
	.choose = star_choose,
	.facts = star_facts,
	.redact = star_redact,
	.tell = verbs_tell,
	.describe = star_describe,
	.view = star_view,
	.map = NULL,
	.seen = star_seen,
	.vary = star_vary,
	.scores = star_scores,
	.rank = star_rank,
	.audit = star_audit,
};
