/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_TWIN_H
#define TESTS_WORLD_TWIN_H

/*
 * A history is played twice, the second time with other hidden things, and one
 * of its people, its reader, must not notice: each of their mails comes at the
 * same moment, from the same envelope, with the same bytes, up to the moment at
 * which something is another that they may know.
 *
 * What is hidden and is another:
 *
 *   * from one moment on, the positions: what their games put in the place of
 *     all that the reader cannot know (vary, of game/rules.h);
 *   * what other people ask and order in secret (questions.h): it is not
 *     written at all.
 *
 * When something is another that the reader may know is seen from outside of
 * all that makes mails: what of events, facts and boards the rules show them,
 * whenever a game is put down.
 *
 * Nothing goes wrong in the world of such a history, for the hour of a trouble
 * tells of what went on.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct match;
struct person;

enum pair { PAIR_NONE, PAIR_HIDDEN, PAIR_LAYOUTS /* bare.h */ };
enum twin { TWIN_NONE, TWIN_FIRST, TWIN_SECOND };

/* Begins one of the two; and its reader, once there are games. */
void twin_open(void);
void twin_reads(struct person *p);
void twin_arrives(const char *to, const char *envelope, const char *raw,
    size_t len);
/* What somebody asks in secret has come. */
void twin_secret(const struct person *p);
/* One of the two is over. */
void twin_ends(void);
/* Whether their secrets are left out. */
bool twin_silences(const struct person *p);
/* Both were played: what the reader could notice is wrong. */
void twin_compare(void);
void twin_close(void);

#endif
