/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEXT_SAID_H
#define TESTS_TEXT_SAID_H

/* What is drawn of a position against what is said of it, a file for each
 * scene. What is not said, or said and not drawn, fails the test. */

#include "base/drawing.h"
#include "tests/text/heard.h"
#include "tests/text/trial.h"

/* What a language calls sections and what it says in them. */
enum said_word {
	SAID_LINKS,
	SAID_POSTS,
	SAID_FREE,
	SAID_DOUBLE,
	SAID_ONE_WAY,
	SAID_LAID,
	SAID_FROM_THERE,
	SAID_SYSTEMS,
	SAID_NEIGHBOURS,
	SAID_ASKS,
	SAID_GIVES,
	SAID_CLAIMS,
	SAID_SHIPS,
	SAID_UNKNOWN,
	SAID_DEPOT,
	SAID_BLOCKED,
	SAID_CHANNELS,
	SAID_ANCHOR,
	SAID_BY,
	SAID_OR,
	SAID_LOCKS,
	SAID_OPEN,
	SAID_SHUT,
	SAID_DOCKS,
	SAID_CARGO,
	SAID_AT,
	SAID_AGENCY,
	SAID_CLASSES,
	SAID_SEATS,
	SAID_NEUTRAL,
	SAID_NO_SHIP,
	SAID_WORDS
};
extern const struct said_lang {
	const char *code, *word[SAID_WORDS];
} said_langs[];

/* What is drawn of a position, and what is said of it. */
struct told {
	const struct texts *texts;
	const struct trial *t;
	struct dress d;
	const char *const *word;
	bool drawn; /* numbers and signs may stand for names, in tables */
	struct drawing drawing; /* owned, as what follows */
	struct buf text;
	struct heard heard;
};

/* What a text calls a seat in what stands behind a header. */
bool said_seat(const struct told *o, const struct buf *field, int seat);

void said_chart(const struct told *o, bool links);
void said_space(const struct told *o, bool links);
void said_harbour(const struct told *o, bool links);
void said_berths(const struct told *o);

/* Fails the test. */
void said_wrong(const struct told *o, const char *what, ...)
    __attribute__((format(printf, 2, 3), noreturn));
/* What stands in a section, which must be there. */
const char *said_section(const struct told *o, enum said_word name);
/* The first row about a thing of a section. */
bool said_row(const char *body, const char *label, struct buf *out);
void said_must_row(const struct told *o, const char *body, const char *label,
    struct buf *out);
void said_must(const struct told *o, const char *label, const struct buf *row,
    const char *what);
/* What the reader's language calls a thing ("name"), or a form of that;
 * "": as a move names it. */
void said_name(const struct told *o, const char *kind, const char *form,
    const char *id, struct buf *out);
/* What stands behind a header of a row, to the next. */
bool said_field(const struct buf *row, const char *header, struct buf *out);
int said_count(const char *text, const char *word);

#endif
