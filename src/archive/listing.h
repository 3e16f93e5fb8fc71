/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_LISTING_H
#define ARCHIVE_LISTING_H

/*
 * What stands beside the games: the list of all, the players' pages and the
 * feed, made of what the games' pages say of themselves. Who is meant by a
 * name is known by the name alone: two players of one name share a page.
 */

#include "archive/site.h"

struct cJSON;

struct listing {
	struct cJSON **about; /* owned; the last to end first */
	int n;
};

/* Of every folder in the directory. */
int listing_read(const char *dir, struct listing *out, struct err *e);
void listing_release(struct listing *s);

/* Writes what has changed, and drops pages of players who are not there. */
int listing_write(const struct site *site, const char *dir,
    const struct listing *s, struct err *e);

/* Rows of a table of games: those in which name played (NULL: all). base:
 * where the folders are, "" or "../". Returns how many. */
int listing_rows(const struct site *site, const struct listing *s,
    const char *name, const char *base, struct buf *out, struct err *e);
/* A game in short: "summary" or "result" of page/. */
int listing_words(const struct site *site, const struct cJSON *about,
    const char *name, struct buf *out, bool plain, struct err *e);
/* The file of a page in players/: "anna-1a2b3c4d.html". */
void listing_player(const char *name, struct buf *out);

/* near.c: the pages that lead from each game to the one before and after. */
int listing_near(const struct site *site, const char *dir,
    const struct listing *s, struct err *e);

/* atom.c: the last games that ended (RFC 4287). */
int listing_feed(const struct site *site, const struct listing *s,
    struct buf *out, struct err *e);

#endif
