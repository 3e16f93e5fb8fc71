/* SPDX-License-Identifier: MIT */
#ifndef BASE_DRAWING_H
#define BASE_DRAWING_H

/*
 * A picture as data: points, lines and labels on the grid of a game's data
 * file. A game makes it from facts (game_rules.map), text/ turns it into
 * columns of text or SVG. Strings are copied.
 */

#include <stddef.h>

struct drawing_point { int x, y; char mark[16]; char label[48]; };
struct drawing_line { int from, to; int parts, done; char mark[16]; int arrow; };

struct drawing {
	struct drawing_point *points;    /* owned */
	size_t n_points;
	struct drawing_line *lines;      /* owned; from, to index points */
	size_t n_lines;
	int width, height;               /* of the grid */
};

void drawing_release(struct drawing *d);
/* Each returns the index of what it added. */
size_t drawing_point(struct drawing *d, int x, int y, const char *mark,
	const char *label);
size_t drawing_line(struct drawing *d, size_t from, size_t to, int parts,
	int done, const char *mark, int arrow);

#endif
