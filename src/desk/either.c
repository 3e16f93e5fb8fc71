/* SPDX-License-Identifier: MIT */

/* "3" above "4" where move 3 ends the turn: which is meant is not known, and
 * neither is made. */

#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "desk/choices.h"
#include "desk/meant.h"
#include "game/rules.h"
#include "post/mails.h"

/* The move of the list that a line is, a number and no more; false: none. */
static bool
read_number(const struct job *j, const char *line, struct move *out)
{
	return isdigit((unsigned char)*line) &&
	    line[strspn(line, "0123456789.):,; ")] == '\0' &&
	    numbered_move(j->at.m->kind, j->at.seen, j->at.seat,
		strtol(line, NULL, 10), out) == 0;
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

enum after { REFUSED, GOES_ON, ENDS };

/* Makes a move on such a copy. */
static enum after
try_move(const struct job *j, void *pos, const struct move *m)
{
	const struct game_kind *k = j->at.m->kind;
	struct events ev = EVENTS_INIT;
	struct refusal why = { 0 };
	enum after after = REFUSED;

	if (k->rules->apply(k->data, pos, j->at.seat, m, &ev, &why) == 0) {
		seat_set next = k->rules->to_act(k->data, pos);

		after = next != 0 && !(next & SEAT_BIT(j->at.seat)) ? ENDS :
								      GOES_ON;
	}
	events_release(&ev);
	return after;
}

/* Looks on from line i, a number: whether those right below it are others. */
static void
refuse_numbers(struct job *j, int i)
{
	const long first = strtol(j->line[i].text, NULL, 10);
	struct move m;

	for (int k = i + 1; k < j->n && read_number(j, j->line[k].text, &m);
	    k++)
		if (strtol(j->line[k].text, NULL, 10) != first)
			j->line[i].taken_back = j->line[k].taken_back = true;
}

void
job_either(struct job *j)
{
	enum after after = GOES_ON;
	struct move m;
	void *pos;

	if (j->n < 2 || j->n > ANSWER_LINES || !job_can_move(j) ||
	    !j->at.current || j->at.queueing || j->at.seen == NULL)
		return;
	pos = varied(j);
	for (int i = 0; i < j->n && after == GOES_ON; i++) {
		const char *line = j->line[i].text;
		struct meaning said = meaning_of(j, line);

		if (said.is == MEANS_PROSE || said.is == MEANS_TYPO ||
		    j->line[i].taken_back)
			continue;
		after = read_number(j, line, &m) ? try_move(j, pos, &m) :
						   REFUSED;
		if (after == ENDS)
			refuse_numbers(j, i);
	}
	free(pos);
}
