/* SPDX-License-Identifier: MIT */
/* The loop: fetch, judge, send, and what is left when it is cut off
 * (doc/design.md 4). */
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "daemon/own.h"
#include "store/sql.h"
#include "world.h"

static const char *self;

START_TEST(test_drain)
{
	world_mail("ok", 1, 230);
	OK(world_drain());
	world_inbox(0, 230, 0);
	ck_assert_int_eq(world.mails, 0);
	ck_assert_int_eq(world.sent, 230);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 1"), 230);
	ck_assert_int_eq(world.largest, 50); /* as many as the source gives */
	ck_assert_int_eq(strncmp(world.last_envelope, "games+b.", 8), 0);
}
END_TEST

/* Mails that come again (the server was not told) are judged once. */
START_TEST(test_again)
{
	world_mail("ok", 1, 30);
	world.done_fails = true;
	ck_assert_int_eq(world_drain(), -1);
	ck_assert_int_eq(world.mails, 30);
	OK(world_drain());
	ck_assert_int_eq(world.mails, 0);
	world_inbox(0, 30, 0);
	ck_assert_int_eq(world.judged, 30);
}
END_TEST

/* One mail that the mailbox does not give, and one that it does not let go, are
 * told of once; all others are judged, and the look counts as whole. */
START_TEST(test_what_stays)
{
	const char *all = "SELECT count(*) FROM leftover";

	world_mail("leftover", 1, 1);
	world_mail("ok", 1, 60);
	world_mail("ok stuck", 1, 1);
	OK(world_drain());
	world_inbox(0, 61, 0);
	ck_assert_int_eq(world.mails, 2);
	ck_assert_int_eq(world.leftovers, 2);
	ck_assert_int_eq(world_number(all), 2);
	ck_assert_int_gt(
	    world_number("SELECT count(*) FROM setting WHERE key = 'polled'"),
	    0);
	OK(world_drain());
	ck_assert_int_eq(world.leftovers, 2);
	ck_assert_int_eq(world_number("SELECT max(tries) FROM leftover"), 1);
	ck_assert_int_eq(
	    world_number(
		"SELECT taken FROM leftover WHERE item LIKE '%stuck%'"),
	    1);
}
END_TEST

static void
make_due(void)
{
	struct db *db;

	OK(db_open(world.database, false, &db, &e));
	ck_assert_int_ge(sql_do(db, &e, "UPDATE leftover SET due = 0"), 0);
	db_close(db);
}

/* They are tried again, each time later, without a word; what was read is
 * never read twice, what was copied never copied; and when they are gone they
 * are forgotten. */
START_TEST(test_leftovers_again)
{
	world_mail("ok leftover", 1, 1);
	world_mail("ok stuck", 1, 1);
	world_mail("ok stuck copied", 1, 1);
	OK(world_drain());
	for (int i = 2; i < 5; i++) {
		make_due();
		OK(world_drain());
		ck_assert_int_eq(
		    world_number("SELECT min(tries) FROM leftover"), i);
		ck_assert_int_eq(
		    world_number("SELECT min(due - since) FROM leftover") / 60,
		    1 << (i - 1));
	}
	ck_assert_int_eq(world.leftovers, 3);
	ck_assert_int_eq(world.judged, 2);
	world.obeys = true;
	OK(world_drain()); /* it is not their time */
	ck_assert_int_eq(world.mails, 3);
	make_due();
	OK(world_drain());
	ck_assert_int_eq(world.mails, 0);
	ck_assert_int_eq(world.judged, 3);
	ck_assert_int_eq(world_number("SELECT count(*) FROM leftover"), 0);
	ck_assert_int_eq(world.leftovers, 3);
}
END_TEST

