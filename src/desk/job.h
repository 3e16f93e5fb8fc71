/* SPDX-License-Identifier: MIT */
#ifndef DESK_JOB_H
#define DESK_JOB_H

/*
 * One mail on its way over the desk: who wrote it and how sure that is, the
 * game it is about, its lines and what became of each. Commands work on it;
 * in the end it becomes one answer. Inside desk/ only.
 */

#include "desk/desk.h"
#include "identity/identity.h"
#include "mail/message.h"
#include "post/calendar.h"
#include "post/preview.h"
#include "post/token.h"
#include "store/request.h"

enum line_state {
	LINE_WAITING,
	LINE_DONE,
	LINE_REFUSED,
	LINE_UNREACHED,
	LINE_UNREAD,
	LINE_HELD
};

struct line {
	char *text, *written; /* owned: as obeyed; in the mail, NULL: so too */
	enum line_state state;
	int64_t game, in;    /* where it was obeyed, 0: nowhere; headed.h */
	char *said;          /* owned: canonical, or why not (Markdown) */
	char *block;         /* owned: the text below, of some commands; NULL */
	bool ended, unknown; /* has its `endpress`; no command begins so */
	/* of no block or a copy; below it; to be asked about; below a move */
	bool passed_over, taken_back, marked, early;
};

/* A game that the mail is about, and what it does there. When the mail goes on
 * to another (`game`, `join` and the like) it stays open, and is finished with
 * the others when the whole mail has been obeyed, so that nobody gets two mails
 * about it (sit.c). */
struct visit {
	struct match *m; /* owned; NULL: about no game */
	int seat;        /* in m; 0: none */
	bool moderator;  /* of m; what the mail may do is in rights */
	bool observer;   /* and has no seat in it */
	int board;       /* the mail was written for; -1: unknown */
	bool current;    /* moves are taken */
	void *seen;      /* owned: position when it came, for numbers */
	unsigned what;   /* CONTEXT_…: asked for */
	int anew;        /* the last mail is, with news from that event; 0 */
	bool stale;      /* only because a move was for a board gone by */
	bool named, moved, hold, previewing; /* named: by `game` */
	bool stated, unseen; /* whose turn it is; a board that it has made */
	bool left, refused, queueing; /* its game; no line is obeyed; ahead */
	int moved_turn;               /* the turn of its last move */
	int queued;                   /* moves that wait for another seat */
	int hinted; /* a hint was given before this event; 0 */
};

/* What waits for the owner's word (held.c). */
struct pending {
	bool any, doubted;   /* some do; a program may have written them */
	bool tail;           /* with all that follows */
	bool moves, of_game; /* some are moves; some about a game */
	bool owner;          /* some are the owner's alone */
	bool moved, office;  /* the game has gone on; some may give one */
	bool beyond, asked;  /* of what the mail proves; in any case */
	bool silence;        /* no mail would come unasked */
	struct hold place;   /* of the first of them */
	int64_t game;        /* of the last */
	struct buf lines;    /* owned */
};

/* What the answer will say beside the lines (answer.c). */
struct answer {
	int64_t inbox;       /* the row that it answers */
	struct cJSON *parts; /* owned: answers to questions */
	/* owned: what may have been meant, and moves near to it; NULL */
	struct cJSON *meant, *near;
	struct cJSON *leads;            /* owned: what was done, in words */
	struct buf to;                  /* owned: where to; "": on record */
	size_t bytes;                   /* of parts */
	struct calendar_files calendar; /* of who has left a seat */
	/* some was; no command; a yes to nothing; of points; a new player */
	bool refused, empty, unasked, points, enrolled;
	bool as_message, late, doubted; /* message; reader left; for nothing */
};

struct job {
	struct desk *desk;           /* borrowed */
	const struct inbox_row *row; /* borrowed */
	struct message msg;          /* owned */
	struct identity who;
	/* the keeper's line at a terminal: from no player, nothing to prove */
	bool keeper;
	struct visit at;
	/* owned: games that it has left, in the order in which they were; at.m
	 * is none of them */
	struct visit *left;
	int n_left;
	struct answer answer;
	const char *lang;                       /* borrowed: player or conf */
	const struct names *words, *game_words; /* borrowed */
	struct line *line;
	int n;                  /* owned */
	int obeyed, pressed;    /* lines that were no prose; messages */
	int order, no_order;    /* what signs.c has looked for; 0 */
	struct pending waiting; /* owned: the lines that wait */
	struct preview preview; /* owned: of at.m, for at.seat */
	int64_t named;          /* it names, and is not in; 0 */
	int confirmed; /* the board that our question showed a moderator; -1 */
	bool suspect;  /* as our server says: nothing answers it */
	bool defer;    /* cannot be answered now: it waits */
	bool judged;   /* its verdict is noted */
	bool same_subject; /* as the mail has that it answers */
};

#endif
