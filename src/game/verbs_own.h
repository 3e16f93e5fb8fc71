/* SPDX-License-Identifier: MIT */
#ifndef GAME_VERBS_OWN_H
#define GAME_VERBS_OWN_H

/* How the rows of verbs are gone through, by verbs.c, verbs_read.c and
 * named.c. */

#include "base/slice.h"
#include "game/verb_args.h"

static inline const struct verbs *
verbs_of(const struct game_data *d)
{
	return *(const struct verbs *const *)(const void *)d;
}

/* A walk over the arguments of a row, and again over those that repeat:
 *	for (struct verb_walk w = { .v = v, .at = row->arg };
 *	    verb_walk_on(&w, more); verb_walk_past(&w)) */
struct verb_walk {
	const struct verbs *v;
	const struct verb_arg *at, *each; /* each: where the list begins */
	const struct verb_thing *thing;   /* that *at is of, or NULL */
	int i, item; /* place in the event; of the list, how many before */
};

static inline bool
verb_is_counts(const struct verb_arg *g)
{
	return (g->how & (VERB_COUNTS | VERB_STARS)) != 0;
}

/* Whether there is an argument, of a list if there is more. */
static inline bool
verb_walk_on(struct verb_walk *w, bool more)
{
	if (w->at->kind == VERB_END && w->each != NULL) {
		w->at = w->each;
		w->item++;
	} else if (w->at->each != NULL) {
		w->each = w->at;
	}
	w->thing = w->at->kind < VERB_THINGS ?
	    NULL :
	    &w->v->thing[w->at->kind - VERB_THINGS];
	return w->at == w->each ? more : w->at->kind != VERB_END;
}

static inline void
verb_walk_past(struct verb_walk *w)
{
	int width = verb_is_counts(w->at) ? w->thing->n : 1;

	w->at += width;
	w->i += width;
}

#endif
