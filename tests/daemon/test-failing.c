/* SPDX-License-Identifier: MIT */

/* A daemon whose database fails once on each way to it: all is tried again, and
 * in the end each mail was judged once and each answer sent, as where nothing
 * failed (desk/trouble.h). */

#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/daemon.h"
#include "daemon/own.h"
#include "store/sql.h"
#include "tests/desk/trouble.h"
#include "tests/run.h"
#include "tests/temporary.h"

enum { T0 = 1795284000, MINUTE = 60, MAILS = 8 };

static char dir[64], config[96];
static struct daemon *d;
static struct err e;

/* In the directory. */
static void
shell(const char *what)
{
	char command[300];

	(void)snprintf(command, sizeof command, "cd %s && %s", dir, what);
	ck_assert_int_eq(system(command), 0);
}

static void
open_world(void)
{
	struct buf text = BUF_INIT;
	char database[96];
	struct db *db;

	ck_assert(temporary_dir(dir, "failing"));
	(void)snprintf(config, sizeof config, "%s/conf", dir);
	(void)snprintf(database, sizeof database, "%s/db", dir);
	buf_printf(&text,
	    "mailbox { type = maildir folder = \"%s/in\" }\n"
	    "outgoing { type = maildir directory = \"%s/out\"\n"
	    " from = \"Games <games@example.org>\" }\n"
	    "store { path = \"%s\" }\n"
	    "log { level = warning metrics = \"%s/metrics\" }\n",
	    dir, dir, database, dir);
	OK(file_write(config, text.data, text.len, 0600, &e));
	buf_release(&text);
	shell("mkdir -p in/new in/cur in/tmp");
	OK(db_open(database, DB_CREATE, &db, &e));
	db_close(db);
	clock_pin(T0);
	OK(daemon_open(config, DAEMON_ALL, &d, &e));
}

static void
close_world(void)
{
	daemon_close(d);
	ck_assert(temporary_gone(dir));
}

static int64_t
number(const char *select)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(daemon_db(d), &e, select, TO(n)), 1);
	return n;
}

static void
write_mail(int i)
{
	static const char *const bodies[] = { "help", "signup Anna", "list",
		"no command at all", "rules claim" };
	struct buf raw = BUF_INIT;
	char path[160];

	buf_printf(&raw,
	    "From: p%d@example.net\nTo: games@example.org\nSubject: x\n"
	    "Message-ID: <%d@example.net>\n%s\n%s\n",
	    i % 3, i, i % 4 == 3 ? "Auto-Submitted: auto-replied\n" : "",
	    bodies[i % 5]);
	(void)snprintf(path, sizeof path, "%s/in/new/%d", dir, i);
	OK(file_write(path, raw.data, raw.len, 0600, &e));
	buf_release(&raw);
}

/* What failed is tried again after seconds, which a test does not wait for. */
bool __wrap_backoff_over(const struct backoff *b);
bool
__wrap_backoff_over(const struct backoff *b)
{
	return b != NULL;
}

int __wrap_backoff_left(const struct backoff *b);
int
__wrap_backoff_left(const struct backoff *b)
{
	return b == NULL;
}

static void
drain(bool failing)
{
	bool failed;
	int rc;

	do {
		if (failing)
			trouble_start(true, true);
		rc = daemon_drain(d, &e);
		failed = failing && trouble_stop();
		if (rc != 0)
			ck_assert_msg(failed &&
				strstr(e.text, "interrupted") != NULL,
			    "%s", e.text);
	} while (failed);
}

struct sums {
	int64_t judged, written, sent, people;
};

static void
live(bool failing, struct sums *out)
{
	open_world();
	for (int i = 0; i < MAILS; i++) {
		clock_pin(T0 + i * 61 * MINUTE);
		write_mail(i);
		drain(failing);
	}
	out->judged =
	    number("SELECT count(*) FROM inbox WHERE state IN (1, 2)");
	out->written = number("SELECT count(DISTINCT message_id) FROM outbox");
	out->sent = number("SELECT count(*) FROM outbox WHERE state = 1");
	out->people = number("SELECT count(*) FROM player");
	close_world();
}

START_TEST(all_is_done_once)
{
	struct sums want, got;

	mem_init_json();
	live(false, &want);
	ck_assert_int_eq(want.written, want.sent);
	live(true, &got);
	ck_assert_int_gt(trouble_tried(), 50);
	ck_assert_int_eq(got.judged, want.judged);
	ck_assert_int_eq(got.written, want.written);
	ck_assert_int_eq(got.sent, want.sent);
	ck_assert_int_eq(got.people, want.people);
}
END_TEST

CHILD(daemon_trial)

TESTS(all_is_done_once)
