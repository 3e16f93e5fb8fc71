/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_WORDS_H
#define ANTWERP_WORDS_H

/*
 * Names in what a player writes. A name that is none is remembered and read
 * as -1; of all of them the code that stands first on the game's page is
 * what the move is refused for, when its turn comes (reading_refuse).
 */

#include "game/words.h"
#include "games/antwerp/play.h"

/* In the order of the page; what standing orders may be is before names. */
/* clang-format off */
enum bad { BAD_CHOICE, BAD_PLACE, BAD_GOOD, BAD_COLOUR, BAD_CARD, BAD_ORDER,
	BAD_PRODUCT, BAD_SEAT, BAD_LOCK, BAD_AMBIGUOUS, BAD_CODES };
/* clang-format on */

struct reading {
	const struct game_data *d;
	const struct names *names;
	struct words w;
	struct move *out;
	struct refusal *why;
	int seats;
	int wishes; /* where those of a sail begin */
	bool bad[BAD_CODES];
	struct words_word word[BAD_CODES]; /* the first of each */
	char candidates[80];               /* ids the ambiguous one may mean */
};

/* An argument; what is wrong with it has been remembered. */
void reading_put(struct reading *r, int arg, int n);
void reading_bad(struct reading *r, enum bad code, const struct words_word *w);
/* 0, or refuses for what was remembered. */
int reading_refuse(struct reading *r);

/* Each gives an index, or -1. */
int reading_place(struct reading *r, const struct words_word *w);
int reading_node(struct reading *r, const struct words_word *w); /* ends too */
/* The same, and nothing is wrong with any word. */
int reading_look(const struct reading *r, const struct words_word *w);
int reading_thing(struct reading *r, const struct verb_thing *things,
    enum bad code, const struct words_word *w);
int reading_card(struct reading *r, const struct words_word *w, int *sort);
int reading_lock(struct reading *r, const struct words_word *w);
int reading_seat(struct reading *r, const struct words_word *w);
/* A word of the game's own language; -1 says nothing of it. */
int reading_keyword(const struct reading *r, const struct words_word *w,
    const char *const *words, int n);

#endif
