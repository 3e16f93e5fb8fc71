/* SPDX-License-Identifier: MIT */
#ifndef STORE_CONTACT_H
#define STORE_CONTACT_H

/*
 * Whether mail reaches the holder of a seat: what became of the last mail to
 * them about the game that answered none of theirs, a digest that showed it
 * included, when they last wrote about it, and what became of the answer. That
 * a server took a mail does not say that somebody read it; a mail of theirs
 * does, where the proof that it brought is that mail's.
 */

#include "store/outbox.h"

struct contact {
	struct contact_mail {
		int64_t written; /* 0: there is none */
		int64_t sent;    /* 0: not yet */
		int64_t returned;
		enum outbox_state state;
		bool bounced;
	} mail, answer;
	char message_id[64]; /* of mail, cut */
	int64_t digest;      /* mail is that digest; 0: none */
	/* Their last mail that was proven and judged; 0: none. */
	int64_t came;
	char proof[64]; /* what proved it, as struct same has it (again.h) */
};
int contact_get(struct db *db, int64_t game, int seat, int64_t player,
    struct contact *out, struct err *e);

#endif
