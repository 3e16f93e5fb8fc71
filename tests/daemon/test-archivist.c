/* SPDX-License-Identifier: MIT */

/* The process that makes pages, where it never comes to an end: it is ended
 * when its ten minutes are over, the keeper hears of it, and the game is tried
 * again, no sooner than it may be, and behind all others. */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "daemon/daemon.h"
#include "daemon/own.h"
#include "desk/desk.h"
#include "mail/child.h"
#include "match/found.h"
#include "store/due.h"
#include "store/sql.h"
#include "tests/daemon/maildirs.h"
#include "tests/run.h"

enum { MINUTE = 60 * 1000, SECOND = 1000 };

static struct maildirs place;
static struct daemon *d;
static struct err e;

/* What the clock for timeouts has been put forward by. */
static int64_t skipped;

int64_t __real_clock_monotonic_ms(void);
int64_t __wrap_clock_monotonic_ms(void);
int64_t
__wrap_clock_monotonic_ms(void)
{
	return __real_clock_monotonic_ms() + skipped;
}

/* The process, which does nothing as long as HANGS is in the environment. */
static int
hangs(int argc, char **argv)
{
	int status;

	if (getenv("HANGS") == NULL)
		return daemon_archivist(argc, argv);
	if (!child_is(archivist_word, argc, argv, &status))
		return -1;
	while (status == 0)
		(void)pause();
	return status;
}

CHILD(hangs)

/* One that is not over: its pages are to go. */
static int
found(int64_t *game)
{
	static const uint8_t seed[32] = { 7 };
	struct found f = { .kind = "claim", .seats = 2, .seed = seed };

	f.seat[1] = (struct found_seat){ "Anna", "anna@example.net", false };
	f.seat[2] = (struct found_seat){ "Bruno", "bruno@example.net", false };
	if (match_found(&daemon_desk(d)->club, &f, game, &e) != 0)
		return -1;
	return due_put(daemon_db(d), *game, &e);
}

static void
open_world(void)
{
	char more[160];
	int64_t game;

	maildirs_open(&place, "archivist");
	(void)snprintf(more, sizeof more,
	    "log { level = error }\nclub { keeper = keeper@example.org }\n"
	    "archive { dir = \"%s/www\" }\n",
	    place.dir);
	maildirs_config(&place, more);
	OK(daemon_open(place.config, DAEMON_ALL, &d, &e));
	OK(db_begin(daemon_db(d), &e));
	OK(found(&game));
	OK(db_commit(daemon_db(d), &e));
}

static int64_t
due(void)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(daemon_db(d), &e,
			     "SELECT count(*) FROM archive_due", TO(n)),
	    1);
	return n;
}

/* Until it is done, or a minute has gone by. */
static int
wait_for_pages(void)
{
	int64_t until = __real_clock_monotonic_ms() + MINUTE;
	int rc = 0;

	while (rc == 0 && __real_clock_monotonic_ms() < until) {
		(void)usleep(10 * 1000);
		rc = archivist_step(d, &e);
	}
	return rc;
}

