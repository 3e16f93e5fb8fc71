/* SPDX-License-Identifier: MIT */
#ifndef DESK_BOXES_H
#define DESK_BOXES_H

/*
 * Boxes that people tick in a list of what they might do: "[ ] 2", "4 (x)",
 * "□ 2", "__ 2". Inside desk/ only.
 */

#include <stdbool.h>
#include <stddef.h>

/* What a line with a box that is not ticked is read as, whatever else stands
 * in it: no order, and the name of none. */
#define EMPTY_BOX "[ ]"

/* Whether a line of len bytes has such a box before all words or at its end. */
bool box_is_empty(const char *line, size_t len);
/* Bytes of a cross that ticks the number behind it, "X 4"; 0: there is none. */
size_t box_ticked(const char *line, size_t len);

#endif
