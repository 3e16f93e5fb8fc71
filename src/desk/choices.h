/* SPDX-License-Identifier: MIT */
#ifndef DESK_CHOICES_H
#define DESK_CHOICES_H

/*
 * The list of moves that a seat was mailed, as words: what each number may be
 * called. It is made of the same template as the list itself. Inside desk/
 * only.
 */

#include "desk/plain.h"

/* A move of the list; both are folded words, each with a blank behind it. */
struct listed_move {
	int n;
	struct buf said;  /* owned: all that the list says, */
	struct buf named; /* of that what has a capital or a code, */
	struct buf text;  /* and how it is written */
};

struct choices {
	const struct job *j;
	struct listed_move *at; /* owned */
	int n;
	/* owned: folded, what the list has before its last column where it is
	 * not set in columns, "or write " */
	struct buf head;
};

/* Of the board as it is; empty if the seat has none. 0, -1, and then released
 * as well. */
int choices_open(struct choices *l, struct job *j, struct err *e);
void choices_release(struct choices *l);
/* Words of a text as they are compared; names: those with a capital alone. */
void choices_words(const char *at, size_t len, bool names, struct buf *out);
/* Whether a folded word carries no meaning beside others: "the". */
bool choices_small(const struct job *j, struct slice t);
/* Whether two are the same, or some name of the game is both: "witte" and
 * "wit", "swap" and "exchange". verb: and is a verb. */
bool choices_same(const struct job *j, struct slice a, struct slice b);
bool choices_name(const struct job *j, struct slice a, struct slice b,
    bool verb);

/* lacking.c: whether no line that names the move (n: in the list, 0: it has no
 * number) denies it, or names a thing, a number or a price that it lacks: "2 to
 * Hawaii" is no move to Tahiti. 1, 0, -1. */
int job_fits(struct job *j, int n, const char *text, struct err *e);

/* Whether a line goes where the move of these folded words does: "from x" is no
 * move to x; and has no word of another deed: "trade x for y" is an offer to a
 * player, where `exchange` discards. */
bool choices_directed(const struct job *j, const char *line, const char *text);

/* listed.c: the number that a line is in the words of the list; 0: none. */
int listed_number(const struct choices *l, const char *line);
/* The number to be told of a line that begins with n and says more: n,
 * the one that the rest names where it is against n, 0: none, or -1. */
int listed_told(struct job *j, const char *line, int n, struct err *e);
/* listed_line.c: the line is obeyed as that number. */
void line_is_number(struct line *l, int number);
/* pasted.c: a whole item of the list alone becomes its number. Several are
 * passed over, and one that is marked becomes its number, to be asked about.
 * Before job_listed. 0, -1. */
int job_pasted(struct job *j, struct err *e);
/* early.c: the end of a turn is refused if it is the only order, and a line of
 * a few words above it names one move, which would be lost and is asked about:
 * "D2" above "end". Behind job_listed. 0, -1. */
int job_ends_early(struct job *j, struct err *e);
/* either.c: whether a line is a move that would end the turn and stands above
 * the number of another: neither is made. */
bool job_either(struct job *j, const struct line *l);

#endif
