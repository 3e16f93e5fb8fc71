/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_STATISTICS_H
#define ARCHIVE_STATISTICS_H

/*
 * Figures of games and players as HTML (paquebot-ratings(7)), of the same
 * words as the mails `stats` and `ratings`. What changes with the games of
 * others, a place in the ranking, stands on the page of rankings alone.
 */

#include "archive/site.h"

struct cJSON;

/* For a player's page, of what players/STEM.json has: tables, and a chart of
 * each game rated more than once, whose points lead to the games. */
int statistics_player(const struct site *site, const char *name,
    const struct cJSON *doc, struct buf *out, struct err *e);

/* For the layout of the same page: whom they met most, "opponents" (name, stem,
 * games, ahead, behind), and games won in a row: "streak" and "best". */
void statistics_met(const struct cJSON *doc, struct cJSON *ctx);

/* For the same: the first moves made most, a few of each game, "openings"
 * (kind_name, move, games, won). */
void statistics_openings(const struct site *site, const struct cJSON *doc,
    struct cJSON *ctx);

/* One who is rated at a game; all is borrowed. */
struct ranked {
	const char *name, *stem;
	long rating; /* hundredths */
	int games;
	struct cJSON *of; /* where it stands */
	int place;
};
/* In the order of the ranking: rating, then name. Equal ratings have one
 * place. */
void statistics_rank(struct ranked *at, int n);
/* Adds the best to a list of contexts: kind_name, ranked (place, name, stem,
 * rating, games), and of, if there are more. */
void statistics_ranking(const struct site *site, const char *game,
    const struct ranked *at, int n, struct cJSON *rankings);

#endif
