/* SPDX-License-Identifier: MIT */
#ifndef DESK_TROUBLE_H
#define DESK_TROUBLE_H

/*
 * Notices of trouble to the moderator of a game, who can answer with one of
 * their acts, and to the keeper. Inside desk/ only.
 */

#include "desk/steps.h"
#include "post/letter.h"

/* Who is told of trouble, in their own language. */
struct addressee {
	struct buf to;
	struct token token;   /* of a moderator; role 0 */
	struct player player; /* id 0: the keeper */
};

void addressee_release(struct addressee *to);
/* No address: there is no keeper. */
void addressee_keeper(const struct desk *d, struct addressee *out);
/* The moderator of the game; nobody if it has none. 0. */
int addressee_moderator(struct desk *d, int64_t game, struct addressee *out,
    struct err *e);
int tell_trouble(struct desk *d, const struct addressee *to,
    enum letter_kind kind, struct cJSON *ctx, struct err *e);

/*
 * Trouble with one mail that the keeper is told of: kind is the letter, and its
 * subject's section also that of "desk/trouble", the sentence about it. Both
 * get ctx, which is taken over. However much happens, five an hour are mails of
 * their own; the rest waits, and a day later one mail tells of all
 * (store/trouble.h). The log is the caller's. Without a keeper nothing is done.
 * Inside a transaction.
 */
int desk_trouble(struct desk *d, enum letter_kind kind, struct cJSON *ctx,
    struct err *e);
/* Marks a mail as set aside and tells the keeper; mid: its Message-ID, or NULL.
 * too_many: it could be judged, but so many came from there. */
int trouble_aside(struct desk *d, const struct inbox_row *row, const char *mid,
    bool too_many, struct err *e);

#endif
