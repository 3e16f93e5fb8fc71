/* SPDX-License-Identifier: MIT */
#ifndef LOG_STRICT_H
#define LOG_STRICT_H

/*
 * Whether a text is the whole log of a game that is over, byte for byte as the
 * engine writes it (T27): nothing that could be otherwise and still be played,
 * nothing added, left out or cut off.
 */

#include "log/replay.h"

/* kind NULL: the installed game. Format 1 does not do, for nothing binds it,
 * nor a log without a seed that does not say why it has none (T26).
 * -1: ERR_CORRUPT "LINE: what is wrong". */
int strict_log(const char *text, size_t len, const struct game_kind *kind,
    struct err *e);

#endif
