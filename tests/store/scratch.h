/* SPDX-License-Identifier: MIT */
#ifndef TESTS_STORE_SCRATCH_H
#define TESTS_STORE_SCRATCH_H

/* A directory of the test's own that goes away with it, a database in it,
 * and rows to play with. Everything fails the running test if it fails. */

#include "store/ahead.h"
#include "store/audit.h"
#include "store/event.h"
#include "store/game.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/player.h"
#include "store/seat.h"
#include "tests/run.h"

extern struct err e;
extern char scratch[]; /* the directory */

void scratch_open(void); /* for tcase_add_checked_fixture */
void scratch_close(void);
const char *scratch_path(const char *name); /* static, until the next call */
void scratch_write(const char *name, const char *text);
int scratch_system(const char *command); /* in the directory; exit code */

/* "games.db" in the scratch directory, or what stands for it (fresh.h). */
struct db *scratch_db(void);
struct db *scratch_db_made(void);  /* by db/ itself, not as a copy */
struct db *scratch_db_again(void); /* another connection to that */
const char *scratch_where(void);   /* what it is opened by */
int64_t scratch_player(struct db *db, const char *name, const char *address);
int64_t scratch_game(struct db *db); /* two seats, running */
int64_t scratch_number(struct db *db, const char *select);

#endif
