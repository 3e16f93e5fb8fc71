/* SPDX-License-Identifier: MIT */
#ifndef POST_RESULTS_SAID_H
#define POST_RESULTS_SAID_H

/* How games went, in words. */

#include "match/results.h"

/* The contexts of desk/stats and desk/ratings. places: whether those in the
 * rankings are told. self: whose place is told wherever it is; NULL: nobody's.
 * Owned by the caller. */
struct cJSON;
struct cJSON *results_player(const struct texts *texts, const char *lang,
    const struct standings *a, const char *name, bool places);
struct cJSON *results_ratings(const struct texts *texts, const char *lang,
    const struct standings *a, const char *kind, const char *self);

#endif
