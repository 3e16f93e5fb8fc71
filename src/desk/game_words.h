/* SPDX-License-Identifier: MIT */
#ifndef DESK_GAME_WORDS_H
#define DESK_GAME_WORDS_H

/* What words of a game are beside other words. Inside desk/ only. */

#include "base/slice.h"
#include "desk/job.h"

/* Whether a folded word is for one of the game's things, and no verb or small
 * word. */
bool word_is_thing(const struct names *game_words, struct slice t);
/* Whether one is rather an answer or courtesy than a verb of that rank: it is
 * in a language nearer to the writer's, or something is proposed that the seat
 * has not answered, and it stands alone. "Fine!" is no Italian "fine", but
 * "fine turno" is one. */
bool word_is_answer(const struct job *j, const char *word, int rank,
    bool alone);

#endif