/* A mail that the database does not take keeps out no other, and stays. */
START_TEST(test_unstorable)
{
	struct db *db;

	OK(db_open(world.database, false, &db, &e));
	ck_assert_int_ge(sql_do(db, &e,
			     "CREATE TRIGGER odd BEFORE INSERT ON inbox_body "
			     "WHEN instr(NEW.raw, CAST('odd' AS BLOB)) BEGIN "
			     "SELECT RAISE(ABORT, 'too odd'); END"),
	    0);
	db_close(db);
	world_mail("ok", 1, 3);
	world_mail("ok odd", 1, 1);
	world_mail("ok", 4, 3);
	OK(world_drain());
	world_inbox(0, 6, 0);
	ck_assert_int_eq(world.mails, 1);
	ck_assert_int_eq(world.leftovers, 1);
	ck_assert_int_eq(world_number("SELECT taken FROM leftover"), 0);
}
END_TEST

/* While the mailbox is silent what lies in the inbox is judged and sent. */
START_TEST(test_silence)
{
	struct daemon *d;
	int64_t id;

	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	ck_assert_int_eq(inbox_add(daemon_db(d), "pipe", 0, 0, 1, "ok 1", 4,
			     &id, &e),
	    1);
	world_mail("ok", 2, 1);
	world.silent = 3;
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(world.judged_silent, 1);
	world_inbox(0, 2, 0);
	daemon_close(d);
}
END_TEST

/* From a pipe, or stored by a process that died before it judged. */
START_TEST(test_leftovers)
{
	struct db *db;
	int64_t id[3];

	OK(db_open(world.database, DB_USE, &db, &e));
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 5,
				     i == 0     ? "ok a" :
					 i == 1 ? "ok b" :
						  "ok c",
				     4, &id[i], &e),
		    1);
	OK(inbox_attempt(db, id + 1, 1, 1, &e));
	db_close(db);
	OK(world_drain());
	world_inbox(0, 3, 0);
	/* The one with an earlier attempt was judged alone. */
	ck_assert_int_eq(world.largest, 1);
	ck_assert_int_eq(world_number("SELECT max(attempts) FROM inbox"), 2);
}
END_TEST

/* None overtakes another: not those that lie there from before, */
START_TEST(test_order)
{
	struct db *db;
	int64_t id;
	char text[16];

	OK(db_open(world.database, DB_USE, &db, &e));
	for (int i = 100; i < 220; i++) {
		(void)snprintf(text, sizeof text, "ok %d", i);
		ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 5, text,
				     strlen(text), &id, &e),
		    1);
	}
	db_close(db);
	world_mail("ok", 300, 30);
	OK(world_drain());
	world_inbox(0, 150, 0);
	world_in_order();
}
END_TEST

/* nor those that could not be judged when they came. */
START_TEST(test_order_after_failure)
{
	struct daemon *d;

	world_mail("ok", 100, 10);
	world_mail("ok 150 world", 1, 1);
	world.failures = 1;
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	world_mail("ok", 200, 10);
	OK(daemon_drain(d, &e));
	world_inbox(21, 0, 0);
	(void)usleep(1100000);
	OK(daemon_drain(d, &e));
	daemon_close(d);
	world_inbox(0, 21, 0);
	world_in_order();
}
END_TEST

/* nor if it is time to try again when they were fetched. */
START_TEST(test_order_after_slow_fetch)
{
	struct daemon *d;

	world_mail("ok 150 world", 1, 1);
	world.failures = 1;
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	world_mail("ok", 200, 10);
	world.slow_ms = 1100;
	OK(daemon_drain(d, &e));
	daemon_close(d);
	world_inbox(0, 11, 0);
	world_in_order();
}
END_TEST

START_TEST(test_failing_mail)
{
	world_mail("ok", 1, 5);
	world_mail("fail", 1, 1);
	world_mail("ok", 6, 5);
	OK(world_drain());
	world_inbox(0, 10, 1);
	ck_assert_int_eq(world.asides, 1);
	ck_assert_int_eq(world.judged, 10);
}
END_TEST

