/* SPDX-License-Identifier: MIT */
#ifndef TEXT_EUPHONY_H
#define TEXT_EUPHONY_H

/*
 * Small words that are another one before certain letters: Italian "a" and "e"
 * are "ad" and "ed" before a word that begins with the same vowel. What follows
 * them in a template is often a name, and names are free text: so it is settled
 * when a value is written, by what has been written before it. words.json has
 * the words of a language,
 *
 *     "euphony": { "a": {"a": "ad"}, "e": {"e": "ed"} }
 *
 * by word and by the letter that follows, both small and without an accent.
 */

#include <stddef.h>

#include "base/buf.h"

struct cJSON;

/* Before a value is appended: if out ends in one of the words and a blank,
 * with signs of emphasis behind it or not, the word becomes what it is before
 * this value. One that begins before `from` is not a template's, and stays.
 * words NULL: there are none. */
void euphony_join(const struct cJSON *words, const char *value, size_t len,
    size_t from, struct buf *out);

#endif
