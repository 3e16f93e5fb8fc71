/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_ONCE_H
#define TESTS_WORLD_ONCE_H

/*
 * What is the same in every history, and made once in a process: the daemon
 * finds its texts read (texts_open) and its maps drawn (pictures_open), and
 * begins with an empty database.
 */

struct texts;

/* Puts the database there, on a disk on which it is not. */
void once_database(const char *path);
/* The texts, once a daemon has begun. */
const struct texts *once_texts(void);

#endif
