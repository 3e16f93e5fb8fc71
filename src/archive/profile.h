/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_PROFILE_H
#define ARCHIVE_PROFILE_H

/*
 * One who played, by the name of the seat, and what is known of them as two
 * objects of JSON. players/STEM.json has all that the player's page is made of,
 * and no more than grows with whom they met and not with how often they
 * played: figures, ratings, the last games. A game that is added reads that of
 * those who played it, counts, and writes it again. players/index.json has a
 * line of each: ratings, and which pages of the list have a game of theirs.
 */

#include "archive/roll.h"
#include "log/outcome.h"

struct profile {
	char *name, *stem;  /* owned */
	struct cJSON *line; /* owned */
	struct cJSON *doc;  /* owned; NULL: not read */
	struct roll roll;
};

/* Somebody new. */
void profile_make(struct profile *p, const char *name);
/* One of a line of players/index.json, which is taken over; -1: it is none. */
int profile_of(struct profile *p, struct cJSON *line);
/* Reads the rest, if it has not been; -1: it is not there as it should be. */
int profile_read(struct profile *p, const char *dir);
void profile_release(struct profile *p);

/* A game of all who are at its table, each once; page: of the list. */
void profile_count(struct profile **who, int n, const struct outcome *o,
    const struct cJSON *card, int page);
/* The line as the rest says. */
void profile_sum(struct profile *p);
/* players/STEM.json and the page, waiting for their names. */
int profile_write(const struct site *site, const char *dir,
    const struct profile *p, struct err *e);
/* Another game of the roll. */
int profile_roll(const struct site *site, const char *dir, struct profile *p,
    const struct cJSON *card, struct err *e);

/* The rating in a line or in the rest; NULL: none. */
const struct cJSON *profile_rated(const struct cJSON *of, const char *game);

#endif
