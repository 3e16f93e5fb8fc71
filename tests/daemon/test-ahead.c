/* SPDX-License-Identifier: MIT */
/* The next batch is fetched while one is judged, and stored in the transaction
 * of that one (daemon/fetch.h): nothing is lost, judged twice or overtaken,
 * whatever becomes of either. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "daemon/own.h"
#include "store/sql.h"
#include "world.h"

/* As many as the mailbox gives at a time. */
enum { BATCH = 50, PAGE_AT = 8, SALT_AT = 16, HEAD = 32, FRAME_HEAD = 24 };

static struct daemon *
opened(int what)
{
	struct daemon *d;

	OK(daemon_open(world.config, what, &d, &e));
	return d;
}

/* Each was answered once, in the order in which it came. */
static void
answered_once(int answers)
{
	ck_assert_int_eq(world_number("SELECT count(*) FROM outbox"), answers);
	ck_assert_int_eq(
	    world_number("SELECT count(DISTINCT message_id) FROM outbox"),
	    answers);
	world_in_order();
}

static void
do_sql(const char *statement)
{
	struct db *db;

	OK(db_open(world.database, DB_USE, &db, &e));
	ck_assert_int_ge(sql_do(db, &e, statement), 0);
	db_close(db);
}

static unsigned
number_at(const char *p)
{
	unsigned n = 0;

	for (int i = 0; i < 4; i++)
		n = n << 8 | (unsigned char)p[i];
	return n;
}

/* In the write-ahead log: the last frame of a transaction has the size of the
 * database after it, and those of before have another salt
 * (sqlite.org/fileformat2.html, 4.1). */
static int
commits(void)
{
	struct buf log = BUF_INIT;
	char path[120];
	size_t page;
	int n = 0;

	(void)snprintf(path, sizeof path, "%s-wal", world.database);
	OK(file_read(path, 64 << 20, &log, &e));
	page = log.len > HEAD ? number_at(log.data + PAGE_AT) : 0;
	for (size_t at = HEAD; page > 0 && at + FRAME_HEAD + page <= log.len &&
	    memcmp(log.data + at + 8, log.data + SALT_AT, 8) == 0;
	    at += FRAME_HEAD + page)
		n += number_at(log.data + at + 4) != 0;
	buf_release(&log);
	return n;
}

static int
commits_of(int from, int mails)
{
	struct daemon *d = opened(DAEMON_INBOX);
	int before = commits(), after;

	world_mail("ok", from, mails);
	OK(daemon_drain(d, &e));
	after = commits();
	daemon_close(d);
	return after - before;
}

/* A batch more is a commit more. */
START_TEST(test_shares_its_commit)
{
	int first = commits_of(100, BATCH), beside = world.beside;

	/* To store the first, and to judge each. */
	ck_assert_int_ge(first, 2);
	ck_assert_int_eq(commits_of(200, BATCH), 2);
	ck_assert_int_eq(commits_of(300, 5 * BATCH), 1 + 5);
	ck_assert_int_ge(world.beside, beside + 5);
	ck_assert_int_eq(world.largest, BATCH);
	world_inbox(0, 7 * BATCH, 0);
	answered_once(7 * BATCH);
}
END_TEST

/* It may come in pieces, and has to be there whole. */
START_TEST(test_not_there_yet)
{
	world_mail("ok", 100, 2 * BATCH);
	world.silent = BATCH / 2;
	OK(world_drain());
	world_inbox(0, 2 * BATCH, 0);
	answered_once(2 * BATCH);
}
END_TEST

/* The batch that is judged fails: it is first when it is tried again. */
START_TEST(test_judging_fails)
{
	struct daemon *d = opened(DAEMON_ALL);

	world_mail("ok", 100, BATCH - 1);
	world_mail("ok 150 world", 1, 1);
	world_mail("ok", 200, BATCH);
	world.failures = 1;
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_str_eq(e.text, "disk full");
	world_inbox(BATCH, 0, 0);
	ck_assert_int_eq(world_number("SELECT max(attempts) FROM inbox"), 0);
	(void)usleep(1100000);
	OK(daemon_drain(d, &e));
	daemon_close(d);
	ck_assert_int_eq(world.mails, 0);
	world_inbox(0, 2 * BATCH, 0);
	answered_once(2 * BATCH);
}
END_TEST

