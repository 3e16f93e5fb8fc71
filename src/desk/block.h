/* SPDX-License-Identifier: MIT */
#ifndef DESK_BLOCK_H
#define DESK_BLOCK_H

/*
 * Text below a command, up to `endpress`, or behind it on its line. Inside
 * desk/ only.
 */

#include "desk/words.h"

enum { BLOCK_BYTES = 4000, BLOCK_LINES = 100 };
/* The first line of it that reads as a move or a command of the writer's, the
 * caller's; NULL: none. */
char *block_order(const struct job *j, const char *text);
bool block_opens(const struct job *j, const char *line, const char *below);
bool block_ends(const struct job *j, const char *at, size_t len);
/* How many bytes a line has before its own text, "press Bruno: well played";
 * 0: it is no such head. And reads that text, which is the line, what a program
 * has broken off it, or all up to an `endpress`; returns where it goes on. */
size_t block_head(const struct job *j, const char *line, size_t len);
const char *block_line(const struct job *j, const char *p, struct line *l);
/* Reads the block of a line from p on; returns where it goes on behind. */
const char *block_read(const struct job *j, const char *p, struct line *l);
/* An `endpress` of no block: what stands above may be one without a head. */
void block_stray(struct job *j);
/* A line of such a text: tabs are blanks, and none stand at its end. */
void block_keep(const char *at, size_t len, struct buf *out);

#endif
