/* SPDX-License-Identifier: MIT */
#ifndef MATCH_CHAIN_H
#define MATCH_CHAIN_H

/*
 * The chain of a match (log/chain.h): each row gets its head where it is
 * written, in the same statement. Inside match/ only.
 *
 * A game that was begun before there were chains, or that was taken over, gets
 * the heads of all its rows at once.
 */

#include "log/chain.h"
#include "match/match.h"
#include "store/event.h"

/* A row that is about to be written; out: what it has as its chain, empty if
 * not all seats may know of it. */
struct chain_new {
	const struct event_row *row;
	bool open; /* all seats may know of it */
	/* how much of the event and of each derived line an observer may read;
	 * n 0: all */
	const enum redaction *how;
	size_t n;
	int undo; /* the number of the event that it undoes, for them; 0 */
};
int chain_new_row(struct match *m, const struct chain_new *row, struct buf *out,
    struct err *e);
/* A line of chat behind the last row; into the store too. */
int chain_chat(struct match *m, const char *line, struct err *e);
/* Behind the last row: from here on it is another than was mailed (T30). */
int chain_anew(struct match *m, const char *why, struct err *e);
/* Heads for all rows that are in the store. */
int chain_all(struct match *m, struct err *e);
/* How many heads are not those of the rows, which are right; write: puts them
 * right, and where the last was another the chain begins anew by that. */
int chain_mend(struct match *m, bool write, int *differ, struct err *e);
/* The event that the words undo; 0: they are of no undo. */
int chain_undone(const char *words);
const struct chain *chain_of(const struct match *m);
/* The tags as they stand, for log.c; strings borrowed. */
struct head_text {
	char commit[HASH_HEX_SIZE], id[24], started[24];
};
void chain_tags(const struct match *m, struct head_text *text,
    struct turnlog_head *h);

#endif
