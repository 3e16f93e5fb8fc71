/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DESK_PLAY_H
#define TESTS_DESK_PLAY_H

/* People of a scene who play a game to its end by mail. */

#include "base/rng.h"
#include "scene.h"

/* A legal move of a seat that is to act, in words: voyages first, else mostly
 * cheap charters, so that games end. 0 the seat, or 0 if nobody is to act. */
int play_choose(struct scene *s, int64_t game, struct rng *r, struct buf *out);

/* The log, whole, with its seed. */
void play_log(struct scene *s, int64_t game, struct buf *out);

/* What every mail must be like; aborts with a word about what it is not. */
void play_check_mail(const struct seen *m, int width);

#endif
