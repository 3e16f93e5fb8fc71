/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_ENTRIES_H
#define TESTS_WORLD_ENTRIES_H

/* The lines of a turn log, read by other code than the daemon's. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "12 p1 fly ship A4 @2026-11-20T19:12:44Z" */
struct entry {
	int seq, seat; /* 0: nobody's */
	char words[400];
	int64_t stamp;
	int over;       /* it ends the turn of that seat */
	bool early;     /* a moderator ended it */
	int64_t outage; /* for so many seconds all clocks stood still; 0 */
	int clock;      /* the clock of that seat is changed; 0: no, -1: all */
};

/* The lines of a log that are events, and how many; *out is the caller's. */
size_t entries_read(const char *log, struct entry **out);

#endif
