/* SPDX-License-Identifier: MIT */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

/* How far two words are from each other, for "did you mean". */

#include <stddef.h>

/* Edits (insert, delete, replace, swap neighbours) from a to b. */
size_t near_distance(const char *a, const char *b);

#endif
