/* SPDX-License-Identifier: MIT */
#ifndef DESK_PARAGRAPH_H
#define DESK_PARAGRAPH_H

/*
 * Commands whose text is a paragraph, "comment 42: that was bold, and it …":
 * on their line and the lines below, up to an empty one, another such command,
 * what was quoted, or `endpress`. Nothing in it is obeyed. Inside desk/ only.
 */

#include "desk/words.h"

/* words.c: what must stand behind the word, or it is prose: a number or none,
 * and a colon or nothing more. How many bytes; -1: something else does. */
int paragraph_form(const char *behind);
/* How many bytes of a line such a command has before its text; 0: it is
 * none. */
size_t paragraph_head(const struct job *j, const char *line, size_t len);
/* Reads the text behind the head, LF between its lines, into that of the
 * command; returns where it goes on below. */
const char *paragraph_read(const struct job *j, const char *p, struct line *l);

/* lines.c: whether a line ends what is read of a mail. */
bool line_ends_message(const struct job *j, const char *at, size_t len);

#endif
