/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "daemon/ticker.h"
#include "identity/concerns.h"
#include "mail/header.h"

enum { FETCH_FAILURES = 8 }; /* some two minutes of them */

static int
add_one(struct daemon *d, const struct conf_mailbox *conf, struct err *e)
{
	struct mailboxes *all = &d->in;
	struct fetching in = { .conf = conf,
		.driver = source_driver(conf),
		.look = true,
		.ahead = { .n = SOURCE_BUSY } };

	if (mailbox_read(d->db, conf_name(conf), &in.state, e) != 0)
		return -1;
	in.told = in.state.fails != 0;
	all->at = mem_more(all->at, (size_t)all->n, sizeof *all->at);
	all->at[all->n++] = in;
	return 0;
}

static int
open_one(struct fetching *in, struct err *e)
{
	return in->source != NULL ? 0 :
				    in->driver->open(in->conf, &in->source, e);
}

int
fetch_open(struct daemon *d, struct err *e)
{
	const struct conf_mailbox *m;
	int rc = 0, open = 0;

	for (int i = 0; rc == 0 && (m = conf_mailbox(d->conf, i)) != NULL; i++)
		if (strcmp(m->type, "pipe") != 0)
			rc = add_one(d, m, e);
	for (int i = 0; rc == 0 && i < d->in.n; i++)
		open += open_one(&d->in.at[i], e) == 0;
	if (rc == 0 && open == 0 && d->in.n > 0)
		rc = FETCH_NONE;
	if (rc != 0)
		fetch_close(d, 0);
	return rc;
}

/* why: NULL, it works. A moment that a clock has taken back is none. */
static void
fetch_note(struct daemon *d, struct fetching *in, const char *why)
{
	struct mailbox *m = &in->state;
	int64_t now = clock_now(), since = why != NULL ? m->fails : m->works;
	struct err later;

	if (since == 0 || since > now ||
	    strcmp(m->reason, why != NULL ? why : "") != 0) {
		*m = (struct mailbox){ 0 };
		since = since == 0 || since > now ? now : since;
		*(why != NULL ? &m->fails : &m->works) = since;
		(void)snprintf(m->reason, sizeof m->reason, "%s",
		    why != NULL ? why : "");
		in->unsaved = true;
	}
	if (why != NULL) {
		m->failures = in->backoff.failures;
		m->again = now + backoff_left(&in->backoff) / 1000;
		in->unsaved = true;
	}
	if (in->unsaved)
		in->unsaved = mailbox_write(d->db, conf_name(in->conf), m,
				  &later) != 0;
}

void
fetch_go_on(struct daemon *d)
{
	for (int i = 0; i < d->in.n; i++) {
		struct fetching *in = &d->in.at[i];
		const struct mailbox *m = &in->state;

		if (m->failures > 0)
			backoff_go_on(&in->backoff, m->failures, m->fails,
			    m->again - clock_now(), m->reason);
	}
}

/* For an hour, restarts not counted, and at this one not only because the
 * machine's network or clock came after us. */
static bool
fetch_lasts(const struct fetching *in)
{
	enum { HOUR = 3600 };

	return in->backoff.failures >= FETCH_FAILURES &&
	    clock_now() - in->state.fails >= HOUR;
}

/* What needs a human is told at once; a server that is away may come back. */
void
fetch_failed(struct daemon *d, struct fetching *in, const struct err *e)
{
	backoff_fail(&in->backoff, "mailbox.failed", e);
	fetch_note(d, in, e->text);
	if (e->kind != ERR_GIVEUP && !fetch_lasts(in))
		return;
	(in->told ? alarm_raise : alarm_raise_more)(d,
	    e->kind == ERR_GIVEUP ? ALARM_LOGIN : ALARM_MAILBOX, e->text);
	in->told = true;
}

void
fetch_stuck(struct fetching *in, const struct err *e)
{
	backoff_fail(&in->backoff, "inbox.failed", e);
}

/* An alarm does not know which mailbox it is of: it ends when all work, as was
 * known last. */
