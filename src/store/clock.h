/* SPDX-License-Identifier: MIT */
#ifndef STORE_CLOCK_H
#define STORE_CLOCK_H

/* Clocks of games: settings, seats' deadlines, and the times in which they
 * stood still. What follows from what is clock/clocks.h. */

#include "store/db.h"

enum clock_late { CLOCK_WAIT, CLOCK_PASS, CLOCK_BOT, CLOCK_EJECT };

struct clock_row {
	int64_t turn; /* seconds a decision; 0: no clock */
	int64_t grace, minimum;
	unsigned days; /* bit 0 Sunday .. 6 Saturday */
	enum clock_late late;
	int64_t absence; /* seconds a seat may be away */
	char remind[64]; /* "24h,3h"; "": none */
	char zone[64];
	int64_t outage; /* the last that it has taken account of */
};
/* 1, 0 */
int clock_get(struct db *db, int64_t game, struct clock_row *out,
    struct err *e);
int clock_put(struct db *db, int64_t game, const struct clock_row *c,
    struct err *e);

struct clock_seat {
	int64_t since;     /* its decision opened; 0: none */
	int64_t extra;     /* seconds added to it */
	int64_t due, late; /* 0: never */
	int64_t lapsed;    /* late moment dealt with; 0: none */
	int64_t remind;    /* next reminder; 0: none */
	int64_t reminded;  /* length of the last + 1; 0: none */
};
/* Into out[1..6]; a seat without a row is all zero. */
int clock_seat_all(struct db *db, int64_t game, struct clock_seat *out,
    struct err *e);
int clock_seat_put(struct db *db, int64_t game, int seat,
    const struct clock_seat *s, struct err *e);

/* What a seat's clock was when an undo event set the game back. */
struct clock_kept {
	int holder;
	int64_t at;             /* when; 0: none was kept */
	struct clock_seat pace; /* without late and remind */
};
int clock_keep(struct db *db, int64_t game, int event, int seat,
    const struct clock_kept *k, struct err *e);
/* Into out[1..6]. */
int clock_kept_all(struct db *db, int64_t game, int event,
    struct clock_kept *out, struct err *e);

enum clock_why {
	CLOCK_PAUSE,
	CLOCK_ABSENCE,
	CLOCK_HOLD,
	CLOCK_OUTAGE,
	CLOCK_PAUSED /* a pause that somebody has ended */
};

struct clock_stop {
	int64_t id;
	int seat;   /* 0: all */
	int holder; /* of the seat; 0 with all */
	enum clock_why why;
	int64_t from, until; /* until 0: somebody has to say */
	bool changed;        /* not as it is stored */
};
/* Appended to *out (grown, the caller's to free), oldest first. */
int clock_stop_all(struct db *db, int64_t game, struct clock_stop **out,
    size_t *n, struct err *e);
/* id 0: a new one, which gets its id. */
int clock_stop_put(struct db *db, int64_t game, struct clock_stop *s,
    struct err *e);
int clock_stop_drop(struct db *db, int64_t id, struct err *e);
/* That player has another list of reminders (clock/clocks.h,
 * clocks_remind_anew): in all games. */
int clock_remind_anew(struct db *db, int64_t player, int64_t now,
    struct err *e);

/*
 * A time in which we could not be reached. Games take account of it when they
 * are opened, for no moment of theirs comes earlier by it: what is stored is
 * then too early at most, and whoever acts on it opens the game first. But
 * reminders that were sent may be to be sent anew: such a game has a moment as
 * soon as the outage is noted, where anything but us stops its clocks.
 */
struct clock_outage {
	int64_t id, from, until; /* from 0: ever */
	int64_t noted;           /* nothing came to a game between */
};
/* Inside a transaction. */
int outage_add(struct db *db, const struct clock_outage *o, struct err *e);
/* The first behind that one: 1, 0 */
int outage_next(struct db *db, int64_t after, struct clock_outage *out,
    struct err *e);
/* The last: 1, 0 there was none, and it is zeroed. */
int outage_last(struct db *db, struct clock_outage *out, struct err *e);
/* What lies further ahead is of a machine's clock that was wrong. */
enum { CLOCK_WRONG_SECONDS = 86400 };
/* The machine's clock went back from what it was to now. Outages that end so
 * far ahead become one that ends now, of which each game takes account anew,
 * also one that has of those; and none waits for a moment that it worked out by
 * them. Where none of them was going on now, or in the first day of the club,
 * the clock was not ahead, 0: it is behind, and nothing is done. 1, 0, -1. */
int outage_back(struct db *db, int64_t was, int64_t now, struct err *e);

/* The earliest moment of all games: 1, 0 there is none. */
struct clock_next {
	int64_t when, game;
	int seat;
};
int clock_next_late(struct db *db, struct clock_next *out, struct err *e);
int clock_next_remind(struct db *db, struct clock_next *out, struct err *e);
/* Tried in vain: not again before that moment. */
int clock_put_off(struct db *db, const struct clock_next *what, int64_t until,
    struct err *e);

#endif
