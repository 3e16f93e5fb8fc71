/* SPDX-License-Identifier: MIT */
#include "cli/doctor.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "cli/instance.h"
#include "match/club.h"
#include "store/counts.h"
#include "store/outgoing.h"
#include "store/several.h"
#include "text/texts.h"

enum { ROOM_MIN_MB = 200, WAIT_SECONDS = 60 };

struct doctor_row {
	const char *finding, *check, *text;
};

static const struct cli_column columns[] = {
	{ "finding", LIST_TEXT, LIST_AT(struct doctor_row, finding) },
	{ "check", LIST_TEXT, LIST_AT(struct doctor_row, check) },
	{ "text", LIST_TEXT, LIST_AT(struct doctor_row, text) },
	{ .key = NULL },
};

void
doctor_say(struct doctor *d, enum finding what, const char *check,
    const char *fmt, ...)
{
	static const char *const words[] = { "ok", "warning", "bad" };
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	d->bad += what == FINDING_BAD;
	d->warned += what == FINDING_WARN;
	list_row(&d->found,
	    &(struct doctor_row){ words[what], check, buf_text(&text) });
	if (!d->found.as_json) {
		(void)printf("%-8s %s: %s\n", words[what], check,
		    buf_text(&text));
		(void)fflush(stdout);
	}
	buf_release(&text);
}

/* As conf_secret has it. */
static void
check_secret(struct doctor *d, const char *check, const char *path)
{
	struct stat st;

	if (path == NULL)
		return;
	if (stat(path, &st) != 0)
		doctor_say(d, FINDING_BAD, check, "%s: %s", path,
		    strerror(errno));
	else if ((st.st_mode & 07) != 0)
		doctor_say(d, FINDING_BAD, check,
		    "%s has mode %03o: others can read the password (chmod "
		    "600)",
		    path, st.st_mode & 0777);
	else if (access(path, R_OK) != 0)
		doctor_say(d, FINDING_BAD, check, "%s: %s", path,
		    strerror(errno));
}

/* Nothing is out of root's reach, and much is out of the daemon's. */
static void
check_user(struct doctor *d)
{
	const char *path = d->conf->store.path;
	struct passwd *owner;
	struct stat st;

	if (geteuid() != 0 || path == NULL || stat(path, &st) != 0 ||
	    st.st_uid == 0)
		return;
	owner = getpwuid(st.st_uid);
	doctor_say(d, FINDING_WARN, "user",
	    "checked as root: whether the daemon may read and write its files "
	    "is not seen (sudo -u %s paquebot doctor)",
	    owner != NULL ? owner->pw_name : "USER");
}

/* Where the key of a certificate of ours is; NULL: there is none. */
static const char *
key_of(const char *cert_file, const char *key_file)
{
	return key_file != NULL ? key_file : cert_file;
}

static void
check_config(struct doctor *d)
{
	const struct conf *c = d->conf;
	const struct conf_mailbox *m;
	const char *out = c->outgoing.secret.password_file;
	bool checked = false;
	struct stat st;

	if (stat(c->path, &st) == 0 && (st.st_mode & 022) != 0)
		doctor_say(d, FINDING_BAD, "configuration",
		    "%s has mode %03o: others can change it", c->path,
		    st.st_mode & 0777);
	else
		doctor_say(d, FINDING_OK, "configuration", "%s", c->path);
	for (int i = 0; (m = conf_mailbox(c, i)) != NULL; i++) {
		const char *in = m->secret.password_file;

		check_secret(d, "configuration", in);
		check_secret(d, "configuration",
		    key_of(m->cert_file, m->key_file));
		checked |= in != NULL && out != NULL && strcmp(in, out) == 0;
	}
	if (!checked)
		check_secret(d, "configuration", out);
	check_secret(d, "configuration",
	    key_of(c->outgoing.cert_file, c->outgoing.key_file));
	if (c->club.keeper == NULL)
		doctor_say(d, FINDING_WARN, "configuration",
		    "club { keeper } is not set: nobody is told of trouble");
}

