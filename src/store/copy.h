/* SPDX-License-Identifier: MIT */
#ifndef STORE_COPY_H
#define STORE_COPY_H

/*
 * A club taken over from one database into another, of whichever engine, as it
 * is at one moment: every row of every table, and the numbers that are not
 * given again. What was written is read back, and counted and hashed beside
 * what was read; all of it is one transaction, so that there is a whole club or
 * none. Texts that are no UTF-8 are mended on the way (utf8_mend), as
 * PostgreSQL keeps none.
 */

#include "base/hash.h"
#include "store/db.h"

/* What was taken over of a table: borrowed. The hash is the sum of those of the
 * rows, in whatever order. */
struct copied {
	const char *table;
	int64_t rows;
	char hash[HASH_HEX_SIZE];
};

struct copy_watch {
	void (*table)(void *arg, const struct copied *t); /* NULL */
	/* Before all is committed: -1 undoes it. NULL. */
	int (*check)(void *arg, struct db *from, struct db *to, struct err *e);
	void *arg;
};

/* Into a database of the same version without players, games and mails, else it
 * is ERR_GIVEUP; what a new one has, such as its key, goes. ERR_CORRUPT: what
 * was read back is not what was written. */
int db_copy(struct db *from, struct db *to, const struct copy_watch *watch,
    struct err *e);

#endif
