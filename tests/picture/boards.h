/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PICTURE_BOARDS_H
#define TESTS_PICTURE_BOARDS_H

/* Drawings for pictures, of golden logs. */

#include "base/drawing.h"

/* One game's log at one moment. */
struct board_of {
	const char *log;
	int until;
};
extern const struct board_of boards[]; /* BOARD_STAGES a game; then NULL */
enum { BOARD_STAGES = 3 };
int boards_count(void);
extern const char *const board_langs[];
enum { BOARD_LANGS = 3 };

/* The drawing that a reader's picture is made of, added to an empty one. */
void board_draw(const struct board_of *b, int reader, const char *lang,
    struct drawing *out);

/* The same after a change of all that the reader cannot know; n: which. false:
 * nothing is hidden in this game. */
bool board_vary(const struct board_of *b, int reader, int n,
    struct drawing *out);

#endif
