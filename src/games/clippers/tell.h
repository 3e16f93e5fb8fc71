/* SPDX-License-Identifier: MIT */
#ifndef CLIPPERS_TELL_H
#define CLIPPERS_TELL_H

/* Pieces of JSON that events and descriptions of moves share. Each writes
 * members of the object that is open; keys must come in their order. */

#include "games/clippers/play.h"

/* "buy" ... "done", the words of moves and their verbs in templates. */
extern const char *const clip_verb_word[];
/* "p1" ... "p5". */
extern const char *const clip_seat_name[];

void clip_tell_colour(const struct game_data *d, int colour, struct json *out);
void clip_tell_place(const struct game_data *d, const char *key, int place,
	struct json *out);
void clip_tell_seat(int seat, struct json *out);         /* "seat" */

#endif
