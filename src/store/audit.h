/* SPDX-License-Identifier: MIT */
#ifndef STORE_AUDIT_H
#define STORE_AUDIT_H

/* What operators and moderators did, in order. */

#include "store/db.h"

int audit_add(struct db *db, int64_t game, const char *who, const char *what,
    int64_t at, struct err *e);
/* In order; game 0: of every game. fn non-zero stops. */
int audit_each(struct db *db, int64_t game,
    int (*fn)(void *arg, int64_t game, const char *who, const char *what,
	int64_t at),
    void *arg, struct err *e);

#endif
