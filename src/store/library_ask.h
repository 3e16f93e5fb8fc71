/* SPDX-License-Identifier: MIT */
#ifndef STORE_LIBRARY_ASK_H
#define STORE_LIBRARY_ASK_H

/*
 * What is asked of a library that is finished: which games a question is true
 * of, in what order games are begun, and what goes with winning. Questions are
 * of the grammar of paquebot-logdb(5); they become SQL whose values are all
 * bound, so that no word of theirs is ever read as SQL.
 */

#include "store/library.h"

/* One that is there, to read it. */
int library_open(const char *path, struct library **out, struct err *e);
/* Whether a file is an SQLite database, whatever is in it. */
bool library_is(const char *path);

/* Of all games, how many. -1. */
int library_games(struct library *l, int64_t *n, struct err *e);

struct library_found {
	int64_t game;
	const char *kind, *id, *source;
	int line;
	bool many; /* the source has others */
};
/* A word of a question that no game may have: the name of a game; a verb of a
 * seat (actor 1), of chance (0) or of the operator (-1), an argument of such a
 * verb, the key of an option, a seat, "p5", or a figure. */
enum library_what {
	LIBRARY_GAME,
	LIBRARY_VERB,
	LIBRARY_ARG,
	LIBRARY_OPTION,
	LIBRARY_SEAT,
	LIBRARY_FIGURE
};
struct library_word {
	enum library_what what;
	const char *game; /* NULL: any */
	int actor;
	const char *verb; /* of an argument */
	const char *word;
};
/* Each game that the question is true of, in order. known: whether there is
 * such a word, in the library or not; what the library has need not be known.
 * A word is that of the game which the question names beside it, by "game=".
 * ERR_GIVEUP: it is no question, "column 7: the word: what is wrong". */
int library_find(struct library *l, const char *question,
    bool (*known)(const struct library_word *w),
    void (*each)(void *arg, const struct library_found *f), void *arg,
    struct err *e);

/* First moves: a node is a move after those of its parents. */
enum { LIBRARY_DEPTH = 12, LIBRARY_SEATS = 8 };
struct library_node {
	int depth, seat; /* 0: the root, all games */
	int seats;       /* at most, of these games */
	const char *words;
	int64_t games, finished;
	double share[LIBRARY_SEATS + 1]; /* of the wins, by seat, added up */
};
struct library_tree {
	const char *kind;
	int depth, seats; /* seats 0: any number */
	int64_t least;    /* games that a node has at least */
};
/* From the root on, the most frequent move first. */
int library_tree(struct library *l, const struct library_tree *how,
    void (*each)(void *arg, const struct library_node *node), void *arg,
    struct err *e);

/* What seats of finished games had in common, and how they did. */
enum library_by { BY_SEAT, BY_SEATS, BY_OPENING, BY_OPTION, BY_CARD, BY_ALL };
extern const char *const library_by_word[BY_ALL];
struct library_tally {
	const char *kind, *what;
	int64_t seats;
	/* wins, those that there would be if all seats were alike, and points,
	 * added up */
	double won, even, points;
};
int library_tally(struct library *l, enum library_by by, const char *kind,
    void (*each)(void *arg, const struct library_tally *t), void *arg,
    struct err *e);

#endif
