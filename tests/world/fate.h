/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_FATE_H
#define TESTS_WORLD_FATE_H

/*
 * All that is left to chance in a history follows from its seed. Each part of
 * the world draws from a stream of its own, so that what one does leaves the
 * luck of the others as it was.
 *
 * Whatever could as well not happen (a mail that somebody writes, a trouble) is
 * a deed: it is asked for here, has a name, "4.17", the 17th of stream 4, and
 * can be left out. What remains of a history when all are left out that it
 * fails without is the shortest that does (shrink.h).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	STREAM_WORLD,
	STREAM_MAILBOX,
	STREAM_SENDER,
	STREAM_DISK,
	STREAM_TWIN,
	STREAM_ADDRESSES,
	STREAM_PEOPLE, /* and one for each of them behind it */
	STREAM_SECRETS = STREAM_PEOPLE + 16, /* what nobody else may notice */
	STREAMS = STREAM_SECRETS + 16
};

struct deed {
	uint32_t stream, number;
};

struct fate {
	uint64_t seed;
	uint64_t drawn[STREAMS];
	uint32_t asked[STREAMS];
	struct deed *done; /* owned: all that happened, in order */
	size_t n_done;
	const struct deed *may; /* borrowed: no other happens; NULL: all may */
	size_t n_may;
};

void fate_open(struct fate *f, uint64_t seed, const struct deed *may, size_t n);
void fate_close(struct fate *f);
uint64_t fate_draw(struct fate *f, int stream);
/* 0..n-1, n >= 1 */
int64_t fate_below(struct fate *f, int stream, int64_t n);
/* from..to */
int64_t fate_between(struct fate *f, int stream, int64_t from, int64_t to);
/* The same of a number of one's own, not of how many were drawn before: it is
 * the same whatever else happens. */
int64_t fate_of(struct fate *f, int stream, uint64_t key, int64_t from,
    int64_t to);
/* A number of a text. */
uint64_t fate_key(const char *text);
/* A deed that would happen so often in a thousand times: whether it does. */
bool fate_deed(struct fate *f, int stream, int per_mille);

#endif
