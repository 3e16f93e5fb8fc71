/* SPDX-License-Identifier: MIT */
#ifndef MATCH_TABLE_CACHE_H
#define MATCH_TABLE_CACHE_H

/*
 * The tables used last, kept in memory from mail to mail so that a game's
 * snapshot need not be read again. It is true only for the seq it was put
 * away with, and only if everything since was committed: after any rollback
 * the whole of it is cleared.
 */

#include <stddef.h>
#include <stdint.h>

struct table;
struct log_entry;
struct table_cache;

/* The position that a seat was last shown, and after which event it stood. */
struct shown_position {
	int seq;
	void *position; /* owned; NULL */
};

/* What is kept of a game: owned by the keeper, or by who took it. */
struct cached_table {
	int64_t game;
	int seq;
	struct table *table;
	struct log_entry *recent;
	size_t n_recent;
	struct shown_position *shown; /* [SEATS_MAX + 1]; NULL: of no seat */
};

struct table_cache *table_cache_new(size_t max);
void table_cache_free(struct table_cache *l); /* NULL allowed */
void table_cache_clear(struct table_cache *l);
/* 1: taken out, yours; 0: not there, or of another seq (then dropped). */
int table_cache_take(struct table_cache *l, int64_t game, int seq,
    struct cached_table *out);
/* Takes over what it owns; the one longest unused makes room. */
void table_cache_put(struct table_cache *l, const struct cached_table *cached);
void shown_free(struct shown_position *shown); /* NULL allowed */

#endif
