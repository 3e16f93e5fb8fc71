/* SPDX-License-Identifier: MIT */
#ifndef POST_CALENDAR_H
#define POST_CALENDAR_H

/*
 * A seat's deadline as an event of a calendar (RFC 5545), for who has set ics.
 * A holder's decision has one UID for ever; when its deadline changes the event
 * is published again with a higher SEQUENCE, and when it is made, or taken
 * away, it is cancelled in the next mail; when the seat is, in the mail that
 * says so. Nothing is in it that the mail beside it does not say.
 */

#include "post/mails.h"

enum { CALENDAR_FILES = 2 };

struct calendar_files {
	struct post_file file[CALENDAR_FILES];
	struct buf text[CALENDAR_FILES]; /* owned */
	size_t n;
	char name[CALENDAR_FILES][32];
};
void calendar_release(struct calendar_files *f);

/* What the next mail to the seat, or to the moderator (0), brings; told: it
 * says whose turn it is. What is brought is noted as sent. */
int calendar_of(struct match *m, int seat, const struct reader *r, bool told,
    const struct cJSON *context, struct calendar_files *out, struct err *e);
/* Adds what the mail brings that tells a player that they have left their seat.
 */
int calendar_left(struct match *m, int64_t player, const char *lang,
    struct calendar_files *out, struct err *e);

/* One property as a content line, escaped as TEXT and folded. */
void calendar_text(const char *name, const char *value, struct buf *out);

#endif
