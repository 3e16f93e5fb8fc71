/* SPDX-License-Identifier: MIT */
#ifndef POST_SCREEN_H
#define POST_SCREEN_H

/*
 * The first screen of a mail. Whoever is asked for a move sees the numbered
 * moves without turning a page, however much has happened: what does not fit
 * above them is told below (the context's "rest"). Somebody's first mail of a
 * game has a few lines more above them, in the order of all others.
 */

#include "post/letter.h"

struct sheet_form;

/* How a reader likes their mails. */
void screen_form(const struct reader *r, struct sheet_form *out);
/* Moves news from above to below the moves in a letter's context, the oldest
 * first, then what the reader's own mail did, from its end, then what of their
 * own is more than its heading (the context's "mine_rest"). Messages of players
 * are not counted. */
int screen_fit(const struct letter *l, struct cJSON *context, struct err *e);

#endif
