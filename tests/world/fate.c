/* SPDX-License-Identifier: MIT */
#include "tests/world/fate.h"

#include <stdlib.h>

#include "base/mem.h"

void
fate_open(struct fate *f, uint64_t seed, const struct deed *may, size_t n)
{
	*f = (struct fate){ .seed = seed, .may = may, .n_may = n };
}

void
fate_close(struct fate *f)
{
	free(f->done);
	f->done = NULL;
	f->n_done = 0;
}

/* The finalizer of SplitMix64: each bit of x tells on each of the result. */
static uint64_t
mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

uint64_t
fate_draw(struct fate *f, int stream)
{
	return mix(mix(f->seed) ^
	    mix((uint64_t)stream << 48 ^ f->drawn[stream]++));
}

int64_t
fate_below(struct fate *f, int stream, int64_t n)
{
	return (int64_t)(fate_draw(f, stream) % (uint64_t)n);
}

int64_t
fate_between(struct fate *f, int stream, int64_t from, int64_t to)
{
	return from + fate_below(f, stream, to - from + 1);
}

int64_t
fate_of(struct fate *f, int stream, uint64_t key, int64_t from, int64_t to)
{
	return from +
	    (int64_t)(mix(mix(f->seed) ^ mix(~((uint64_t)stream << 48)) ^
			  mix(key)) %
		(uint64_t)(to - from + 1));
}

/* FNV-1a */
uint64_t
fate_key(const char *text)
{
	uint64_t key = 0xcbf29ce484222325;

	for (; *text != '\0'; text++)
		key = (key ^ (unsigned char)*text) * 0x100000001b3;
	return key;
}

static bool
may_happen(const struct fate *f, struct deed d)
{
	for (size_t i = 0; i < f->n_may; i++)
		if (f->may[i].stream == d.stream &&
		    f->may[i].number == d.number)
			return true;
	return f->may == NULL;
}

bool
fate_deed(struct fate *f, int stream, int per_mille)
{
	struct deed d = { (uint32_t)stream, f->asked[stream]++ };

	if (fate_below(f, stream, 1000) >= per_mille || !may_happen(f, d))
		return false;
	f->done = mem_more(f->done, f->n_done, sizeof *f->done);
	f->done[f->n_done++] = d;
	return true;
}