/* The world's failure is no attempt: nothing is set aside for it. */
START_TEST(test_failing_world)
{
	world_mail("ok", 1, 2);
	world_mail("world", 1, 1);
	world.failures = 4;
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(world_drain(), -1);
		ck_assert_str_eq(e.text, "disk full");
		ck_assert_int_eq(
		    world_number("SELECT max(attempts) FROM inbox"), 0);
		world_inbox(3, 0, 0);
	}
	OK(world_drain());
	world_inbox(0, 3, 0);
}
END_TEST

static int
child_drain(void)
{
	pid_t pid = fork();
	int status;

	if (pid == 0)
		_exit(world_drain() == 0 ? 0 : 1);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* A mail that ends two processes, ours and the one that tries it, is set
 * aside; the others are not. */
START_TEST(test_killer)
{
	world_mail("ok", 1, 20);
	world_mail("kill", 1, 1);
	world_mail("ok", 21, 20);
	ck_assert_int_eq(child_drain(), -SIGKILL);
	world_inbox(41, 0, 0);
	ck_assert_int_eq(child_drain(), 0);
	world_inbox(0, 40, 1);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 1"), 40);
}
END_TEST

/* Whoever kills us again and again while we read a good mail does not keep it
 * from the game; there is an end to it all the same. */
START_TEST(test_killed_from_outside)
{
	struct db *db;
	int64_t id[2];

	OK(db_open(world.database, DB_USE, &db, &e));
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 5, "ok a", 4, &id[0], &e),
	    1);
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 5, "ok b", 4, &id[1], &e),
	    1);
	for (int i = 0; i < 6; i++)
		OK(inbox_attempt(db, id, i < 3 ? 2 : 1, 1, &e));
	db_close(db);
	OK(world_drain());
	world_inbox(0, 1, 1);
	ck_assert_int_eq(world_number("SELECT state FROM inbox WHERE id = 1"),
	    4);
}
END_TEST

START_TEST(test_mailbox_away)
{
	world.fetch_fails = true;
	ck_assert_int_eq(world_drain(), -1);
	ck_assert_str_eq(e.text, "the mailbox is away");
	world.fetch_fails = false;
	OK(world_drain());
}
END_TEST

START_TEST(test_verdicts)
{
	int64_t now = 1800000000;

	clock_pin(now);
	world_out("ok@x");
	world_out("later@x");
	world_out("net@x");
	world_out("unknown@x");
	world_out("failed@x");
	OK(world_drain());
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE rcpt = 'ok@x' "
			 "AND state = 1 AND sent = 1800000000"),
	    1);
	ck_assert_int_eq(
	    world_number("SELECT next_try FROM outbox WHERE rcpt = "
			 "'later@x' AND state = 0 AND attempts = 1"),
	    now + 60);
	ck_assert_int_eq(
	    world_number("SELECT next_try FROM outbox WHERE rcpt = 'net@x' "
			 "AND state = 0 AND attempts = 1"),
	    now + 15);
	/* Perhaps sent: not sooner than ten minutes (doc/libraries.md 9). */
	ck_assert_int_eq(world_number("SELECT next_try FROM outbox WHERE rcpt "
				      "= 'unknown@x' AND state = 0"),
	    now + 600);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE rcpt = 'failed@x' "
			 "AND state = 2 AND last_error = '550 nobody'"),
	    1);
	ck_assert_int_eq(world.given_up, 1);
	ck_assert_int_eq(world.sent, 5);
	/* Nothing is tried before its time. */
	clock_pin(now + 14);
	OK(world_drain());
	ck_assert_int_eq(world.sent, 5);
	clock_pin(now + 15);
	OK(world_drain());
	ck_assert_int_eq(world.sent, 6);
	ck_assert_int_eq(
	    world_number("SELECT next_try FROM outbox WHERE rcpt = 'net@x'"),
	    now + 15 + 30);
	/* After five days it is given up, but not for our having been away. */
	for (int day = 6; day < 12; day++) {
		clock_pin(now + day * 86400);
		OK(world_drain());
		ck_assert_int_eq(
		    world_number("SELECT count(*) FROM outbox WHERE state = 0"),
		    day < 11 ? 3 : 2);
	}
	clock_pin(now + 12 * 86400);
	OK(world_drain());
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 0"), 0);
	ck_assert_int_eq(world.given_up, 4);
	clock_pin(-1);
}
END_TEST

