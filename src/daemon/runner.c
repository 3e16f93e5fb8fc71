/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "mail/queueid.h"
#include "store/picture.h"
#include "store/several.h"
#include "store/trace.h"

enum {
	MINUTE = 60,
	HOUR = 3600,
	UNKNOWN_SECONDS = 600,       /* doc/libraries.md 9 */
	KEEP_TRYING = 5 * 24 * HOUR, /* RFC 5321 4.5.4.1 */
	TRIES_LEAST = 8              /* also if we were away meanwhile */
};

/* A server that says "later" is asked less often than a network that is
 * away. */
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
	d->out.driver = transport_driver(d->conf);
	if (d->out.driver->open(d->conf, &d->out.transport, e) == 0)
		return 0;
	d->out.driver = NULL;
	return -1;
}

static void
flight_free(struct flight *f)
{
	outbox_row_release(&f->row);
	free(f->envelope);
	free(f);
}

/* So that the mail can be followed into the log of the server that took it. */
static void
runner_log_sent(const struct flight *f)
{
	struct buf name = BUF_INIT;
	bool known = queue_id(f->letter.reply, &name);
	char id[24];

	(void)snprintf(id, sizeof id, "%lld", (long long)f->row.id);
	log_event(LOG_LEVEL_INFO, "mail.out", "outbox", id, "to", f->row.to,
	    "mid", f->row.message_id, "queue", known ? buf_text(&name) : NULL,
	    "reply",
	    known || f->letter.reply[0] == '\0' ? NULL : f->letter.reply, NULL);
	buf_release(&name);
}

static void
runner_trace_landed(const struct dispatch *l)
{
	static const char *const verdicts[] = { [VERDICT_NONE] = "none",
		[VERDICT_SENT] = "sent",
		[VERDICT_LATER] = "later",
		[VERDICT_FAILED] = "failed",
		[VERDICT_UNKNOWN] = "unknown" };
	static const char *const stages[] = { [STAGE_CONNECT] = "connect",
		[STAGE_TLS] = "tls",
		[STAGE_HELLO] = "hello",
		[STAGE_LOGIN] = "login",
		[STAGE_MAIL] = "mail",
		[STAGE_RCPT] = "rcpt",
		[STAGE_DATA] = "data",
		[STAGE_DOT] = "dot",
		[STAGE_REPORT] = "report" };

	log_mail_of(l->id);
	log_trace("verdict", LOG_NUMBER("outbox", l->id),
	    LOG_WORD("verdict", verdicts[l->verdict]),
	    LOG_WORD("stage",
		l->verdict == VERDICT_SENT ? NULL : stages[l->stage]),
	    LOG_NUMBER("code", l->code));
	log_mail(0);
}

/* What was not tried waits in the outbox as if nobody had taken it. */
static void
runner_landed(struct daemon *d, struct flight *f)
{
	struct verdicts *v = &d->out.verdicts;
	struct verdict_in *in;

	if (f->row.id < 0) {
		alarms_landed(d, &f->letter);
		return;
	}
	if (f->letter.verdict == VERDICT_NONE) {
		d->out.last_when = d->out.last_id = 0;
		if (f->row.claim == 0)
			return;
	} else {
		runner_trace_landed(&f->letter);
	}
	if (f->letter.verdict == VERDICT_SENT)
		runner_log_sent(f);
	if (v->n == 0)
		v->since = clock_monotonic_ms();
	v->at = mem_more(v->at, v->n, sizeof *v->at);
	in = &v->at[v->n++];
	*in = (struct verdict_in){ .id = f->row.id,
		.probe = f->probe,
		.verdict = f->letter.verdict,
		.fault = f->letter.fault,
		.stage = f->letter.stage,
		.code = f->letter.code,
		.attempts = f->row.attempts,
		.created = f->row.created,
		.claim = f->row.claim };
	memcpy(in->reply, f->letter.reply, sizeof in->reply);
	memcpy(in->why, f->letter.why, sizeof in->why);
	if (in->verdict != VERDICT_NONE)
		breaker_landed(d, in);
}

/* The letter is the flight's, so its place tells the flight. */
static struct flight *
flight_of(struct daemon *d, const struct dispatch *l)
{
	struct flight **p = &d->out.flights, *f;

	while (&(*p)->letter != l)
		p = &(*p)->next;
	f = *p;
	*p = f->next;
	if (f->old)
		d->out.flying_old--;
	else
		d->out.flying--;
	d->out.bytes -= f->row.raw_len;
	return f;
}