void
fetch_works(struct daemon *d, struct fetching *in)
{
	backoff_done(&in->backoff);
	fetch_note(d, in, NULL);
	in->told = false;
	for (int i = 0; i < d->in.n; i++)
		if (d->in.at[i].state.fails != 0)
			return;
	alarm_clear(d, ALARM_LOGIN);
	alarm_clear(d, ALARM_MAILBOX);
}

bool
fetch_rests(const struct fetching *in)
{
	return in->look && !backoff_over(&in->backoff);
}

int64_t
fetch_looked(const struct daemon *d)
{
	int64_t oldest = d->in.n > 0 ? clock_now() : 0;

	for (int i = 0; i < d->in.n; i++) {
		int64_t looked = d->in.at[i].looked;

		/* The clock went back since: nothing is known of this time. */
		if (looked > clock_now())
			looked = 0;
		if (looked < oldest)
			oldest = looked;
	}
	return oldest;
}

void
fetch_look(struct daemon *d)
{
	fetch_doubt(d);
	for (int i = 0; i < d->in.n; i++)
		d->in.at[i].look = true;
}

void
fetch_doubt(struct daemon *d)
{
	for (int i = 0; i < d->in.n; i++) {
		struct fetching *in = &d->in.at[i];

		if (in->ahead.n != 0)
			continue;
		in->ahead.n = SOURCE_BUSY;
		in->began = 0;
	}
}

/* What has not come whole. */
static void
fetch_drop(struct fetching *in)
{
	for (int i = 0; i < in->coming.n; i++) {
		inbox_row_release(&in->coming.at[i].row);
		free(in->coming.at[i].item);
	}
	in->coming.n = 0;
}

void
fetch_close(struct daemon *d, int timeout_ms)
{
	int64_t until = clock_monotonic_ms() + timeout_ms;

	for (int i = 0; i < d->in.n; i++) {
		struct fetching *in = &d->in.at[i];
		int64_t left = until - clock_monotonic_ms();

		if (in->source != NULL)
			in->driver->close(in->source, left > 0 ? (int)left : 0);
		fetch_drop(in);
		free(in->coming.at);
		free(in->sighted.at);
	}
	free(d->in.at);
	d->in.at = NULL;
	d->in.n = 0;
}

void
fetch_forget(struct daemon *d)
{
	for (int i = 0; i < d->in.n_fresh; i++)
		inbox_row_release(&d->in.fresh[i]);
	d->in.n_fresh = 0;
}

void
fetch_release(struct daemon *d)
{
	fetch_forget(d);
	free(d->in.fresh);
}

/* The mail is only copied here: what is stored waits for no server. */
static int
fetch_take(void *arg, const struct source_mail *m)
{
	struct looking *at = arg;
	struct arrivals *c = &at->in->coming;
	/* A server's clock may be fast; nobody is late for it, nor for a date
	 * that is none. */
	int64_t now = clock_now();
	bool good = m->received > 0 && m->received < now;

	c->at = mem_more(c->at, (size_t)c->n, sizeof *c->at);
	c->at[c->n++] = (struct arrival){ .item = mem_dup(m->item),
		.row = { .mailbox = mem_dup(m->mailbox),
		    .uidvalidity = m->uidvalidity,
		    .uid = m->uid,
		    .received = good ? m->received : now,
		    .raw = mem_ndup(m->raw, m->len),
		    .raw_len = m->len } };
	return 0;
}

/* Stores one mail; 1 new, 0 known already (it is judged, or lies in the inbox
 * and is judged from there). The attempt is counted with it, since it is going
 * to be read right after the commit, or by whoever takes it, who counts it. */
static int
store_row(struct daemon *d, struct inbox_row *r, struct err *e)
{
	int got;

	if (d->shares)
		r->concerns = identity_concerns(&d->desk->club, r->raw,
		    r->raw_len);
	got = inbox_take(d->db, r, e);
	r->attempts = got > 0;
	if (got <= 0 || d->shares)
		return got;
	return inbox_attempt(d->db, &r->id, 1, 1, e) == 0 ? 1 : -1;
}

