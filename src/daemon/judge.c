/* SPDX-License-Identifier: MIT */
#include "daemon/own.h"
#include "daemon/ticker.h"
#include "mail/header.h"
#include "store/claim.h"

/*
 * A mail whose reading was begun before and not finished may have ended the
 * process: it is judged alone, after another process has tried it. One that
 * ends that too is set aside and reported instead of looping, and so is one
 * that fails twice in a process that lives. That a mail with so many attempts
 * as below does no harm to the trial is not believed any more.
 */
enum { FAILURES_MAX = 2, ATTEMPTS_MAX = 6 };
/* Mails read from the inbox at a time, and by one of several daemons. */
enum { WAITING_BATCH = 50, CLAIMED_BATCH = 20 };

/* As it stands in the header: whatever reads more of the mail may be what ended
 * two processes. */
static void
judge_say(struct daemon *d, const struct inbox_row *r, const char *why)
{
	size_t len = header_length(r->raw, r->raw_len);
	struct buf from = BUF_INIT, mid = BUF_INIT;
	char id[24];

	(void)header_find(r->raw, len, "From", &from);
	(void)header_find(r->raw, len, "Message-ID", &mid);
	buf_truncate(&from, 300);
	buf_truncate(&mid, 300);
	(void)snprintf(id, sizeof id, "%lld", (long long)r->id);
	db_log(d->db, LOG_LEVEL_WARNING, "inbox.aside", "inbox", id, "from",
	    from.len > 0 ? from.data : NULL, "mid",
	    mid.len > 0 ? mid.data : NULL, "why", why, NULL);
	buf_release(&from);
	buf_release(&mid);
}

/* Those are to be judged: ours alone, or claimed. */
static int
judge_begin(struct daemon *d, int n, struct err *e)
{
	return d->shares ? claims_begin(d, n, e) : db_begin(d->db, e);
}

/* Of those that failed others may be first. */
static int
judge_end(struct daemon *d, int failed, struct err *e)
{
	return d->shares && failed > 0 ? claim_end(d->db, d->claims.claim, e) :
					 0;
}

/* One attempt more, before anything else is done; or less, after all. */
static int
judge_attempt(struct daemon *d, const struct inbox_row *rows, int n, int by,
    struct err *e)
{
	int64_t ids[JUDGE_BATCH];
	int rc;

	for (int i = 0; i < n; i++)
		ids[i] = rows[i].id;
	if (judge_begin(d, n, e) != 0)
		return -1;
	rc = inbox_attempt(d->db, ids, n, by, e);
	if (rc == 0)
		rc = judge_end(d, by < 0, e);
	return db_leave(d->db, true, rc, e);
}

/* The world failed, not the mails: their attempts must not add up. If even
 * this cannot be written they are set aside too early, and reported. */
static void
judge_unattempt(struct daemon *d, const struct inbox_row *rows, int n)
{
	struct err ignored;

	for (int i = 0; i < n; i += JUDGE_BATCH)
		(void)judge_attempt(d, rows + i,
		    n - i < JUDGE_BATCH ? n - i : JUDGE_BATCH, -1, &ignored);
}

/* The next batch may be there: but if one failed here, or came by a pipe, those
 * are first. */
static int
judge_ahead(struct daemon *d, struct err *e)
{
	int waiting;

	if (inbox_count(d->db, INBOX_NEW, &waiting, e) != 0)
		return -1;
	return waiting > 0 ? 0 : fetch_ahead(d, e);
}

static void
judge_goes_on(void *daemon)
{
	notify_alive();
	fetch_meanwhile(daemon);
}

/* One transaction over n rows, while the transport sends what it was given
 * before, and with what is fetched meanwhile, if ahead. How many were settled,
 * -1. */
static int
judge_rows(struct daemon *d, struct inbox_row *rows, int n, bool ahead,
    struct err *e)
{
	int failed = 0;

	(void)runner_go_on(d, e);
	d->desk->club.order.ends = ticker_ticks(d);
	d->desk->between = judge_goes_on;
	d->desk->of_between = d;
	if (ticker_note(d, e) != 0 || judge_begin(d, n, e) != 0 ||
	    desk_judge(d->desk, rows, n, &failed, e) != 0 ||
	    judge_end(d, failed, e) != 0 || (ahead && judge_ahead(d, e) != 0) ||
	    runner_commit(d, e) != 0) {
		db_abort(d->db);
		desk_forget(d->desk);
		fetch_doubt(d);
		if (e->kind != ERR_CORRUPT || db_damaged(d->db))
			judge_unattempt(d, rows, n);
		return -1;
	}
	d->tally.judged += n - failed;
	return n - failed;
}

