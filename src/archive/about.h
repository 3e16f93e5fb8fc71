/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_ABOUT_H
#define ARCHIVE_ABOUT_H

/*
 * What a game's page says of itself in its head: a JSON object,
 * percent-encoded, as <meta name="paquebot">. The list of games, players'
 * pages, figures and feed are made of nothing else, so of a game that is there
 * a run reads a few kilobytes. A page that lacks a member, or has one of
 * another kind, counts as one that is not there.
 */

#include "archive/book.h"

struct cJSON;

/* "finished", "abandoned", "cancelled"; so it says how the game ended. */
const char *about_end(enum replay_end end);

/* Of a book that is made. The caller's. */
struct cJSON *about_make(const struct site *site, const struct book *b);
/* The value of the attribute. */
void about_put(const struct cJSON *about, struct buf *out);

/* Of a page or its first kilobytes. NULL: it says nothing that can be read.
 * The caller's. */
struct cJSON *about_read(const char *page);
/* How that game went; emptied by outcome_release. */
void about_outcome(const struct cJSON *about, struct outcome *out);

#endif
