/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_TOLD_H
#define TESTS_WORLD_TOLD_H

/*
 * What a mail tells its reader of the seats that they have: one, or in a digest
 * each that it shows. A digest has the seat and its board in the address that
 * it gives for that game alone, and the deadline in words.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct told {
	int64_t game, written; /* as the mail's, or when it came */
	int seat, board;
	bool asks; /* for a move */
	/* seconds; 0: none is told. In a digest rounded down to the minute: so
	 * many seconds later it may be */
	int64_t due, slack;
};

/* The digest's, from its text; how many. *out is the caller's. */
size_t told_read(const char *text, int64_t written, struct told **out);

#endif
