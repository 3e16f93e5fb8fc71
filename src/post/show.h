/* SPDX-License-Identifier: MIT */
#ifndef POST_SHOW_H
#define POST_SHOW_H

/* A game for somebody to look at now. */

#include "match/match.h"

/* Rendered board for a reader, in a transaction or not. layout "board",
 * "list", "html", or "svg": the map alone (ERR_GIVEUP: it has none). */
int match_show(struct match *m, int reader, const char *lang,
    const char *layout, int width, struct buf *out, struct err *e);
/* Everything that is hidden, as Markdown in the language, for the moderator. */
int moderate_reveal(struct match *m, const char *lang, struct buf *out,
    struct refusal *why, struct err *e);

#endif
