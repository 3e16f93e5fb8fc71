/* SPDX-License-Identifier: MIT */
#ifndef GAME_READING_H
#define GAME_READING_H

/*
 * A move as people write it. A game's parse knows the words of its moves and
 * their order; what people put between them is the same everywhere: small
 * words ("load toys at S1"), blanks in names ("post Bora Bora"), arrows of all
 * forms, commas in amounts. What parse cannot read is tried once more without
 * all that, unless it has more words than any move.
 */

#include "game/rules.h"

/* As rules->parse, whose refusal of the text as it stands is the one told.
 * desk, names: for small words of the language and of the game. */
int reading_move(const struct game_kind *kind, const void *pos, int seat,
    const struct names *desk, const struct names *names, const char *text,
    struct move *out, struct refusal *why);

#endif
