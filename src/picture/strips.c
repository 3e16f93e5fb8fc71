/* SPDX-License-Identifier: MIT */
#include "picture/strips.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Some 3 kB each: enough for what is drawn of fifty games. */
enum { SETS = 512, WAYS = 4 };

struct strip {
	uint8_t key[HASH_SIZE];
	uint64_t used;   /* 0: there is none */
	uint32_t sum;    /* its own */
	uint32_t packed; /* bytes */
	uint8_t *bytes;  /* owned */
};

struct strips {
	struct pack *pack; /* owned */
	struct buf packed; /* owned */
	uint64_t used;
	struct strip at[SETS][WAYS];
};

struct strips *
strips_new(void)
{
	struct strips *s = mem_zero(1, sizeof *s);

	s->pack = pack_new();
	return s;
}

void
strips_free(struct strips *s)
{
	if (s == NULL)
		return;
	pack_free(s->pack);
	buf_release(&s->packed);
	for (int i = 0; i < SETS * WAYS; i++)
		free(s->at[i / WAYS][i % WAYS].bytes);
	free(s);
}

/* Where it is, or is to be. */
static struct strip *
place_of(struct strips *s, const uint8_t key[HASH_SIZE])
{
	struct strip *set = s->at[(key[0] << 8 | key[1]) % SETS];
	struct strip *oldest = set;

	for (int i = 0; i < WAYS; i++) {
		if (set[i].used > 0 && memcmp(set[i].key, key, HASH_SIZE) == 0)
			return &set[i];
		if (set[i].used < oldest->used)
			oldest = &set[i];
	}
	oldest->used = 0;
	return oldest;
}

static void
fill(struct strips *s, struct strip *strip, const uint8_t *at, size_t len)
{
	buf_clear(&s->packed);
	pack_bytes(s->pack, at, len, &s->packed);
	strip->packed = (uint32_t)s->packed.len;
	strip->bytes = mem_grow(strip->bytes, s->packed.len, 1);
	memcpy(strip->bytes, s->packed.data, s->packed.len);
	strip->sum = pack_adler(at, len);
}

void
strips_put(struct strips *s, const uint8_t key[HASH_SIZE], const uint8_t *at,
    size_t len, uint32_t *sum, struct buf *out)
{
	struct strip *strip;

	if (key == NULL) {
		pack_bytes(s->pack, at, len, out);
		*sum = pack_adler_on(*sum, pack_adler(at, len), len);
		return;
	}
	strip = place_of(s, key);
	if (strip->used == 0) {
		memcpy(strip->key, key, HASH_SIZE);
		fill(s, strip, at, len);
	}
	strip->used = ++s->used;
	buf_add(out, strip->bytes, strip->packed);
	*sum = pack_adler_on(*sum, strip->sum, len);
}
