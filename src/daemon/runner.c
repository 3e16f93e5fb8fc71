/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"

enum {
	MINUTE = 60, HOUR = 3600,
	UNKNOWN_SECONDS = 600,           /* platform trap 9: not sooner */
	KEEP_TRYING = 5 * 24 * HOUR,     /* RFC 5321 4.5.4.1 */
	TRIES_LEAST = 8                  /* also if we were away meanwhile */
};

/* A server that says "later" is asked less often than a network that is away. */
int64_t
daemon_backoff(bool unknown, int code, int attempts)
{
	int64_t s = code == 0 ? 15 : MINUTE;
	int64_t longest = code == 0 ? 30 * MINUTE : DAEMON_BACKOFF_MAX;

	while (attempts-- > 0 && s < longest)
		s *= 2;
	if (s > longest)
		s = longest;
	return unknown && s < UNKNOWN_SECONDS ? UNKNOWN_SECONDS : s;
}

int
runner_open(struct daemon *d, struct err *e)
{
	d->out = transport_driver(d->conf);
	if (d->out->open(d->conf, &d->transport, e) != 0) {
		d->out = NULL;
		return -1;
	}
	return 0;
}

static void
flight_free(struct flight *f)
{
	outbox_row_release(&f->row);
	free(f->envelope);
	free(f);
}

/* What was not tried waits in the outbox as if nobody had taken it. */
static void
runner_landed(struct daemon *d, struct flight *f)
{
	struct verdicts *v = &d->verdicts;

	if (f->row.id < 0) {
		alarms_landed(d, &f->letter);
		return;
	}
	if (f->letter.verdict == VERDICT_NONE)
		return;
	if (v->n == 0)
		v->since = clock_monotonic_ms();
	if (v->n == v->cap) {
		v->cap = 2 * v->cap + 32;
		v->at = mem_grow(v->at, v->cap, sizeof *v->at);
	}
	v->at[v->n] = (struct verdict_in){ .id = f->row.id,
		.verdict = f->letter.verdict, .fault = f->letter.fault,
		.code = f->letter.code,
		.attempts = f->row.attempts, .created = f->row.created };
	memcpy(v->at[v->n++].why, f->letter.why, sizeof f->letter.why);
}

/* The letter is the flight's, so its place tells the flight. */
static struct flight *
flight_of(struct daemon *d, const struct letter *l)
{
	struct flight **p = &d->flights, *f;

	while (&(*p)->letter != l)
		p = &(*p)->next;
	f = *p;
	*p = f->next;
	d->flying--;
	d->flying_bytes -= f->row.raw_len;
	return f;
}

void
runner_collect(struct daemon *d)
{
	struct letter *l;

	while (d->transport != NULL &&
	    (l = d->out->collect(d->transport)) != NULL) {
		struct flight *f = flight_of(d, l);

		runner_landed(d, f);
		flight_free(f);
	}
}

/* Those under way get their verdict; those not begun wait in the outbox as
 * if nobody had taken them. */
void
runner_close(struct daemon *d)
{
	if (d->transport == NULL)
		return;
	runner_collect(d);
	d->out->close(d->transport);
	while (d->flights != NULL) {
		struct flight *f = flight_of(d, &d->flights->letter);

		runner_landed(d, f);
		flight_free(f);
	}
	d->transport = NULL;
	d->out = NULL;
}

/* What is in no outbox can come back to nothing there. */
void
runner_send(struct daemon *d, struct outbox_row *row)
{
	struct flight *f = mem_zero(1, sizeof *f);
	struct buf from = BUF_INIT;

	f->row = *row;
	if (row->id > 0)
		desk_envelope(d->desk, row->id, &from);
	else
		buf_str(&from, d->conf->outgoing.address);
	f->envelope = buf_steal(&from);
	f->letter = (struct letter){ .id = row->id,
	    .envelope_from = f->envelope,
		.to = row->to, .raw = row->raw, .len = row->raw_len,
		.verdict = VERDICT_NONE };
	f->next = d->flights;
	d->flights = f;
	d->flying++;
	d->flying_bytes += row->raw_len;
	d->out->start(d->transport, &f->letter);
}

/* Under way, or back and not marked yet: who asks for it to be tried again
 * (paquebot queue retry) does not have it sent twice. */
static bool
runner_has(const struct daemon *d, int64_t id)
{
	for (const struct flight *f = d->flights; f != NULL; f = f->next)
		if (f->row.id == id)
			return true;
	for (size_t i = 0; i < d->verdicts.n; i++)
		if (d->verdicts.at[i].id == id)
			return true;
	return false;
}

