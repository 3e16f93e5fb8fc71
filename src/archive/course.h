/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_COURSE_H
#define ARCHIVE_COURSE_H

/*
 * The course of a game: what points each seat has after each of its events,
 * as a chart that links to them, as a table of its rounds, and the events that
 * turned it. Points are those of the whole truth, so a page that shows what the
 * public could know has none.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "game/rules.h"

struct cJSON;
struct site;

/* After an event; 0: at the start. */
struct course_point {
	int event, round;
	int score[SEATS_MAX + 1];
	const char *who[SEATS_MAX + 1]; /* borrowed: who sat there */
};

struct course {
	int seats, n;
	struct course_point *at; /* owned */
};

/* One more moment; all of it is copied but the names. */
void course_note(struct course *c, const struct course_point *m);
void course_release(struct course *c);

/* A figure of HTML; words: what it shows, in a sentence; round: the word for
 * one. Nothing of a game in which nobody has had a point. */
void course_chart(const struct course *c, const char *words, const char *round,
    struct buf *out);
/* Adds "rounds", the last moment of each: round, event, and "seats" with
 * score; nothing of a game that has none. */
void course_rounds(const struct course *c, struct cJSON *context);
/* Adds "turns", at most three in their order, each with event and text: where
 * the winner, a seat, went ahead for good, and the most that anybody gained at
 * once. 0, -1. */
int course_turns(const struct course *c, const struct site *site, int winner,
    struct cJSON *context, struct err *e);

#endif
