/* SPDX-License-Identifier: MIT */
#ifndef GAME_BEACON_H
#define GAME_BEACON_H

/*
 * Rounds of a public beacon (T33): a value that nobody knows before its time
 * and everybody afterwards, for ever. It is the chain "quicknet" of drand, run
 * by the League of Entropy, as published at docs.drand.love ("quicknet is live
 * on LoE mainnet", 16 October 2023) and at api.drand.sh/BEACON_CHAIN/info.
 * Nothing here asks for a value: people do.
 */

#include <stdint.h>

#include "base/hash.h"
#include "game/rules.h"

#define BEACON_CHAIN \
	"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
/* Where a round stands, whose number follows, as docs.drand.love has it. */
#define BEACON_URL "https://api.drand.sh/v2/beacons/quicknet/rounds/"
enum {
	BEACON_GENESIS = 1692803367, /* of round 1, in seconds since 1970 */
	BEACON_PERIOD = 3,
	BEACON_LEAD = 600 /* from the naming of a round to its time */
};

/* Whether a game of these options asks for one (beacon=yes), or for one each
 * round of the game (beacon=round). */
enum beacon_use { BEACON_NONE, BEACON_ONCE, BEACON_ROUNDS };
enum beacon_use beacon_use(const struct options *o);
/* The first round that is not out before that moment; when a round is. */
int64_t beacon_round(int64_t moment);
int64_t beacon_time(int64_t round);
/*
 * A value as people copy it: the randomness, 64 hex digits, or the signature,
 * 96, of which it is the SHA-256; blanks around it and the case of letters do
 * not matter. 0 with the randomness in small letters; -1.
 */
int beacon_value(const char *text, char out[HASH_HEX_SIZE]);
/* The value in an answer of one of drand's servers, JSON that must be of that
 * round, or one as above with line ends behind it: 0, or ERR_LATER. */
int beacon_answer(const char *text, int64_t round, char out[HASH_HEX_SIZE],
    struct err *e);
/* The arguments of the event, "ROUND VALUE", canonical: 0 with the round; -1.
 */
int beacon_read(const char *args, int64_t *round);
/* T35: HMAC-SHA-256 of "beacon ROUND VALUE" under the key of the seed and
 * the lines. */
void beacon_key(const char *args, uint8_t key[HASH_SIZE]);

#endif
