/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_SHELF_H
#define ARCHIVE_SHELF_H

/*
 * What stands beside the games: the list of all, the players' pages and the
 * feed, made of what the games' pages say of themselves. Who is meant by a
 * name is known by the name alone: two players of one name share a page.
 */

#include "archive/edition.h"

struct cJSON;

struct shelf {
	struct cJSON **about; /* owned; the last to end first */
	int n;
};

/* Of every folder in the directory. */
int shelf_read(const char *dir, struct shelf *out, struct err *e);
void shelf_release(struct shelf *s);

/* Writes what has changed, and drops pages of players who are not there. */
int shelf_write(const struct edition *ed, const char *dir,
    const struct shelf *s, struct err *e);

/* Rows of a table of games: those in which name played (NULL: all). base:
 * where the folders are, "" or "../". Returns how many. */
int shelf_rows(const struct edition *ed, const struct shelf *s,
    const char *name, const char *base, struct buf *out, struct err *e);
/* A game in short: "summary" or "result" of page/. */
int shelf_words(const struct edition *ed, const struct cJSON *about,
    const char *name, struct buf *out, bool plain, struct err *e);
/* The file of a page in players/: "anna-1a2b3c4d.html". */
void shelf_player(const char *name, struct buf *out);

/* atom.c: the last games that ended (RFC 4287). */
int shelf_feed(const struct edition *ed, const struct shelf *s, struct buf *out,
    struct err *e);

#endif