/* That a failure cannot be told keeps no mail from being marked as sent; a
 * full disk does, and then each is marked later and sent once. */
START_TEST(test_deaf)
{
	struct daemon *d;

	world_out("ok@x");
	world_out("failed@x");
	world_out("ok@x");
	world.deaf = ERR_LATER;
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 0"), 3);
	/* Nothing more is sent that could not be marked. */
	world_out("ok@x");
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_uint_eq(d->out.flying, 0);
	ck_assert_uint_eq(d->out.verdicts.n, 3);
	ck_assert_int_eq(world.sent, 3);
	world.deaf = ERR_CORRUPT;
	OK(daemon_drain(d, &e));
	daemon_close(d);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 1"), 3);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 2"), 1);
	ck_assert_int_eq(world.sent, 4);
	ck_assert_int_eq(world.given_up, 0);
}
END_TEST

static void
bodies(struct daemon *d, bool there)
{
	ck_assert_int_ge(sql_do(daemon_db(d), &e,
			     there ? "ALTER TABLE away RENAME TO outbox_body" :
				     "ALTER TABLE outbox_body RENAME TO away"),
	    0);
}

/* What waits cannot be read: what was sent is marked all the same, and the
 * loop neither runs without a pause nor forgets to try again. */
START_TEST(test_unreadable)
{
	int64_t until = clock_monotonic_ms() + 10000;
	struct daemon *d;

	world_out("ok@x");
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	ck_assert_int_eq(runner_fill(d, &e), 1);
	while (d->out.verdicts.n == 0 && clock_monotonic_ms() < until) {
		(void)usleep(1000);
		runner_collect(d);
	}
	world_out("ok@x");
	bodies(d, false);
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 1"), 1);
	OK(daemon_drain(d, &e));
	d->out.filling.not_before = 0;
	world.stops = true;
	OK(daemon_run(d, &e));
	ck_assert_int_gt(daemon_timeout(d), 0);
	ck_assert_int_le(daemon_timeout(d), 2001);
	bodies(d, true);
	d->out.filling.not_before = 0;
	OK(daemon_drain(d, &e));
	daemon_close(d);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 1"), 2);
	ck_assert_int_eq(world.sent, 2);
}
END_TEST

/* Sent, not yet marked, and the configuration is read again: not sent again. */
/* A look at the mailbox that could not be noted was none: it is made again when
 * that has rested, and nothing wakes us in vain. */
START_TEST(test_look_unnoted)
{
	struct daemon *d;

	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	ck_assert_int_ge(
	    sql_do(daemon_db(d), &e,
		"CREATE TRIGGER full BEFORE INSERT ON setting BEGIN "
		"SELECT RAISE(ABORT, 'full'); END"),
	    0);
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert(d->in.at[0].look);
	ck_assert_int_ge(sql_do(daemon_db(d), &e, "DROP TRIGGER full"), 0);
	d->in.at[0].backoff.not_before = 0;
	OK(daemon_drain(d, &e));
	ck_assert(!d->in.at[0].look);
	ck_assert_int_eq(d->in.at[0].backoff.failures, 0);
	ck_assert_int_gt(d->ticker.polled, 0);
	daemon_close(d);
}
END_TEST

/* Letters that could not be read, for the disk failed, wait until those that
 * were sent are marked, which failed likewise: nothing is done before that, so
 * nobody wakes for it. */
