/* SPDX-License-Identifier: MIT */
#include "base/hash.h"
#include "base/rng.h"
#include "tests/run.h"

static const uint8_t zero_key[RNG_KEY_SIZE];

START_TEST(the_stream_is_chacha20)
{
	/* RFC 8439 appendix A.1, test vectors 1 and 2: the key stream under
	 * a key and nonce of zeros, blocks 0 and 1, read big-endian. */
	static const uint32_t want[] = { 0x76b8e0ad, 0xa0f13d90, 0x405d6ae5,
		0x5386bd28, 0xbdd219b8, 0xa08ded1a, 0xa836efcc, 0x8b770dc7,
		0xda41597c, 0x5157488d, 0x7724e03f, 0xb8d84a37, 0x6a43b8f4,
		0x1518a11c, 0xc387b669, 0xb2ee6586, 0x9f07e7be, 0x5551387a,
		0x98ba977c, 0x732d080d };
	struct rng r;

	rng_init(&r, zero_key);
	for (size_t i = 0; i < sizeof want / sizeof *want; i++)
		ck_assert_uint_eq(rng_u32(&r), want[i]);
	ck_assert_uint_eq(r.used, sizeof want);
}
END_TEST

START_TEST(seeking_takes_up_the_stream)
{
	struct rng r, again;
	uint32_t words[1000];

	rng_init_number(&r, 7);
	for (int i = 0; i < 1000; i++)
		words[i] = rng_u32(&r);
	rng_init_number(&again, 7);
	for (int i = 999; i >= 0; i -= 37) {
		rng_seek(&again, (uint64_t)i * 4);
		ck_assert_uint_eq(rng_u32(&again), words[i]);
		ck_assert_uint_eq(again.used, (uint64_t)i * 4 + 4);
	}
	/* back into the block that is held */
	rng_seek(&again, 0);
	ck_assert_uint_eq(rng_u32(&again), words[0]);
}
END_TEST

START_TEST(a_number_seeds_by_its_hash)
{
	static const uint8_t bytes[8] = { 0, 0, 0, 0, 0, 0, 1, 2 };
	uint8_t key[RNG_KEY_SIZE];
	struct rng r, by_key;

	hash_sha256(bytes, sizeof bytes, key);
	rng_init(&by_key, key);
	rng_init_number(&r, 0x102);
	ck_assert_uint_eq(rng_u32(&r), rng_u32(&by_key));
}
END_TEST

/* Makes the next word of the stream `word`. */
static void
force(struct rng *r, uint32_t word)
{
	uint8_t *p;

	(void)rng_u32(r); /* the block is there */
	rng_seek(r, 0);
	p = r->block;
	p[0] = (uint8_t)(word >> 24);
	p[1] = (uint8_t)(word >> 16);
	p[2] = (uint8_t)(word >> 8);
	p[3] = (uint8_t)word;
}

/* T20. */
START_TEST(values_above_the_limit_are_rejected)
{
	/* values >= floor(2^32/n)*n are drawn again. For 3 the
	 * limit is 2^32 - 1: one value alone is rejected. */
	struct rng r;

	rng_init(&r, zero_key);
	force(&r, 0xffffffff);
	ck_assert_uint_eq(rng_below(&r, 3), 0xa0f13d90 % 3);
	ck_assert_uint_eq(r.used, 8);
	force(&r, 0xfffffffe);
	ck_assert_uint_eq(rng_below(&r, 3), 0xfffffffe % 3);
	ck_assert_uint_eq(r.used, 4);
	/* n that divides 2^32 rejects nothing */
	force(&r, 0xffffffff);
	ck_assert_uint_eq(rng_below(&r, 4), 3);
	ck_assert_uint_eq(r.used, 4);
	/* n = 1 takes its four bytes, too */
	force(&r, 0xffffffff);
	ck_assert_uint_eq(rng_below(&r, 1), 0);
	ck_assert_uint_eq(r.used, 4);
	/* just above half: nearly half of all values are rejected */
	force(&r, 0x80000001);
	ck_assert_uint_eq(rng_below(&r, 0x80000001), 0x405d6ae5);
	ck_assert_uint_eq(r.used, 12);
}
END_TEST

START_TEST(a_shuffle_is_fisher_yates_from_the_end)
{
	int16_t list[8], want[8];
	struct rng r;

	for (int16_t i = 0; i < 8; i++)
		list[i] = want[i] = i;
	rng_init(&r, zero_key);
	/* by hand: j = word mod (i + 1), for i = 7 … 1; none is rejected */
	static const uint32_t words[] = { 0x76b8e0ad, 0xa0f13d90, 0x405d6ae5,
		0x5386bd28, 0xbdd219b8, 0xa08ded1a, 0xa836efcc };

	for (size_t i = 7, w = 0; i > 0; i--, w++) {
		size_t j = words[w] % (i + 1);
		int16_t swap = want[i];

		want[i] = want[j];
		want[j] = swap;
	}
	rng_shuffle(&r, list, 8);
	ck_assert_mem_eq(list, want, sizeof list);
	ck_assert_uint_eq(r.used, 28);
	rng_shuffle(&r, list, 1);
	rng_shuffle(&r, list, 0);
	ck_assert_uint_eq(r.used, 28);
}
END_TEST

START_TEST(numbers_are_spread)
{
	int count[6] = { 0 };
	struct rng r;

	rng_init_number(&r, 1);
	for (int i = 0; i < 60000; i++)
		count[rng_below(&r, 6)]++;
	for (int i = 0; i < 6; i++)
		ck_assert(count[i] > 9500 && count[i] < 10500);
}
END_TEST

START_TEST(secrets_differ)
{
	uint8_t a[RNG_KEY_SIZE], b[RNG_KEY_SIZE];

	rng_secret(a);
	rng_secret(b);
	ck_assert_mem_ne(a, b, sizeof a);
}
END_TEST

TESTS(the_stream_is_chacha20, seeking_takes_up_the_stream,
    a_number_seeds_by_its_hash, values_above_the_limit_are_rejected,
    a_shuffle_is_fisher_yates_from_the_end, numbers_are_spread, secrets_differ)
