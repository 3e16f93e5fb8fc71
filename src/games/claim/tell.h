/* SPDX-License-Identifier: MIT */
#ifndef CLAIM_TELL_H
#define CLAIM_TELL_H

/* Pieces of JSON and of refusals that events, moves and descriptions share.
 * Each writes members of the object that is open; keys must come in their
 * order. */

#include "games/claim/play.h"

/* "stow" ... "end", the words of moves and their verbs in templates. */
extern const char *const claim_verb_word[];
/* "ship", "main", "tender", and "" for CLAIM_UNSAID. */
extern const char *const claim_ship_word[];
/* "p1" ... "p3". */
extern const char *const claim_seat_name[];
/* "load", "unload" by enum claim_series. */
extern const char *const claim_series_word[];

void claim_tell_seat(int seat, struct json *out);        /* "seat" */
/* key: [{"colour":"orange","count":4,"more":true}, …], zeros left out. */
void claim_tell_cubes(const struct game_data *d, const char *key,
	const int16_t *n, struct json *out);

#endif
