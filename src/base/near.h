/* SPDX-License-Identifier: MIT */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

/* How far two words are from each other, for "did you mean". Whoever compares
 * words does it by this. */

#include <stddef.h>

/* Edits (insert, delete, replace, swap neighbours) from a to b. Of words longer
 * than 40 bytes the length of the longer one. near_bytes: of la and lb
 * bytes. */
size_t near_distance(const char *a, const char *b);
size_t near_bytes(const char *a, size_t la, const char *b, size_t lb);

#endif
