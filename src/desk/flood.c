/* SPDX-License-Identifier: MIT */
#include "desk/flood.h"

#include <stdlib.h>

#include "base/mem.h"

enum { ROWS = 512, WAYS = 4, HOUR = 3600 };

/* What is in a bucket, in 3600ths of a mail, so that it empties evenly. */
struct bucket {
	int64_t a;
	int b;
	enum flood_kind kind;
	int64_t level, at; /* level 0: empty, anybody's */
};

struct flood {
	struct bucket row[ROWS][WAYS];
};

struct flood *
flood_new(void)
{
	return mem_zero(1, sizeof(struct flood));
}

void
flood_free(struct flood *f)
{
	free(f);
}

/* What is left in it now, at `most` an hour. A clock that went back stops
 * nothing from emptying for long. */
static int64_t
level_now(const struct bucket *k, int most, int64_t now)
{
	int64_t gone = now > k->at ? now - k->at : 0, left;

	if (gone > HOUR)
		return 0;
	left = k->level - gone * most;
	return left > 0 ? left : 0;
}

static struct bucket *
find(struct flood *f, enum flood_kind kind, int64_t a, int b)
{
	uint64_t h = ((uint64_t)a * 64 + (unsigned)b * 4 + kind) *
	    UINT64_C(0x9e3779b97f4a7c15);
	struct bucket *row = f->row[h >> 32 & (ROWS - 1)], *spare = row;

	for (int i = 0; i < WAYS; i++) {
		struct bucket *k = &row[i];

		if (k->level && k->a == a && k->b == b && k->kind == kind)
			return k;
		if (k->level < spare->level ||
		    (k->level == spare->level && k->at < spare->at))
			spare = k;
	}
	*spare = (struct bucket){ .a = a, .b = b, .kind = kind };
	return spare;
}

bool
flood_take(struct flood *f, enum flood_kind kind, int64_t a, int b, int most,
    int64_t now)
{
	struct bucket *k = find(f, kind, a, b);
	int64_t level = level_now(k, most, now);
	bool good = level + HOUR <= (int64_t)most * HOUR;

	k->level = good ? level + HOUR : level > 0 ? level : 1;
	k->at = now;
	return good;
}
