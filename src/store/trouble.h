/* SPDX-License-Identifier: MIT */
#ifndef STORE_TROUBLE_H
#define STORE_TROUBLE_H

/*
 * Trouble with single mails that the keeper is told of: five an hour in mails
 * of their own; the sixth waits, and what comes while one waits joins it, until
 * a day later one mail tells of all. So a flood comes to six mails a day. The
 * table holds no more than this needs: what was told goes after an hour, what
 * waits when it is told.
 */

#include "store/db.h"

enum { TROUBLE_HOUR = 5 };

/* Notes one; text: a sentence, Markdown. How it is to be told: 0 it waits, else
 * the how many-eth of this hour it is; TROUBLE_HOUR: from here on they wait. */
int trouble_add(struct db *db, const char *text, int64_t now, struct err *e);
/* How many wait, and since when: 1, 0 none. */
int trouble_waiting(struct db *db, int64_t *since, int *n, struct err *e);
/* Those that wait, oldest first, at most so many. */
int trouble_each(struct db *db, int most,
    void (*fn)(void *arg, int64_t at, const char *text), void *arg,
    struct err *e);
/* They are told. */
int trouble_told(struct db *db, struct err *e);

#endif
