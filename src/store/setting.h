/* SPDX-License-Identifier: MIT */
#ifndef STORE_SETTING_H
#define STORE_SETTING_H

/* Values of the server as a whole, by name. (Its key and epoch: db.h.) */

#include "store/db.h"

/* 1 found, 0 not. */
int db_setting_get(struct db *db, const char *key, struct buf *out,
    struct err *e);
int db_setting_put(struct db *db, const char *key, const char *value,
    struct err *e);
/* Seconds since 1970, which are kept as a stamp; 0: there is none. 0, -1. */
int db_setting_moment(struct db *db, const char *key, int64_t *out,
    struct err *e);
/* A whole number is one more than it was; it begins at 0. In a transaction. */
int db_setting_raise(struct db *db, const char *key, struct err *e);
int db_setting_put_moment(struct db *db, const char *key, int64_t t,
    struct err *e);

#endif