static void
collect_from(struct daemon *d, const struct transport_driver *driver,
    struct transport *t)
{
	struct dispatch *l;

	while (t != NULL && (l = driver->collect(t)) != NULL) {
		struct flight *f = flight_of(d, l);

		runner_landed(d, f);
		flight_free(f);
	}
}

static void
old_close(struct daemon *d)
{
	struct old_transport *o = d->out.old;

	d->out.old = o->next;
	o->driver->close(o->transport);
	conf_free(o->conf);
	free(o);
}

void
runner_collect(struct daemon *d)
{
	for (struct old_transport *o = d->out.old; o != NULL; o = o->next)
		collect_from(d, o->driver, o->transport);
	while (d->out.old != NULL && d->out.flying_old == 0)
		old_close(d);
	collect_from(d, d->out.driver, d->out.transport);
}

void
runner_replace(struct daemon *d, struct daemon *fresh, struct conf *old)
{
	struct old_transport *o = mem_zero(1, sizeof *o);

	*o = (struct old_transport){ d->out.old, d->out.driver,
		d->out.transport, old };
	d->out.driver->recall(d->out.transport);
	d->out.old = o;
	for (struct flight *f = d->out.flights; f != NULL; f = f->next)
		f->old = true;
	d->out.flying_old += d->out.flying;
	d->out.flying = 0;
	d->out.driver = fresh->out.driver;
	d->out.transport = fresh->out.transport;
	fresh->out.driver = NULL;
	fresh->out.transport = NULL;
}

void
runner_finish(struct daemon *d)
{
	for (struct old_transport *o = d->out.old; o != NULL; o = o->next)
		o->driver->finish(o->transport, 0);
	if (d->out.transport != NULL)
		d->out.driver->finish(d->out.transport, TRANSPORT_GRACE_MS);
}

void
runner_close(struct daemon *d)
{
	runner_collect(d);
	if (d->out.transport != NULL)
		d->out.driver->close(d->out.transport);
	while (d->out.old != NULL)
		old_close(d);
	while (d->out.flights != NULL) {
		struct flight *f = flight_of(d, &d->out.flights->letter);

		runner_landed(d, f);
		flight_free(f);
	}
	d->out.transport = NULL;
	d->out.driver = NULL;
}

/* What is in no outbox can come back to nothing there. */
void
runner_send(struct daemon *d, struct outbox_row *row)
{
	struct flight *f = mem_zero(1, sizeof *f);
	struct buf from = BUF_INIT;

	f->row = *row;
	if (row->id > 0)
		desk_envelope(d->desk, row->message_id, row->created, &from);
	else
		buf_str(&from, d->conf->outgoing.address);
	f->envelope = buf_steal(&from);
	f->letter = (struct dispatch){ .id = row->id,
		.envelope_from = f->envelope,
		.to = row->to,
		.raw = row->raw,
		.len = row->raw_len,
		.until = row->claim != 0 ? d->out.until : 0,
		.verdict = VERDICT_NONE };
	f->next = d->out.flights;
	d->out.flights = f;
	d->out.flying++;
	d->out.bytes += row->raw_len;
	log_mail_of(row->id);
	log_trace("flight", LOG_NUMBER("outbox", row->id),
	    LOG_NUMBER("attempt", row->attempts + 1),
	    LOG_WORD("mid", row->message_id));
	log_mail(0);
	d->out.driver->start(d->out.transport, &f->letter);
}

/* Under way, or back and not marked yet: who asks for it to be tried again
 * (paquebot queue retry) does not have it sent twice. */
static bool
runner_has(const struct daemon *d, int64_t id)
{
	for (const struct flight *f = d->out.flights; f != NULL; f = f->next)
		if (f->row.id == id)
			return true;
	for (size_t i = 0; i < d->out.verdicts.n; i++)
		if (d->out.verdicts.at[i].id == id)
			return true;
	return false;
}

/* Up to room rows that are due and not under way; how many there were at
 * all. */
