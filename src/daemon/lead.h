/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_LEAD_H
#define DAEMON_LEAD_H

/* One of several daemons of a club (store/several.h). Inside daemon/ only. */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct daemon;
struct inbox_row;
struct outbox_row;
struct verdict_in;

/* Mails that are taken to be judged. */
struct claims {
	int64_t claim, since; /* their number; clock_monotonic_ms */
};

/* What is read at the start by who leads, also by one that takes over. */
int lead_rooms(struct daemon *d, struct err *e);
/* Once a step: does this one lead? It begins to if nobody else does. */
bool lead_step(struct daemon *d);
int lead_timeout(const struct daemon *d); /* may sleep at most so long, ms */
void chores_beside(struct daemon *d); /* of who does not lead, each minute */

/* Mails are taken to be judged (store/claim.h), up to `most`: how many, -1.
 * *tried: one, which is to be judged with care. */
int claims_take(struct daemon *d, int most, struct inbox_row *rows, bool *tried,
    struct err *e);
/* As db_begin, for what was taken; ERR_RETRY: another has it by now. */
int claims_begin(struct daemon *d, int n, struct err *e);
/* What takes long is kept. */
void claims_keep(struct daemon *d);

/* For how long letters, and games whose pages are made, are whose took them. */
int64_t leases_seconds(const struct daemon *d);
/* Letters that are due are taken for a while before they are sent
 * (store/lease.h): how many, -1. */
int leases_take(struct daemon *d, int most, bool probe, struct outbox_row *rows,
    struct err *e);
/* Once a step: those that take long are kept. */
int leases_keep(struct daemon *d, struct err *e);
/* Given back, because they cannot be sent. */
void leases_drop(struct daemon *d, const struct outbox_row *rows, int n);
/* Does a verdict count still? 1, 0, -1. The letter is anybody's again. */
int leases_mark(struct daemon *d, const struct verdict_in *l, struct err *e);

#endif
