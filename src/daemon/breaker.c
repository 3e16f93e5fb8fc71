/* SPDX-License-Identifier: MIT */
#include "daemon/breaker.h"

#include "base/clock.h"
#include "base/log.h"
#include "daemon/own.h"
#include "store/outgoing.h"
#include "store/several.h"

/* Seconds: a short one is no news; what another daemon tries may take. */
enum { ALARM_AFTER = 600, PROBE_SECONDS = 60 };

/* A clock that was set back makes nothing wait for longer than it would. */
static bool
probe_due(const struct outgoing *o, int64_t now)
{
	return o->probe <= now || o->probe > now + BREAKER_REFUSED_MOST;
}

int
breaker_open(struct daemon *d, struct err *e)
{
	char since[CLOCK_STAMP_SIZE];
	struct outgoing o;

	d->breaker = (struct breaker){ 0 };
	if (outgoing_read(d->db, &o, e) != 0)
		return -1;
	if (o.state == OUTGOING_RUNNING)
		return 0;
	(void)snprintf(d->breaker.said, sizeof d->breaker.said, "%s", o.reason);
	clock_stamp(o.since, since);
	log_event(LOG_LEVEL_WARNING,
	    o.paused > 0 ? "outgoing.paused" : "outgoing.stopped", "since",
	    since, "why", o.reason[0] != '\0' ? o.reason : NULL, NULL);
	return 0;
}

void
breaker_try(struct daemon *d)
{
	struct err e;

	d->breaker.proved = false;
	if (db_begin_beside(d->db, &e) != 0 ||
	    db_leave(d->db, true, outgoing_try(d->db, clock_now(), &e), &e) !=
		0)
		log_event(LOG_LEVEL_WARNING, "outgoing.failed", "why", e.text,
		    NULL);
}

/* Whether a letter waits that may fare better: 1, 0, -1. */
static int
breaker_doubt(struct daemon *d, const struct outgoing *o, int64_t now,
    struct err *e)
{
	return o->sole[0] != '\0' ? outbox_due_else(d->db, now, o->sole, e) : 0;
}

int
breaker_probe(struct daemon *d, struct outbox_row *row, struct err *e)
{
	int64_t now = clock_now();
	struct outgoing o;
	int doubt, got;

	if (outgoing_read(d->db, &o, e) != 0 ||
	    (doubt = breaker_doubt(d, &o, now, e)) < 0)
		return -1;
	if (o.stopped > 0 && !probe_due(&o, now) && doubt == 0)
		return 0; /* another daemon was first */
	got = outbox_due_probe(d->db, now, o.sole, row, e);
	if (got > 0 && db_several(d->db) &&
	    outgoing_try(d->db, now + PROBE_SECONDS, e) != 0) {
		outbox_row_release(row);
		return -1;
	}
	return got;
}

/* Whether letters may have come back, untried. */
static bool
breaker_recalls(struct daemon *d, const struct outgoing *o)
{
	bool recalls = d->out.flying > 0 &&
	    (o->state == OUTGOING_PAUSED ||
		o->withdrawn != d->breaker.withdrawn);

	d->breaker.withdrawn = o->withdrawn;
	if (recalls)
		d->out.driver->recall(d->out.transport);
	return recalls;
}

int
breaker_room(struct daemon *d, bool *probe, struct err *e)
{
	size_t busy = d->out.flying + d->out.flying_old + d->out.verdicts.n;
	size_t most;
	int64_t now = clock_now();
	struct outgoing o;
	int doubt;

	if (outgoing_read(d->db, &o, e) != 0 ||
	    (doubt = breaker_doubt(d, &o, now, e)) < 0)
		return -1;
	d->breaker.refused = o.stopped > 0 && o.refused;
	*probe = o.stopped > 0;
	if (breaker_recalls(d, &o) || o.state == OUTGOING_PAUSED)
		return 0;
	if (o.state == OUTGOING_STOPPED || !d->breaker.proved)
		return d->out.flying == 0 && d->out.verdicts.n == 0 &&
		    (o.stopped == 0 || probe_due(&o, now) || doubt);
	most = db_several(d->db) ? LEASED_MOST : UNMARKED_MOST;
	return busy < most ? (int)(most - busy) : 0;
}

int64_t
breaker_due(struct daemon *d)
{
	int64_t now = clock_now();
	struct outgoing o;
	struct err e;

	if (outgoing_read(d->db, &o, &e) != 0 || o.state == OUTGOING_PAUSED)
		return -1;
	return o.stopped == 0 || probe_due(&o, now) ||
		breaker_doubt(d, &o, now, &e) > 0 ?
	    0 :
	    o.probe - now;
}

