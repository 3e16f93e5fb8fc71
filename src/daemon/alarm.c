/* SPDX-License-Identifier: MIT */
#include "daemon/alarm.h"

#include "base/clock.h"
#include "base/log.h"
#include "computer/level.h"
#include "daemon/own.h"
#include "store/alarm.h"
#include "store/thought.h"

enum {
	DAY = 86400,
	QUIET = 600,
	QUIET_MOST = 6 * 3600, /* seconds */
	AGAIN_MS = 60 * 1000
};

static const char *const names[ALARM_KINDS] = { "login", "mailbox", "outgoing",
	"disk", "archive", "database", "pictures", "beacon", "computer",
	"clock" };

const char *
alarm_name(enum alarm_kind kind)
{
	return names[kind];
}

static bool
under_way(const struct alarm *a)
{
	return a->began != 0 && a->ended == 0;
}

bool
alarm_on(const struct daemon *d, enum alarm_kind kind)
{
	return under_way(&d->alarms.at[kind]);
}

static void
alarm_begin(struct alarm *a, enum alarm_kind kind, const char *why)
{
	int64_t now = clock_now();

	*a = (struct alarm){ .began = now,
		.times = a->began != 0 && now - a->ended < DAY ? a->times + 1 :
								 1 };
	(void)snprintf(a->why, sizeof a->why, "%s", why);
	log_event(LOG_LEVEL_ERROR, "alarm.begin", "alarm", names[kind], "why",
	    a->why, NULL);
}

void
alarm_raise(struct daemon *d, enum alarm_kind kind, const char *why)
{
	struct alarm *a = &d->alarms.at[kind];

	if (!under_way(a)) {
		alarm_begin(a, kind, why);
		return;
	}
	a->good = 0;
	if (strcmp(a->why, why) == 0)
		return;
	(void)snprintf(a->why, sizeof a->why, "%s", why);
	a->saved = false;
}

/* One letter tells of both, if that of the first is still to be written. */
void
alarm_raise_more(struct daemon *d, enum alarm_kind kind, const char *why)
{
	struct alarm *a = &d->alarms.at[kind];
	struct buf all = BUF_INIT;
	int times = a->times;

	if (!under_way(a)) {
		alarm_raise(d, kind, why);
		return;
	}
	if (!a->told && !a->telling)
		buf_printf(&all, "%s; ", a->why);
	buf_str(&all, why);
	alarm_begin(a, kind, buf_text(&all));
	a->times = times;
	buf_release(&all);
}

static void
alarm_end(struct alarm *a, enum alarm_kind kind)
{
	char since[CLOCK_STAMP_SIZE];

	a->ended = a->good < a->began ? a->began : a->good;
	a->saved = a->told = false;
	clock_stamp(a->began, since);
	log_event(LOG_LEVEL_WARNING, "alarm.end", "alarm", names[kind], "since",
	    since, "why", a->why, NULL);
}

/* How long its part must have worked, in seconds. A disk that is full still
 * takes what is small, so that alone is no sign of room. */
static int64_t
alarm_quiet(const struct alarm *a, enum alarm_kind kind)
{
	int64_t quiet = QUIET;

	if (a->times < 2)
		return kind == ALARM_DISK ? QUIET : 0;
	for (int i = 2; i < a->times && quiet < QUIET_MOST; i++)
		quiet *= 2;
	return quiet < QUIET_MOST ? quiet : QUIET_MOST;
}

void
alarm_clear(struct daemon *d, enum alarm_kind kind)
{
	struct alarm *a = &d->alarms.at[kind];
	int64_t now = clock_now();

	if (!under_way(a))
		return;
	if (a->good == 0 || a->good > now)
		a->good = now;
	if (now - a->good >= alarm_quiet(a, kind))
		alarm_end(a, kind);
}

