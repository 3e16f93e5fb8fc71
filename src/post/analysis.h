/* SPDX-License-Identifier: MIT */
#ifndef POST_ANALYSIS_H
#define POST_ANALYSIS_H

/*
 * What the moves of a game that is over were worth, as post/analyse.h wrote it
 * down, and what of it people are told: the moves that cost most.
 */

#include "post/mails.h"

struct judged_move {
	int event, round, seat;
	int worth, lost; /* of a thousand */
	/* owned: as a player would write it; what a hard one would have done */
	char *made, *best;
};

struct judged_game {
	char version[32];
	int positions;          /* looked at for each */
	struct judged_move *at; /* owned: where there was a choice */
	int n;
};

/* -1: it is none. Released in any case. */
int judged_read(const char *text, struct judged_game *out);
void judged_release(struct judged_game *g);

enum { JUDGED_TURNS = 3 };
/* The places of those that cost most, in the order of the game: how many; none
 * of them cost little. */
int judged_turns(const struct judged_game *g, int out[JUDGED_TURNS]);
/* Adds event, round, worth and was (of a hundred, of what was made and of what
 * was best), and made and best in words. */
void judged_add(const struct texts *t, const char *lang, const char *game,
    const struct judged_move *m, struct cJSON *o);

/* Adds of each game that the player has or had a seat in, and of which there is
 * an analysis since then that no digest of theirs told of, what they are told:
 * game, kind_name, page, and "most" with the move that cost most, by whom. How
 * many; -1. Inside a transaction. */
int judged_tell(struct club *club, const struct player *p, int64_t since,
    struct cJSON *list, struct err *e);

#endif
