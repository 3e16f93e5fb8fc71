/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/statvfs.h>

#include "base/beside.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "cli/instance.h"
#include "config.h"
#include "mail/certificate.h"
#include "store/alarm.h"
#include "store/backup.h"
#include "store/counts.h"
#include "store/inbox.h"
#include "store/mailbox.h"
#include "store/outgoing.h"
#include "store/setting.h"

/* One screen, and an exit code as those of the Nagios plugins. */

enum level { FINE, WARNING, CRITICAL };
enum { MINUTE = 60, HOUR = 3600, DAY = 86400, LOOK_MS = 5000, UNKNOWN = 3 };

static const char *const levels[] = { "ok", "warning", "critical" };

struct status {
	struct conf *conf;
	struct db *db;
	struct buf out;
	struct json json;
	bool as_json, offline;
	enum level worst;
	int64_t now;
};

/* value: seconds, bytes, days or how many, for programs; -1 none. since: the
 * moment from which it is so; 0 none. */
static void __attribute__((format(printf, 6, 7)))
say_since(struct status *s, enum level level, const char *name, int64_t value,
    int64_t since, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	char stamp[CLOCK_STAMP_SIZE];
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	if (level > s->worst)
		s->worst = level;
	if (s->as_json) {
		json_object(&s->json);
		json_kstr(&s->json, "name", name);
		json_kstr(&s->json, "level", levels[level]);
		json_kstr(&s->json, "text", buf_text(&text));
		if (value >= 0)
			json_kint(&s->json, "value", value);
		clock_stamp(since, stamp);
		if (since > 0)
			json_kstr(&s->json, "since", stamp);
		json_object_end(&s->json);
	} else {
		buf_printf(&s->out, "%-9s %-21s %s\n", levels[level], name,
		    buf_text(&text));
	}
	buf_release(&text);
}

#define say(s, level, name, value, ...) \
	say_since(s, level, name, value, 0, __VA_ARGS__)

/* "3 days", the largest unit that is whole. */
static const char *
span(int64_t seconds)
{
	static char text[40];
	int64_t n = seconds < 0 ? 0 : seconds;
	const char *unit = n >= 2 * DAY ? "days" :
	    n >= 2 * HOUR               ? "hours" :
	    n >= 2 * MINUTE             ? "minutes" :
					  "seconds";

	n /= *unit == 'd' ? DAY :
	    *unit == 'h'  ? HOUR :
	    *unit == 'm'  ? MINUTE :
			    1;
	(void)snprintf(text, sizeof text, "%lld %s", (long long)n, unit);
	return text;
}

static enum level
grade(int64_t value, int64_t warn, int64_t critical)
{
	return value >= critical ? CRITICAL : value >= warn ? WARNING : FINE;
}

static void
check_daemon(struct status *s)
{
	bool runs = instance_daemon(s->conf);

	say(s, runs ? FINE : CRITICAL, "daemon", runs,
	    runs ? "runs" : "does not run");
}

/* An hour is what the keeper is mailed after. */
static void
say_mailbox(struct status *s, const char *name, const struct mailbox *m,
    int64_t looked)
{
	int64_t most = 15 * MINUTE + 2 * (int64_t)conf_interval(s->conf),
		ago = looked > 0 ? s->now - looked : -1;
	char since[CLOCK_STAMP_SIZE];

	clock_stamp(m->fails > 0 ? m->fails : m->works, since);
	if (m->fails > 0)
		say_since(s, grade(s->now - m->fails, 0, HOUR), name, ago,
		    m->fails, "fails since %s: %s", since, m->reason);
	else if (m->works > 0 && looked == 0)
		say_since(s, FINE, name, -1, m->works, "works since %s", since);
	else if (m->works > 0)
		say_since(s, grade(ago, most, 2 * HOUR), name, ago, m->works,
		    "works since %s, looked at %s ago", since, span(ago));
	else if (looked == 0 || s->conf->n_more > 0)
		say(s, WARNING, name, -1, "was never looked at");
	else
		say(s, grade(ago, most, 2 * HOUR), name, ago,
		    "looked at %s ago", span(ago));
}

/* The last look is the oldest of each one's last: one that fails makes it old,
 * which is no fault of the others. */
static int
check_mailboxes(struct status *s, struct err *e)
{
	struct mailbox at[CONF_MAILBOXES];
	const struct conf_mailbox *conf;
	char name[CONF_SECTION];
	int64_t looked;
	bool fails = false;

	/* When the last look began, which is noted every five minutes. */
	if (db_setting_moment(s->db, "polled", &looked, e) != 0)
		return -1;
	for (int i = 0; (conf = conf_mailbox(s->conf, i)) != NULL; i++) {
		if (mailbox_read(s->db, conf_name(conf), &at[i], e) != 0)
			return -1;
		fails |= at[i].fails > 0;
	}
	for (int i = 0; (conf = conf_mailbox(s->conf, i)) != NULL; i++) {
		(void)conf_section(conf, name);
		if (strcmp(conf->type, "pipe") == 0)
			say(s, FINE, name, -1, "is a pipe");
		else
			say_mailbox(s, name, &at[i],
			    fails && at[i].fails == 0 ? 0 : looked);
	}
	return 0;
}