static int
alarm_read(void *arg, const struct alarm_row *r)
{
	struct daemon *d = arg;

	for (int i = 0; i < ALARM_KINDS; i++) {
		struct alarm *a = &d->alarms.at[i];

		if (strcmp(r->name, names[i]) != 0)
			continue;
		*a = (struct alarm){ .began = r->began,
			.ended = r->ended,
			.times = r->times,
			.saved = true,
			.told = r->told };
		(void)snprintf(a->why, sizeof a->why, "%s", r->why);
	}
	return 0;
}

/* A database that was found damaged is read whole, once a start. */
int
alarms_open(struct daemon *d, struct err *e)
{
	struct err damage;

	if (alarm_each(d->db, alarm_read, d, e) != 0)
		return -1;
	if (alarm_on(d, ALARM_DATABASE))
		(void)db_check(d->db, &damage);
	return 0;
}

static void
alarms_watch(struct daemon *d)
{
	const char *why;
	char text[sizeof((struct err *)0)->text];
	enum db_health now = db_health(d->db, &why);

	(void)snprintf(text, sizeof text, "%.120s: %.180s",
	    d->conf->store.where, why);
	switch (now) {
	case DB_WELL:
		alarm_clear(d, ALARM_DISK);
		alarm_clear(d, ALARM_DATABASE);
		break;
	case DB_FULL:
		alarm_raise(d, ALARM_DISK, text);
		break;
	case DB_FAILING:
	case DB_DAMAGED:
		alarm_raise(d, ALARM_DATABASE, text);
		break;
	}
}

static bool
fetches(const struct conf *conf)
{
	const struct conf_mailbox *m;

	for (int i = 0; (m = conf_mailbox(conf, i)) != NULL; i++)
		if (strcmp(m->type, "pipe") != 0)
			return true;
	return false;
}

/* Whether the keeper, or a game, wants it done; else it does not fail any more,
 * and nothing would ever show that it works. */
static bool
is_wanted(const struct daemon *d, int kind)
{
	const struct conf *conf = d->conf;
	struct err ignored;

	switch (kind) {
	case ALARM_LOGIN:
	case ALARM_MAILBOX:
		return fetches(conf);
	case ALARM_ARCHIVE:
		return conf->archive.dir != NULL;
	case ALARM_PICTURES:
		return conf->outgoing.pictures;
	case ALARM_BEACON:
		return conf->club.beacon_command != NULL;
	case ALARM_COMPUTER:
		return thought_wanted(d->db, LEVEL_HARD, &ignored) != 0;
	default:
		return true;
	}
}

/* Nobody can be told by mail that no mail goes out, until it is over. */
static bool
owes_mail(const struct daemon *d, int kind)
{
	const struct alarm *a = &d->alarms.at[kind];

	return a->began != 0 && !a->told && !a->telling &&
	    (kind != ALARM_OUTGOING || a->ended != 0);
}

static struct alarm_row
alarm_row(const struct daemon *d, int kind)
{
	const struct alarm *a = &d->alarms.at[kind];

	return (struct alarm_row){ .name = names[kind],
		.began = a->began,
		.ended = a->ended,
		.times = a->times,
		.told = a->told,
		.why = a->why };
}

/* The letter that is owed: 1, 0 none or no keeper; -1 (logged). */
static int
alarm_letter(struct daemon *d, int kind, struct outbox_row *out)
{
	struct alarm_row r = alarm_row(d, kind);
	struct err e;
	int got = owes_mail(d, kind) ? desk_alarm(d->desk, &r, out, &e) : 0;

	if (got < 0)
		log_event(LOG_LEVEL_ERROR, "alarm.untold", "alarm", names[kind],
		    "why", e.text, NULL);
	return got;
}

