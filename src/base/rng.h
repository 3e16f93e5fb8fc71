/* SPDX-License-Identifier: MIT */
#ifndef BASE_RNG_H
#define BASE_RNG_H

/*
 * A deterministic generator: ChaCha20 (IETF, zero nonce, counter from 0)
 * under a 32-byte key, as T19 and T20 define it for chance events. The same
 * type serves computer players and tests, under keys of their own. `used`
 * counts the bytes taken so far, so a stream can be taken up again where it
 * stood (rng_seek).
 */

#include <stddef.h>
#include <stdint.h>

enum { RNG_KEY_SIZE = 32, RNG_BLOCK = 512 };

struct rng {
	uint8_t key[RNG_KEY_SIZE];
	uint64_t used;            /* bytes taken from the stream */
	uint8_t block[RNG_BLOCK]; /* stream bytes around `used` */
	/* stream offset of block[0]; UINT64_MAX: none */
	uint64_t block_at;
};

void rng_init(struct rng *r, const uint8_t key[RNG_KEY_SIZE]);
/* key = SHA-256 of it, 8 bytes big-endian */
void rng_init_number(struct rng *r, uint64_t seed);
void rng_seek(struct rng *r, uint64_t used);
uint32_t rng_u32(struct rng *r); /* 4 bytes, big-endian */
/* 0..n-1, n >= 1: 4 bytes, values >= floor(2^32/n)*n rejected, modulo n. */
uint32_t rng_below(struct rng *r, uint32_t n);
/* Fisher-Yates from the last index down. */
void rng_shuffle(struct rng *r, int16_t *list, size_t n);
/* 32 bytes from the operating system. */
void rng_secret(uint8_t out[RNG_KEY_SIZE]);
/* A number at random below n, which is at most 2^31. */
int64_t rng_nonce(uint32_t n);
/* For tests alone: secrets come from the stream of this number from now on; 0:
 * from the operating system again. */
void rng_pin(uint64_t seed);

#endif
