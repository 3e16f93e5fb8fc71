/* SPDX-License-Identifier: MIT */
#ifndef TESTS_GAMES_SENTENCES_H
#define TESTS_GAMES_SENTENCES_H

/*
 * What the templates make of a game's positions, moves, events and refusals,
 * as match/ gives them to a reader: in English, and without holes in every
 * other language (tests/text/langs.h). Seats are Anna, Bruno, Carla and so
 * on. What is borrowed lasts until the next call.
 */

#include <cjson/cJSON.h>

#include "tests/games/trial.h"
#include "text/markdown.h"
#include "text/texts.h"

extern struct texts *texts;

/* The game's data and the templates; before the tests. */
void sentences_load(void);

/* A piece of the game's templates for a reader; takes context. Borrowed. */
const char *render(const char *piece, cJSON *context, int reader);
/* {key: o}; takes o. */
cJSON *under(const char *key, cJSON *o);

/* The refusal of what was tried. Borrowed. */
const char *answer(int seat, const char *text, const char *code);
/* Moves of before, of others and with words exchanged: what is refused says
 * why in one line without holes. For random_game(). */
void check_refusals(int reader);

/* The sentence of each event of the last move, one a line. Borrowed. */
const char *told(int reader);

/* Each of them is a sentence, or nothing. */
void check_told(int reader);

/* The position as Markdown, and what a seat can do. */
struct markdown *board(int reader);
struct markdown *choices(int reader);

/* The map, 71 columns wide, and what it was drawn from; the caller's. */
void draw_map(int reader, struct drawing *d, struct buf *text);

/* A position fits: no line is too wide, the board holds what it must, the
 * map (NULL: there is none) from 72 columns on, and a list is words. */
void check_layouts(int reader, const char *board, const char *map);
void check_width(const char *text, int width);

/* Golden files board.txt, board-40.txt, list.txt, html.txt of a position, and
 * any other. What is made instead lies under the same name in the directory
 * of the test when they differ. */
void same_boards(int reader, const char *title);
void same_as(const char *name, const struct buf *made);

/* The tests that every game's sentences pass, over random games of 2 to `most`
 * seats: of each event, of refusals, and every n-th board (check_layouts). */
void sentences_tests(TCase *t, int most, int every, const char *board,
    const char *map);

#define ck_told(reader, text) ck_holds(told(reader), text "\n")
#define ck_answer(text, code, part) \
	do { \
		const char *a = answer(1, text, code); \
		ck_holds(a, part); \
		ck_lacks(a, "\n"); \
		ck_lacks(a, " ."); \
		ck_lacks(a, "``"); \
		ck_lacks(a, "  "); \
	} while (0)

#endif
