/* SPDX-License-Identifier: MIT */
#ifndef CLOCK_CLOCKS_H
#define CLOCK_CLOCKS_H

/*
 * The clocks of a game: what starts, stops and ends the time of a seat. A
 * decision's clock starts when it opens and is worked out anew from its parts
 * (deadline.h) by clocks_settle, so nothing here adds to a date. Whether it is
 * time to act on a deadline the daemon knows, when it has seen all mail that
 * could be in time (desk_clocks); what a late rule does is match/late.c's.
 *
 * What changes clocks is an event of the operator's, `! set-clock …`, which
 * all seats are told and which touches no position. acts.h makes its words of
 * what is asked for, clocks_apply does what they say:
 *
 *     set-clock turn=72h grace=24h min=12h days=mon-fri remind=24h,3h late=bot
 *     set-clock off                   no clocks
 *     set-clock extend=24h | due=… | pause | resume | outage=8h
 *     set-clock p2 extend=24h | p2 due=…     the same for a seat
 *     set-clock pause until=…         and resumes then by itself
 *     set-clock pause since=… | p2 hold=… since=…    judged later
 *     set-clock p2 over=bot           its turn was ended by the late rule
 *     set-clock p2 process=bot        by a moderator, who did not wait for it
 *     set-clock p2 from=… until=…     away; back: returned before that
 *     set-clock p2 hold=… | p2 wait=…   its clock, its computer player, waits
 * Only clocks_open, _write, _keep and _restore ask the store; -1: it fails.
 */

#include "game/rules.h"
#include "store/clock.h"

struct clock_game {
	int64_t now, asked; /* for what is done, at latest now; 0: now */
	int seats;
	seat_set act; /* people who are to act */
	int own;      /* whose turn it is, if a person's; else 0 */
	int holder[SEATS_MAX + 1];
	/* borrowed: its player's list of reminders; NULL, "": the game's */
	const char *remind[SEATS_MAX + 1];
	/* nobody plays, and in so many seconds the one moment left comes, at
	 * the first seat; 0: never, -1: the game goes on */
	int64_t last;
};

struct clocks {
	struct clock_row row; /* settings */
	bool set;             /* they are not as they are stored */
	struct clock_seat pace[SEATS_MAX + 1], before[SEATS_MAX + 1];
	struct clock_stop *stop;
	size_t n_stop; /* owned */
	/* whose clocks an undo has given back, in a turn of that serial */
	seat_set restored;
	int restored_turn;
};

/* Zeroed before; a game without a row has no clocks. */
int clocks_open(struct clocks *c, struct db *db, int64_t game, struct err *e);
int clocks_write(struct clocks *c, struct db *db, int64_t game, struct err *e);
void clocks_close(struct clocks *c);

/* When each seat is due, late and reminded. While another is asked something in
 * the turn of a seat, its clock stands still. */
void clocks_settle(struct clocks *c, const struct clock_game *g);
/* A decision of the seat opens. */
void clocks_opened(struct clocks *c, int seat, int64_t now);
/* Does what the words of an event say, now or in a log; the seats whose turn it
 * ended. Words that it does not know do nothing. */
seat_set clocks_apply(struct clocks *c, const struct clock_game *g,
    const char *words);
/* We could not be reached since then (0: ever): for how many seconds a clock
 * stood still; 0, none did. */
int64_t clocks_outage(struct clocks *c, const struct clock_game *g,
    int64_t from, int64_t until);
/* The reminder that is due at the seat counts as sent; false: none is. */
bool clocks_remind(struct clocks *c, const struct clock_game *g, int seat);
/* With another list: reminders whose moment lies behind count as sent. */
void clocks_remind_anew(struct clocks *c, int seat, int64_t now);
/* Taken over from its log: nobody is late for what none could answer. */
void clocks_taken(struct clocks *c, const struct clock_game *g);

/* An undo is about to be that event: the clocks of those seats are kept under
 * its number; and given back where an undo, in that turn, takes it back. */
int clocks_keep(const struct clocks *c, const struct clock_game *g,
    struct db *db, int64_t game, int event, seat_set seats, struct err *e);
int clocks_restore(struct clocks *c, const struct clock_game *g, struct db *db,
    int64_t game, int event, int turn, struct err *e);

/* Whether the late rule may act on it now. */
bool clocks_late(const struct clocks *c, int seat, int64_t now);
bool clocks_paused(const struct clocks *c, int64_t now);
/* The end of the absence, or hold, in which the seat is now; 0: in none. */
int64_t clocks_stopped(const struct clocks *c, enum clock_why why, int seat,
    int holder, int64_t now);

/* Whether an absence from `from`, or before, to `until` is noted; until 0: any
 * that ends behind `from`. */
bool clocks_absent(const struct clocks *c, int seat, int holder, int64_t from,
    int64_t until);

/* The late rules by their names, in the order of enum clock_late; false, and
 * out untouched, of what is none's. */
extern const char *const clock_late_names[];
bool clock_late_named(const char *name, enum clock_late *out);

/* Inside clock/: a stop more, unless it has no length; its end, which makes one
 * that has not begun none; the stops of a seat's holder, from *i on; until when
 * its clock is held from `at` on; when what is done was asked for. */
void clocks_stop(struct clocks *c, const struct clock_stop *s);
void clocks_cut(struct clock_stop *s, int64_t now);
struct clock_stop *clocks_own(const struct clocks *c, int seat, int holder,
    enum clock_why why, size_t *i);
int64_t clocks_held(const struct clocks *c, const struct clock_game *g,
    int seat, int64_t at);
int64_t clocks_asked(const struct clock_game *g);
/* The time for the seat's decision with which it is due at that moment, if it
 * opens now; 0: its clock stands still then. */
int64_t clocks_until(const struct clocks *c, const struct clock_game *g,
    int seat, int64_t until);

#endif