static int
judge_aside(struct daemon *d, struct inbox_row *r, const char *why,
    struct err *e)
{
	if (judge_begin(d, 1, e) != 0)
		return -1;
	judge_say(d, r, why);
	if (desk_aside(d->desk, r, e) != 0 || db_commit(d->db, e) != 0) {
		db_abort(d->db);
		desk_forget(d->desk);
		return -1;
	}
	d->tally.judged++;
	return 1;
}

/* The mail just judged is only not to be judged yet. */
static bool
is_put_off(const struct daemon *d)
{
	const struct order *o = &d->desk->club.order;

	return o->astray || o->behind != 0;
}

static int
judge_alone(struct daemon *d, struct inbox_row *r, struct err *e)
{
	int got;

	if (r->attempts >= ATTEMPTS_MAX)
		return judge_aside(d, r, "its reading never came to an end", e);
	if (!trial_survived(d, r->id))
		return judge_aside(d, r, "it ended two processes", e);
	if (judge_attempt(d, r, 1, 1, e) != 0)
		return -1;
	r->attempts++;
	got = judge_rows(d, r, 1, false, e);
	if (got == 0 && r->attempts >= FAILURES_MAX && !is_put_off(d))
		return judge_aside(d, r, "it could not be judged twice", e);
	return got;
}

/* The rows at the head that were never tried. */
static int
judge_untried(const struct inbox_row *rows, int n)
{
	int k = 0;

	while (k < n && rows[k].attempts == 0)
		k++;
	return k;
}

static int
judge_together(struct daemon *d, struct inbox_row *rows, int n, struct err *e)
{
	if (judge_attempt(d, rows, n, 1, e) != 0)
		return -1;
	for (int i = 0; i < n; i++)
		rows[i].attempts++;
	return judge_rows(d, rows, n, false, e);
}

/* In the order they came: a run of new ones together, the others alone. */
static int
judge_run(struct daemon *d, struct inbox_row *rows, int n, struct err *e)
{
	int settled = 0;

	for (int i = 0; i < n;) {
		int run = judge_untried(rows + i, n - i), got;

		notify_alive();
		got = run > 0 ? judge_together(d, rows + i, run, e) :
				judge_alone(d, rows + i, e);
		if (got < 0)
			return -1;
		settled += got;
		i += run > 0 ? run : 1;
	}
	return settled;
}

/* Few at a time: raw mails of the largest size are in memory. */
int
judge_waiting(struct daemon *d, struct err *e)
{
	struct inbox_row rows[WAITING_BATCH];
	int n, got;

	n = inbox_next(d->db, WAITING_BATCH, rows, e);
	if (n <= 0)
		return n;
	got = judge_run(d, rows, n, e);
	for (int i = 0; i < n; i++)
		inbox_row_release(&rows[i]);
	/* Tried and still there counts as work: the next time they are set
	 * aside. */
	return got < 0 ? -1 : n;
}

/* What is anybody's that is first, of some games or of all. So few that others
 * have some, and that what one has when it dies is soon tried with care. */
int
judge_claimed(struct daemon *d, struct err *e)
{
	struct inbox_row rows[CLAIMED_BATCH];
	bool tried = false;
	int n = claims_take(d, CLAIMED_BATCH, rows, &tried, e), got;

	if (n <= 0)
		return n;
	got = tried ? judge_alone(d, rows, e) :
		      judge_rows(d, rows, n, false, e);
	for (int i = 0; i < n; i++)
		inbox_row_release(&rows[i]);
	return got < 0 ? -1 : n;
}

/* Rows that fail here stay new with one attempt; judge_waiting finds them.
 * Those that were not reached were not tried after all. While others wait that
 * could not be judged, none overtakes them. */
int
judge_fresh(struct daemon *d, struct err *e)
{
	int n = d->in.n_fresh, got = 0;
	bool waits = d->judging.failures > 0;

	for (int i = 0; i < n; i += JUDGE_BATCH) {
		int part = n - i < JUDGE_BATCH ? n - i : JUDGE_BATCH;

		if (got >= 0 && !waits)
			got = judge_rows(d, d->in.fresh + i, part,
			    i + part == n, e);
		else
			judge_unattempt(d, d->in.fresh + i, part);
	}
	fetch_forget(d);
	fetch_ahead_end(d, got >= 0);
	return got < 0 || waits ? got : n;
}

void
judge_nothing(struct daemon *d)
{
	judge_unattempt(d, d->in.fresh, d->in.n_fresh);
}
