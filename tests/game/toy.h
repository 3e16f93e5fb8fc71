/* SPDX-License-Identifier: MIT */
#ifndef TESTS_GAME_TOY_H
#define TESTS_GAME_TOY_H

/*
 * A small game for the tests of the room. Cards 1 to 12 are shuffled (chance
 * `deck`). In turn a seat does `take` as often as it likes (`take 2` stands
 * for two: secret cards), and ends its turn by `play 7` (public; then chance
 * `die`, and both count as points), or by `pass` if it can do neither. At any
 * time a seat may note a `stake 3`,
 * which nobody else learns of and which is a standing order. After twelve
 * turns the game is over.
 */

#include "game/rules.h"
#include "tests/srcdir.h"

#define TOY_DATA PAQUEBOT_SRCDIR "/tests/game/data/toy.json"

enum toy_verb { TOY_TAKE = 1, TOY_PLAY, TOY_PASS, TOY_STAKE };
enum toy_chance { TOY_DECK = 1, TOY_DIE };
enum toy_derived { TOY_TOOK = 1 };

extern const struct game_rules toy_rules;
extern const struct game_kind toy_kind;

/* A move in one line: toy_move(TOY_PLAY, 7); arg 0: none. */
struct move toy_move(enum toy_verb verb, int arg);

#endif
