/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_TELL_H
#define ATLANTIC_STAR_TELL_H

/* Pieces of JSON that events and descriptions of moves share. Each writes
 * members of the object that is open; keys must come in their order. */

#include "games/atlantic-star/play.h"

void star_tell_seat(struct json *out, const char *key, int seat);
/* key: [{"more", "ship"}]. */
void star_tell_ships(const struct game_data *d, const char *key,
	const int16_t *ship, int n, struct json *out);
/* "ships": what each ship, in leg order, does on its leg. */
void star_tell_legs(const struct game_data *d, int sea, const uint8_t *ship,
	int n, struct json *out);

#endif
