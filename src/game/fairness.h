/* SPDX-License-Identifier: MIT */
#ifndef GAME_FAIRNESS_H
#define GAME_FAIRNESS_H

/*
 * The committed generator (T16, T18, T19, T29): what is published before
 * the game, and the keys that every draw follows from. The generator itself is
 * base/rng.h. This does not protect against a host who conspires with the
 * player who sends the last entropy line.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/rng.h"

/* Seed-Commit: SHA-256 of the seed, in hex. */
void fairness_commit(const uint8_t seed[RNG_KEY_SIZE], char out[HASH_HEX_SIZE]);

/*
 * SHA-256(seed, then each line in seat order with its 4-byte big-endian
 * length before it). lines[1..seats]; one whose data is NULL was not sent.
 */
void fairness_key(const uint8_t seed[RNG_KEY_SIZE], const struct buf *lines,
    int seats, uint8_t key[RNG_KEY_SIZE]);

/* HMAC-SHA-256 of the draw's label under that key. */
void fairness_draw_key(const uint8_t key[RNG_KEY_SIZE], const struct buf *label,
    uint8_t out[RNG_KEY_SIZE]);

#endif