static int
check_outgoing(struct status *s, struct err *e)
{
	struct outgoing o;
	char since[CLOCK_STAMP_SIZE];

	if (outgoing_read(s->db, &o, e) != 0)
		return -1;
	clock_stamp(o.since, since);
	if (o.since == 0)
		say(s, FINE, "outgoing", -1, "no letter has gone yet");
	else if (o.state == OUTGOING_RUNNING)
		say_since(s, FINE, "outgoing", -1, o.since, "works since %s",
		    since);
	else
		say_since(s, o.state == OUTGOING_PAUSED ? WARNING : CRITICAL,
		    "outgoing", s->now - o.since, o.since, "%s since %s%s%s",
		    outgoing_name(o.state), since, *o.reason ? ": " : "",
		    o.reason);
	return 0;
}

static int
check_queues(struct status *s, struct err *e)
{
	struct counts c;
	int64_t came = 0;
	int got;

	if (counts_read(s->db, s->now, &c, e) != 0 ||
	    (got = inbox_oldest(s->db, &came, e)) < 0)
		return -1;
	if (c.outbox_waiting == 0)
		say(s, FINE, "letters", 0, "none waits");
	else
		say(s, grade(s->now - c.outbox_oldest, HOUR, DAY), "letters",
		    s->now - c.outbox_oldest, "%d wait, the oldest for %s",
		    c.outbox_waiting, span(s->now - c.outbox_oldest));
	if (got == 0)
		say(s, FINE, "mails", 0,
		    c.inbox_deferred == 0 ? "all are judged" :
					    "all others are judged");
	else
		say(s, grade(s->now - came, 10 * MINUTE, HOUR), "mails",
		    s->now - came, "%d are not judged, the oldest for %s",
		    c.inbox_new, span(s->now - came));
	if (c.inbox_deferred > 0)
		say(s, FINE, "deferred", c.inbox_deferred,
		    "%d mails of strangers wait, as too many came (paquebot "
		    "inbox)",
		    c.inbox_deferred);
	if (c.inbox_aside > 0)
		say(s, WARNING, "set aside", c.inbox_aside,
		    "%d mails (paquebot inbox)", c.inbox_aside);
	say(s, FINE, "games", c.late_games, "%d run, %d are late", c.games[1],
	    c.late_games);
	return 0;
}

enum { MB = 1 << 20, DISK_LEAST = 100 * MB };

/* Bytes that are free where the database lies; -1 with errno. */
static int64_t
disk_left(const struct status *s)
{
	struct statvfs v;

	return statvfs(s->conf->store.path, &v) != 0 ?
	    -1 :
	    (int64_t)v.f_bavail * (int64_t)v.f_frsize;
}

static void
check_disk(struct status *s)
{
	int64_t left;

	if (s->conf->store.path == NULL)
		return;
	left = disk_left(s);
	if (left < 0) {
		say(s, CRITICAL, "disk", -1, "%s: %s", s->conf->store.path,
		    strerror(errno));
		return;
	}
	say(s,
	    left < DISK_LEAST      ? CRITICAL :
		left < 1000LL * MB ? WARNING :
				     FINE,
	    "disk", left, "%lld MB are free", (long long)(left / MB));
}

/* Why nothing else can be known, perhaps. */
static bool
disk_is_full(const struct status *s)
{
	int64_t left = s->conf->store.path == NULL ? -1 : disk_left(s);

	return left >= 0 && left < DISK_LEAST;
}

static int
check_backup(struct status *s, struct err *e)
{
	int64_t when;

	if (db_backup_last(s->db, &when, e) != 0)
		return -1;
	/* Who has PostgreSQL may make them with its own tools. */
	if (when == 0 && s->conf->store.path == NULL)
		return 0;
	if (when == 0)
		say(s, WARNING, "backup", -1, "none was made");
	else
		say(s, grade(s->now - when, 8 * DAY, 30 * DAY), "backup",
		    s->now - when, "made %s ago", span(s->now - when));
	return 0;
}

/* A look at a server's certificate: got, of certificate_mailbox or
 * certificate_outgoing. */
struct certificate_look {
	int got;
	int64_t until;
	struct err e;
};
struct certificate_looks {
	const struct conf *conf;
	int boxes;
	struct certificate_look at[CONF_MAILBOXES + 1]; /* outgoing last */
};

