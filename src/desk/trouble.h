/* SPDX-License-Identifier: MIT */
#ifndef DESK_TROUBLE_H
#define DESK_TROUBLE_H

/*
 * Notices of trouble to the moderator of a game, who can answer with one of his
 * acts, and to the keeper. Inside desk/ only.
 */

#include "desk/errand.h"

/* Who is told of trouble, in his own language. */
struct ear {
	struct buf to;
	/* the token of a moderator, in a reply address or for the subject */
	struct buf reply_to, tag;
	struct player player;            /* id 0: the keeper */
};

void ear_release(struct ear *ear);
/* No address: there is no keeper. */
void ear_keeper(const struct desk *d, struct ear *out);
/* The moderator of the game; nobody if it has none. 0. */
int ear_moderator(struct desk *d, int64_t game, struct ear *out,
	struct err *e);
/* The subject is the phrase of the template's name. */
int tell_trouble(struct desk *d, const struct ear *ear, const char *template,
	const char *mark, struct cJSON *ctx, struct err *e);

/* Marks a mail as set aside and tells the keeper; mid: its Message-ID, or NULL.
 * too_many: it could be judged, but so many came from there. */
int trouble_aside(struct desk *d, const struct inbox_row *row, const char *mid,
	bool too_many, struct err *e);

#endif