/* One that fails alone is not overtaken by what comes ahead. */
START_TEST(test_mail_fails)
{
	world_mail("ok", 100, BATCH - 1);
	world_mail("fail", 1, 1);
	world_mail("ok", 200, BATCH);
	OK(world_drain());
	world_inbox(0, 2 * BATCH - 1, 1);
	answered_once(2 * BATCH - 1);
	/* Before anything of the second. */
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM inbox AS a, inbox AS b WHERE "
			 "a.state = 4 AND b.id < a.id"),
	    BATCH - 1);
}
END_TEST

/* One that the database does not take undoes nothing of what is judged. */
START_TEST(test_unstorable)
{
	do_sql("CREATE TRIGGER odd BEFORE INSERT ON inbox_body WHEN "
	       "instr(NEW.raw, CAST('odd' AS BLOB)) BEGIN SELECT RAISE(ABORT, "
	       "'too odd'); END");
	world_mail("ok", 100, BATCH + 1);
	world_mail("ok odd", 1, 1);
	world_mail("ok", 200, 3);
	OK(world_drain());
	ck_assert_int_eq(world.mails, 1);
	ck_assert_int_eq(world.leftovers, 1);
	ck_assert_int_eq(world.judged, BATCH + 4);
	world_inbox(0, BATCH + 4, 0);
	answered_once(BATCH + 4);
}
END_TEST

/* What the mailbox does not give is told of while mails are judged: with them,
 * or not at all. */
START_TEST(test_leftover)
{
	world_mail("ok", 100, BATCH);
	world_mail("leftover", 1, 1);
	world_mail("ok", 200, 3);
	OK(world_drain());
	ck_assert_int_eq(world.leftovers, 1);
	ck_assert_int_eq(world_number("SELECT count(*) FROM leftover"), 1);
	world_inbox(0, BATCH + 3, 0);
}
END_TEST

/* That it cannot be noted is no fault of theirs. */
START_TEST(test_leftover_unnoted)
{
	do_sql("CREATE TRIGGER odd BEFORE INSERT ON leftover BEGIN SELECT "
	       "RAISE(ABORT, 'too odd'); END");
	world_mail("ok", 100, BATCH);
	world_mail("leftover", 1, 1);
	world_mail("ok", 200, 3);
	OK(world_drain());
	ck_assert_int_eq(world_number("SELECT count(*) FROM leftover"), 0);
	ck_assert_int_eq(world.judged, BATCH + 3);
	world_inbox(0, BATCH + 3, 0);
	answered_once(BATCH + 3);
	do_sql("DROP TRIGGER odd");
	OK(world_drain());
	ck_assert_int_eq(world_number("SELECT count(*) FROM leftover"), 1);
	ck_assert_int_eq(world.leftovers, 1);
}
END_TEST

/* What cannot be moved away is taken again with each look: if that cannot be
 * noted either, the next look waits. */
START_TEST(test_unmoved_unnoted)
{
	do_sql("CREATE TRIGGER odd BEFORE INSERT ON leftover BEGIN SELECT "
	       "RAISE(ABORT, 'too odd'); END");
	world_mail("ok stuck", 1, 1);
	world_mail("ok", 2, 3);
	ck_assert_int_eq(world_drain(), -1);
	ck_assert_int_lt(world.fetches, 10);
	ck_assert_int_eq(world.judged, 4);
	do_sql("DROP TRIGGER odd");
	OK(world_drain());
	ck_assert_int_eq(world_number("SELECT count(*) FROM leftover"), 1);
	ck_assert_int_eq(world.judged, 4);
}
END_TEST

/* What was noted of it goes with the batch that could not be judged: that the
 * look had ended is not believed. */
