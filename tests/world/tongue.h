/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_TONGUE_H
#define TESTS_WORLD_TONGUE_H

/*
 * What mails say in three languages, as far as the world reads it, and what
 * their readers answer. What is asked and offered is looked for in text of one
 * line, headings in the text as it is.
 */

#include <stdbool.h>
#include <stddef.h>

enum tongue { ENGLISH, DUTCH, ITALIAN, TONGUES };

enum phrase {
	NO_PHRASE,
	ASKS_MOVE, /* in the first paragraph */
	ASKS_STILL,
	ASKS_BELOW, /* of an answer, which tells first what was asked for */
	ASKS_READY,
	ASKS_READY_ELSE,
	ASKS_YES,
	OFFERS_SEAT,
	OFFERS_REMATCH,
	OFFERS_OFFICE,
	IS_OVER,
	TURN_UNTIL, /* of a digest: the deadline follows */
	TURN_OVERDUE,
	TURN, /* of a digest */
	OF_GAME,
	SUBJECT_REMINDER,
	SUBJECT_PROBLEM,
	HEAD_SINCE,
	HEAD_GAMES,
	HEAD_GAME, /* its number follows */
	HEAD_BOARD,
	HEAD_CHOICES,
	LIST_SINCE,
	LIST_GAMES,
	LIST_GAME,
	LIST_BOARD,
	LIST_CHOICES,
	SAYS_DONE,
	SAYS_REFUSED,
	SAYS_UNREACHED,
	SAYS_UNREAD,
	SAYS_HELD,
	SAYS_SILENCED,
	SAYS_FINAL,
	ANSWER_YES,
	ANSWER_NO,
	ANSWER_JOIN,
	ANSWER_READY,
	WORD_AHEAD,
	WORD_CLASS,
	WORD_OR,
	PHRASES
};

/* Where one of them is in a text, in any language, and where it ends; NULL. Of
 * two languages the one that comes first. of and end may be NULL. */
const char *tongue_find(const char *text, enum phrase p, enum tongue *of,
    const char **end);
/* It, in a language. */
const char *tongue_says(enum phrase p, enum tongue of);
/* 1..12 by the name in a date, of any language; 0: none. */
int tongue_month(const char *name);
/* Whether a word begins a move. */
bool tongue_verb(const char *word, size_t len);
/* Whether a move of the log fits, as it stands there or in the words of some
 * language and game. */
bool tongue_fits(const char *move,
    bool (*fits)(const char *words, const void *), const void *arg);

#endif
