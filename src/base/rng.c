/* SPDX-License-Identifier: MIT */
#include "base/rng.h"

#include <stdbool.h>

#include <sodium.h>

#include "base/hash.h"

void
rng_init(struct rng *r, const uint8_t key[RNG_KEY_SIZE])
{
	memset(r, 0, sizeof *r);
	memcpy(r->key, key, RNG_KEY_SIZE);
	r->block_at = UINT64_MAX;
}

void
rng_init_number(struct rng *r, uint64_t seed)
{
	uint8_t bytes[8], key[RNG_KEY_SIZE];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(seed >> (56 - 8 * i));
	hash_sha256(bytes, sizeof bytes, key);
	rng_init(r, key);
}

void
rng_seek(struct rng *r, uint64_t used)
{
	r->used = used;
}

/* Makes the block hold the four bytes at r->used (always a multiple of 4). */
static void
rng_fill(struct rng *r)
{
	static const uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
	static const uint8_t zero[RNG_BLOCK];

	r->block_at = r->used - r->used % RNG_BLOCK;
	(void)crypto_stream_chacha20_ietf_xor_ic(r->block, zero, RNG_BLOCK,
	    nonce, (uint32_t)(r->block_at / 64), r->key);
}

uint32_t
rng_u32(struct rng *r)
{
	const uint8_t *p;

	if (r->block_at == UINT64_MAX || r->used < r->block_at ||
	    r->used - r->block_at >= RNG_BLOCK)
		rng_fill(r);
	p = r->block + (r->used - r->block_at);
	r->used += 4;
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

uint32_t
rng_below(struct rng *r, uint32_t n)
{
	uint64_t limit = ((uint64_t)1 << 32) / n * n;
	uint32_t value;

	do
		value = rng_u32(r);
	while (value >= limit);
	return value % n;
}

void
rng_shuffle(struct rng *r, int16_t *list, size_t n)
{
	for (size_t i = n; i-- > 1;) {
		size_t j = rng_below(r, (uint32_t)i + 1);
		int16_t swap = list[i];

		list[i] = list[j];
		list[j] = swap;
	}
}

static struct rng pinned;
static bool is_pinned;

void
rng_pin(uint64_t seed)
{
	is_pinned = seed != 0;
	if (is_pinned)
		rng_init_number(&pinned, seed);
}

int64_t
rng_nonce(uint32_t n)
{
	uint8_t secret[RNG_KEY_SIZE];
	struct rng r;

	rng_secret(secret);
	rng_init(&r, secret);
	return rng_below(&r, n);
}

void
rng_secret(uint8_t out[RNG_KEY_SIZE])
{
	if (is_pinned) {
		for (size_t i = 0; i < RNG_KEY_SIZE; i++)
			out[i] = (uint8_t)rng_u32(&pinned);
		return;
	}
	if (sodium_init() < 0)
		abort();
	randombytes_buf(out, RNG_KEY_SIZE);
}
