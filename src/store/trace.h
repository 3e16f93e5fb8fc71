/* SPDX-License-Identifier: MIT */
#ifndef STORE_TRACE_H
#define STORE_TRACE_H

/*
 * The life of mails, for `paquebot trace`: what became of those that came, and
 * each attempt to send one. Kept as long as the bodies of mails are.
 */

#include "store/db.h"

/* What became of a mail in the inbox. */
struct judgement {
	const char *verdict; /* a word: "obeyed" */
	const char *sender;  /* NULL: nobody */
	int64_t game;
	int seat; /* 0: none */
	int64_t at;
};
int trace_judged(struct db *db, int64_t inbox, const struct judgement *j,
    struct err *e);
/* One attempt to send; verdict is a word, reply NULL or "": nothing was said.
 * A mail that was dropped meanwhile has no life to tell. */
int trace_attempt(struct db *db, int64_t outbox, int64_t at,
    const char *verdict, const char *reply, struct err *e);

/* One thing that happened to a mail. Strings are borrowed; NULL: not known. */
struct step {
	int64_t at;
	bool out;   /* in the outbox, else in the inbox */
	int64_t id; /* its number there */
	/* "came", a verdict, "written", "sent", "later", "unknown", "failed",
	 * "returned" */
	const char *what;
	const char *address; /* from, or to whom */
	const char *message_id;
	int64_t game;
	int seat;        /* 0: none */
	int64_t tries;   /* came: how often it was begun */
	int64_t answers; /* written: the mail that it answers */
	const char *reply;
};

/* Mails by what is looked for: an address that wrote them or is written to, a
 * game they are about, or a Message-ID without <>. The answers to a mail that
 * came belong to it, and to an answer the mail. In order of time; non-zero
 * from fn stops. */
enum trace_by { TRACE_ADDRESS, TRACE_GAME, TRACE_MESSAGE_ID };
int trace_each(struct db *db, enum trace_by by, const char *what,
    int (*fn)(void *arg, const struct step *s), void *arg, struct err *e);

#endif
