/* SPDX-License-Identifier: MIT */
#ifndef POST_MESSAGES_H
#define POST_MESSAGES_H

/* Messages between those at a table (match/press.h), as mails tell them. */

#include "post/mails.h"
#include "store/press.h"

/* "press" of a context: what waits for the reader; to who watches broadcasts
 * are told. *last: the last one in it, for when the mail is written; 0:
 * nothing. */
int press_context(struct match *m, const struct reader *r,
    struct cJSON *context, int64_t *last, struct err *e);
/* Whether something waits that the seat's holder wants to be told at once. */
int press_urgent(struct match *m, int seat, struct err *e);
/* Mails what waits for the keeper, where nobody else moderates. */
int press_keeper(struct match *m, struct err *e);

#endif