static int
runner_take(struct daemon *d, int room, bool probe, int *taken, struct err *e)
{
	struct outbox_row rows[FLIGHT_BATCH];
	int most = room < FLIGHT_BATCH ? room : FLIGHT_BATCH, n;

	if (db_several(d->db))
		n = leases_take(d, most, probe, rows, e);
	else if (probe)
		n = breaker_probe(d, rows, e);
	else
		n = outbox_due_after(d->db, clock_now(), &d->out.last_when,
		    &d->out.last_id, most, rows, e);
	if (n > 0 && pictures_make(d, rows, n, e) != 0) {
		if (db_several(d->db))
			leases_drop(d, rows, n);
		for (int i = 0; i < n; i++)
			outbox_row_release(&rows[i]);
		d->out.last_when = d->out.last_id = 0;
		return -1;
	}
	for (int i = 0; i < n; i++) {
		if (runner_has(d, rows[i].id)) {
			outbox_row_release(&rows[i]);
			continue;
		}
		runner_send(d, &rows[i]);
		d->out.flights->probe = probe;
		++*taken;
	}
	return n;
}

/* The place in the queue is only given up when nothing is under way or
 * unmarked, or something came back untried: then it is looked through from the
 * head again. */
int
runner_fill(struct daemon *d, struct err *e)
{
	bool probe = false;
	int room, taken = 0, n = 1;

	if (d->out.transport == NULL)
		return 0;
	if (d->out.flying == 0 && d->out.verdicts.n == 0)
		d->out.last_when = d->out.last_id = 0;
	room = breaker_room(d, &probe, e);
	if (room < 0)
		return -1;
	while (n > 0 && taken < room && d->out.bytes < FLIGHT_BYTES) {
		n = runner_take(d, room - taken, probe, &taken, e);
		if (probe) /* which has no place in the queue */
			break;
	}
	return n < 0 ? -1 : taken;
}

int
runner_go_on(struct daemon *d, struct err *e)
{
	if (d->out.marking.failures > 0 || !backoff_over(&d->out.filling))
		return 0;
	return backoff_tried(&d->out.filling, "outbox.failed",
	    runner_fill(d, e), e);
}

static void
runner_log(const struct verdict_in *l, enum log_level level, const char *event)
{
	char id[24], code[12];

	(void)snprintf(id, sizeof id, "%lld", (long long)l->id);
	(void)snprintf(code, sizeof code, "%d", l->code);
	log_event(level, event, "outbox", id, "code",
	    l->code != 0 ? code : NULL, "why",
	    l->why[0] != '\0' ? l->why : NULL, NULL);
}

/* That nobody can be told of it must not keep this verdict, and the others
 * beside it, from being marked: what is not marked is sent again. */
static int
runner_tell(struct daemon *d, const struct verdict_in *l, struct err *e)
{
	struct err why = { ERR_NONE, "" };
	int rc;

	if (db_savepoint(d->db, e) != 0)
		return -1;
	rc = desk_undeliverable(d->desk, l->id, l->fault, l->why, &why);
	rc = db_savepoint_end(d->db, rc, &why, e);
	if (rc != 0)
		desk_forget(d->desk);
	if (rc > 0)
		log_event(LOG_LEVEL_ERROR, "mail.untold", "why", why.text,
		    NULL);
	return rc < 0 ? -1 : 0;
}

static int
runner_give_up(struct daemon *d, const struct verdict_in *l, struct err *e)
{
	runner_log(l, LOG_LEVEL_WARNING, "mail.failed");
	d->tally.failed++;
	if (trace_attempt(d->db, l->id, clock_now(), "failed", l->why, e) ||
	    outbox_failed(d->db, l->id, l->why, e) != 0)
		return -1;
	return runner_tell(d, l, e);
}

/* Where nothing goes it is no letter's fault. One that was tried for that alone
 * stands behind the others for a minute, so that the next attempt is another's;
 * one that never came to be spoken of keeps its place. */
static int
runner_wait(struct daemon *d, const struct verdict_in *l, int64_t now,
    struct err *e)
{
	if (l->stage < STAGE_MAIL)
		return outbox_wait(d->db, l->id, 0, l->why, e);
	return outbox_wait(d->db, l->id, now + MINUTE, l->why, e);
}

static int
runner_mark_later(struct daemon *d, const struct verdict_in *l, int64_t now,
    struct err *e)
{
	bool unknown = l->verdict == VERDICT_UNKNOWN;

