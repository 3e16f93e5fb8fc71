/* SPDX-License-Identifier: MIT */

/* "3" above "4" where move 3 ends the turn: which is meant is not known, and
 * neither is made. It is looked at when the first of the two is to be made, in
 * whatever game and behind whatever orders that is. */

#include <ctype.h>

#include "base/mem.h"
#include "base/rng.h"
#include "desk/choices.h"
#include "desk/command.h"
#include "desk/meant.h"
#include "desk/tried.h"
#include "game/rules.h"

/* The move that a line is, a number of the list and no more, or (words) in
 * words; false: none. */
static bool
read_line(struct job *j, const char *line, bool words, struct move *out)
{
	struct meaning m = meaning_of(j, line);

	return ((m.is == MEANS_NUMBER &&
		    line[strspn(line, "0123456789.):,; ")] == '\0') ||
		   (words && m.is == MEANS_MOVE)) &&
	    job_move_of(j, line, out);
}

/* Whether a line says nothing of moves, so that the one below it may be meant
 * in place of one above it: a name, thanks, what is asked to be shown. */
static bool
is_between(const struct job *j, const struct line *l)
{
	struct meaning m = meaning_of(j, l->text);

	return l->taken_back ||
	    (m.is == MEANS_COMMAND && command_shows(m.command)) ||
	    (m.is == MEANS_PROSE &&
		(plain_is_named(j, l->text) || plain_is_courtesy(j, l->text)));
}

/* Whether the next move below a line is another, by its number. */
static bool
is_other_below(struct job *j, const struct line *l, const struct move *first)
{
	const struct line *end = j->line + j->n;
	struct move other;

	do
		l++;
	while (l < end && is_between(j, l));
	return l < end && read_line(j, l->text, false, &other) &&
	    !job_same_move(j, first, &other);
}

/* A copy of the position in which what the seat cannot know is otherwise: what
 * is found out by it tells no secret. Owned. */
static void *
varied(const struct job *j)
{
	const struct game_kind *k = j->at.m->kind;
	void *pos = mem_alloc(k->rules->position_size);
	struct rng own;

	memcpy(pos, table_position(j->at.m->table), k->rules->position_size);
	rng_init_number(&own, (uint64_t)game_turn(pos));
	if (k->rules->vary != NULL)
		k->rules->vary(k->data, pos, j->at.seat, &own);
	return pos;
}

/* Whether a move, made on such a copy, leaves the turn to others. In words one
 * does not that asks another something, as an offer in Antwerp: what is below
 * it is what follows. */
static bool
ends_turn(const struct job *j, const struct move *m, bool words)
{
	const struct game_kind *k = j->at.m->kind;
	void *pos = varied(j);
	struct events ev = EVENTS_INIT;
	struct refusal why = { 0 };
	seat_set next = 0;

	if (k->rules->apply(k->data, pos, j->at.seat, m, &ev, &why) == 0 &&
	    !(words && game_at(pos) == j->at.seat))
		next = k->rules->to_act(k->data, pos);
	events_release(&ev);
	free(pos);
	return next != 0 && !(next & SEAT_BIT(j->at.seat));
}

bool
job_either(struct job *j, const struct line *l)
{
	struct move first = { 0 };

	return job_can_move(j) && j->at.current && !j->at.queueing &&
	    !j->at.previewing && j->at.seen != NULL &&
	    read_line(j, l->text, true, &first) &&
	    is_other_below(j, l, &first) &&
	    ends_turn(j, &first, !isdigit((unsigned char)*l->text));
}
