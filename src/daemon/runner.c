/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"

enum {
	MINUTE = 60, HOUR = 3600,
	UNKNOWN_SECONDS = 600,           /* platform trap 9: not sooner */
	KEEP_TRYING = 5 * 24 * HOUR      /* RFC 5321 4.5.4.1 */
};

/* A server that says "later" is asked less often than a network that is away. */
int64_t
daemon_backoff(bool unknown, int code, int attempts)
{
	int64_t s = code == 0 ? 15 : MINUTE;
	int64_t longest = code == 0 ? 30 * MINUTE : 4 * HOUR;

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
	if (sender_start(d->out, d->transport, &d->sender, e) != 0) {
		d->out->close(d->transport);
		d->transport = NULL;
		d->out = NULL;
		return -1;
	}
	d->flying = d->flying_bytes = 0;
	d->last_when = d->last_id = 0;
	return 0;
}

static void
verdicts_add(struct verdicts *v, const struct batch *b)
{
	if (v->cap - v->n < b->n) {
		v->cap = 2 * v->cap + b->n;
		v->at = mem_grow(v->at, v->cap, sizeof *v->at);
		v->attempts = mem_grow(v->attempts, v->cap, sizeof *v->attempts);
		v->created = mem_grow(v->created, v->cap, sizeof *v->created);
	}
	for (size_t i = 0; i < b->n; i++) {
		v->at[v->n] = b->letters[i];
		v->at[v->n].raw = v->at[v->n].to = NULL;
		v->at[v->n].envelope_from = NULL;
		v->attempts[v->n] = b->rows[i].attempts;
		v->created[v->n++] = b->rows[i].created;
	}
}

static void
runner_landed(struct daemon *d, struct batch *b)
{
	verdicts_add(&d->verdicts, b);
	d->flying -= b->n;
	d->flying_bytes -= b->bytes;
	batch_free(b);
}

void
runner_collect(struct daemon *d)
{
	struct batch *b;

	while (d->sender != NULL && (b = sender_take(d->sender)) != NULL)
		runner_landed(d, b);
}

bool
runner_close(struct daemon *d, int timeout_ms)
{
	struct batch *b;
	bool ended;

	if (d->sender == NULL)
		return true;
	runner_collect(d);
	ended = sender_stop(d->sender, timeout_ms, &b);
	d->sender = NULL;
	if (ended) {
		while (b != NULL) {
			struct batch *next = b->next;

			verdicts_add(&d->verdicts, b);
			batch_free(b);
			b = next;
		}
		d->out->close(d->transport);
	}
	d->flying = d->flying_bytes = 0;
	d->transport = NULL;
	d->out = NULL;
	return ended;
}

/* How many letters the rate of the configuration still allows. */
static int
runner_allowance(struct daemon *d)
{
	int64_t now = clock_monotonic_ms();

	if (d->conf->outgoing.rate <= 0)
		return FLIGHT_BATCH;
	if (d->rate_from == 0 || now - d->rate_from >= MINUTE * 1000) {
		d->rate_from = now;
		d->rate_used = 0;
	}
	return d->conf->outgoing.rate - d->rate_used;
}

static struct batch *
runner_batch(struct daemon *d, struct outbox_row *rows, size_t n)
{
	struct batch *b = mem_zero(1, sizeof *b);

	b->rows = mem_zero(n, sizeof *b->rows);
	b->envelope = mem_zero(n, sizeof *b->envelope);
	b->letters = mem_zero(n, sizeof *b->letters);
	b->n = n;
	for (size_t i = 0; i < n; i++) {
		struct buf from = BUF_INIT;

		b->rows[i] = rows[i];
		desk_envelope(d->desk, rows[i].id, &from);
		b->envelope[i] = buf_steal(&from);
		b->letters[i] = (struct letter){ .id = rows[i].id,
			.envelope_from = b->envelope[i], .to = rows[i].to,
			.raw = rows[i].raw, .len = rows[i].raw_len };
		b->bytes += rows[i].raw_len;
	}
	return b;
}

/* Takes what is due and not under way. The place in the queue is only given
 * up when nothing is under way or unmarked: then it can be looked through from
 * the head again. */
int
runner_fill(struct daemon *d, struct err *e)
{
	struct outbox_row rows[FLIGHT_BATCH];
	int taken = 0, n = 1;

	if (d->sender == NULL)
		return 0;
	if (d->flying == 0 && d->verdicts.n == 0)
		d->last_when = d->last_id = 0;
	while (n > 0 && d->flying_bytes < FLIGHT_BYTES) {
		int limit = runner_allowance(d);
		struct batch *b;

		if (limit > FLIGHT_BATCH)
			limit = FLIGHT_BATCH;
		if (limit <= 0)
			break;
		n = outbox_due_after(d->db, clock_now(), &d->last_when,
		    &d->last_id, limit, rows, e);
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		b = runner_batch(d, rows, (size_t)n);
		d->flying += b->n;
		d->flying_bytes += b->bytes;
		d->rate_used += n;
		taken += n;
		sender_put(d->sender, b);
	}
	return taken;
}

static void
runner_log(const struct letter *l, enum log_level level, const char *event)
{
	char id[24], code[12];

	(void)snprintf(id, sizeof id, "%lld", (long long)l->id);
	(void)snprintf(code, sizeof code, "%d", l->code);
	log_event(level, event, "mail", id, "code", l->code != 0 ? code : NULL,
	    "why", l->why[0] != '\0' ? l->why : NULL, NULL);
}

static int
runner_give_up(struct daemon *d, const struct letter *l, struct err *e)
{
	runner_log(l, LOG_LEVEL_WARNING, "mail.failed");
	if (outbox_failed(d->db, l->id, l->why, e) != 0)
		return -1;
	return desk_undeliverable(d->desk, l->id, l->why, e);
}

static int
runner_mark_one(struct daemon *d, size_t i, int64_t now, struct err *e)
{
	const struct letter *l = &d->verdicts.at[i];
	int64_t next;

	switch (l->verdict) {
	case VERDICT_SENT:
		runner_log(l, LOG_LEVEL_DEBUG, "mail.sent");
		return outbox_sent(d->db, &l->id, 1, now, e);
	case VERDICT_FAILED:
		return runner_give_up(d, l, e);
	case VERDICT_LATER:
	case VERDICT_UNKNOWN:
		break;
	}
	if (now - d->verdicts.created[i] > KEEP_TRYING)
		return runner_give_up(d, l, e);
	runner_log(l, LOG_LEVEL_INFO, "mail.later");
	next = now + daemon_backoff(l->verdict == VERDICT_UNKNOWN, l->code,
	    d->verdicts.attempts[i]);
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
}

/* Seconds until there is something to send; 0 at once, -1 nothing waits. */
int64_t
runner_due(struct daemon *d)
{
	int64_t when, now = clock_now();
	struct err e;

	if (d->sender == NULL || d->flying > 0)
		return -1;           /* the end of a batch wakes us */
	if (outbox_next_due(d->db, &when, &e) != 1)
		return -1;
	if (when > now)
		return when - now;
	return runner_allowance(d) > 0 ? 0 : 1;
}
