/* SPDX-License-Identifier: MIT */
#ifndef CLOCK_ACTS_H
#define CLOCK_ACTS_H

/*
 * What people ask of clocks, whether they may have it, and the words of the
 * event that does it (clocks.h).
 */

#include "clock/clocks.h"

enum clock_doing {
	/* to these settings: who is to act has the new time from the opening
	 * on, but at least the minimum from now */
	DO_SET,
	/* more time for all that are to act, or a seat; who is late already has
	 * so much from now on */
	DO_EXTEND,
	/* so that it is due at `until`, for all that are to act, or a seat;
	 * never sooner than in the game's minimum, unless it was already */
	DO_DUE,
	DO_PAUSE, /* until 0: somebody says */
	DO_RESUME,
	/* the seat is away; one absence takes the place of another. Its length
	 * counts against the game's allowance, in days of the zone */
	DO_ABSENCE,
	DO_BACK
};

struct clock_act {
	enum clock_doing what;
	const struct clock_row *to;
	int64_t seconds;
	int seat;
	int64_t from, until;
	const char *zone; /* borrowed, of its days; NULL: all have 24 hours */
};

/* 0, or -1 refused. */
int clocks_ask(const struct clocks *c, const struct clock_game *g,
    const struct clock_act *act, struct buf *words, struct refusal *why);
/* For mail that comes back: the seat's clock stands still until then, at most
 * so long from now and two weeks in a whole game of one holder. No words if
 * they are used up, or it does already. */
enum { CLOCK_HOLD_MOST = 7 * 86400 };
void clocks_hold(const struct clocks *c, const struct clock_game *g, int seat,
    int64_t until, struct buf *words);
/* Whoever had the seat under that number is back in it, under the one that g
 * has: they are away no more, and what they have used up is used up. */
void clocks_return(struct clocks *c, const struct clock_game *g, int seat,
    int holder);
/* As they would be if a pause that somebody has to end had ended then, for a
 * comparison: of what stands still nothing is due. clocks_close. */
void clocks_resumed(const struct clocks *c, const struct clock_game *g,
    int64_t at, struct clocks *out);
/* The seats that would be due or late sooner with those settings, or have less
 * after a stop, also people who are not to act, and in turns that begin at any
 * hour of the week that is to come; where there are no clocks, than with those
 * of `usual`, which a new game has. */
seat_set clocks_sooner(const struct clocks *c, const struct clock_game *g,
    seat_set people, const struct clock_row *to, const struct clock_row *usual);
/* As an outage is noted, or an undo gives back what was kept before one: what a
 * machine's clock that was ahead (CLOCK_WRONG_SECONDS) has opened or stopped
 * begins or ends now; whether there was any. */
bool clocks_correct(struct clocks *c, int64_t now);
/* Settings as the event has them, or "off"; and an absence. */
void clock_words(const struct clock_row *c, struct buf *out);
void clock_absence_words(int seat, int64_t from, int64_t until,
    struct buf *out);

#endif
