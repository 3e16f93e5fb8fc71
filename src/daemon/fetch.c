/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"

int
fetch_open(struct daemon *d, struct err *e)
{
	if (strcmp(d->conf->mailbox.type, "pipe") == 0)
		return 0;
	d->in = source_driver(d->conf);
	if (d->in->open(d->conf, &d->source, e) == 0)
		return 0;
	d->in = NULL;
	return -1;
}

/* What needs a human is told at once; a server that is away may come back. */
void
fetch_failed(struct daemon *d, const struct err *e)
{
	enum { HOUR = 3600 };

	patience_fail(&d->fetching, "mailbox.failed", e);
	if (e->kind == ERR_GIVEUP)
		alarm_raise(d, ALARM_LOGIN, e->text);
	else if (clock_now() - d->fetching.since >= HOUR)
		alarm_raise(d, ALARM_MAILBOX, e->text);
}

void
fetch_works(struct daemon *d)
{
	patience_done(&d->fetching);
	alarm_clear(d, ALARM_LOGIN);
	alarm_clear(d, ALARM_MAILBOX);
}

void
fetch_close(struct daemon *d)
{
	if (d->source != NULL)
		d->in->close(d->source);
	d->source = NULL;
	d->in = NULL;
}

void
fetch_forget(struct daemon *d)
{
	for (int i = 0; i < d->n_fresh; i++)
		inbox_row_release(&d->fresh[i]);
	d->n_fresh = 0;
}

/* The mail is only copied here: no transaction is open while the network may
 * keep us waiting. */
static int
fetch_take(void *arg, const struct source_mail *m)
{
	struct daemon *d = arg;
	/* A server's clock may be fast; nobody is late for it. */
	int64_t now = clock_now();

	if (d->n_fresh == d->cap_fresh) {
		d->cap_fresh = 2 * d->cap_fresh + 64;
		d->fresh = mem_grow(d->fresh, (size_t)d->cap_fresh,
		    sizeof *d->fresh);
	}
	d->fresh[d->n_fresh++] = (struct inbox_row){
		.mailbox = mem_dup(m->mailbox), .uidvalidity = m->uidvalidity,
		.uid = m->uid, .received = m->received < now ? m->received : now,
		.raw = mem_ndup(m->raw, m->len), .raw_len = m->len };
	return 0;
}

/* Stores one mail; 1 new, 0 known already (it is judged, or lies in the inbox
 * and is judged from there). The attempt is counted with it, since it is
 * going to be read right after the commit. */
static int
fetch_store_one(struct daemon *d, struct inbox_row *r, struct err *e)
{
	int got = inbox_add(d->db, r->mailbox, r->uidvalidity, r->uid,
	    r->received, r->raw, r->raw_len, &r->id, e);

	if (got <= 0)
		return got;
	r->attempts = 1;
	return inbox_attempt(d->db, &r->id, 1, e) == 0 ? 1 : -1;
}

/* From `from` on; those that were known go away. What was sent meanwhile is
 * marked in the same transaction. */
static int
fetch_store(struct daemon *d, int from, struct err *e)
{
	int kept = from;

	if (db_begin(d->db, e) != 0)
		return -1;
	for (int i = from; i < d->n_fresh; i++) {
		int got = fetch_store_one(d, &d->fresh[i], e);

		if (got < 0)
			return -1;
		if (got == 0)
			inbox_row_release(&d->fresh[i]);
		else if (kept++ != i) {
			d->fresh[kept - 1] = d->fresh[i];
			d->fresh[i] = (struct inbox_row){ 0 };
		}
	}
	d->n_fresh = kept;
	if (runner_mark(d, e) != 0 || db_commit(d->db, e) != 0)
		return -1;
	runner_marked(d);
	return 0;
}

static void
fetch_cut(struct daemon *d, int from)
{
	while (d->n_fresh > from)
		inbox_row_release(&d->fresh[--d->n_fresh]);
}

/* A server that gives what it was told to move, and said it had moved, would
 * have us fetch the same for ever. */
static int
fetch_check(struct daemon *d, int n, bool any_new, struct err *e)
{
	enum { PATIENCE = 3 };

	d->again = any_new || n == 0 ? 0 : d->again + 1;
	return d->again <= PATIENCE ? n : err_set(e, ERR_LATER, "the mailbox "
	    "gives %d mails again that were moved out of it", n);
}

int
fetch_batch(struct daemon *d, struct err *e)
{
	int from = d->n_fresh, n;
	char count[16];

	n = d->in->fetch(d->source, fetch_take, d, e);
	if (n <= 0) {
		fetch_cut(d, from);
		return n < 0 ? -1 : fetch_check(d, 0, false, e);
	}
	if (fetch_store(d, from, e) != 0) {
		db_abort(d->db);
		desk_forget(d->desk);
		fetch_cut(d, from);
		return -1;
	}
	(void)snprintf(count, sizeof count, "%d", n);
	log_event(LOG_LEVEL_DEBUG, "inbox.fetched", "mails", count, NULL);
	/* They are stored: if the server does not hear of it, it gives them
	 * again, and they are known then. */
	if (d->in->done(d->source, e) != 0)
		fetch_failed(d, e);
	return fetch_check(d, n, d->n_fresh > from, e);
}
