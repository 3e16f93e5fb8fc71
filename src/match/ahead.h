/* SPDX-License-Identifier: MIT */
#ifndef MATCH_AHEAD_H
#define MATCH_AHEAD_H

/*
 * Moves sent before their turn. A seat's queue is lines as its holder wrote
 * them, tried in order by match_settle in the very transaction in which the
 * seat comes to act, and words that drop it. Who changes a queue changes no
 * row or mail of anybody else: the match does not count as changed.
 *
 * A seat that is to act has been asked (match.asked) when its decision
 * opened; its queue is not tried again until it comes to act anew, or its
 * holder sends `ahead`. So an undo, which gives a seat its decision back and
 * restores the queue of that moment, does not make the same move again. When
 * its moves have ended its turn, what a seat may do after them is still done
 * (buying, in Clippers); what is refused then waits. So does what is refused
 * because the seat is asked something in the turn of another, or must choose
 * before its own goes on (REFUSAL_APART): that is tried again when it has.
 *
 * Every change is stored at once with the event after which it stood.
 */

#include "match/match.h"

enum { AHEAD_MAX = 60 }; /* lines of a queue */

/* A line that was tried in this transaction, or dropped with one. */
struct tried {
	char *text;      /* owned: as it was written */
	char *canonical; /* owned: what was made; NULL: none */
};

struct names;

struct queue {
	/* owned: moves that wait, and the mail of each (maker.h) */
	char **line, **mail;
	int n;
	char **stop;
	int n_stop;          /* owned: canonical beginnings */
	struct tried *tried; /* owned, in order */
	int n_tried;
	struct refusal why; /* of a line that was not made: */
	int refused;        /* its index in tried */
	bool set_back;      /* some were sent behind what an undo made void */
	char *stop_words;   /* owned: of what dropped it */
	int stop_seat;      /* whose event; 0: none did */
};

/* All seats' queues as they stand; m->queue is freed by ahead_close. */
int ahead_open(struct match *m, struct err *e);
void ahead_close(struct match *m);

/* Adds a line before the one at `at`, or at the end (-1). Refuses what is
 * too much. */
int ahead_add(struct match *m, int seat, const char *line, int at,
    struct refusal *why, struct err *e);
/* Adds words that drop the queue when another seat's event begins so:
 * canonical, a hyphen is as good as a space. Refused if nothing waits. */
int ahead_stop(struct match *m, int seat, const char *words,
    struct refusal *why, struct err *e);
/* Drops lines and words. */
int ahead_clear(struct match *m, int seat, struct err *e);
/* Its holder wants the queue tried, even if the seat was asked before. */
void ahead_ask(struct match *m, int seat);
/* Whether match_settle will try the seat's queue as things are. */
bool ahead_due(const struct match *m, int seat);
/* Whether something became of the seat's queue in this transaction. */
bool ahead_noted(const struct match *m, int seat);

/* Inside match/: the event `seq` has just become true; its canonical words. */
int ahead_watch(struct match *m, const struct event *ev, int seq,
    const char *words, struct err *e);
/* Events became true: who is to act now has not been asked, unless it was
 * before and its turn goes on. all: nobody needs to be asked (an undo). */
void ahead_passed(struct match *m, bool all);
/* The queues that stood before event `before`. */
int ahead_restore(struct match *m, int before, struct err *e);
/* Takes the first line away: the event `seq` was made by it. */
int ahead_take(struct match *m, int seat, int seq, const char *canonical,
    struct err *e);
/* The first line was refused: all are dropped. */
int ahead_refused(struct match *m, int seat, const struct refusal *why,
    struct err *e);

/* alternative.c. The next of "A or B or C", trimmed, into out (cleared): 1, or
 * 0 at the end. desk: for `or` in every language, game: for its verbs. English
 * `or` always sets apart; the word of another language does so before a verb or
 * a number alone, for it may be part of a name ("empress of china"). One of a
 * single letter that stands between a verb alone and a number is of a code,
 * which comes out whole: "scarta o10". */
int words_alternative(const struct names *desk, const struct names *game,
    const char **at, struct buf *out);

/* fire.c. The lowest seat whose queue is to be tried now; 0: none. */
int ahead_next(const struct match *m);
/* Tries its lines while its turn goes on; then what a mail would leave
 * unsaid. */
int ahead_fire(struct match *m, int seat, struct err *e);
/* When a match is opened: a queue that waits for its seat's own answer counts
 * as not asked, so it goes on when that is given. */
int ahead_resume(struct match *m, struct err *e);

#endif
