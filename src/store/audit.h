/* SPDX-License-Identifier: MIT */
#ifndef STORE_AUDIT_H
#define STORE_AUDIT_H

/* What operators and moderators did, in order; press; moves sent ahead. */

#include "store/db.h"

int audit_add(struct db *db, int64_t game, const char *who, const char *what,
	int64_t at, struct err *e);

#endif
