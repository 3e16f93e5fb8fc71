/* SPDX-License-Identifier: MIT */
#ifndef POST_LETTER_H
#define POST_LETTER_H

/*
 * Every mail of ours. A letter has a recipient and a kind; the table in
 * letter.c says which template, subject, parts and priority go with that.
 * letter_open finds how the recipient likes to read, a name for the mail
 * without the number of any row, which would count what others did, and the
 * address that a reply goes to, with a token; the caller makes the context
 * of the template; letter_send renders it and puts the mail into the outbox.
 *     struct letter l = { .club = h, .kind = LETTER_ADDED,
 *         .to = { .is = TO_PLAYER, .player = p, .address = address } };
 *     letter_write(&l, context, e);
 * letter_tell does all of it for somebody's place at a table, and notes it.
 * Hidden information goes to the address on record alone. */

#include "post/mails.h"
#include "post/token.h"
#include "store/observer.h"

/* clang-format off */
enum letter_kind {
	LETTER_NONE, LETTER_START, LETTER_TURN, LETTER_REMINDER, LETTER_NEWS,
	LETTER_BOARD, LETTER_OVER, LETTER_LAST, LETTER_MODERATOR,
	LETTER_MESSAGE, LETTER_ANSWER, LETTER_REFUSED, LETTER_WATCH,
	LETTER_BROADCAST, LETTER_UNWATCHED, LETTER_UNSEATED, LETTER_KEEPER,
	LETTER_DIGEST, LETTER_UNBOUND, LETTER_OFFICE,
	/* about no game: answers, requests, trouble */
	LETTER_HELP, LETTER_ENROLLED, LETTER_CONFIRM, LETTER_APPROVE,
	LETTER_WELCOME, LETTER_DECLINED, LETTER_INVITE, LETTER_ADDRESS,
	LETTER_ADDED, LETTER_DROPPED, LETTER_RENEWED, LETTER_BOUNCED,
	LETTER_ASIDE, LETTER_LEFTOVER, LETTER_TROUBLES, LETTER_ALARM
};
enum recipient_is { TO_SEAT, TO_MODERATOR, TO_OBSERVER, TO_PLAYER,
	TO_STRANGER, TO_KEEPER };
/* clang-format on */

/* Only AT_ONCE goes to who wants no mail. LIMITED waits while its author's are
 * too many (owed.h), PATIENT for a digest too. A reply waits for nothing. */
enum priority { AT_ONCE, OFFERED, LIMITED, PATIENT };
struct letter_row {
	const char *template; /* "mail/turn" */
	const char *subject;  /* section of mail/subject */
	unsigned parts;       /* CONTEXT_NEWS … */
	enum priority priority;
};
extern const struct letter_row letter_rows[];

struct recipient { /* the first three kinds are at the table of m */
	enum recipient_is is;
	int seat;                  /* of a seat */
	struct observer *observer; /* borrowed; counts go up */
	/* borrowed; of a place at a table letter_open finds it */
	const struct player *player;
	const char *address; /* NULL: the first on record */
	const char *lang;    /* a stranger's; NULL: ours */
};

/* What a letter answers; subject NULL: tells what became of it, and no more. */
struct reply {
	const char *message_id;        /* of their mail; NULL */
	const char *const *references; /* of it, above it in its thread */
	size_t n_references;
	const char *subject;  /* theirs; "" */
	struct cJSON *answer; /* borrowed: the context's; it gets "did" */
	bool problem;         /* something was refused */
	unsigned what;        /* CONTEXT_POSITION …: asked for */
	int anew; /* the last mail once more, with news from that event; 0 */
};

struct letter {
	/* what the caller says; all borrowed */
	const struct club *club;
	struct match *m; /* NULL: about no game */
	enum letter_kind kind;
	struct recipient to;
	unsigned parts;            /* beside those of the table */
	const struct reply *reply; /* NULL: it answers nothing */
	struct token token;  /* of the reply; role 0: a place's, or nobody's */
	const char *subject; /* whole; NULL: the table's */
	const struct post_file *files;
	const struct board_shown *boards; /* of several games: pictures.h */
	size_t n_files, n_boards;
	int writer; /* of all its messages: 1 + their seat; 0: none */
	bool known; /* all at the table may expect it */
	/* what letter_open finds */
	struct reader r;
	int board;           /* that the reader then has seen; its head */
	struct player found; /* owned: an observer */
	char who[16];        /* "p2", "m", "ok3v9"; "" */
	struct buf address, reply_to, tag, mark, head, name; /* owned */
};

/* 1; 0: there is no address, or it has to wait, which was noted. */
int letter_open(struct letter *l, struct err *e);
/* Recipient, reader and reply address alone, for who stands at that board. */
int letter_place(struct letter *l, int board, struct err *e);
/* ctx (borrowed) gets "mark", the last line of the mail, and "club". */
int letter_send(struct letter *l, struct cJSON *ctx, struct err *e);
/* The same, not stored: touches no database. */
int letter_make(struct letter *l, struct cJSON *ctx, struct outbox_row *out,
    struct err *e);
void letter_release(struct letter *l);
/* Opens, sends and releases; takes ctx over. */
int letter_write(struct letter *l, struct cJSON *ctx, struct err *e);

/* letter_game.c: to a place at the table, with the parts. */
int letter_tell(struct letter *l, struct err *e);
/* Of a mail of many games: the context of one, after letter_place, with
 * messages that wait (*press: the last); and that it was told. */
int letter_context(struct letter *l, struct cJSON **context, int64_t *press,
    struct err *e);
int letter_told(struct letter *l, int64_t press, struct err *e);
/* The address that carries a token, and the tag of subjects: "pq42", with the
 * token where sub-addresses do not reach us; "" of no game. */
void letter_reply_to(const struct club *club, const struct token *t,
    struct buf *address, struct buf *tag);

#endif