START_TEST(test_sleeps_until_it_is_marked)
{
	struct daemon *d;

	clock_pin(1800000000);
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	OK(daemon_drain(d, &e));
	d->out.verdicts.n = 1;
	d->out.filling.failures = 1; /* its rest is over */
	d->out.marking.failures = 3;
	d->out.marking.not_before = clock_monotonic_ms() + 2000;
	ck_assert_int_gt(daemon_timeout(d), 1000);
	d->out.verdicts.n = 0;
	d->out.marking.failures = 0;
	ck_assert_int_le(daemon_timeout(d), 1);
	daemon_close(d);
}
END_TEST

/* Digests and what else is done each minute: when it begins, whatever else has
 * happened in it, so that nobody can tell that by the second of a digest. */
START_TEST(test_minute)
{
	struct daemon *d;

	clock_pin(1800000020);
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(d->chores.today, 1800000060);
	ck_assert_int_eq(daemon_timeout(d), 40000);
	clock_pin(1800000055);
	ck_assert_int_eq(daemon_timeout(d), 5000);
	daemon_close(d);
}
END_TEST

START_TEST(test_reload_sends_once)
{
	int64_t until = clock_monotonic_ms() + 10000;
	struct daemon *d;

	world_out("ok@x");
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	ck_assert_int_eq(runner_fill(d, &e), 1);
	while (world.sent < 1 && clock_monotonic_ms() < until)
		(void)usleep(1000);
	/* Nor if the keeper asks for it just now. */
	ck_assert_int_eq(outbox_retry(daemon_db(d), 1, clock_now(), &e), 1);
	ck_assert_int_eq(runner_fill(d, &e), 0);
	daemon_reload(d);
	OK(daemon_drain(d, &e));
	daemon_close(d);
	ck_assert_int_eq(world.sent, 1);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE state = 1"), 1);
}
END_TEST

/* A clock that was years ahead is set right: what was put off until then is
 * tried now. */
START_TEST(test_clock_goes_back)
{
	const int64_t year = 366 * 86400, now = 1800000000;

	clock_pin(now + 10 * year);
	world_out("later@x");
	OK(world_drain());
	ck_assert_int_eq(world.sent, 1);
	clock_pin(now);
	OK(world_drain());
	ck_assert_int_eq(world.sent, 2);
	ck_assert_int_eq(world_number("SELECT next_try FROM outbox"),
	    now + 120);
	clock_pin(-1);
}
END_TEST

/* So are mails that wait to be judged, or to be read again. */
START_TEST(test_clock_goes_back_for_mails)
{
	const int64_t year = 366 * 86400, now = 1800000000;
	const int64_t then = now + 10 * year;
	struct daemon *d;

	clock_pin(then);
	world_mail("leftover", 1, 1);
	OK(world_drain());
	world_deliver("ok 5");
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	OK(inbox_defer(daemon_db(d), 1, "anna@x", then + 3600, &e));
	daemon_close(d);
	ck_assert_int_eq(world_number("SELECT due FROM leftover"), then + 60);
	clock_pin(now);
	world.obeys = true;
	OK(world_drain());
	OK(world_drain());
	ck_assert_int_eq(world.mails, 0);
	world_inbox(0, 2, 0);
	clock_pin(-1);
}
END_TEST

/* Back by a little, as clocks are when they are set right every day: what was
 * perhaps sent is not sent again before its ten minutes are over. */
START_TEST(test_clock_goes_back_a_little)
{
	const int64_t now = 1800000000;

	clock_pin(now);
	world_out("unknown@x");
	world_out("later@x");
	OK(world_drain());
	clock_pin(now - 2);
	OK(world_drain());
	ck_assert_int_eq(world.sent, 2);
	ck_assert_int_eq(world_number("SELECT max(next_try) FROM outbox"),
	    now + 600);
	ck_assert_int_eq(world_number("SELECT min(next_try) FROM outbox"),
	    now + 60);
	clock_pin(-1);
}
END_TEST

