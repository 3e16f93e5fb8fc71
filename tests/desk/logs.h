/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DESK_LOGS_H
#define TESTS_DESK_LOGS_H

/* Logs of a scene's games, and whether both verifiers take them. */

#include "scene.h"

/* The game, for looking; the caller drops it. */
struct match *logs_look(struct scene *s, int64_t game);
/* The whole log, with the seed. */
void logs_get(struct scene *s, int64_t game, struct buf *out);
/* Every draw follows from the seed, by our own verifier and by the one that
 * shares no code with us (options for its command line, ""). */
bool logs_proven(const struct buf *log, struct err *e);
bool logs_verified(const struct scene *s, const struct buf *log,
    const char *options);
/* What that verifier says of all files *.turnlog of the scene, with --chain;
 * and whether it says of the one with that number that it is good: it must say
 * something. */
void logs_judged(const struct scene *s, struct buf *said);
bool logs_called_good(const struct scene *s, const struct buf *said,
    size_t number);
/* The log without its chain, which binds it against any change. */
void logs_unchain(const struct buf *log, struct buf *out);
/* Without the stamp of the line that the text stands in. */
void logs_unstamp(const struct buf *log, const char *line, struct buf *out);

#endif
