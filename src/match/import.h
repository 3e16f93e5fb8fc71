/* SPDX-License-Identifier: MIT */
#ifndef MATCH_IMPORT_H
#define MATCH_IMPORT_H

/*
 * Takes a game over from its turn log: rows, events with their stamps, chat,
 * seats and the generator's stream stand as they stood, and the game goes on
 * where it was, its clocks too (clocks_apply); who would be late at once has
 * the minimum instead. Tokens are new, and every seat of a running game gets a
 * mail with the board. Comments stand behind the row that they came after.
 * What else no server writes is not kept: sections, unknown tags. What no log
 * has is not there: moves sent ahead, proposals, press that was not for all,
 * who watches, the terms of the table (store/terms.h) but the one below.
 *
 * Events of one second count as one moment: where a seat answered and was asked
 * again within it, its clock runs from the first asking if the turn is the
 * same.
 */

#include "match/found.h"

struct import {
	/* Who sits where: addresses, or computer. Names are the log's. A seat
	 * that was ejected and not taken again is a computer's all the same;
	 * another that a computer had and a player gets, or the other way
	 * round, changes hands by an event. */
	struct found_seat seat[SEATS_MAX + 1];
	int seats;
	const char *moderator; /* address; NULL: the keeper */
	const char *lang;      /* NULL: the club's */
	/* up to the first event that sets them; NULL: the club's */
	const struct clock_row *clock;
	/* A running game without Seed is taken: nothing more is to be drawn. */
	bool seedless;
	/* Nobody at the table knows who is who before the end: players that are
	 * new here are called as `seat` has it, and seats as the log has. */
	bool anonymous;
};

/*
 * Inside the caller's transaction, who looks whether the same game is there
 * already (game_twin). The game keeps its number if that is free
 * here (*id). ERR_CORRUPT: "LINE: what is wrong" with the log; ERR_GIVEUP: a
 * sentence for the terminal: a number of seats that is not the log's, a
 * running game without Seed, a redacted copy, seats that are called as where
 * nobody knows who is who, without `anonymous`. It goes on with the installed
 * data, which must be the log's.
 */
int match_import(struct club *club, const char *text, size_t len,
    const struct import *how, int64_t *id, struct err *e);

#endif
