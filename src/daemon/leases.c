/* SPDX-License-Identifier: MIT */

/*
 * Letters that one of several daemons has taken (store/lease.h). Its own clock
 * begins before the server's does, so what it believes ends earlier than what
 * the others see; and it runs while the machine sleeps. A letter whose time is
 * over is not begun, and not ended by its final dot. So a letter goes twice
 * only if that was said, and no answer heard, before the lease ended.
 */

#include "base/clock.h"
#include "base/log.h"
#include "daemon/own.h"
#include "mail/workers.h"
#include "store/lease.h"
#include "store/several.h"

int64_t
leases_seconds(const struct daemon *d)
{
	struct several now;

	db_see(d->db, &now);
	return now.lease;
}

static int
take(struct daemon *d, int most, bool probe, struct outbox_row *rows,
    struct err *e)
{
	int64_t when = 0, id = 0;
	int n = probe ?
	    breaker_probe(d, rows, e) :
	    outbox_due_after(d->db, clock_now(), &when, &id, most, rows, e);

	if (n > 0 && lease_take(d->db, rows, n, leases_seconds(d), e) != 0) {
		while (n > 0)
			outbox_row_release(&rows[--n]);
		return -1;
	}
	return n;
}

/* That there is something is asked first: to take it is to write. */
int
leases_take(struct daemon *d, int most, bool probe, struct outbox_row *rows,
    struct err *e)
{
	int64_t when, began = clock_boot_ms();
	int n, got = outbox_next_due(d->db, &when, e);

	if (got <= 0 || when > clock_now())
		return got < 0 ? -1 : 0;
	if (db_begin_beside(d->db, e) != 0)
		return -1;
	n = take(d, most, probe, rows, e);
	got = db_leave(d->db, true, n, e);
	while (got < 0 && n > 0)
		outbox_row_release(&rows[--n]);
	d->out.until = began + leases_seconds(d) * 1000;
	return got;
}

/* Half of its lease is over. */
static bool
is_old(const struct daemon *d, const struct flight *f, int64_t now)
{
	return f->row.claim != 0 && !workers_over(&f->letter) &&
	    f->letter.until - now < leases_seconds(d) * 500;
}

static int
keep_all(struct daemon *d, int64_t now, struct err *e)
{
	int64_t seconds = leases_seconds(d);
	int rc = 0;

	for (struct flight *f = d->out.flights; f != NULL && rc >= 0;
	    f = f->next) {
		if (!is_old(d, f, now))
			continue;
		rc = lease_renew(d->db, f->row.id, f->row.claim, seconds, e);
		if (rc == 0)
			f->letter.until = 1; /* another has it: over */
	}
	return rc < 0 ? -1 : 0;
}

int
leases_keep(struct daemon *d, struct err *e)
{
	int64_t now = clock_boot_ms(), seconds = leases_seconds(d);
	bool any = false;

	for (struct flight *f = d->out.flights; f != NULL; f = f->next)
		any = any || is_old(d, f, now);
	if (!any)
		return 0;
	if (db_begin_beside(d->db, e) != 0)
		return -1;
	if (db_leave(d->db, true, keep_all(d, now, e), e) != 0)
		return -1;
	for (struct flight *f = d->out.flights; f != NULL; f = f->next)
		if (is_old(d, f, now))
			f->letter.until = now + seconds * 1000;
	return 0;
}

/* If it cannot be written they wait for the end of their lease. */
void
leases_drop(struct daemon *d, const struct outbox_row *rows, int n)
{
	struct err ignored;
	int rc = 0;

	if (db_begin_beside(d->db, &ignored) != 0)
		return;
	for (int i = 0; i < n && rc >= 0; i++)
		rc = lease_end(d->db, rows[i].id, rows[i].claim, &ignored);
	(void)db_leave(d->db, true, rc, &ignored);
}

int
leases_mark(struct daemon *d, const struct verdict_in *l, struct err *e)
{
	int held = l->claim == 0 ? 1 : lease_end(d->db, l->id, l->claim, e);
	char id[24];

	if (held < 0 || l->verdict == VERDICT_NONE)
		return held < 0 ? -1 : 0;
	if (held == 0) {
		(void)snprintf(id, sizeof id, "%lld", (long long)l->id);
		log_event(LOG_LEVEL_INFO, "mail.overtaken", "outbox", id, NULL);
	}
	return held > 0 || l->verdict == VERDICT_SENT;
}
