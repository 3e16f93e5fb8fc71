/* SPDX-License-Identifier: MIT */
#ifndef TESTS_STORE_FRESH_H
#define TESTS_STORE_FRESH_H

/*
 * A store of a test's own, on the engine that the environment names: a file of
 * that directory, or with PAQUEBOT_TEST_STORE (tests/store/with-postgres) a
 * schema of that server, which is made at first and afterwards emptied. Schemas
 * have numbers, by how many a process has asked for, so programs that use one
 * server run one after the other.
 */

#include <stdbool.h>

#include "store/db.h"

enum { FRESH_SIZE = 320 };

/* What to open it by, with DB_CREATE. Aborts, having said why, if there is
 * none. */
void fresh_store(const char *dir, const char *name, char where[FRESH_SIZE]);
/* Whether it is no file. */
bool fresh_served(void);
/* Of tests that differ in their data alone, whether the i-th is one to try: all
 * are on a file, where the same code reads the same data; on a server, where a
 * statement costs as much as a mail does elsewhere, one of each n is, and all
 * with CHECK_LONG. */
bool fresh_tries(int i, int n);
/* A loop test, with those of its n rounds that are to be tried. */
#define FRESH_LOOP(t, test, n, every) \
	do { \
		for (int i_ = 0; i_ < (int)(n); i_++) \
			if (fresh_tries(i_, (every))) \
				tcase_add_loop_test((t), test, i_, i_ + 1); \
	} while (0)
/* Whether all of them are tried. */
bool fresh_all(void);
/* And its locks are rows: PAQUEBOT_TEST_LOCKS is set. */
bool fresh_rows(void);

/* As db_open with DB_CREATE. A file that is not there becomes a copy of one
 * that this process made, or the one before it: db/ is long, and what makes a
 * club has tests that call db_open themselves. Its key is its own. */
int fresh_open(const char *where, struct db **out, struct err *e);

#endif