/* Takes what is due and not under way. The place in the queue is only given
 * up when nothing is under way or unmarked: then it can be looked through from
 * the head again. */
int
runner_fill(struct daemon *d, struct err *e)
{
	struct outbox_row rows[FLIGHT_BATCH];
	int taken = 0, n;

	if (d->transport == NULL)
		return 0;
	if (d->flying == 0 && d->verdicts.n == 0)
		d->last_when = d->last_id = 0;
	while (d->flying_bytes < FLIGHT_BYTES && d->flying < FLIGHT_LETTERS) {
		n = outbox_due_after(d->db, clock_now(), &d->last_when,
		    &d->last_id, FLIGHT_BATCH, rows, e);
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		for (int i = 0; i < n; i++) {
			if (runner_has(d, rows[i].id)) {
				outbox_row_release(&rows[i]);
				continue;
			}
			runner_send(d, &rows[i]);
			taken++;
		}
	}
	return taken;
}

static void
runner_log(const struct verdict_in *l, enum log_level level, const char *event)
{
	char id[24], code[12];

	(void)snprintf(id, sizeof id, "%lld", (long long)l->id);
	(void)snprintf(code, sizeof code, "%d", l->code);
	log_event(level, event, "mail", id, "code", l->code != 0 ? code : NULL,
	    "why", l->why[0] != '\0' ? l->why : NULL, NULL);
}

/* That nobody can be told of it must not keep this verdict, and the others
 * beside it, from being marked: what is not marked is sent again. */
static int
runner_tell(struct daemon *d, const struct verdict_in *l, struct err *e)
{
	struct err why = { ERR_NONE, "" };

	if (db_savepoint(d->db, e) != 0)
		return -1;
	if (desk_undeliverable(d->desk, l->id, l->fault, l->why, &why) == 0)
		return db_savepoint_keep(d->db, e);
	db_savepoint_undo(d->db);
	desk_forget(d->desk);
	if (err_passes(&why) || !db_in_transaction(d->db)) {
		*e = why;
		return -1;
	}
	log_event(LOG_LEVEL_ERROR, "mail.untold", "why", why.text, NULL);
	return 0;
}

static int
runner_give_up(struct daemon *d, const struct verdict_in *l, struct err *e)
{
	runner_log(l, LOG_LEVEL_WARNING, "mail.failed");
	d->tally.failed++;
	if (outbox_failed(d->db, l->id, l->why, e) != 0)
		return -1;
	return runner_tell(d, l, e);
}

static int
runner_mark_one(struct daemon *d, size_t i, int64_t now, struct err *e)
{
	const struct verdict_in *l = &d->verdicts.at[i];
	int64_t next;

	switch (l->verdict) {
	case VERDICT_SENT:
		runner_log(l, LOG_LEVEL_DEBUG, "mail.sent");
		d->tally.sent++;
		return outbox_sent(d->db, &l->id, 1, now, e);
	case VERDICT_FAILED:
		return runner_give_up(d, l, e);
	case VERDICT_NONE:
	case VERDICT_LATER:
	case VERDICT_UNKNOWN:
		break;
	}
	if (now - l->created > KEEP_TRYING && l->attempts + 1 >= TRIES_LEAST)
		return runner_give_up(d, l, e);
	runner_log(l, LOG_LEVEL_INFO, "mail.later");
	d->tally.later++;
	next = now + daemon_backoff(l->verdict == VERDICT_UNKNOWN, l->code,
	    l->attempts);
	return outbox_later(d->db, l->id, next, l->why, e);
}

int
runner_mark(struct daemon *d, struct err *e)
{
	bool own = !db_in_transaction(d->db);
	int64_t now = clock_now();
	int rc = 0;

	if (d->verdicts.n == 0)
		return 0;
	if (own && db_begin(d->db, e) != 0)
		return -1;
	for (size_t i = 0; i < d->verdicts.n && rc == 0; i++)
		rc = runner_mark_one(d, i, now, e);
	if (!own)
		return rc;
	if (rc == 0)
		rc = db_commit(d->db, e);
	if (rc != 0) {
		db_abort(d->db);
		desk_forget(d->desk);
		return -1;
	}
	runner_marked(d);
	return 0;
}

void
runner_marked(struct daemon *d)
{
	d->verdicts.n = 0;
	patience_done(&d->marking);
}

/* Seconds until there is something to send; 0 at once, -1 nothing waits. */
int64_t
runner_due(struct daemon *d)
{
	int64_t when, now = clock_now();
	struct err e;

	if (d->transport == NULL || d->flying > 0)
		return -1;           /* a verdict wakes us */
	if (outbox_next_due(d->db, &when, &e) != 1)
		return -1;
	return when > now ? when - now : 0;
}
