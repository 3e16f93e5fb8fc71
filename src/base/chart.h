/* SPDX-License-Identifier: MIT */
#ifndef BASE_CHART_H
#define BASE_CHART_H

/* Where pictures have the points of a map: of a board 700 pixels wide and as
 * high as its scene has it (picture/plan.c). A list ends with an empty one. */

#include "base/drawing.h"

struct chart_spot {
	char id[16];
	short across, down;
};

/* The point stands where what has that id does; else where the grid has it. */
void chart_place(struct drawing *d, size_t point,
    const struct chart_spot *spots, const char *id);

#endif
