/* SPDX-License-Identifier: MIT */
#ifndef STORE_SQLITE_MARK_H
#define STORE_SQLITE_MARK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What a file says of itself in its first bytes, as SQLite marks its own: a
 * magic string at offset 0 and the application's number at offset 68 (SQLite's
 * "Database File Format", 1.3). It is read and not opened by SQLite, so no lock
 * is asked for; but closing it drops the locks that the process has on it.
 */
struct sqlite_mark {
	bool empty, is;       /* no byte is in it; it is of SQLite */
	uint32_t application; /* PRAGMA application_id, else 0 */
};

/* flags are open(2)'s, O_NOFOLLOW for one. 0; -1: it cannot be read, errno. */
int sqlite_mark_read(const char *path, int flags, struct sqlite_mark *out);

#endif
