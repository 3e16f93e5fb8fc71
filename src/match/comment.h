/* SPDX-License-Identifier: MIT */
#ifndef MATCH_COMMENT_H
#define MATCH_COMMENT_H

/*
 * Comments on a game that is over, by those who sit at its table, for its page.
 * Each is a message to all besides (press.h), told once. It may be taken back,
 * so no head binds it, and it stands in no log: comments.jsonl lies beside
 * that.
 */

#include "match/match.h"

/* Letters of one; how many a person may write on a game, and letters of those
 * that stand; and of all together. A page stays light. */
enum {
	COMMENT_LETTERS = 1000,
	COMMENTS_OWN = 40,
	COMMENTS_OWN_LETTERS = 4000,
	COMMENTS_ALL = 100,
	COMMENTS_ALL_LETTERS = 16000
};

/* author: a seat, or 0 for the moderator; event: as the log counts them, or 0
 * for the game as a whole; text: one line. Sets its number. 0, or refused or
 * failed. */
int match_comment(struct match *m, int author, int event, const char *text,
    int *number, struct refusal *why, struct err *e);
/* Whether one that stands is of who sits there now, or (0) moderates: 1, 0;
 * there is none (refused), or failed: -1. */
int match_commented(struct match *m, int number, int seat, struct refusal *why,
    struct err *e);
/* Takes it back. */
int match_uncomment(struct match *m, int number, struct err *e);
/* Those that stand, appended, a line of JSON each: at, comment (its number),
 * name and seat (none of the moderator's), text, and event if it is about
 * one. */
int match_comments(struct match *m, struct buf *out, struct err *e);

#endif
