/* SPDX-License-Identifier: MIT */
#ifndef GAME_ARGS_H
#define GAME_ARGS_H

/*
 * The arguments of an event in words (turnlog(5)): words of a few bytes,
 * quoted strings, key=value, and `?` for what a reader may not know.
 */

#include "base/buf.h"
#include "base/slice.h"

/* Splits the next word, quoted string or `?` off args; quoted strings are
 * unescaped into scratch. 0 none left, 1 word, 2 quoted, 3 `?`, -1 wrong.
 * key=word is a word; key="text" is quoted and comes as key=text; key=? is
 * 3, with the key in word. */
int args_next(struct slice *args, struct slice *word, struct buf *scratch);

/* Bytes at the start of s that a word may hold. */
size_t args_word_len(const char *s, size_t len);

/* Writes a word, quoted where the grammar demands it. */
void args_add_word(struct buf *out, const char *s, size_t len);
/* Writes text up to the end of a line; control bytes become blanks. */
void args_add_text(struct buf *out, const char *s);

#endif