static int
store_rows(struct daemon *d, struct arrivals *c, struct err *e)
{
	int rc = 0;

	for (int i = 0; rc == 0 && i < c->n; i++)
		rc = store_row(d, &c->at[i].row, e) < 0 ? -1 : 0;
	return rc;
}

/* What was sent meanwhile is marked in the same transaction. */
static int
store_together(struct daemon *d, struct arrivals *c, struct err *e)
{
	if (db_begin(d->db, e) == 0 && store_rows(d, c, e) == 0 &&
	    runner_commit(d, e) == 0)
		return 0;
	db_abort(d->db);
	desk_forget(d->desk);
	return -1;
}

/* 0: it is stored, or it is a leftover; -1: the database has failed. */
static int
store_alone(struct looking *at, struct arrival *a, struct err *e)
{
	struct daemon *d = at->d;
	const char *why;

	if (db_begin(d->db, e) != 0)
		return -1;
	if (store_row(d, &a->row, e) >= 0 && db_commit(d->db, e) == 0)
		return 0;
	db_abort(d->db);
	if (e->kind != ERR_CORRUPT || db_health(d->db, &why) != DB_WELL)
		return -1;
	a->stays = true;
	leftovers_tell(at,
	    &(struct source_leftover){ .mailbox = a->row.mailbox,
		.item = a->item,
		.received = a->row.received,
		.why = e->text });
	return 0;
}

/* One that the database does not take keeps out no other. What others may judge
 * at once is judged by clocks that are right. */
static int
store_arrivals(struct looking *at, struct err *e)
{
	struct arrivals *c = &at->in->coming;
	int rc;

	if (at->d->shares && ticker_note(at->d, e) != 0)
		return -1;
	rc = store_together(at->d, c, e);
	if (rc == 0 || e->kind != ERR_CORRUPT)
		return rc;
	rc = 0;
	for (int i = 0; rc == 0 && i < c->n; i++)
		rc = store_alone(at, &c->at[i], e);
	return rc;
}

static void
trace_fetched(const struct inbox_row *r)
{
	struct buf mid = BUF_INIT;

	if (!log_traces())
		return;
	(void)header_find(r->raw, header_length(r->raw, r->raw_len),
	    "Message-ID", &mid);
	buf_truncate(&mid, 300);
	log_mail(r->id);
	log_trace("fetched", LOG_WORD("mailbox", r->mailbox),
	    LOG_NUMBER("uid", r->uid), LOG_NUMBER("bytes", (int64_t)r->raw_len),
	    LOG_WORD("mid", mid.len > 0 ? mid.data : NULL));
	log_mail(0);
	buf_release(&mid);
}

/* Those that are new are judged next, if nobody else may be first. */
static void
make_fresh(struct daemon *d, struct arrivals *c)
{
	struct mailboxes *in = &d->in;

	for (int i = 0; i < c->n; i++) {
		struct arrival *a = &c->at[i];

		if (a->stays || a->row.attempts == 0)
			continue;
		trace_fetched(&a->row);
		if (d->shares)
			continue;
		in->fresh = mem_more(in->fresh, (size_t)in->n_fresh,
		    sizeof *in->fresh);
		in->fresh[in->n_fresh++] = a->row;
		a->row = (struct inbox_row){ 0 };
	}
}

/* They are stored: if the server does not hear of it, it gives them again, and
 * they are known then. */
static void
tell_done(struct looking *at)
{
	struct fetching *in = at->in;
	bool *stays = mem_zero((size_t)in->coming.n, sizeof *stays);
	struct err e;

	for (int i = 0; i < in->coming.n; i++)
		stays[i] = in->coming.at[i].stays;
	if (in->driver->done(in->source, stays, &e) != 0)
		fetch_failed(at->d, in, &e);
	free(stays);
}

