/* SPDX-License-Identifier: MIT */
#ifndef MATCH_LIVES_H
#define MATCH_LIVES_H

/*
 * The tables used last, kept in memory from mail to mail so that a game's
 * snapshot need not be read again. A life is true only for the seq it was put
 * away with, and only if everything since was committed: after any rollback
 * the whole of it is cleared.
 */

#include <stddef.h>
#include <stdint.h>

struct table;
struct happening;
struct lives;

/* What is kept of a game: owned by the keeper, or by who took it. */
struct life {
	int64_t game;
	int seq;
	struct table *table;
	struct happening *recent;
	size_t n_recent, cap_recent;
};

struct lives *lives_new(size_t max);
void lives_free(struct lives *l);        /* NULL allowed */
void lives_clear(struct lives *l);
/* 1: taken out, yours; 0: not there, or of another seq (then dropped). */
int lives_take(struct lives *l, int64_t game, int seq, struct life *out);
/* Takes over what life owns; the one longest unused makes room. */
void lives_put(struct lives *l, const struct life *life);

#endif