static void
check_room(struct doctor *d, const char *dir)
{
	struct statvfs fs;
	unsigned long long mb;

	if (statvfs(dir, &fs) != 0)
		return;
	mb = (unsigned long long)fs.f_bavail * fs.f_frsize >> 20;
	if (mb < ROOM_MIN_MB)
		doctor_say(d, FINDING_WARN, "store", "%llu MB are free in %s",
		    mb, dir);
}

static void
check_modes(struct doctor *d)
{
	const char *path = d->conf->store.path;
	struct stat st;
	char *dir;

	if (path == NULL)
		return;
	dir = file_directory(path);
	if (stat(path, &st) == 0 && (st.st_mode & 077) != 0)
		doctor_say(d, FINDING_BAD, "store",
		    "%s has mode %03o: it holds secrets (chmod 600)", path,
		    st.st_mode & 0777);
	if (stat(dir, &st) == 0 && (st.st_mode & 022) != 0)
		doctor_say(d, FINDING_BAD, "store",
		    "%s has mode %03o: others can put files there", dir,
		    st.st_mode & 0777);
	if (access(dir, W_OK) != 0)
		doctor_say(d, FINDING_BAD, "store", "%s cannot be written",
		    dir);
	check_room(d, dir);
	free(dir);
}

/* What waits for the keeper. */
static void
check_counts(struct doctor *d, struct db *db)
{
	int64_t now = clock_now();
	struct counts c;
	struct err e;

	if (counts_read(db, now, &c, &e) != 0) {
		doctor_say(d, FINDING_BAD, "store", "%s", e.text);
		return;
	}
	doctor_say(d, FINDING_OK, "store", "%d players, %d running games",
	    c.players, c.games[1]);
	if (c.inbox_aside)
		doctor_say(d, FINDING_WARN, "inbox",
		    "%d mails are set aside (paquebot inbox)", c.inbox_aside);
	if (c.outbox_failed)
		doctor_say(d, FINDING_WARN, "outbox",
		    "%d mails were given up (paquebot queue)", c.outbox_failed);
	if (c.outbox_oldest && now - c.outbox_oldest > 3600)
		doctor_say(d, FINDING_WARN, "outbox",
		    "a mail waits since %lld minutes (paquebot queue)",
		    (long long)(now - c.outbox_oldest) / 60);
	if (c.failing)
		doctor_say(d, FINDING_WARN, "addresses",
		    "mail to %d comes back (paquebot bounces)", c.failing);
}

/* Whether the daemon lets mail out. */
static void
check_outgoing(struct doctor *d, struct db *db)
{
	char since[CLOCK_STAMP_SIZE];
	struct outgoing o;
	struct err e;

	if (outgoing_read(db, &o, &e) != 0 || o.state == OUTGOING_RUNNING)
		return;
	clock_stamp(o.since, since);
	if (o.state == OUTGOING_PAUSED)
		doctor_say(d, FINDING_WARN, "outbox",
		    "outgoing mail is paused since %s (paquebot queue resume)",
		    since);
	else
		doctor_say(d, FINDING_BAD, "outbox",
		    "outgoing mail is stopped since %s: %s", since, o.reason);
}

/* A few seconds may be this command's own. */
static void
check_clock(struct doctor *d, struct db *db)
{
	int64_t ahead = db_ahead(db);

	if (ahead < -5 || ahead > 5)
		doctor_say(d, FINDING_BAD, "clock",
		    "this host's is %lld seconds %s that of the database's "
		    "server; deadlines are kept by it (NTP)",
		    (long long)(ahead < 0 ? -ahead : ahead),
		    ahead < 0 ? "behind" : "ahead of");
}

static void
check_daemon(struct doctor *d)
{
	if (instance_daemon(d->conf))
		doctor_say(d, FINDING_OK, "daemon", "paquebotd is at work");
	else
		doctor_say(d, FINDING_WARN, "daemon",
		    "no paquebotd is at work on this database");
}

