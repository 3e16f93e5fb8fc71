/* SPDX-License-Identifier: MIT */
#ifndef POST_MAILS_H
#define POST_MAILS_H

/*
 * Mails to the seats of a match: a context (doc/contexts.md, "What
 * templates are told") is made from what that seat may know and nothing else,
 * rendered in its holder's language, and stored in the outbox. Hidden
 * information goes to the address on record, whatever a mail's From said.
 */

#include "match/match.h"

struct cJSON;
struct observer;
struct outbox_row;
struct reply; /* letter.h */

/* Who reads, and how they like it. */
struct reader {
	int seat;                       /* OBSERVER for nobody's seat */
	const char *lang, *layout, *tz; /* borrowed */
	int width;
	bool unicode;                    /* drawings of more than ASCII */
	bool changes;                    /* turn mails show what has changed */
	bool ics;                        /* deadlines for a calendar */
	bool by_game;                    /* all mails of a game are a thread */
	bool links;                      /* moves become mailto: links to … */
	bool moderator;                  /* of this game */
	const struct observer *observer; /* who watches it; NULL. Borrowed */
	/* nobody is "you": for those who read of a game that is over */
	bool by_name;
	bool former; /* the seat was theirs */
	int anew;    /* news are told from that event once more; 0 */
	/* [1..6]: the names of seats at a moment that is past; NULL: as now */
	const char *const *who;
	/* what a seat was called up to the event that is told; NULL */
	const char *was;
	/* a block of code "map" stands where the map is to be, empty */
	bool shows; /* mails with the board as a picture */
	bool pictures;
	/* takes what the reader's mail did; NULL: that is news too */
	struct cJSON *answer;
	/* "games+42.p2…@…", "pq42" or with token */
	const char *reply_to, *tag;
};
/* The seat's holder (0: the moderator, who sees what an observer may), or the
 * club's defaults. Borrowed from m. */
int reader_of(struct match *m, int seat, struct reader *out, struct err *e);
/* Somebody without a seat: the player, who lends strings; NULL: a stranger, in
 * the language (NULL: the club's). */
void reader_from(const struct club *club, const struct player *p,
    const char *lang, struct reader *out);

/*
 * The context for a reader: game, round, due, waiting, news, position, moves.
 * Caller frees with cJSON_Delete. news from told_seq + 1 on.
 */
enum {
	CONTEXT_NEWS = 1,
	CONTEXT_POSITION = 2,
	CONTEXT_MOVES = 4,
	CONTEXT_CLOCK = 8,
	CONTEXT_END = 16,     /* what the last mail tells */
	CONTEXT_CHART = 32,   /* reference of the game */
	CONTEXT_CHANGES = 64, /* the board: what the seat was not shown yet */
	CONTEXT_MINE = 128    /* of the position what is the reader's own */
};
int context_make(struct match *m, const struct reader *r, unsigned what,
    struct cJSON **out, struct err *e);
/* Beside "seats" of that, what of their points lies open: "points", with
 * "counted". */
void context_points(const struct match *m, const struct reader *r,
    struct cJSON *context);

/* A piece of a game's page for a reader ("hand"): template <game>/<piece> with
 * the dressed view, Markdown. */
int context_piece(struct match *m, const struct reader *r, const char *piece,
    struct buf *out, struct err *e);

/* A log entry as news for a reader, Markdown; nothing if it may not know. */
int news_line(struct match *m, const struct reader *r,
    const struct log_entry *h, struct buf *out, struct err *e);
/* A refusal as one or two sentences: the game's template, else the desk's. */
int refusal_text(const struct club *club, const struct match *m,
    const struct reader *r, const struct refusal *why, struct buf *out,
    struct err *e);

/* The move a bare number stands for in the seat's list at a position; 0, or
 * -1. How many moves of the list have a number. */
int numbered_move(const struct game_kind *kind, const void *pos, int seat,
    long number, struct move *out);
int numbered_count(const struct game_kind *kind, const void *pos, int seat);

/* What match/ needs of this room: a club brings it (match/club.h). */
extern const struct notifier post_notifier;
/* The one answer to a seat's mail, joined with its turn mail if it is to act;
 * seat 0: to the moderator's. After match_settle and before match_finish. */
int mails_answer(struct match *m, int seat, const struct reply *r,
    struct err *e);

#endif
