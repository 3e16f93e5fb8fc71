/* SPDX-License-Identifier: MIT */
#ifndef TESTS_STORE_CUT_H
#define TESTS_STORE_CUT_H

/* A layer under SQLite that plays a power cut (doc/libraries.md 14): it knows
 * of every file what was written and what of it was synced. After the n-th
 * write, truncation or sync everything fails; cut_restore then writes the files
 * as a disk may have them: what was synced, and of the writes after that none
 * or, with a seed, some. */

#include <stdint.h>

void cut_install(void); /* as the default VFS, once */
/* forgets all; after < 0: never cuts */
void cut_start(int after);
int cut_operations(void); /* since cut_start */
/* seed 0: every unsynced write is lost. */
void cut_restore(const char *dir, uint64_t seed);

#endif