static void
check_store(struct doctor *d)
{
	struct err e;
	struct db *db;

	check_modes(d); /* opening would mend them */
	if (db_open(d->conf->store.where, DB_USE, &db, &e) != 0) {
		doctor_say(d, FINDING_BAD, "store", "%s", e.text);
		return;
	}
	check_counts(d, db);
	check_outgoing(d, db);
	check_clock(d, db);
	db_close(db);
	check_daemon(d);
}

static void
check_texts(struct doctor *d)
{
	struct buf langs = BUF_INIT;
	struct texts *t;
	struct err e;

	if (texts_open(NULL, &t, &e) != 0) {
		doctor_say(d, FINDING_BAD, "templates", "%s", e.text);
		return;
	}
	if (club_games(t, &e) != 0)
		doctor_say(d, FINDING_BAD, "games", "%s", e.text);
	for (size_t i = 0; texts_lang(t, i) != NULL; i++)
		buf_printf(&langs, "%s%s", i > 0 ? " " : "", texts_lang(t, i));
	if (texts_has_lang(t, d->conf->club.lang))
		doctor_say(d, FINDING_OK, "templates", "languages: %s",
		    langs.data);
	else
		doctor_say(d, FINDING_BAD, "templates",
		    "no texts in club { lang = %s }; there are: %s",
		    d->conf->club.lang, langs.data);
	buf_release(&langs);
	texts_free(t);
}

static void
check_files(struct doctor *d)
{
	const char *metrics = d->conf->log.metrics;
	char *dir;

	if (metrics != NULL) {
		dir = file_directory(metrics);
		if (access(dir, W_OK | X_OK) != 0)
			doctor_say(d, FINDING_BAD, "metrics",
			    "%s cannot be written", dir);
		free(dir);
	}
	if (d->conf->archive.dir != NULL &&
	    !file_may_write(d->conf->archive.dir))
		doctor_say(d, FINDING_WARN, "archive", "%s cannot be written",
		    d->conf->archive.dir);
}

static int
examine(struct doctor *d)
{
	static const struct cli_list list = { columns, "", NULL, LIST_WHOLE };
	struct conf *conf;
	struct err e;

	log_set_level(LOG_LEVEL_ERROR);
	list_open(&d->found, d->cli, &list, cli_flag(d->cli, "json"));
	if (conf_load(instance_config(d->cli), &conf, &e) != 0) {
		doctor_say(d, FINDING_BAD, "configuration", "%s", e.text);
	} else {
		d->conf = conf;
		check_user(d);
		check_config(d);
		check_store(d);
		check_texts(d);
		check_files(d);
		if (!cli_flag(d->cli, "no-mail"))
			doctor_mail(d);
		conf_free(conf);
	}
	if (d->found.as_json)
		list_print(&d->found);
	else
		(void)printf("%d bad, %d warnings\n", d->bad, d->warned);
	list_release(&d->found);
	return d->bad > 0 ? EX_CONFIG : 0;
}

static int
doctor_run(const struct cli *cli)
{
	const char *wait = cli_value(cli, "wait");
	struct doctor d = { .cli = cli, .wait = WAIT_SECONDS };

	if (wait != NULL && cli_number(wait, 1, 3600, &d.wait) != 0)
		return cli_usage(cli, "--wait takes seconds from 1 to 3600");
	return examine(&d);
}

const struct cli_command cli_doctor = {
	.name = "doctor",
	.synopsis = "[--wait SECONDS] [--no-mail] [--json]",
	.help = "checks the set-up: files, mailbox, sending, and both at once",
	.more = "  --wait SECONDS  for a mail to itself to come back (60)\n"
		"  --no-mail       only what lies on this machine\n"
		"  --json          an array of objects\n"
		"Sends two mails to our own address and reads them back; no "
		"other mail is touched.\nExit code 78 if something is bad.\n",
	.options = "json no-mail wait:",
	.run = doctor_run,
};
