/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_SHELF_H
#define ARCHIVE_SHELF_H

/*
 * What stands beside the games: the list of all in pages, the same as data for
 * the list's script, the players and their ranking, the feed, and what leads
 * from game to game.
 *
 * It is made game by game in the order in which they ended, so one that ended
 * behind all others is added to what stands there: that costs its people's
 * pages, the last pages of the list and the ranking, however many games there
 * are. Where anything else has changed the shelf is made anew, of what all
 * games' pages say of themselves, to the same bytes. list/state says that what
 * stands there is whole; it goes before anything else changes, and comes back
 * when all has its name.
 */

#include "archive/profile.h"

struct shelf {
	const struct site *site; /* borrowed */
	const char *dir;         /* borrowed */
	struct roll roll;
	struct cJSON *pages;    /* owned: what is on each page of the list */
	struct profile *person; /* owned; in the order of names */
	int people;
	bool anew;
};

/* How many games the shelf of the directory has; -1: it is not whole, or of
 * another site. */
int shelf_games(const struct site *site, const char *dir);
/* Calls fn with the id of each game of the list, in order. */
void shelf_each(const char *dir, void (*fn)(void *arg, const char *id),
    void *arg);
/* That one; false: nothing that could be added to. */
bool shelf_open(const struct site *site, const char *dir, int games,
    struct shelf *out);
/* Without a game. */
void shelf_anew(const struct site *site, const char *dir, struct shelf *out);
void shelf_close(struct shelf *s);

/* Whether a game may be added: it ended behind the last. */
bool shelf_takes(const struct shelf *s, const struct cJSON *about);
/* about: what its page says of itself. 1: this shelf cannot be added to. */
int shelf_add(struct shelf *s, const struct cJSON *about, struct err *e);
/* Everything gets its name; of one made anew what is of no game and of nobody
 * goes. */
int shelf_write(struct shelf *s, struct err *e);

/* From now on what stands there is not whole: before a game changes. */
void shelf_spoil(const char *dir);
/* It is, with so many games: those that changed say what they did. */
int shelf_stands(const struct site *site, const char *dir, int games,
    struct err *e);

#endif
