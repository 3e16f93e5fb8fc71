/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_TELL_H
#define ANTWERP_TELL_H

/* Words, and pieces of JSON that events and descriptions of moves share.
 * Each writes members of the object that is open; keys come in order. */

#include "games/antwerp/play.h"

/* "load" ... "end", the words of moves and their verbs in templates. */
extern const char *const ant_verb_word[];
extern const char *const ant_seat_name[];        /* "p1" ... */
extern const char *const ant_sort_word[];        /* "order", "ship", "lock" */
/* Of standing orders: the thing, and what can be said of some. */
extern const char *const ant_thing_word[];
extern const char *const ant_policy_word[];
extern const char *const ant_anchor_word[];
extern const char *const ant_on_off[];
extern const char *const ant_open_closed[];      /* by what they become */

void ant_tell_node(const struct game_data *d, const char *key, int node,
	struct json *out);
void ant_tell_seat(const char *key, int seat, struct json *out);
/* [{"product","count","many","more"}] of eight numbers. */
void ant_tell_products(const struct game_data *d, const char *key,
	const int16_t *n, struct json *out);
/* [{"lock","more"}] of bits. */
void ant_tell_locks(const struct game_data *d, const char *key, int bits,
	struct json *out);

#endif
