/* SPDX-License-Identifier: MIT */

/* A daemon whose database fails once on each way to it: all is tried again, and
 * in the end each mail was judged once and each answer sent, as where nothing
 * failed (desk/trouble.h). */

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/daemon.h"
#include "daemon/own.h"
#include "store/sql.h"
#include "tests/daemon/maildirs.h"
#include "tests/desk/trouble.h"
#include "tests/run.h"

enum { T0 = 1795284000, MINUTE = 60, MAILS = 8 };

static struct maildirs place;
static struct daemon *d;
static struct err e;

static void
open_world(void)
{
	char more[128];

	maildirs_open(&place, "failing");
	(void)snprintf(more, sizeof more,
	    "log { level = warning metrics = \"%s/metrics\" }\n", place.dir);
	maildirs_config(&place, more);
	clock_pin(T0);
	OK(daemon_open(place.config, DAEMON_ALL, &d, &e));
}

static void
close_world(void)
{
	daemon_close(d);
	maildirs_close(&place);
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

	buf_printf(&raw,
	    "From: p%d@example.net\nTo: games@example.org\nSubject: x\n"
	    "Message-ID: <%d@example.net>\n%s\n%s\n",
	    i % 3, i, i % 4 == 3 ? "Auto-Submitted: auto-replied\n" : "",
	    bodies[i % 5]);
	maildirs_mail(&place, i, &raw);
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
