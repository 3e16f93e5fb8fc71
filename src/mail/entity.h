/* SPDX-License-Identifier: MIT */
#ifndef MAIL_ENTITY_H
#define MAIL_ENTITY_H

/* Character references of HTML: the named ones that mail uses (Latin-1 and
 * common signs) and all numbered ones, as UTF-8. */

#include <stddef.h>

/* Bytes of the reference at s (which starts with '&'), 0 if it is none;
 * out gets its letter, or "" where it stands for nothing to read. */
size_t entity_decode(const char *s, size_t len, char out[5]);

#endif
