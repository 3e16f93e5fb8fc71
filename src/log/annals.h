/* SPDX-License-Identifier: MIT */
#ifndef LOG_ANNALS_H
#define LOG_ANNALS_H

/*
 * Statistics and ratings of many games (paquebot-ratings(7)): outcomes are
 * added in any order, annals_close() puts them in the order in which the
 * games ended (then of the number, then of the name of the game) and counts.
 * The same outcomes give the same annals, whatever order they came in.
 *
 * Players are known by the name of their seat: who calls with outcomes of a
 * store makes sure that one player has one name. Only finished games count;
 * a game that was abandoned or cancelled is counted as such and is in no
 * rating. Seats credited to nobody (log/outcome.h) are left out.
 */

#include "log/outcome.h"
#include "log/rating.h"

/* One player at one game with one number of seats. */
struct tally {
	char game[32];
	int seats;
	int games, wins, shared; /* first alone; first with others */
	int abandoned;
	long points; /* of all games together */
	int answers;
	int64_t waited; /* seconds, of those answers */
};

/* A rating after a game. */
struct rating_step {
	const struct outcome *game; /* borrowed from the annals */
	struct rating after;
};

/* One player's rating at one game. */
struct rated {
	char game[32];
	struct rating now;
	struct rating_step *step; /* owned; in order of game end */
	int n;
};

struct annals_player {
	char *name;          /* owned */
	struct tally *tally; /* owned; by game, then seats */
	int tallies;
	struct rated *rated; /* owned; by game */
	int ratings;
};

struct annals {
	struct outcome *at; /* owned; in order of end */
	int n;
	struct annals_player *player; /* owned; by name */
	int players;
};

/* Takes the outcome over and empties it. Not after annals_close. */
void annals_add(struct annals *a, struct outcome *o);
void annals_close(struct annals *a);
void annals_release(struct annals *a);

/* NULL: nobody of that name. By bytes. */
const struct annals_player *annals_find(const struct annals *a,
    const char *name);
/* NULL: not rated at that game. */
const struct rated *annals_rated(const struct annals_player *p,
    const char *game);

/* The players rated at a game, best first (equal: by name) into out, which has
 * room for a->players. Returns how many. */
int annals_ranking(const struct annals *a, const char *game,
    const struct annals_player **out);

#endif