START_TEST(test_backoff)
{
	int64_t before = 0;

	for (int i = 0; i < 20; i++) {
		int64_t net = daemon_backoff(false, 0, i),
			later = daemon_backoff(false, 451, i);

		ck_assert_int_ge(later, net);
		ck_assert_int_ge(net, before);
		ck_assert_int_ge(daemon_backoff(true, 0, i), 600);
		before = net;
	}
	ck_assert_int_eq(daemon_backoff(false, 0, 0), 15);
	ck_assert_int_eq(daemon_backoff(false, 0, 1000), 1800);
	ck_assert_int_eq(daemon_backoff(false, 421, 1000), 4 * 3600);
}
END_TEST

/* Mails go out while others are judged: the first answer's transport waits
 * until a later mail was judged, and would fail it otherwise. */
START_TEST(test_overlap)
{
	world_out("wait@x");
	world_mail("ok", 1, 60);
	OK(world_drain());
	ck_assert_int_eq(world_number("SELECT count(*) FROM outbox WHERE rcpt "
				      "= 'wait@x' AND state = 1"),
	    1);
}
END_TEST

START_TEST(test_lock)
{
	struct daemon *one, *two;
	char name[320];

	OK(daemon_open(world.config, DAEMON_OUTBOX, &one, &e));
	ck_assert_int_eq(daemon_open(world.config, DAEMON_OUTBOX, &two, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	daemon_close(one);
	OK(daemon_open(world.config, DAEMON_OUTBOX, &two, &e));
	daemon_close(two);
	/* Whoever takes its file away lets another in: the first ends. */
	OK(daemon_open(world.config, DAEMON_ALL, &one, &e));
	(void)snprintf(name, sizeof name, "%s.lock", world.database);
	ck_assert_int_eq(unlink(name), 0);
	world.stops = true;
	ck_assert_int_eq(daemon_run(one, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	ck_assert_ptr_nonnull(strstr(e.text, "the file of its lock"));
	daemon_close(one);
	/* Without a database there is nothing to do. */
	ck_assert_int_eq(unlink(world.database), 0);
	ck_assert_int_eq(daemon_open(world.config, DAEMON_ALL, &one, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
}
END_TEST

static pid_t
start(void)
{
	pid_t pid = fork();
	struct daemon *d;

	if (pid != 0)
		return pid;
	if (daemon_open(world.config, DAEMON_ALL, &d, &e) != 0 ||
	    daemon_run(d, &e) != 0)
		_exit(1);
	daemon_close(d);
	_exit(0);
}

static void
wait_for(const char *select, int64_t want)
{
	int64_t until = clock_monotonic_ms() + 60000, n = -1;

	while (clock_monotonic_ms() < until && n != want) {
		n = world_number(select);
		if (n != want)
			(void)usleep(10000);
	}
	ck_assert_msg(n == want, "%s: %d", select, (int)n);
}

static void
stop(pid_t pid, int signal)
{
	int status;

	ck_assert_int_eq(kill(pid, signal), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Another process' mail is seen at once, not at the next poll. */
START_TEST(test_run)
{
	pid_t pid;
	int64_t began;

	world_mail("ok", 1, 10);
	pid = start();
	wait_for("SELECT count(*) FROM outbox WHERE state = 1", 10);
	began = clock_monotonic_ms();
	world_deliver("ok late");
	wait_for("SELECT count(*) FROM outbox WHERE state = 1", 11);
	ck_assert_int_lt(clock_monotonic_ms() - began, 10000);
	stop(pid, SIGTERM);
	world_inbox(0, 11, 0);
	pid = start();
	world_deliver("ok later");
	wait_for("SELECT count(*) FROM outbox WHERE state = 1", 12);
	stop(pid, SIGINT);
}
END_TEST

/* How often a daemon has given back the memory of its pages, and before that of
 * the games; in its own process as well. */
static atomic_int *given_back;

void __real_db_reclaim(struct db *db, enum db_room room);
void __wrap_db_reclaim(struct db *db, enum db_room room);
void
__wrap_db_reclaim(struct db *db, enum db_room room)
{
	if (given_back != NULL && room == DB_MEMORY &&
	    world.forgotten == *given_back + 1)
		++*given_back;
	__real_db_reclaim(db, room);
}

static void
wait_given_back(int times)
{
	for (int i = 0; i < 3000 && *given_back < times; i++)
		(void)usleep(10000);
	ck_assert_int_ge(*given_back, times);
}

/* When a backlog is over, not only with what is done each minute. */
START_TEST(test_gives_memory_back)
{
	pid_t pid;

	given_back = mmap(NULL, sizeof *given_back, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert(given_back != MAP_FAILED);
	pid = start();
	wait_given_back(1);
	for (int i = 0; i < 120; i++) {
		char line[16];

		(void)snprintf(line, sizeof line, "ok %d", i);
		world_deliver(line);
	}
	wait_given_back(2);
	ck_assert_int_ge(world_number("SELECT count(*) FROM inbox WHERE state "
				      "= 1"),
	    100);
	stop(pid, SIGTERM);
	ck_assert_int_eq(munmap(given_back, sizeof *given_back), 0);
	given_back = NULL;
}
END_TEST

static int
supervisor(void)
{
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	struct timeval limit = { .tv_sec = 20 };
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);

	(void)snprintf(at.sun_path, sizeof at.sun_path, "%s/notify", world.dir);
	ck_assert_int_eq(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
	ck_assert_int_eq(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit,
			     sizeof limit),
	    0);
	ck_assert_int_eq(setenv("NOTIFY_SOCKET", at.sun_path, 1), 0);
	ck_assert_int_eq(setenv("WATCHDOG_USEC", "1000000", 1), 0);
	return fd;
}

/* What the daemon says next; the supervisor's patience ends. */
static const char *
heard(int fd)
{
	static char text[64];
	ssize_t n = recv(fd, text, sizeof text - 1, 0);

	ck_assert_int_gt(n, 0);
	text[n] = '\0';
	return text;
}

/* It is alive between any two mails of a batch, and between two that are tried
 * alone; and its supervisor must wait as long as a mailbox may be silent. */
START_TEST(test_watchdog)
{
	int fd = supervisor(), alive = 0;
	struct db *db;
	int64_t id;
	char text[16];
	pid_t pid;

	OK(db_open(world.database, DB_USE, &db, &e));
	for (int i = 0; i < 5; i++) {
		(void)snprintf(text, sizeof text, "ok old %d", i);
		ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 5, text,
				     strlen(text), &id, &e),
		    1);
		OK(inbox_attempt(db, &id, 1, 1, &e));
	}
	db_close(db);
	world_mail("ok", 1, 40);
	pid = start();
	ck_assert_str_eq(heard(fd), "WATCHDOG_USEC=300000000");
	ck_assert_str_eq(heard(fd), "READY=1");
	for (; alive < 5 + 5 + 40; alive++)
		ck_assert_str_eq(heard(fd), "WATCHDOG=1");
	ck_assert_int_eq(kill(pid, SIGTERM), 0);
	while (strcmp(heard(fd), "STOPPING=1") != 0)
		;
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	(void)close(fd);
}
END_TEST

/* A bad new file leaves the old in force; a good one takes its place. */
START_TEST(test_reload)
{
	pid_t pid = start();

	world_deliver("ok 1");
	wait_for("SELECT count(*) FROM outbox WHERE state = 1", 1);
	OK(file_write(world.config, "mailbox { nonsense = 1 }\n", 25, 0600,
	    &e));
	ck_assert_int_eq(kill(pid, SIGHUP), 0);
	world_deliver("ok 2");
	wait_for("SELECT count(*) FROM outbox WHERE state = 1", 2);
	/* A transport that does not open leaves the old one. */
	world_config("\n from = \"Games <nowhere@example.org>\"");
	ck_assert_int_eq(kill(pid, SIGHUP), 0);
	world_deliver("ok 3");
	wait_for("SELECT count(*) FROM outbox WHERE state = 1", 3);
	world_config("from = \"moved@example.org\"");
	ck_assert_int_eq(kill(pid, SIGHUP), 0);
	(void)usleep(300000);
	world_deliver("ok 4");
	wait_for("SELECT count(*) FROM outbox WHERE state = 2", 1);
	stop(pid, SIGTERM);
}
END_TEST

/* At most one fsync for thirty mails while a backlog lasts, which is given by
 * fifties here: to store the next is no commit of its own. */
START_TEST(test_fsyncs)
{
	char line[600];
	struct buf calls = BUF_INIT;
	int n = 0;

	(void)snprintf(line, sizeof line,
	    "cd '%s' && ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o calls -e "
	    "trace=fsync,fdatasync '%s' backlog '%s'",
	    world.dir, self, world.dir);
	ck_assert_int_eq(system(line), 0);
	(void)snprintf(line, sizeof line, "%s/calls", world.dir);
	OK(file_read(line, 1 << 20, &calls, &e));
	for (const char *p = buf_text(&calls); (p = strstr(p, "sync(")) != NULL;
	    p++)
		n++;
	buf_release(&calls);
	ck_assert_int_gt(n, 0);
	ck_assert_msg(n <= 1000 / 30, "%d fsyncs for 1000 mails", n);
	world_inbox(0, 1000, 0);
}
END_TEST

static int
backlog(const char *dir)
{
	(void)snprintf(world.dir, sizeof world.dir, "%s", dir);
	(void)snprintf(world.config, sizeof world.config, "%s/conf", dir);
	(void)snprintf(world.database, sizeof world.database, "%s/db", dir);
	world.answer_to = "ok@x";
	world.blind = true;
	world_mail("ok", 1, 1000);
	return world_drain() == 0 ? 0 : 1;
}

static int
child(int argc, char **argv)
{
	return argc == 3 && strcmp(argv[1], "backlog") == 0 ? backlog(argv[2]) :
							      -1;
}

CHILD(child)

CASES(tests)
{
	self = realpath("/proc/self/exe", NULL);
	tcase_add_checked_fixture(t, world_open, world_close);
	tcase_add_test(t, test_drain);
	tcase_add_test(t, test_again);
	tcase_add_test(t, test_what_stays);
	tcase_add_test(t, test_leftovers_again);
	tcase_add_test(t, test_unstorable);
	tcase_add_test(t, test_silence);
	tcase_add_test(t, test_leftovers);
	tcase_add_test(t, test_order);
	tcase_add_test(t, test_order_after_failure);
	tcase_add_test(t, test_order_after_slow_fetch);
	tcase_add_test(t, test_failing_mail);
	tcase_add_test(t, test_failing_world);
	tcase_add_test(t, test_killer);
	tcase_add_test(t, test_killed_from_outside);
	tcase_add_test(t, test_mailbox_away);
	tcase_add_test(t, test_verdicts);
	tcase_add_test(t, test_deaf);
	tcase_add_test(t, test_unreadable);
	tcase_add_test(t, test_look_unnoted);
	tcase_add_test(t, test_sleeps_until_it_is_marked);
	tcase_add_test(t, test_minute);
	tcase_add_test(t, test_reload_sends_once);
	tcase_add_test(t, test_clock_goes_back);
	tcase_add_test(t, test_clock_goes_back_for_mails);
	tcase_add_test(t, test_clock_goes_back_a_little);
	tcase_add_test(t, test_backoff);
	tcase_add_test(t, test_overlap);
	tcase_add_test(t, test_lock);
	tcase_add_test(t, test_run);
	tcase_add_test(t, test_gives_memory_back);
	tcase_add_test(t, test_watchdog);
	tcase_add_test(t, test_reload);
	tcase_add_test(t, test_fsyncs);
}
