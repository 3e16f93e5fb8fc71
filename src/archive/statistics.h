/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_STATISTICS_H
#define ARCHIVE_STATISTICS_H

/*
 * Figures of the games on a listing (paquebot-ratings(7)), made of what their
 * pages say of themselves: tables as the mails `stats` and `ratings` have
 * them, and a player's ratings as line charts.
 */

#include "archive/listing.h"
#include "log/standings.h"

/* Released by standings_release. */
void statistics_open(const struct listing *s, struct standings *out);

/* HTML for a player's page: the tables, and a chart of each game rated more
 * than once. */
int statistics_player(const struct site *site, const struct standings *a,
    const char *name, struct buf *out, struct err *e);
/* HTML for the list of all games: the best of each game that is rated. */
int statistics_ratings(const struct site *site, const struct standings *a,
    struct buf *out, struct err *e);

#endif
