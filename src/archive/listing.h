/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_LISTING_H
#define ARCHIVE_LISTING_H

/*
 * What lists say of a game: the card of it, an object of JSON with id, name,
 * game, started, ended, end, events and seats (name, score, rank), made of what
 * its page says of itself, and the row of a table made of the card.
 */

#include "archive/site.h"

struct cJSON;

/* Every folder of an archive that has a page, in the order in which the games
 * ended. */
struct listing {
	struct listing_game {
		char *id, *ended, *about; /* owned; about: text of JSON */
	} *at;                            /* owned */
	int n;
};
int listing_read(const char *dir, struct listing *out, struct err *e);
void listing_release(struct listing *s);
/* Whether b comes behind a: it ended later, or at once and its id is the
 * higher; numbers count as numbers. Of heads or cards. */
bool listing_after(const struct cJSON *a, const struct cJSON *b);

/* The caller's. */
struct cJSON *listing_card(const struct cJSON *about);
/* A row of a table: the game, who scored what, when it ended. base: where the
 * folders are, "" or "../". */
int listing_row(const struct site *site, const struct cJSON *card,
    const char *base, struct buf *out, struct err *e);
/* A game in short: "summary" or "result" of page/. */
int listing_words(const struct site *site, const struct cJSON *card,
    const char *name, struct buf *out, bool plain, struct err *e);
/* What the files of a player's in players/ begin with: "anna-1a2b3c4d"; who is
 * meant by a name is known by the name alone. */
void listing_player(const char *name, struct buf *out);

/* A page whose title and first words are the templates "page/<name>-title" and
 * "page/<name>", waiting for its name (folder_file). ctx and words are taken
 * over. */
int listing_page(const struct site *site, enum site_layout layout,
    const char *name, struct cJSON *ctx, struct cJSON *words, const char *dir,
    const char *below, const char *file, struct err *e);

/* near.c: what leads from a game to the one that ended next and back, each by
 * its id; NULL: there is none, the list is where one gets. */
int near_lead(const struct site *site, const char *dir, const char *from,
    const char *to, struct err *e);
/* What leads on from games that are not there any more goes. */
int near_sweep(const char *dir, struct err *e);

/* atom.c: the last games that ended (RFC 4287), of cards, the last one last. */
int listing_feed(const struct site *site, const struct cJSON *cards,
    struct buf *out, struct err *e);

#endif
