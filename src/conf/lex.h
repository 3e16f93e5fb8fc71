/* SPDX-License-Identifier: MIT */
#ifndef CONF_LEX_H
#define CONF_LEX_H

/*
 * The words and signs of a configuration file: { } = and words, with blanks
 * and comments between them. A comment is # (anywhere outside quotes), or //
 * or a pair of slash and asterisk where a word could begin. A word is bare, up
 * to a blank or one of # " ' { } =; or it stands in quotes: in double ones a
 * backslash escapes, in single ones only a quote or a backslash. ${NAME} and
 * ${NAME:-default} are replaced from the environment, but not in single quotes.
 */

#include "base/buf.h"

enum lexeme {
	LEX_END,
	LEX_WORD,
	LEX_OPEN,
	LEX_CLOSE,
	LEX_EQUALS,
	LEX_WRONG /* `at` and `wrong` say where, what */
};

struct lex {
	const char *text;  /* the whole file; borrowed */
	const char *p;     /* behind the last token */
	const char *at;    /* where that began */
	struct buf word;   /* of LEX_WORD, without its quotes */
	const char *wrong; /* a constant */
};

void lex_open(struct lex *l, const char *text);
void lex_close(struct lex *l); /* wipes what was read */
enum lexeme lex_next(struct lex *l);
/* Where the next token begins. */
const char *lex_ahead(const struct lex *l);
/* Line and column of a place in the text, from 1; a letter is one column. */
void lex_place(const struct lex *l, const char *at, int *line, int *column);

#endif
