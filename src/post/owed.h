/* SPDX-License-Identifier: MIT */
#ifndef POST_OWED_H
#define POST_OWED_H

/*
 * Nobody is flooded by one person: of the mails that somebody gets because of
 * one author only so many go out within an hour (club.most). What would go
 * beyond is not written; its reader counts as not told, so that the next mail
 * tells all of it, and what no later mail could know (acts of a moderator, what
 * became of moves sent ahead) is kept in words (store/owed.h). When the hour
 * allows, one mail with all of it is made by digest_owed. An author's own mail
 * is always answered, and what the clock does has no author.
 */

#include "post/mails.h"

/* Whether the mail to the reader, who is the player at this place of the table
 * (a seat, OWED_MODERATOR, OWED_OBSERVER), must wait; then it is noted, and
 * counts as not told. 1, 0. */
int owed_put_off(struct match *m, const struct reader *r, int64_t player,
    int seat, struct err *e);
/* Who wants no mail is told this, as the moderator, once they want some. */
int owed_silent(struct match *m, const struct reader *r, struct err *e);
/* The seat's turn is told later, by what is owed or a digest. */
void owed_turn(struct match *m, int seat);
/* What is left over of too long a mail comes later, whatever the hour. */
int owed_rest(struct match *m, int seat, struct err *e);

#endif
