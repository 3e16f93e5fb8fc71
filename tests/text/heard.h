/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEXT_HEARD_H
#define TESTS_TEXT_HEARD_H

/* A text as who listens finds something in it: a section by its name, a row by
 * what it is about, "Hao: value 2, free 1." Lines do not matter. */

#include <stdbool.h>

#include "base/buf.h"

enum { HEARD_SECTIONS = 24 };

struct heard {
	char name[HEARD_SECTIONS][64];   /* of each, in the order of the text */
	struct buf body[HEARD_SECTIONS]; /* on one line; owned */
	int n;
};

/* A page of a mail as a list: headings, rows with what each cell is headed. */
void heard_page(const char *html, struct buf *out);
/* A board with its tables as rows of a list. */
void heard_board(const char *text, struct buf *out);
/* Of a list, or a board. */
void heard_read(struct heard *h, const char *text);
void heard_release(struct heard *h);
/* What stands below a heading, capitals or not; NULL: there is none. */
const char *heard_section(const struct heard *h, const char *name);
/* The next row about a thing from *at on, which moves behind it: what is said
 * of it, perhaps nothing. false: there is none. */
bool heard_row(const char **at, const char *label, struct buf *out);
/* The next of what stands in a row with a separator between: "; ". */
bool heard_part(const char **at, const char *separator, struct buf *out);
/* Whether a text holds another, not as the beginning or end of a word. */
bool heard_word(const char *text, const char *word);

#endif
