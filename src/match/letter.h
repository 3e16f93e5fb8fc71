/* SPDX-License-Identifier: MIT */
#ifndef MATCH_LETTER_H
#define MATCH_LETTER_H

/* One mail to a seat: frame, subject, body, files, outbox; with FRAME_NEWS the
 * seat has been told. Which mails there are is in mails.c. Inside match/. */

#include "match/mails.h"

/* seat 0: to the moderator; kind: the section of mail/subject; reply NULL: it
 * answers nothing, and the
 * mail may have to wait (owed.h). */
int letter_seat(struct match *m, int seat, const char *template,
	const char *kind, unsigned what, const struct reply *reply,
	struct err *e);

#endif