/* A recipient who is refused shows that the server hears us, but not that it
 * would take a letter. */
static bool
breaker_proof(const struct daemon *d, const struct verdict_in *v)
{
	return v->verdict == VERDICT_SENT ||
	    (v->verdict != VERDICT_UNKNOWN && v->stage >= STAGE_RCPT &&
		!d->breaker.refused);
}

void
breaker_landed(struct daemon *d, const struct verdict_in *v)
{
	if (fault_stops(v->fault))
		d->breaker.proved = false;
	else if (breaker_proof(d, v))
		d->breaker.proved = true;
}

/* After so many failures in a row, the first of which may be a letter's own. */
static int64_t
breaker_delay(bool refused, int failures)
{
	int64_t s = refused ? BREAKER_REFUSED_LEAST : BREAKER_LINE_LEAST;
	int64_t most = refused ? BREAKER_REFUSED_MOST : BREAKER_LINE_MOST;

	while (failures-- > 2 && s < most)
		s *= 2;
	return s < most ? s : most;
}

/* Whether another letter is under way, is just back, or waits to go now: it
 * will tell. */
static int
another_tells(struct daemon *d, const struct verdict_in *v, int64_t now,
    struct err *e)
{
	int64_t when = 0, id = 0;
	struct outbox_row row[2];
	bool other = d->out.flying > 0;
	int n;

	for (size_t i = 0; i < d->out.verdicts.n; i++)
		other = other || &d->out.verdicts.at[i] != v;
	n = outbox_due_after(d->db, now, &when, &id, 2, row, e);
	for (int i = 0; i < n; i++) {
		other = other || row[i].id != v->id;
		outbox_row_release(&row[i]);
	}
	return n < 0 ? -1 : other;
}

static void
breaker_say(struct daemon *d, const struct verdict_in *v, int64_t delay)
{
	char again[24];

	if (strcmp(d->breaker.said, v->why) == 0)
		return;
	(void)snprintf(d->breaker.said, sizeof d->breaker.said, "%s", v->why);
	(void)snprintf(again, sizeof again, "%llds", (long long)delay);
	log_event(LOG_LEVEL_WARNING, "outgoing.stopped", "why", v->why, "again",
	    again, NULL);
}

/* Whether it is more than one letter's refusal, or a moment's trouble. */
static bool
breaker_lasts(const struct outgoing *before, const struct verdict_in *v,
    int64_t now)
{
	if (v->fault == FAULT_OURS || v->code >= 500)
		return before->failures > 0 || v->stage < STAGE_MAIL;
	return before->stopped > 0 && now - before->stopped >= ALARM_AFTER;
}

/* What the server says of one recipient tells of no other, whatever the words;
 * 421 is of the session (RFC 5321 4.2.1). */
static bool
of_recipient(const struct verdict_in *v)
{
	return v->stage == STAGE_RCPT && v->code != 421;
}

static int
breaker_stop(struct daemon *d, const struct verdict_in *v, int64_t now,
    struct err *e)
{
	bool refused = v->fault == FAULT_OURS;
	int64_t delay;
	struct outgoing o;
	int doubt = 0;

	if (outgoing_read(d->db, &o, e) != 0)
		return -1;
	delay = breaker_delay(refused, o.failures + 1);
	if (v->stage >= STAGE_MAIL && o.failures == 0)
		doubt = another_tells(d, v, now, e);
	if (doubt < 0 ||
	    (!of_recipient(v) && outgoing_shut(d->db, now, e) != 0) ||
	    outgoing_stop(d->db, refused, v->stage >= STAGE_MAIL ? v->id : 0,
		v->why, now, doubt ? now : now + delay, e) != 0)
		return -1;
	if (doubt)
		return 0;
	breaker_say(d, v, delay);
	if (breaker_lasts(&o, v, now))
		alarm_raise(d, ALARM_OUTGOING, v->why);
	return 0;
}

int
breaker_mark(struct daemon *d, const struct verdict_in *v, int64_t now,
    struct err *e)
{
	int was;

	if (fault_stops(v->fault))
		return breaker_stop(d, v, now, e);
	if (!breaker_proof(d, v))
		return outgoing_try(d->db, now, e); /* with the next */
	was = outgoing_run(d->db, now, e);
	if (was < 0)
		return -1;
	alarm_clear(d, ALARM_OUTGOING);
	if (was > 0 && d->breaker.said[0] != '\0')
		log_event(LOG_LEVEL_INFO, "outgoing.running", NULL);
	d->breaker.said[0] = '\0';
	return 0;
}
