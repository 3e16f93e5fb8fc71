/* SPDX-License-Identifier: MIT */

/*
 * Mails that one of several daemons has taken to judge (store/claim.h), for as
 * long as it is heard of: whoever finds that it took longer judges nothing. The
 * transaction in which they are judged begins with that look, and while it
 * lasts nobody takes any.
 */

#include "base/clock.h"
#include "daemon/own.h"
#include "store/claim.h"
#include "store/several.h"

static int64_t
claim_seconds(const struct daemon *d)
{
	struct several now;

	db_see(d->db, &now);
	return now.patience;
}

static void
forget(struct inbox_row *rows, int n)
{
	while (n > 0)
		inbox_row_release(&rows[--n]);
}

/* That there is something is asked first: to take it is to write. */
int
claims_take(struct daemon *d, int most, struct inbox_row *rows, bool *tried,
    struct err *e)
{
	int n = claim_waits(d->db, e), got;

	if (n <= 0)
		return n;
	if (db_begin_beside(d->db, e) != 0)
		return -1;
	d->claims.since = clock_monotonic_ms();
	n = claim_take(d->db, most, claim_seconds(d), rows, tried,
	    &d->claims.claim, e);
	got = db_leave(d->db, true, n, e);
	if (got < 0)
		forget(rows, n);
	return got;
}

int
claims_begin(struct daemon *d, int n, struct err *e)
{
	int held, rc = db_begin_beside(d->db, e);

	if (rc == 0)
		rc = claim_held(d->db, d->claims.claim, &held, e);
	if (rc == 0 && held != n)
		rc = err_set(e, ERR_RETRY, "another has taken the mails over");
	if (rc != 0)
		db_abort(d->db);
	return rc;
}

void
claims_keep(struct daemon *d)
{
	int64_t now = clock_monotonic_ms(), seconds = claim_seconds(d);
	struct err ignored;

	if (!d->shares || now - d->claims.since < seconds * 250 ||
	    db_begin_beside(d->db, &ignored) != 0)
		return;
	d->claims.since = now;
	(void)db_leave(d->db, true,
	    claim_renew(d->db, d->claims.claim, seconds, &ignored), &ignored);
}