	runner_log(l, LOG_LEVEL_INFO, "mail.later");
	d->tally.later++;
	if (fault_stops(l->fault) && !unknown &&
	    (l->probe || l->stage < STAGE_MAIL))
		return runner_wait(d, l, now, e);
	if (now - l->created > KEEP_TRYING && l->attempts + 1 >= TRIES_LEAST &&
	    !l->probe)
		return runner_give_up(d, l, e);
	return outbox_later(d->db, l->id,
	    now + daemon_backoff(unknown, l->code, l->attempts), l->why, e);
}

/* A letter that is refused for its size or content goes once more without its
 * pictures, which are most of it. */
static int
runner_mark_failed(struct daemon *d, const struct verdict_in *l, int64_t now,
    struct err *e)
{
	int rc = l->fault != FAULT_LETTER ? 0 : picture_omit(d->db, l->id, e);

	if (rc <= 0)
		return rc < 0 ? -1 : runner_give_up(d, l, e);
	runner_log(l, LOG_LEVEL_INFO, "mail.later");
	d->tally.later++;
	return trace_attempt(d->db, l->id, now, "later", l->why, e) ||
		outbox_later(d->db, l->id, now, l->why, e) ?
	    -1 :
	    0;
}

static int
runner_mark_one(struct daemon *d, size_t i, int64_t now, struct err *e)
{
	const struct verdict_in *l = &d->out.verdicts.at[i];
	int counts = leases_mark(d, l, e);

	if (counts <= 0)
		return counts;
	if (breaker_mark(d, l, now, e) != 0)
		return -1;
	switch (l->verdict) {
	case VERDICT_SENT:
		d->tally.sent++;
		return trace_attempt(d->db, l->id, now, "sent", l->reply, e) ||
			outbox_sent(d->db, &l->id, 1, now, e) ?
		    -1 :
		    0;
	case VERDICT_FAILED:
		return runner_mark_failed(d, l, now, e);
	case VERDICT_NONE:
	case VERDICT_LATER:
	case VERDICT_UNKNOWN:
		break;
	}
	return trace_attempt(d->db, l->id, now,
		   l->verdict == VERDICT_UNKNOWN ? "unknown" : "later", l->why,
		   e) ||
		runner_mark_later(d, l, now, e) ?
	    -1 :
	    0;
}

static int
runner_mark_all(struct daemon *d, struct err *e)
{
	int64_t now = clock_now();
	int rc = 0;

	for (size_t i = 0; i < d->out.verdicts.n && rc == 0; i++)
		rc = runner_mark_one(d, i, now, e);
	return rc;
}

static void
runner_marked(struct daemon *d)
{
	d->out.verdicts.n = 0;
	backoff_done(&d->out.marking);
}

int
runner_mark(struct daemon *d, struct err *e)
{
	if (d->out.verdicts.n == 0)
		return 0;
	if (db_begin_beside(d->db, e) != 0)
		return -1;
	if (runner_mark_all(d, e) != 0 || db_commit(d->db, e) != 0) {
		db_abort(d->db);
		desk_forget(d->desk);
		return -1;
	}
	runner_marked(d);
	return 0;
}

int
runner_commit(struct daemon *d, struct err *e)
{
	struct err why = { ERR_NONE, "" };
	int rc = 0;

	runner_collect(d);
	if (d->out.verdicts.n > 0 && d->out.marking.failures == 0) {
		if (db_savepoint(d->db, e) != 0)
			return -1;
		rc = db_savepoint_end(d->db, runner_mark_all(d, &why), &why, e);
	}
	if (rc < 0)
		return -1;
	if (rc > 0) {
		desk_forget(d->desk);
		backoff_fail(&d->out.marking, "outbox.failed", &why);
	}
	if (db_commit(d->db, e) != 0)
		return -1;
	if (rc == 0 && d->out.marking.failures == 0)
		runner_marked(d);
	return 0;
}

/* Seconds until there is something to send; 0 at once, -1 nothing waits. What
 * an old transport still has in its hands looks as if it were due: its verdict
 * wakes us, too. */
int64_t
runner_due(struct daemon *d)
{
	int64_t when, breaker, now = clock_now();
	struct err e;

	if (d->out.transport == NULL || d->out.flying > 0)
		return -1; /* a verdict wakes us */
	if (outbox_next_due(d->db, &when, &e) != 1 ||
	    (breaker = breaker_due(d)) < 0)
		return -1;
	breaker = when - now > breaker ? when - now : breaker;
	return breaker <= 0 && d->out.flying_old > 0 ? 1 : breaker;
}