static int
fetch_next(struct looking *at, struct err *e)
{
	const struct source_callbacks callbacks = { fetch_take, leftovers_tell,
		leftovers_pass, at };
	struct fetching *in = at->in;

	if (in->began == 0) {
		in->began = clock_now();
		in->sighted.n = 0;
	}
	return in->driver->fetch(in->source, &callbacks, e);
}

/* What the source has to say, now or ahead of its turn. */
static int
fetch_said(struct looking *at, struct err *e)
{
	struct fetching *in = at->in;
	int n = in->ahead.n;

	if (n == SOURCE_BUSY)
		return open_one(in, e) == 0 ? fetch_next(at, e) : -1;
	*e = in->ahead.why;
	in->ahead.n = SOURCE_BUSY;
	return n;
}

/* A batch is stored, and the transaction committed. */
static void
fetch_stored(struct looking *at, int n)
{
	struct daemon *d = at->d;
	struct fetching *in = at->in;
	char count[16];

	in->began = 0;
	d->tally.fetched += n;
	make_fresh(d, &in->coming);
	tell_done(at);
	if (backoff_over(&in->backoff))
		fetch_works(d, in);
	(void)snprintf(count, sizeof count, "%d", n);
	log_event(LOG_LEVEL_DEBUG, "inbox.fetched", "mails", count, NULL);
	fetch_drop(in);
}

int
fetch_batch(struct daemon *d, struct fetching *in, struct err *e)
{
	struct looking at = { d, in };
	int n = fetch_said(&at, e);

	if (n == SOURCE_BUSY)
		return n;
	if (n < 0)
		fetch_failed(d, in, e);
	else if ((n > 0 ? store_arrivals(&at, e) :
			  (n = leftovers_looked(&at, e))) < 0) {
		fetch_stuck(in, e);
		n = -1;
	}
	if (n > 0)
		fetch_stored(&at, n);
	else if (n < 0) {
		in->began = 0;
		fetch_drop(in);
	}
	return n;
}

/* What cannot be stored now is tried again by itself (fetch_batch). */
static int
store_ahead(struct looking *at, struct err *e)
{
	struct daemon *d = at->d;
	struct err why = { ERR_NONE, "" };
	int rc;

	if (db_savepoint(d->db, e) != 0)
		return -1;
	rc = db_savepoint_end(d->db, store_rows(d, &at->in->coming, &why), &why,
	    e);
	at->in->ahead.stored = rc == 0;
	if (rc != 0)
		desk_forget(d->desk);
	return rc < 0 ? -1 : 0;
}

void
fetch_meanwhile(struct daemon *d)
{
	for (int i = 0; i < d->in.n; i++) {
		struct fetching *in = &d->in.at[i];
		struct looking at = { d, in };

		if (in->source != NULL && in->look &&
		    backoff_over(&in->backoff) && in->ahead.n == SOURCE_BUSY)
			in->ahead.n = fetch_next(&at, &in->ahead.why);
	}
}

int
fetch_ahead(struct daemon *d, struct err *e)
{
	int rc = 0;

	fetch_meanwhile(d);
	for (int i = 0; rc == 0 && i < d->in.n; i++) {
		struct looking at = { d, &d->in.at[i] };

		if (at.in->ahead.n > 0)
			rc = store_ahead(&at, e);
	}
	return rc;
}

void
fetch_ahead_end(struct daemon *d, bool committed)
{
	for (int i = 0; i < d->in.n; i++) {
		struct fetching *in = &d->in.at[i];
		struct looking at = { d, in };
		int n = in->ahead.n;

		if (in->ahead.stored && committed) {
			in->ahead.n = SOURCE_BUSY;
			fetch_stored(&at, n);
		}
		in->ahead.stored = false;
	}
}

bool
fetch_has(const struct daemon *d)
{
	bool has = d->in.n_fresh > 0;

	for (int i = 0; !has && i < d->in.n; i++)
		has = d->in.at[i].ahead.n != SOURCE_BUSY &&
		    !fetch_rests(&d->in.at[i]);
	return has;
}
