/* SPDX-License-Identifier: MIT */
#ifndef DESK_SAYS_H
#define DESK_SAYS_H

/* What single lines are to the desk, without a player, a game or a database. */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct texts;

/* Who writes in a language, about a game (NULL: any). Borrowed. */
struct desk_words {
	struct texts *texts;
	const char *lang, *game;
};
/* Adds what the line is: "command board", "move", "prose" … message: whether
 * the text below a command goes on; kept by the caller from line to line. */
void desk_says(const struct desk_words *w, const char *line, size_t len,
    bool *message, struct buf *out);

#endif
