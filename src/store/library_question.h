/* SPDX-License-Identifier: MIT */
#ifndef STORE_LIBRARY_QUESTION_H
#define STORE_LIBRARY_QUESTION_H

/*
 * Private to library_*.c: a question on its way into SQL. Its words are cut one
 * by one; what is asked of an event and of a seat has a file of its own each.
 */

#include "store/library_ask.h"
#include "store/library_own.h"

enum { QUESTION_VALUES = 400, QUESTION_DEPTH = 40, QUESTION_MAX = 16384 };

enum word_kind { WORD_END, WORD_PLAIN, WORD_QUOTED, WORD_SIGN };

struct library_question {
	struct library *l;
	const char *text, *at;
	/* the word that is looked at: where it stands, and what it says */
	const char *from;
	enum word_kind kind;
	struct buf word;
	struct buf sql;
	struct question_value {
		bool number;
		int64_t n;
		char *text; /* owned */
	} value[QUESTION_VALUES];
	int values, depth;
	bool (*known)(const struct library_word *w);
	/* words to look for once it is known which game is spoken of */
	struct question_word *name; /* owned */
	int names;
	char game[32];    /* that is named beside what is read; "": none */
	int alternatives; /* that are joined by "or", so far */
	int seat;         /* of whom is spoken: 1 and up, or 0 for several */
	struct err *e;
};

/* The next word becomes the one that is looked at. -1: it is none. */
int question_next(struct library_question *q);
/* Whether it is that plain word, or that sign; then it is taken, with *failed
 * for what follows. */
bool question_takes(struct library_question *q, const char *word, int *failed);
bool question_is(const struct library_question *q, const char *word);
/* "column 7: …". Returns -1. */
int question_wrong(const struct library_question *q, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A number that the word is; false: it is none. As a numeral it may be quoted.
 */
bool question_number(const struct library_question *q, int64_t *n);
bool question_numeral(const struct library_question *q, int64_t *n);
/* The word as a number of at least that, which is taken. */
int question_count(struct library_question *q, int64_t least, int64_t *n);
/* The sign of a comparison, which is taken, and as SQL has it. */
int question_sign(struct library_question *q, const char **sql);

/* Binds a value: its place is appended to the SQL. -1: there are too many. */
int question_bind(struct library_question *q, const char *text);
int question_bind_number(struct library_question *q, int64_t n);

/* The word that is looked at is one of those that a game may not have; of a
 * quoted one the first word is. verb: of an argument. */
void question_name(struct library_question *q, enum library_what what,
    int actor, const char *verb, const char *word);
/* Looks for those from that one on, in the game that is named or, if there is
 * none, in any; then they are dropped. */
int question_look(struct library_question *q, int from);
void question_names_free(struct library_question *q);

/* What one has done, behind its first word; and the facts of a seat, from the
 * word that is looked at. They append a condition: of the alias s. */
enum doer { DOER_OPERATOR = -1, DOER_CHANCE, DOER_SEAT };
int question_did(struct library_question *q, enum doer doer);
int question_opened(struct library_question *q);
int question_seat_fact(struct library_question *q);
/* NAME op VALUE of a column, appended as such a condition. */
int question_compare(struct library_question *q, const char *column, bool text);
/* Likewise, of which the sign has been taken. */
int question_value(struct library_question *q, const char *column,
    const char *is, bool text);

#endif