static void
look_at(void *arg, int i)
{
	struct certificate_looks *l = arg;
	struct certificate_look *k = &l->at[i];

	k->got = i < l->boxes ?
	    certificate_mailbox(conf_mailbox(l->conf, i), LOOK_MS, &k->until,
		&k->e) :
	    certificate_outgoing(l->conf, LOOK_MS, &k->until, &k->e);
}

static void
say_certificate(struct status *s, const char *section,
    const struct certificate_look *k)
{
	int64_t days = (k->until - s->now) / DAY;
	char name[CONF_SECTION + 16];

	(void)snprintf(name, sizeof name, "certificate %s", section);
	if (k->got < 0)
		say(s, k->e.kind == ERR_GIVEUP ? CRITICAL : WARNING, name, -1,
		    "%s", k->e.text);
	if (k->got <= 0 || k->until < 0)
		return;
	say(s,
	    days < 3      ? CRITICAL :
		days < 14 ? WARNING :
			    FINE,
	    name, days, "good for %lld more days", (long long)days);
}

/* Servers that say nothing take as long as one of them. */
static void
check_certificates(struct status *s)
{
	struct certificate_looks l = { .conf = s->conf };
	char section[CONF_SECTION];

	while (conf_mailbox(s->conf, l.boxes) != NULL)
		l.boxes++;
	beside_run(l.boxes + 1, look_at, &l);
	for (int i = 0; i < l.boxes; i++)
		say_certificate(s,
		    conf_section(conf_mailbox(s->conf, i), section), &l.at[i]);
	say_certificate(s, "outgoing", &l.at[l.boxes]);
}

static int
say_alarm(void *arg, const struct alarm_row *a)
{
	struct status *s = arg;
	char since[CLOCK_STAMP_SIZE], name[40];
	bool mild;

	if (a->ended != 0)
		return 0;
	clock_stamp(a->began, since);
	(void)snprintf(name, sizeof name, "alarm %s", a->name);
	mild = strcmp(a->name, "archive") == 0 ||
	    strcmp(a->name, "pictures") == 0 || strcmp(a->name, "beacon") == 0;
	say_since(s, mild ? WARNING : CRITICAL, name, s->now - a->began,
	    a->began, "since %s: %s", since, a->why);
	return 0;
}

static int
check_all(struct status *s, struct err *e)
{
	if (s->db == NULL) {
		check_disk(s);
		return 0;
	}
	check_daemon(s);
	if (check_mailboxes(s, e) != 0 || check_outgoing(s, e) != 0 ||
	    check_queues(s, e) != 0)
		return -1;
	check_disk(s);
	if (check_backup(s, e) != 0 || alarm_each(s->db, say_alarm, s, e) != 0)
		return -1;
	if (!s->offline)
		check_certificates(s);
	return 0;
}

static int
status_print(const struct cli *cli, struct status *s)
{
	struct err e;
	int rc;

	json_init(&s->json, &s->out);
	if (s->as_json) {
		json_object(&s->json);
		json_karray(&s->json, "checks");
	}
	rc = check_all(s, &e);
	if (s->as_json) {
		json_array_end(&s->json);
		json_kstr(&s->json, "level", levels[s->worst]);
		json_kstr(&s->json, "version", PACKAGE_VERSION);
		json_object_end(&s->json);
		buf_char(&s->out, '\n');
	} else {
		buf_printf(&s->out, "%-9s %-21s %s\n", levels[FINE], "version",
		    PACKAGE_VERSION);
	}
	if (rc == 0)
		cli_print(&s->out);
	buf_release(&s->out);
	return rc == 0 ? (int)s->worst : cli_failed(cli, &e, UNKNOWN);
}

static int
status_run(const struct cli *cli)
{
	struct status s = { .now = clock_now(),
		.as_json = cli_flag(cli, "json"),
		.offline = cli_flag(cli, "offline") };
	struct err e;
	int status = UNKNOWN;

	log_set_level(LOG_LEVEL_ERROR);
	(void)signal(SIGPIPE, SIG_IGN); /* a server that hangs up */
	if (conf_load(instance_config(cli), &s.conf, &e) != 0 ||
	    db_open(s.conf->store.where, DB_USE, &s.db, &e) != 0)
		cli_error(cli, "%s", e.text);
	if (s.db != NULL || (s.conf != NULL && disk_is_full(&s)))
		status = status_print(cli, &s);
	db_close(s.db);
	conf_free(s.conf);
	return status;
}

const struct cli_command cli_status = {
	.name = "status",
	.synopsis = "[--offline] [--json]",
	.help = "shows on one screen whether all is well, for monitors too",
	.more =
	    "  --offline  the certificates of the servers are not looked at\n"
	    "  --json     an object with the same\n\n"
	    "Exit status as of the Nagios plugins: 0 all is well, 1 warning, 2 "
	    "critical,\n3 it cannot be known.\n",
	.options = "json offline",
	.run = status_run,
};
