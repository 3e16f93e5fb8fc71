/* SPDX-License-Identifier: MIT */
#include "desk/flood.h"

#include <stdlib.h>

#include "base/mem.h"
#include "store/bucket.h"

/* BEHIND: the part of what is allowed that a row may lack. */
enum { ROWS = 512, WAYS = 4, HOUR = 3600, BEHIND = 8, ALL = 1 << 20 };

/* What is in a bucket, in 3600ths of a mail, so that it empties evenly. */
struct bucket {
	int64_t a;
	int b;
	enum flood_kind kind;
	int unsaved;       /* mails that its row lacks */
	int64_t level, at; /* level 0: empty, anybody's */
};

struct flood {
	struct db *db; /* borrowed */
	bool read;     /* the rows were */
	struct bucket row[ROWS][WAYS];
};

struct flood *
flood_new(struct db *db)
{
	struct flood *f = mem_zero(1, sizeof *f);

	f->db = db;
	return f;
}

void
flood_forget(struct flood *f)
{
	for (int i = 0; i < ROWS * WAYS; i++)
		f->row[i / WAYS][i % WAYS].unsaved = ALL;
	f->read = false;
}

void
flood_look(struct flood *f)
{
	f->read = false;
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

/* What is in memory may be newer, or be of what another has not counted. */
static int
take_row(void *arg, const struct bucket_row *r)
{
	struct flood *f = arg;
	struct bucket *k = find(f, (enum flood_kind)r->kind, r->whose, r->part);

	if (k->level == 0 || k->at < r->at) {
		k->unsaved %= ALL;
		k->level = r->level + (int64_t)k->unsaved * HOUR;
		k->at = r->at;
	}
	return 0;
}

static int
save(struct flood *f, struct bucket *k, struct err *e)
{
	k->unsaved = 0;
	return bucket_put(f->db,
	    &(struct bucket_row){ .kind = (int)k->kind,
		.whose = k->a,
		.part = k->b,
		.level = k->level,
		.at = k->at },
	    e);
}

int
flood_take(struct flood *f, enum flood_kind kind, int64_t a, int b, int most,
    int64_t now, struct err *e)
{
	struct bucket *k;
	int64_t level;

	if (!f->read && bucket_each(f->db, now - HOUR, take_row, f, e) != 0)
		return -1;
	f->read = true;
	k = find(f, kind, a, b);
	level = level_now(k, most, now);
	k->at = now;
	if (level + HOUR > (int64_t)most * HOUR) {
		k->level = level > 0 ? level : 1;
		return 0;
	}
	k->level = level + HOUR;
	if (++k->unsaved > most / BEHIND && save(f, k, e) != 0)
		return -1;
	return 1;
}
