/* SPDX-License-Identifier: MIT */
#ifndef STORE_COUNTS_H
#define STORE_COUNTS_H

/* What a keeper watches, in numbers, and the forgetting of old mails. Cheap
 * enough for once a minute: nothing here reads a whole table that grows. */

#include "store/db.h"

struct counts {
	int games[4];         /* by enum game_state */
	int players, failing; /* addresses whose mail comes back */
	int inbox_new, inbox_aside, inbox_deferred, held;
	int outbox_waiting, outbox_failed;
	/* when the oldest waiting was written; 0: none waits */
	int64_t outbox_oldest;
	/* decisions past their deadline, and the games they are in */
	int late, late_games;
};
int counts_read(struct db *db, int64_t now, struct counts *out, struct err *e);

/*
 * Forgets the bodies of mails that were judged or sent and are older than
 * `keep` seconds: their rows stay, so that nothing is judged twice. The last
 * mail to a seat of a game that is not over is kept (`resend`); what is held
 * gets old when it can be confirmed no more. What is young is not read: the
 * walk ends at the first mail of the last `keep` seconds, so one behind it that
 * bears an older date waits for it. *at: where to go on, 0 the beginning; 0
 * afterwards: all that is old was seen. Returns how many of a batch were
 * forgotten, or -1.
 */
struct prune {
	int64_t now, keep;
};
int prune_inbox(struct db *db, const struct prune *p, int64_t *at,
    struct err *e);
int prune_outbox(struct db *db, const struct prune *p, int64_t *at,
    struct err *e);

#endif
