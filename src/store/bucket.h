/* SPDX-License-Identifier: MIT */
#ifndef STORE_BUCKET_H
#define STORE_BUCKET_H

/* What desk/flood.h knows of those who write much, for who judges next: rows
 * that are a little behind, and of nobody else. */

#include "store/db.h"

struct bucket_row {
	int kind, part;
	int64_t whose, level, at;
};

int bucket_put(struct db *db, const struct bucket_row *r, struct err *e);
/* Those since then; fn non-zero stops. */
int bucket_each(struct db *db, int64_t since,
    int (*fn)(void *arg, const struct bucket_row *r), void *arg, struct err *e);
/* Those of before count no more. */
int bucket_prune(struct db *db, int64_t before, struct err *e);

#endif