/* Row and letter of one alarm, in the open transaction; how many letters. */
static int
alarm_store(struct daemon *d, int kind, struct err *e)
{
	struct alarm_row r = alarm_row(d, kind);
	struct outbox_row letter;
	int letters = alarm_letter(d, kind, &letter) > 0, rc = 0;

	if (letters > 0) {
		rc = outbox_add(d->db, &letter, e);
		outbox_row_release(&letter);
	}
	r.told = r.told || owes_mail(d, kind);
	if (rc == 0)
		rc = alarm_put(d->db, &r, e);
	return rc == 0 ? letters : -1;
}

static bool
alarm_due(const struct daemon *d, int kind)
{
	return d->alarms.at[kind].began != 0 &&
	    (!d->alarms.at[kind].saved || owes_mail(d, kind));
}

static int
alarms_store(struct daemon *d, struct err *e)
{
	int letters = 0, rc = db_begin(d->db, e);

	for (int i = 0; i < ALARM_KINDS && rc >= 0; i++)
		if (alarm_due(d, i)) {
			rc = alarm_store(d, i, e);
			letters += rc;
		}
	if (rc >= 0)
		rc = db_commit(d->db, e);
	if (rc < 0) {
		db_abort(d->db);
		return -1;
	}
	for (int i = 0; i < ALARM_KINDS; i++)
		if (alarm_due(d, i)) {
			d->alarms.at[i].told |= owes_mail(d, i);
			d->alarms.at[i].saved = true;
		}
	return letters;
}

/* From memory: its number tells which alarm, and whether it is over. */
static int
alarms_send(struct daemon *d)
{
	int letters = 0;

	if (d->out.transport == NULL || alarm_on(d, ALARM_OUTGOING))
		return 0;
	for (int i = 0; i < ALARM_KINDS; i++) {
		struct alarm *a = &d->alarms.at[i];
		struct outbox_row letter;

		if (alarm_letter(d, i, &letter) <= 0)
			continue;
		letter.id = -(2 * i + 1 + (a->ended != 0));
		a->telling = true;
		runner_send(d, &letter);
		letters++;
	}
	return letters;
}

void
alarms_landed(struct daemon *d, const struct dispatch *l)
{
	int n = (int)-l->id - 1;
	struct alarm *a = &d->alarms.at[n / 2];

	a->telling = false;
	if (l->verdict == VERDICT_LATER || l->verdict == VERDICT_NONE ||
	    (n % 2 != 0) != (a->ended != 0))
		return;
	a->told = true;
	a->saved = false;
	log_event(l->verdict == VERDICT_SENT ? LOG_LEVEL_INFO : LOG_LEVEL_ERROR,
	    l->verdict == VERDICT_SENT ? "alarm.told" : "alarm.untold", "alarm",
	    names[n / 2], "why", l->why[0] != '\0' ? l->why : NULL, NULL);
}

static bool
alarms_due(const struct daemon *d)
{
	for (int i = 0; i < ALARM_KINDS; i++)
		if (alarm_due(d, i))
			return clock_monotonic_ms() >= d->alarms.not_before;
	return false;
}

/* While the database is ill mails do not go through it; but each attempt to
 * write the rows may find it well. */
int
alarms_step(struct daemon *d)
{
	const char *why;
	int letters = 0, stored;
	enum db_health health;
	struct err e;

	alarms_watch(d);
	for (int i = 0; i < ALARM_KINDS; i++)
		if (alarm_on(d, (enum alarm_kind)i) && !is_wanted(d, i))
			alarm_clear(d, (enum alarm_kind)i);
	if (!alarms_due(d))
		return 0;
	health = db_health(d->db, &why);
	if (health != DB_WELL)
		letters = alarms_send(d);
	/* Who is told now must not be told again by the next start. */
	if (health == DB_FULL)
		db_reclaim(d->db, DB_DISK);
	stored = alarms_store(d, &e);
	if (stored >= 0)
		return letters + stored;
	d->alarms.not_before = clock_monotonic_ms() + AGAIN_MS;
	alarms_watch(d);
	return letters + alarms_send(d);
}
