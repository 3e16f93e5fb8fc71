/* SPDX-License-Identifier: MIT */
#ifndef STORE_AGAIN_H
#define STORE_AGAIN_H

/*
 * Mails that come twice by different roads, so that their bytes differ (for
 * the same bytes see store/inbox.h), and the answers that mails had. What makes
 * two mails one is the caller's to say (desk/again.c): a hash, and what proved
 * the writer. That of a mail counts from when it has been answered, or held.
 */

#include "base/hash.h"
#include "store/db.h"

struct same {
	uint8_t key[HASH_SIZE];
	char proof[64]; /* "": nothing */
};

/* The first mail received since then, but not `id`, that was the same and
 * proved no less: what proved `s` or, if that is nothing, whatever: 1, 0. */
int again_find(struct db *db, int64_t id, const struct same *s, int64_t since,
    int64_t *first, struct err *e);
/* Notes it of a mail that is judged. */
int again_note(struct db *db, int64_t id, const struct same *s, struct err *e);
/* The same mail has come with a proof: what came without, and is held, waits
 * for no word any more and is ignored. */
int again_supersede(struct db *db, int64_t id, const struct same *s,
    struct err *e);

/* The newest answer to it, if it had some and none can have arrived: each was
 * given up or came back: 1, 0. */
int again_lost(struct db *db, int64_t inbox, int64_t *outbox, struct err *e);

/* The mail that our newest to a seat answers, if it was obeyed and received
 * since then: 1, 0. */
int again_newest(struct db *db, int64_t game, int seat, int64_t since,
    int64_t *inbox, struct err *e);

/* The last mail of that Message-ID and proof that was obeyed and received since
 * then, of those that the last fifty answers to a seat are to: 1, 0. */
int again_obeyed(struct db *db, const char *message_id, const char *proof,
    int64_t game, int seat, int64_t since, int64_t *inbox, struct err *e);

/* The mail that one of ours to a seat has answered, and whether it was obeyed:
 * 1, 0. */
int again_asked(struct db *db, const char *message_id, int64_t game, int seat,
    int64_t *inbox, int64_t *obeyed, struct err *e);
/* Whether that mail was refused, or held no order: our answer may have named
 * some moves. 1, 0. */
int again_open(struct db *db, const char *message_id, int64_t game, int seat,
    struct err *e);

#endif
