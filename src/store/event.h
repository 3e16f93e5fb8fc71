/* SPDX-License-Identifier: MIT */
#ifndef STORE_EVENT_H
#define STORE_EVENT_H

/* The event table is the truth about every game: the lines of its turn log.
 * Rows are only ever added. Position snapshots beside it are a cache that
 * can be dropped at any time (`DELETE FROM position`). */

#include "store/db.h"

/* Texts are borrowed. */
struct event_row {
	int seq;
	int actor;           /* seat; 0 chance; -1 operator */
	const char *words;   /* verb and args, canonical */
	const char *derived; /* events, one a line, "" none */
	const char *chat;    /* broadcast lines after it, turn-log form; "" */
	int64_t stamp;
	int board; /* board number after it */
	/* Message-ID of the mail that made it, and its SHA-256 in hex; NULL */
	const char *mid;
	const char *mail;
	/* its head, as the log has it (log/chain.h); NULL */
	const char *chain;
};

int event_add(struct db *db, int64_t game, const struct event_row *r,
    struct err *e);
/* Adds one line to the chat of an event that is there. */
int event_chat(struct db *db, int64_t game, int seq, const char *line,
    struct err *e);
/* Gives the head to a row that has none yet, of a game from before there were
 * any. */
int event_link(struct db *db, int64_t game, int seq, const char *chain,
    struct err *e);
/* Puts right what only follows from an event: its board number and derived
 * lines. */
int event_mend(struct db *db, int64_t game, int seq, int board,
    const char *derived, struct err *e);
/* In order of seq, from `from` on; fn non-zero stops, negative: it
 * failed. */
int event_each(struct db *db, int64_t game, int from,
    int (*fn)(void *arg, const struct event_row *r), void *arg, struct err *e);
/* Which mail made an event: 1, 0 there is no such event. */
struct event_mail {
	int actor;
	char *words;
	char *mid, *sha256; /* owned; NULL: none */
};
int event_mail(struct db *db, int64_t game, int seq, struct event_mail *out,
    struct err *e);
void event_mail_release(struct event_mail *m);
/* The seq of the last event of an actor, or of any other, that all may know of
 * (its board number is not that of the one before), and of the first with a
 * board number (none has a smaller one than that, so rows before are not looked
 * at); the board number of an event: as it was where there is none. */
int event_last_of(struct db *db, int64_t game, int actor, bool other, int *seq,
    struct err *e);
int event_of_board(struct db *db, int64_t game, int board, int *seq,
    struct err *e);
int event_board(struct db *db, int64_t game, int seq, int *board,
    struct err *e);

/* The head of a board, as the log has it (appended): 1, 0 it has none. */
int event_head(struct db *db, int64_t game, int board, struct buf *out,
    struct err *e);

int position_put(struct db *db, int64_t game, int seq, const void *data,
    size_t len, struct err *e);
/* One snapshot a game is kept, the last put: 1 with *seq and out, 0 none. */
int position_get(struct db *db, int64_t game, int *seq, struct buf *out,
    struct err *e);
int position_drop(struct db *db, int64_t game, struct err *e);

#endif
