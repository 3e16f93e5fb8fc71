/* SPDX-License-Identifier: MIT */
#ifndef GAME_NAMED_H
#define GAME_NAMED_H

/*
 * The arguments of a move or a chance event by name, for whoever keeps many of
 * them in tables. Names and values follow from the rows of the game's verbs
 * (game/verbs.h): an argument is called by its key, or by the kind of things
 * that it is one of; counts of things by the thing, with how many. Of a verb
 * whose arguments the game writes itself (Antwerp's `play`, a voyage) the first
 * stands too, as `word`. A shuffle has none: its order is in its words.
 */

#include "game/rules.h"

/* text NULL: the number n. Borrowed during the call. */
typedef void named_arg(void *ctx, const char *name, const char *text, long n);

/* The words of an event, without a seat's own or chance's sign before them;
 * actor as in a log; pos is the position
 * before it. Of words that are none of the game's, nothing is told, and
 * of an operator's event its arguments: `seat`, a key, `number` or
 * `text`. */
void named_args(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int actor, const char *words, size_t len, named_arg *tell,
    void *ctx);

/* Whether there is such a verb of a seat (actor 1), of chance (0) or of the
 * operator (-1); and whether an argument of it may have that name. An
 * operator's arguments are not told apart: any name may be one. */
bool named_verb(const struct game_data *d, int actor, const char *verb);
bool named_arg_of(const struct game_data *d, int actor, const char *verb,
    const char *name);
/* Whether a game may have an option of that key. */
bool named_option(const struct game_data *d, const char *key);

/* The name of a figure: a number that the facts have of a seat, or how long a
 * list of its is. Letters, digits and "_" alone, of its key and, if that is of
 * an object, of the member's: "hand_sizes_lock". */
enum { NAMED_FIGURE = 48 };
void named_figure(const char *key, const char *member, char out[NAMED_FIGURE]);
/* Whether a seat of the game may have such a figure: one of the facts before
 * the first event, or, of counts that are empty then, of a thing. */
struct game_kind;
bool named_has_figure(const struct game_kind *kind, const char *name);

#endif
