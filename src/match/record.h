/* SPDX-License-Identifier: MIT */
#ifndef MATCH_RECORD_H
#define MATCH_RECORD_H

/*
 * How what happened reaches the store and the memory of a match: rows of the
 * event table, and log entries for the news. Inside match/ only.
 */

#include "base/slice.h"
#include "match/match.h"

/* The lines that follow from an event, which stand from `from` on behind it:
 * appends them as a row has them. Returns the index behind them. */
int record_derived(const struct table *t, const struct events *events, int from,
    struct buf *out);
/* All seats may know of the entry: what only some know of is told to nobody
 * else, nor counted. */
bool record_known(const struct match *m, const struct log_entry *h);
/* The events in m->scratch became true, first one from the position `before`
 * (borrowed): adds their rows and entries, and empties the scratch. */
int record_scratch(struct match *m, const void *before, struct err *e);
/* An operator's event that the table has just taken. */
int record_operator(struct match *m, const char *words, struct err *e);

/* It begins: lines, the beacon's round and value ("" none), the first draws. */
int match_deal(struct match *m, const char *beacon, struct err *e);
/* Names the round whose value it waits for; takes the name back. */
void beacon_name(struct match *m);
void beacon_void(struct match *m);
/* After rows of a game with a table: names a round if it has begun to wait for
 * one; if an undo took a value back, enters it again (T36). */
int beacon_follow(struct match *m, struct err *e);

/* Whether the event is among the n that stand (table_live). */
bool record_stands(const int *live, int n, int seq);

/* What was proposed was about a game that went on otherwise. */
void undo_proposals(struct match *m);
/* What all agree to who are left is done (agree.c). */
int agree_settle(struct match *m, struct err *e);
/* The event and all after it are void, and the game runs. */
int undo_back(struct match *m, int seq, struct err *e);

/* Adds one entry; words is copied. */
struct log_entry *record_entry(struct match *m, int seq, int board, int actor,
    int64_t stamp, const char *words);
/* The index of the first move, of those that all know of, of whoever moved
 * last, after what an operator did; none: n_recent. */
size_t record_last_turn(const struct match *m);
/* Forgets entries that every seat was told of, but for the last turn, and all
 * beyond a cap; or all of them: then news are made from the rows. What some did
 * in secret makes no others be forgotten. */
void record_trim(struct match *m);
void record_drop(struct match *m);

/* The computer player makes one move for a seat that is to act. */
int settle_computer(struct match *m, int seat, struct err *e);
/* Opens the decisions that what happened has led to. */
void settle_decisions(struct match *m);

/* A snapshot with its entries into a match without a table: 1 restored, 0
 * not of this build or damaged (replay instead). */
int record_restore(struct match *m, const void *data, size_t len);
/* Puts the snapshot of a match with a table into the store. */
int record_keep(const struct match *m, struct err *e);

/* Builds the table anew from the event rows, with history. When fn is given
 * it sees every entry from seq `from` on. */
int replay_match(struct match *m, int from,
    int (*fn)(void *arg, struct match *m, const struct log_entry *h), void *arg,
    struct table **out, struct err *e);
/* The table as it stood after an event, the caller's. */
int replay_table_at(struct match *m, int seq, struct table **out,
    struct err *e);
/* Row and seats of a game, without table: 1; 0 no such game. */
int match_rows(struct club *club, int64_t id, bool lock, struct match **out,
    struct err *e);
/* Takes one row into the table; out is cleared and gets what it did. */
struct event_row;
int replay_row(const struct match *m, struct table *t,
    const struct event_row *row, struct events *out, struct err *e);
/* An event's words, a seat's or chance's (actor 0), into the table. */
int replay_words(const struct match *m, struct table *t, int seq, int actor,
    struct slice words, struct events *out, struct err *e);
/* A fresh table of the match's kind, seats, options and seed. */
int replay_table(const struct match *m, struct table **out, struct err *e);

#endif