START_TEST(one_that_hangs_is_ended)
{
	pid_t pid;

	mem_init_json();
	OK(setenv("HANGS", "yes", 1));
	open_world();
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert(archivist_busy(d));
	pid = d->archivist.pid;
	/* As long as it has time left nothing is done to it. */
	skipped += 10 * MINUTE - 20 * SECOND;
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert_int_eq(d->archivist.pid, pid);
	ck_assert_int_gt(archivist_timeout(d), 0);
	ck_assert_int_le(archivist_timeout(d), 20 * SECOND + 1);
	/* The daemon wakes when that is over. */
	skipped += 21 * SECOND;
	ck_assert_int_eq(archivist_timeout(d), 0);
	ck_assert_int_eq(archivist_step(d, &e), -1);
	ck_assert_msg(strstr(e.text, "game 1: ") != NULL &&
		strstr(e.text, "10 minutes") != NULL,
	    "%s", e.text);
	ck_assert(!archivist_busy(d));
	ck_assert(kill(pid, 0) != 0 && errno == ESRCH);
	ck_assert_int_eq(due(), 1);
	/* Not at once. */
	ck_assert_int_gt(archivist_timeout(d), 0);
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert(!archivist_busy(d));
	ck_assert(alarm_on(d, ALARM_ARCHIVE));
	/* And longer each time. */
	skipped += 2 * SECOND;
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert(archivist_busy(d));
	skipped += 11 * MINUTE;
	ck_assert_int_eq(archivist_step(d, &e), -1);
	ck_assert_int_gt(archivist_timeout(d), SECOND);
	/* One that does its work has all of its time. */
	OK(unsetenv("HANGS"));
	skipped += 3 * SECOND;
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert(archivist_busy(d));
	ck_assert_int_eq(wait_for_pages(), 1);
	ck_assert_int_eq(due(), 0);
	(void)archivist_step(d, &e);
	ck_assert(!alarm_on(d, ALARM_ARCHIVE));
	ck_assert_int_eq(archivist_timeout(d), -1);
	daemon_close(d);
	maildirs_close(&place);
}
END_TEST

/* The keeper hears of it as long as its pages are not there. */
START_TEST(one_that_fails_keeps_no_other_waiting)
{
	int64_t games[2];

	OK(setenv("HANGS", "yes", 1));
	open_world();
	OK(db_begin(daemon_db(d), &e));
	OK(found(&games[1]));
	OK(db_commit(daemon_db(d), &e));
	ck_assert_int_eq(archivist_step(d, &e), 0);
	games[0] = d->archivist.due.game;
	ck_assert_int_lt(games[0], games[1]);
	skipped += 11 * MINUTE;
	ck_assert_int_eq(archivist_step(d, &e), -1);
	OK(unsetenv("HANGS"));
	skipped += 2 * SECOND;
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert_int_eq(d->archivist.due.game, games[1]);
	ck_assert_int_eq(wait_for_pages(), 1);
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert(alarm_on(d, ALARM_ARCHIVE));
	ck_assert_int_eq(d->archivist.due.game, games[0]);
	ck_assert_int_eq(wait_for_pages(), 1);
	(void)archivist_step(d, &e);
	ck_assert(!alarm_on(d, ALARM_ARCHIVE));
	daemon_close(d);
	maildirs_close(&place);
}
END_TEST

static void
rename_due(const char *from, const char *to)
{
	struct buf text = BUF_INIT;

	buf_printf(&text, "ALTER TABLE %s RENAME TO %s", from, to);
	ck_assert_int_eq(sql_do(daemon_db(d), &e, text.data), 0);
	buf_release(&text);
}

/* One daemon of several, without an archive, while the database fails: it looks
 * again less and less often. */
START_TEST(a_database_that_fails_is_left_in_peace)
{
	const struct backoff *looking;

	open_world();
	free(d->conf->archive.dir);
	d->conf->archive.dir = NULL;
	d->shares = true;
	looking = &d->archivist.looking;
	rename_due("archive_due", "away");
	ck_assert_int_eq(archivist_step(d, &e), -1);
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert_int_eq(looking->failures, 1);
	ck_assert_int_gt(archivist_timeout(d), 0);
	ck_assert_int_le(archivist_timeout(d), SECOND + 1);
	skipped += 2 * SECOND;
	ck_assert_int_eq(archivist_step(d, &e), -1);
	ck_assert_int_eq(looking->failures, 2);
	ck_assert_int_gt(archivist_timeout(d), SECOND);
	rename_due("away", "archive_due");
	skipped += 3 * SECOND;
	ck_assert_int_eq(archivist_step(d, &e), 0);
	ck_assert_int_eq(looking->failures, 0);
	ck_assert_int_eq(archivist_timeout(d), -1);
	daemon_close(d);
	maildirs_close(&place);
}
END_TEST

TESTS(a_database_that_fails_is_left_in_peace, one_that_hangs_is_ended,
    one_that_fails_keeps_no_other_waiting)
