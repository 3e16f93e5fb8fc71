/* SPDX-License-Identifier: MIT */
#ifndef MATCH_CLOCKS_H
#define MATCH_CLOCKS_H

/*
 * The clocks of a match: what starts, stops and ends the time of a seat. A
 * decision's clock starts when it opens (settle.c) and is worked out anew from
 * its parts (deadline.h) whenever the match is settled, so nothing here adds
 * to a date. Whether the time has come to act on a deadline is not known
 * here: the daemon asks for it after it has seen all mail that could be in
 * time (desk.h, desk_clocks).
 *
 * What changes clocks is an event of the operator's, `! set-clock …`, which
 * all seats are told and which touches no position:
 *
 *     set-clock turn=72h grace=24h min=12h days=mon-fri remind=24h,3h late=bot
 *     set-clock extend=24h | pause | resume | slip=8h
 *     set-clock p2 over=bot           its turn was ended by the late rule
 *     set-clock p2 from=… until=…     away; back: returned before that
 *     set-clock p2 hold=…             its clock stands still until then
 *
 * Acts return as those of match.h: 0, -1 refused (why->code) or failed (e).
 */

#include "match/match.h"

struct clock_row;
struct clock_stop;

/* Settings as the event has them, or "off". */
void clock_words(const struct clock_row *c, struct buf *out);
/* Does what the words of an event say, at m->now: of one that happens now, or
 * that a log has. Words that it does not know do nothing. */
int clock_apply(struct match *m, const char *words, struct err *e);
/* The late rules by their names, in the order of enum clock_late; NULL behind
 * the last. */
extern const char *const clock_late_names[];

/* New settings; who is to act has the new time from the opening on, but at
 * least the minimum from now. Also while the game is being set up. */
int clock_change(struct match *m, const struct clock_row *to,
	struct refusal *why, struct err *e);
/* More time for all that are to act now; who is late already has so much from
 * now on. */
int clock_extend(struct match *m, int64_t seconds, struct refusal *why,
	struct err *e);
int clock_pause(struct match *m, struct refusal *why, struct err *e);
int clock_resume(struct match *m, struct refusal *why, struct err *e);
/* Ends the turn of the seats that the game waits for, by the late rule; where
 * that is to wait, by the move that a late rule makes. seat 0: all of them. */
int clock_process(struct match *m, int seat, struct refusal *why,
	struct err *e);

/* The seat is away; one absence takes the place of another. Its length counts
 * against the game's allowance. */
int clock_absence(struct match *m, int seat, int64_t from, int64_t until,
	struct refusal *why, struct err *e);
int clock_back(struct match *m, int seat, struct refusal *why, struct err *e);

/* For mail that comes back: the seat's clock stands still until then, at most a
 * week from now and two weeks in a whole game of one holder. 1 it does, 0 it
 * does not (no clock, or the weeks are used up), -1. */
int clock_hold(struct match *m, int seat, int64_t until, struct err *e);
/* We could not be reached since then (0: ever) until then: 1 a clock slipped,
 * 0, -1. Seats are told in their next mail. */
int clock_outage(struct match *m, int64_t from, int64_t until, struct err *e);

/* What the daemon asks for when a moment has come: the late rule, or a
 * reminder in what match_finish mails. 1 done, 0 the moment was moved
 * meanwhile, -1. */
int clock_expire(struct match *m, int seat, struct err *e);
bool clock_remind(struct match *m, int seat);

/* The time is over in which a game that was called off could be revived: it is
 * final, and its seed is mailed where it is published. */
int clock_final(struct match *m, struct err *e);

bool clock_paused(const struct match *m);
/* The end of the absence in which the seat is now; 0: it is not away. */
int64_t clock_away(const struct match *m, int seat);

/* Inside match/: stops of one seat's present holder, from *i on; until when
 * its clock is held (now: it is not); a game that was taken over from its log
 * goes on now, and nobody is late for what nobody could answer. */
struct clock_stop *clock_stop_own(struct match *m, int seat,
	enum clock_why why, size_t *i);
int clock_stop_add(struct match *m, const struct clock_stop *s,
	struct err *e);
int64_t clock_held(struct match *m, int seat);
void clocks_taken(struct match *m);
/* Inside match/: load, work out, store; a decision opens; a seat's holder
 * changes. */
int clocks_open(struct match *m, struct err *e);
void clocks_close(struct match *m);
void clocks_settle(struct match *m);
int clocks_write(struct match *m, struct err *e);
void clocks_opened(struct match *m, int seat);
/* An undo is about to be that event: what clocks are is kept under its number;
 * and given back where an undo takes the one of that number back. */
int clocks_keep(struct match *m, int event, struct err *e);
int clocks_restore(struct match *m, int event, struct err *e);

#endif
