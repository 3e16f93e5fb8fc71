/* SPDX-License-Identifier: MIT */
#ifndef GAME_TABLE_H
#define GAME_TABLE_H

/*
 * A game being played or replayed: position, count of events, what was undone,
 * what chance showed on dead branches, and where the committed generator
 * stands. Store, log and match all move games through this one type, so the
 * rules of the turn log (T11, T12, T29: undo, draws) and the board number
 * are written once.
 *
 * Events are numbered by seq from 1 without gaps. Everything here is a pure
 * function of the calls made.
 */

#include "game/rules.h"

enum line_kind { LINE_MOVE, LINE_CHANCE, LINE_OPERATOR, LINE_CANCEL };

struct table;

/* seed may be NULL: then chance events can be taken (table_chance) but not
 * drawn. kind, options and seed are copied or borrowed as said: kind is
 * borrowed until table_free. */
int table_new(const struct game_kind *kind, int seats, const struct options *o,
    struct table **out, struct err *e);
void table_free(struct table *t);
/* keep_history: remember enough to undo (default yes; `log check` of a log
 * without `undo` needs none and is faster without: then there is no board
 * number, no undo, no snapshot, no list of live events). Before the first
 * event. */
void table_keep_history(struct table *t, bool keep);

/* By the position now all seats may know that the event was (T22). */
bool table_open(const struct table *t, const struct event *ev);
const struct game_rules *table_rules(const struct table *t);
const struct game_data *table_data(const struct table *t);
const void *table_position(const struct table *t);
int table_seats(const struct table *t);
int table_seq(const struct table *t); /* of the last event; 0: none */
/* The board number (doc/design.md 6.1). */
int table_board(const struct table *t);
bool table_cancelled(const struct table *t); /* after `! cancel` */
bool table_over(const struct table *t);      /* by the rules, or cancelled */

/* One move; events (may be NULL) gets the move(s) as made and what followed.
 * Each EVENT_MOVE in it takes the next seq. */
int table_move(struct table *t, int seat, const struct move *m,
    struct events *out, struct refusal *why);

/* A chance event, from a log or from table_draw; it stands first in what is
 * added to out (may be NULL). With a seed it must be what the generator gives
 * (ERR_CORRUPT), so replaying with the seed proves every draw. */
int table_chance(struct table *t, const struct event *ev, struct events *out,
    struct err *e);

/* Which rule of draws holds, the present one unless said. Version 1 (T12) goes
 * by what was drawn before and keeps outcomes across undos, version 2 (T29) by
 * what is drawn. Before the first chance event. */
enum { DRAWS_BY_ORDER = 1, DRAWS_BY_LABEL, DRAWS_NOW = DRAWS_BY_LABEL };
void table_draws(struct table *t, int version);
/* The committed generator's key (T19); entropy lines come in by table_operator.
 * Set before the first chance event. */
void table_seed(struct table *t, const uint8_t seed[RNG_KEY_SIZE]);
/* The chance event that is due: of version 1 a kept outcome of a dead branch or
 * a fresh draw; not yet taken. -1 ERR_GIVEUP without a seed and without a kept
 * one. */
int table_draw(struct table *t, struct event *out, struct err *e);
/* Draws and takes until no chance is due, or a value of the beacon is; events
 * are added to out. */
int table_settle(struct table *t, struct events *out, struct err *e);

/* Who may move now: nobody while chance or a value of the beacon is due, or
 * when it is over. */
seat_set table_to_act(const struct table *t);
/* A value of the beacon is to be entered before any draw, and with beacon=round
 * before any move (T33). NULL: none; "": one that is not known yet; else one
 * that was entered before what an undo took back: "ROUND VALUE". */
const char *table_awaits(const struct table *t);

/* An operator's event. verb "undo" with "N" moves the position; "cancel"
 * ends, and only its own undo may follow, which nothing takes back; "entropy"
 * with `pN "text"` feeds the generator; every other verb is noted and counted
 * only. args as in the log, canonical. */
int table_operator(struct table *t, const char *verb, const char *args,
    struct err *e);

/* The seq of the live events (those that stand), rising; count returned,
 * list borrowed until the next call that moves. */
int table_live(const struct table *t, const int **seqs);
/* The event before which event seq, an undo, goes back; 0: it is no undo. */
int table_undo_of(const struct table *t, int seq);
/* Event seq is an undo that took a cancel back. */
bool table_revived(const struct table *t, int seq);
/* The position directly before event seq was taken (dead ones included);
 * NULL if history is not kept or there is no such event. Borrowed. */
const void *table_position_before(const struct table *t, int seq);

/* Snapshot of everything a running table needs but its history; restore on a
 * fresh table of the same kind, seats and options. A restored table cannot
 * undo events from before the snapshot: table_can_undo says so, and the
 * caller replays instead. Format is private to this build (droppable cache). */
void table_save(const struct table *t, struct buf *out);
int table_restore(struct table *t, const void *data, size_t len, struct err *e);
bool table_can_undo(const struct table *t, int seq);
/* How many events that is so of: each has the position before it in memory. */
int table_history(const struct table *t);
/* Two tables of one game stand alike: facts, events, what was undone, and the
 * place in the generator's stream. */
bool table_same(const struct table *a, const struct table *b);

/* Canonical facts of the position now (appended to out), and the archive's
 * SHA-256 in hex. */
void table_facts(const struct table *t, int reader, struct buf *out);
void table_facts_hash(const struct table *t, char out[65]);
/* Whether such a hash, of a check line, is of the position now; also one of
 * the facts as they once were (verbs.h, facts_once). */
bool table_facts_are(const struct table *t, const char hash[64]);

#endif
