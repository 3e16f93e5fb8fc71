/* SPDX-License-Identifier: MIT */
#ifndef LOG_BOUND_H
#define LOG_BOUND_H

/*
 * A log as it was played and as it is bound: every line is replayed, and the
 * chain is made anew. An event without a head is bound by the seal of a later
 * one alone, which nobody can open without the seed: so the game is asked of
 * each whether all may know of it, and such a one is wrong (T22). Of a copy
 * every event is.
 */

#include "log/chain.h"
#include "log/replay.h"

/* As replay_text and chain_check; how: without events and each. Up to
 * how->until the game is asked. r and found are to be released in either
 * case. */
int bound_replay(const char *text, size_t len, const struct replay_how *how,
    struct replay *r, struct chain_found *found, struct err *e);

#endif
