/* SPDX-License-Identifier: MIT */
#ifndef LOG_STANDINGS_H
#define LOG_STANDINGS_H

/*
 * Statistics and ratings of many games (paquebot-ratings(7)): outcomes are
 * added in any order, standings_close() puts them in the order in which the
 * games ended (then of the number, then of the name of the game) and counts.
 * The same outcomes give the same standings, whatever order they came in.
 *
 * Players are known by the name of their seat: who calls with outcomes of a
 * store makes sure that one player has one name. Only finished games count;
 * a game that was abandoned or cancelled is counted as such and is in no
 * rating. Seats credited to nobody (log/outcome.h) are left out, and of ratings
 * those that are not rated.
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

/* The mean of the points in tenths, rounded, halves away from 0; without games
 * 0. */
long tally_mean(const struct tally *t);

/* A rating after a game. */
struct rating_step {
	const struct outcome *game; /* borrowed from the standings */
	struct rating after;
};

/* One player's rating at one game. */
struct rated {
	char game[32];
	struct rating now;
	struct rating_step *step; /* owned; in order of game end */
	int n;
};

struct standings_player {
	char *name;          /* owned */
	struct tally *tally; /* owned; by game, then seats */
	int tallies;
	struct rated *rated; /* owned; by game */
	int ratings;
};

struct standings {
	struct outcome *at; /* owned; in order of end */
	int n;
	struct standings_player *player; /* owned; by name */
	int players;
};

/* Takes the outcome over and empties it. Not after standings_close. */
void standings_add(struct standings *a, struct outcome *o);
void standings_close(struct standings *a);
/* One game more, which ended behind all others, for who keeps what was counted
 * before: those credited in it are among the players, which are in the order
 * of names. */
void standings_more(struct standings *a, const struct outcome *o);
void standings_release(struct standings *a);

/* NULL: nobody of that name. By bytes. */
const struct standings_player *standings_find(const struct standings *a,
    const char *name);
/* NULL: not rated at that game. */
const struct rated *standings_rated(const struct standings_player *p,
    const char *game);

/* The players rated at a game, best first (equal: by name) into out, which has
 * room for a->players. Returns how many. */
int standings_ranking(const struct standings *a, const char *game,
    const struct standings_player **out);

/* The place of one who is rated at a game: one more than how many have a higher
 * rating as it is shown, so equal ones share it. */
int standings_place(const struct standings *a, const struct standings_player *p,
    const char *game);

#endif