START_TEST(test_leftover_undone)
{
	struct daemon *d = opened(DAEMON_ALL);

	world_mail("ok", 100, BATCH - 1);
	world_mail("ok 150 world", 1, 1);
	world_mail("leftover", 1, 1);
	world.failures = 1;
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_int_eq(world.leftovers, 1);
	ck_assert_int_eq(world_number("SELECT count(*) FROM leftover"), 0);
	ck_assert_int_eq(d->in.at[0].ahead.n, SOURCE_BUSY);
	ck_assert_int_eq(d->in.at[0].looked, 0);
	(void)usleep(1100000);
	OK(daemon_drain(d, &e));
	daemon_close(d);
	ck_assert_int_eq(world_number("SELECT count(*) FROM leftover"), 1);
	world_inbox(0, BATCH, 0);
}
END_TEST

/* The mailbox goes away meanwhile. */
START_TEST(test_away)
{
	world_mail("away", 1, 1);
	world_mail("ok", 100, 3 * BATCH - 1);
	ck_assert_int_eq(world_drain(), -1);
	ck_assert_str_eq(e.text, "the mailbox is away");
	world_inbox(0, 2 * BATCH, 0);
	world.fetch_fails = false;
	OK(world_drain());
	world_inbox(0, 3 * BATCH, 0);
}
END_TEST

/* The server does not hear that they are stored: they come again, and are
 * known. */
START_TEST(test_untold)
{
	struct daemon *d = opened(DAEMON_ALL);

	world_mail("ok", 100, 2 * BATCH);
	world.done_fails = true;
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	daemon_close(d);
	OK(world_drain());
	ck_assert_int_eq(world.mails, 0);
	ck_assert_int_eq(world.judged, 2 * BATCH);
	world_inbox(0, 2 * BATCH, 0);
	answered_once(2 * BATCH);
}
END_TEST

static int
ended(pid_t pid)
{
	int status;

	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static pid_t
forked(int (*run)(void))
{
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0)
		_exit(run() == 0 ? 0 : 1);
	return pid;
}

/* Killed while it judges what came ahead: each is judged once all the same, and
 * what killed it is set aside. */
START_TEST(test_killed)
{
	world_mail("ok", 100, BATCH + 10);
	world_mail("kill", 1, 1);
	world_mail("ok", 200, 2 * BATCH);
	ck_assert_int_eq(ended(forked(world_drain)), -SIGKILL);
	world_inbox(BATCH, BATCH, 0);
	ck_assert_int_eq(ended(forked(world_drain)), 0);
	world_inbox(0, 3 * BATCH + 10, 1);
	answered_once(3 * BATCH + 10);
}
END_TEST

static int
run(void)
{
	struct daemon *d = opened(DAEMON_ALL);
	int rc = daemon_run(d, &e);

	daemon_close(d);
	return rc;
}

/* Told to end while it judges, it leaves what came ahead as not tried: whoever
 * is next judges it together. */
START_TEST(test_stopped)
{
	world_mail("stop", 1, 1);
	world_mail("ok", 100, 3 * BATCH);
	ck_assert_int_eq(ended(forked(run)), 0);
	world_inbox(BATCH, BATCH, 0);
	ck_assert_int_eq(
	    world_number("SELECT max(attempts) FROM inbox WHERE state = 0"), 0);
	OK(world_drain());
	ck_assert_int_eq(world.largest, BATCH);
	world_inbox(0, 3 * BATCH + 1, 0);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, world_open, world_close);
	tcase_add_test(t, test_shares_its_commit);
	tcase_add_test(t, test_not_there_yet);
	tcase_add_test(t, test_judging_fails);
	tcase_add_test(t, test_mail_fails);
	tcase_add_test(t, test_unstorable);
	tcase_add_test(t, test_leftover);
	tcase_add_test(t, test_leftover_unnoted);
	tcase_add_test(t, test_unmoved_unnoted);
	tcase_add_test(t, test_leftover_undone);
	tcase_add_test(t, test_away);
	tcase_add_test(t, test_untold);
	tcase_add_test(t, test_killed);
	tcase_add_test(t, test_stopped);
}
