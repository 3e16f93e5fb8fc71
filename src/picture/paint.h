/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PAINT_H
#define PICTURE_PAINT_H

/* What scenes are painted with, and the scenes: each has a ground, which never
 * changes, and what lies and moves on it. Inside picture/ only. */

#include "picture/plan.h"

struct board {
	const struct drawing *d;
	const struct layout *l;
	struct pen *pen;
};

struct scene {
	void (*ground)(const struct board *b);
	void (*pieces)(const struct board *b);
};
extern const struct scene scene_chart, scene_harbour, scene_space, scene_berths;

const struct scene *scene_of(const struct drawing *d);

/* A number from 0 to 1 that is always the same for n. */
double paint_chance(unsigned n);
/* A picture's frame; a chart's has marks as those of degrees. */
void paint_frame(const struct board *b, bool degrees);
/* Waves where nothing else is; where(b, spot): whether there is water. */
void paint_waves(const struct board *b,
    bool (*where)(const struct board *b, struct spot at));
void paint_rose(const struct board *b);
void paint_names(const struct board *b);
/* A disc with a letter, in the colour of a tone. */
void paint_letter(const struct board *b, struct spot at, double r,
    const char *tone, const char *letter);
/* A seat's piece with its number, or what is to be said instead; fresh: the
 * last moves touched it. */
void paint_seat(const struct board *b, struct spot at, double r, int seat,
    const char *mark);
void paint_ship(const struct board *b, struct spot at, double r,
    const struct drawing_piece *piece);
/* Rings around points where something is new. */
void paint_glows(const struct board *b);
/* The path of a line's first parts, each shorter at its ends by a share. */
void paint_parts(const struct board *b, size_t line, int parts, int done,
    double gap);
/* The same in its tone. */
void paint_stroke(const struct board *b, size_t line, int parts, int done,
    double gap);
/* The letters of lines, each on what is done of its own, clear of names; where
 * they stand (x below 0: there is none). */
enum { CHART_LETTER = 9, HARBOUR_LETTER = 8 }; /* their radius */
void paint_line_letters(const struct board *b, double r);
void paint_letter_spots(const struct board *b, double r, struct spot *out);
/* What the key is written on, enough for any, and the sides of the whole. */
void paint_paper(const struct board *b);
/* And the line that ends it. */
void paint_key(const struct board *b);
/* The pieces that stand on a point: how many, and the first `most`. */
int paint_here(const struct drawing *d, int point,
    const struct drawing_piece **out, int most);

#endif
