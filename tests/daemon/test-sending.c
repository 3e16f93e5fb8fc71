/* SPDX-License-Identifier: MIT */
/* Outgoing mail as a whole, by the real transport: a server that fails in every
 * way, one attempt at a time, and what is left to do when it works again. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "daemon/own.h"
#include "store/engine.h"
#include "store/outgoing.h"
#include "tests/mail/fake-smtp.h"
#include "world.h"

static const int64_t T = 1800000000;
static struct daemon *d;
static struct fake_smtp *server;
static const char *secret = "password = secret";

static void
configure(struct fake_smtp *f, const char *more)
{
	struct buf text = BUF_INIT;

	buf_printf(&text,
	    "mailbox { type = maildir\n folder = \"%s/in\" }\n"
	    "outgoing { type = smtp\n host = localhost\n port = %d\n"
	    " tls = implicit\n ca-file = \"%s\"\n user = games\n"
	    " %s\n from = \"games@example.org\"\n"
	    " connections = 2\n%s }\n"
	    "store { path = \"%s\" keep = none }\n"
	    "club { keeper = keeper@example.org }\nlog { level = error }\n",
	    world.dir, fake_port(f), fake_ca_file(), secret, more,
	    world.database);
	OK(file_write(world.config, text.data, text.len, 0600, &e));
	buf_release(&text);
}

static struct fake_smtp *
serve(struct fake_script script)
{
	script.tls = FAKE_IMPLICIT;
	return fake_start(&script);
}

static void
begin(struct fake_script script)
{
	world_transport = &transport_smtp;
	world_open();
	clock_pin(T);
	server = serve(script);
	configure(server, "");
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
}

static void
end(void)
{
	if (d != NULL)
		daemon_close(d);
	d = NULL;
	fake_stop(server);
	clock_pin(-1);
	world_close();
}

/* What is done at that moment. */
static void
at(int64_t seconds)
{
	clock_pin(T + seconds);
	OK(daemon_drain(d, &e));
}

static int
in_state(int state)
{
	char select[120];

	(void)snprintf(select, sizeof select,
	    "SELECT count(*) FROM outbox WHERE state = %d AND rcpt LIKE "
	    "'%%@example.net'",
	    state);
	return (int)world_number(select);
}

static struct outgoing
outgoing(void)
{
	struct outgoing o;

	OK(outgoing_read(daemon_db(d), &o, &e));
	return o;
}

/* A wrong password with 80 letters: one login, and then one at a time, at
 * growing distances; with the right one all go, and none has suffered. */
START_TEST(wrong_password)
{
	static const int when[] = { 0, 15, 30, 60, 120, 240, 480, 960, 1860,
		2760 };
	enum { N = sizeof when / sizeof *when };

	begin((struct fake_script){ .auth = "535 5.7.8 no" });
	world_letters(80, "anna");
	for (int i = 0; i < N; i++) {
		if (i > 0) {
			at(when[i] - 1);
			ck_assert_int_eq(fake_logins(server), i);
		}
		at(when[i]);
		ck_assert_msg(fake_logins(server) == i + 1, "at %d: %d",
		    when[i], fake_logins(server));
	}
	ck_assert_int_eq(outgoing().state, OUTGOING_STOPPED);
	ck_assert_int_eq(outgoing().since, T);
	ck_assert_int_eq(outgoing().probe, T + 2760 + 900);
	ck_assert_ptr_nonnull(strstr(outgoing().reason,
	    "login: 535 5.7.8 no; are user and password right?"));
	ck_assert(alarm_on(d, ALARM_OUTGOING));
	ck_assert_int_eq(world_number("SELECT max(attempts) FROM outbox"), 0);
	fake_change(server, &(struct fake_script){ 0 });
	at(3660);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 80);
	ck_assert_int_eq(outgoing().state, OUTGOING_RUNNING);
	ck_assert(!alarm_on(d, ALARM_OUTGOING));
	end();
}
END_TEST

/* Nobody there, no TLS, no greeting, 421 in each place: one connection. */
START_TEST(one_attempt_at_a_time)
{
	static const struct fake_script bad[] = {
		{ .greeting = "421 4.3.2 too many" },
		{ .greeting = "554 5.7.1 not you" },
		{ .greeting = "!drop" },
		{ .ehlo = "421 bye", .helo = "421 bye" },
		{ .auth = "454 4.7.0 later" },
		{ .auth = "!drop" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		begin(bad[i]);
		world_letters(20, "anna");
		at(0);
		ck_assert_int_eq(fake_connections(server), 1);
		at(14);
		ck_assert_int_eq(fake_connections(server), 1);
		at(15);
		ck_assert_int_eq(fake_connections(server), 2);
		ck_assert_int_eq(in_state(OUTBOX_WAITING), 20);
		end();
	}
}
END_TEST

/* Trouble in the middle of a letter may be that letter's: a second is tried at
 * once, and no third. */
START_TEST(two_letters_tell)
{
	static const struct fake_script bad[] = {
		{ .mail = "421 bye" },
		{ .rcpt = "421 bye" },
		{ .mail = "!drop" },
		{ .data = "!drop" },
		{ .dot = "421 bye" },
		{ .mail = "452 4.3.1 full" },
		{ .dot = "451 4.3.0 queue" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		begin(bad[i]);
		world_letters(20, "anna");
		at(0);
		ck_assert_msg(fake_connections(server) <= 2, "%zu", i);
		ck_assert_msg(outgoing().failures == 2, "%zu: %d", i,
		    outgoing().failures);
		ck_assert_int_eq(outgoing().probe, T + 15);
		fake_change(server, &(struct fake_script){ 0 });
		at(15);
		ck_assert_int_ge(in_state(OUTBOX_SENT), 18);
		at(180);
		ck_assert_int_eq(in_state(OUTBOX_SENT), 20);
		end();
	}
}
END_TEST

/* A daily limit ends no letter and marks no address; it is asked for every
 * quarter of an hour to an hour, and then it goes on by itself. */
static const struct fake_script limits[] = {
	{ .mail = "550 5.4.5 Daily user sending limit exceeded" },
	{ .rcpt = "550 5.7.1 Relay access denied" },
	{ .dot = "550 5.4.5 Daily sending quota exceeded" },
	{ .dot = "550 5.1.8 Access denied, bad outbound sender" },
	{ .mail = "553 5.1.7 no such sender" },
	{ .dot = "554 5.3.0 other" },
};

START_TEST(provider_says_no)
{
	begin(limits[_i]);
	world_letters(30, "anna");
	at(0);
	ck_assert_int_eq(in_state(OUTBOX_WAITING), 30);
	ck_assert_int_eq(world.given_up, 0);
	ck_assert_int_eq(outgoing().state, OUTGOING_STOPPED);
	ck_assert(outgoing().refused);
	ck_assert_int_eq(outgoing().failures, 2);
	ck_assert_int_eq(outgoing().probe, T + 900);
	ck_assert(alarm_on(d, ALARM_OUTGOING));
	at(899);
	ck_assert_int_eq(outgoing().failures, 2);
	at(900);
	ck_assert_int_eq(outgoing().failures, 3);
	ck_assert_int_eq(outgoing().probe, T + 900 + 1800);
	at(2700);
	at(2700 + 3600);
	ck_assert_int_eq(outgoing().failures, 5);
	ck_assert_int_eq(outgoing().probe, T + 2700 + 3600 + 3600);
	/* Not even after a week. */
	for (int day = 1; day < 8; day++)
		at(day * 86400);
	ck_assert_int_eq(in_state(OUTBOX_WAITING), 30);
	fake_change(server, &(struct fake_script){ 0 });
	at(8 * 86400);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 30);
	ck_assert_int_eq(outgoing().state, OUTGOING_RUNNING);
	end();
}
END_TEST

/* While nothing goes, a recipient who is refused is that and no more. */
START_TEST(a_bad_address_while_stopped)
{
	begin(limits[0]);
	world_letters(4, "anna");
	at(0);
	ck_assert_int_eq(outgoing().failures, 2);
	fake_change(server,
	    &(struct fake_script){ .rcpt = "550 5.1.1 who?",
		.dot = limits[2].dot,
		.who = "anna2" });
	at(900);
	ck_assert_int_eq(in_state(OUTBOX_FAILED), 1);
	ck_assert_int_eq(world.fault, FAULT_GONE);
	ck_assert_int_eq(in_state(OUTBOX_WAITING), 3);
	ck_assert_int_eq(outgoing().state, OUTGOING_STOPPED);
	ck_assert_int_eq(outgoing().failures, 3);
	end();
}
END_TEST

/* One letter that draws such a refusal stops no other, and does not last. */
START_TEST(a_leftover_in_the_queue)
{
	begin((struct fake_script){ .rcpt = "550 5.7.1 Relay access denied",
	    .who = "leftover" });
	world_letters(1, "leftover");
	world_letters(50, "anna");
	at(0);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 50);
	ck_assert_int_eq(outgoing().state, OUTGOING_RUNNING);
	ck_assert(!alarm_on(d, ALARM_OUTGOING));
	for (int hour = 1; hour < 7 * 24; hour++) {
		world_letters(1, "bruno");
		at(hour * 3600);
		ck_assert_int_eq(in_state(OUTBOX_SENT), 50 + hour);
		ck_assert(!alarm_on(d, ALARM_OUTGOING));
	}
	ck_assert_int_eq(in_state(OUTBOX_FAILED), 1);
	ck_assert_int_eq(world.given_up, 1);
	end();
}
END_TEST

/* It comes first and alone: who comes later is not kept waiting for it, nor one
 * who comes when it was tried again and again. A second letter to its address
 * is no proof of more. */
START_TEST(a_leftover_before_all)
{
	begin((struct fake_script){ .rcpt = "550 5.7.1 Relay access denied",
	    .who = "leftover" });
	world_letters(1, "leftover");
	at(0);
	ck_assert_int_eq(outgoing().state, OUTGOING_STOPPED);
	world_letters(1, "leftover");
	at(60);
	world_letters(1, "anna");
	at(70);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 1);
	for (int hour = 1; hour < 12; hour++)
		at(hour * 3600);
	world_letters(1, "bruno");
	at(12 * 3600 - 600);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 2);
	end();
}
END_TEST

/* A second address that draws it is proof enough: then nobody is tried before
 * the time, and whoever was not tried yet is first. */
START_TEST(two_addresses_tell)
{
	begin(limits[0]);
	world_letters(1, "anna");
	at(0);
	world_letters(1, "bruno");
	at(60);
	ck_assert_int_eq(outgoing().failures, 2);
	ck_assert_int_eq(outgoing().probe, T + 960);
	world_letters(20, "carla");
	at(959);
	ck_assert_int_eq(outgoing().failures, 2);
	ck_assert_int_eq(
	    world_number(
		"SELECT count(*) FROM outbox WHERE last_error IS NOT NULL"),
	    2);
	at(960);
	ck_assert_int_eq(outgoing().failures, 3);
	ck_assert_int_eq(
	    world_number(
		"SELECT count(*) FROM outbox WHERE last_error IS NOT NULL"),
	    3);
	end();
}
END_TEST

/* By a program that fails with one letter, without a word why. */
START_TEST(a_leftover_for_sendmail)
{
	static const char script[] =
	    "#!/bin/sh\ncat >/dev/null\n"
	    "case \"$*\" in *leftover*) exit 1;; esac\n";
	char command[200];
	struct buf text = BUF_INIT;

	begin((struct fake_script){ 0 });
	daemon_close(d);
	(void)snprintf(command, sizeof command, "%s/sendmail", world.dir);
	OK(file_write(command, script, strlen(script), 0700, &e));
	buf_printf(&text,
	    "mailbox { type = maildir\n folder = \"%s/in\" }\n"
	    "outgoing { type = sendmail\n command = \"%s\"\n"
	    " from = \"games@example.org\" }\n"
	    "store { path = \"%s\" keep = none }\nlog { level = error }\n",
	    world.dir, command, world.database);
	OK(file_write(world.config, text.data, text.len, 0600, &e));
	buf_release(&text);
	world_transport = &transport_sendmail;
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	world_letters(1, "leftover");
	world_letters(20, "anna");
	at(0);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 20);
	ck_assert_int_eq(outgoing().state, OUTGOING_RUNNING);
	ck_assert_int_eq(world_number("SELECT max(attempts) FROM outbox"), 1);
	end();
}
END_TEST

/* The next start goes on from there: no attempt before its time. */
START_TEST(survives_a_restart)
{
	begin((struct fake_script){ .auth = "535 5.7.8 no" });
	world_letters(10, "anna");
	at(0);
	at(15);
	at(30);
	ck_assert_int_eq(fake_logins(server), 3);
	daemon_close(d);
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	at(59);
	ck_assert_int_eq(fake_logins(server), 3);
	ck_assert_int_eq(outgoing().since, T);
	at(60);
	ck_assert_int_eq(fake_logins(server), 4);
	/* Who mends the configuration and says so need not wait. */
	fake_change(server, &(struct fake_script){ 0 });
	daemon_reload(d);
	at(61);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 10);
	end();
}
END_TEST

START_TEST(a_clock_that_was_ahead)
{
	begin((struct fake_script){ .greeting = "421 later" });
	world_letters(1, "anna");
	at(400 * 86400);
	fake_change(server, &(struct fake_script){ 0 });
	at(0);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 1);
	end();
}
END_TEST

START_TEST(paused_by_the_keeper)
{
	begin((struct fake_script){ 0 });
	ck_assert_int_eq(outgoing_pause(daemon_db(d), T, &e), 1);
	ck_assert_int_eq(outgoing_pause(daemon_db(d), T + 1, &e), 0);
	world_letters(5, "anna");
	at(10);
	at(86400);
	ck_assert_int_eq(fake_connections(server), 0);
	ck_assert_int_eq(outgoing().state, OUTGOING_PAUSED);
	ck_assert_int_eq(outgoing().since, T);
	ck_assert_int_eq(outgoing_resume(daemon_db(d), T + 86400, &e), 1);
	at(86400);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 5);
	end();
}
END_TEST

/* No more letters are out and not marked than that, however long the loop is
 * busy with other things. */
START_TEST(few_are_unmarked)
{
	int64_t until;
	int taken;

	begin((struct fake_script){ 0 });
	world_letters(1, "anna");
	at(0);
	world_letters(2 * UNMARKED_MOST, "anna");
	until = clock_monotonic_ms() + 60000;
	taken = runner_fill(d, &e);
	ck_assert_int_gt(taken, 50);
	while (fake_letters(server) < 1 + taken &&
	    clock_monotonic_ms() < until) {
		(void)usleep(1000);
		runner_collect(d);
		taken += runner_fill(d, &e);
		ck_assert_uint_le(d->out.flying + d->out.verdicts.n,
		    UNMARKED_MOST);
	}
	ck_assert_int_eq(taken, UNMARKED_MOST);
	for (size_t i = 0; i < d->out.verdicts.n; i++)
		ck_assert_msg(d->out.verdicts.at[i].verdict == VERDICT_SENT,
		    "letter %zu: %s", i, d->out.verdicts.at[i].why);
	ck_assert_int_eq(fake_letters(server), 1 + taken);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 1);
	at(1);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 1 + 2 * UNMARKED_MOST);
	end();
}
END_TEST

/* Until the server has so many letters; their verdicts are not taken yet. */
static void
served(int n)
{
	int64_t until = clock_monotonic_ms() + 60000;

	while (fake_letters(server) < n && clock_monotonic_ms() < until)
		(void)usleep(1000);
	ck_assert_int_eq(fake_letters(server), n);
}

/* A letter that is dropped while it is under way leaves its number to no
 * other, whose verdict this one's would be. */
START_TEST(dropped_under_way)
{
	begin((struct fake_script){ 0 });
	world_letters(1, "anna");
	at(0);
	world_letters(1, "bruno");
	ck_assert_int_eq(runner_fill(d, &e), 1);
	ck_assert_int_eq(outbox_drop(daemon_db(d),
			     world_number("SELECT max(id) FROM outbox"), &e),
	    1);
	world_letters(1, "carla");
	served(2);
	at(1);
	served(3);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 2);
	end();
}
END_TEST

/* So many letters that wait for their places: one goes in a minute. */
static void
begin_slow(int letters)
{
	begin((struct fake_script){ 0 });
	configure(server, " rate = 1\n");
	daemon_reload(d);
	world_letters(1, "anna");
	at(0);
	world_letters(letters, "bruno");
	ck_assert_int_eq(runner_fill(d, &e), letters);
}

/* How many of the letters that were taken come back when it is looked again,
 * for which no other is taken. */
static int
come_back(void)
{
	size_t before = d->out.flying;

	ck_assert_int_eq(runner_fill(d, &e), 0);
	runner_collect(d);
	if (d->out.verdicts.n > 0)
		OK(runner_mark(d, &e));
	return (int)(before - d->out.flying);
}

/* A pause is for what was taken before it, too. */
START_TEST(paused_with_letters_taken)
{
	begin_slow(5);
	ck_assert_int_eq(come_back(), 0);
	ck_assert_int_eq(outgoing_pause(daemon_db(d), T, &e), 1);
	ck_assert_int_eq(come_back(), 5);
	ck_assert_int_eq(runner_fill(d, &e), 0);
	ck_assert_int_eq(outgoing_resume(daemon_db(d), T, &e), 1);
	ck_assert_int_eq(runner_fill(d, &e), 5);
	ck_assert_int_eq(fake_letters(server), 1);
	end();
}
END_TEST

/* What is dropped, or was for who had the seat before, does not go though it
 * was taken. */
START_TEST(dropped_when_taken)
{
	int64_t first;

	begin_slow(5);
	first = world_number("SELECT min(id) FROM outbox WHERE state = 0");
	ck_assert_int_eq(outbox_drop(daemon_db(d), first, &e), 1);
	ck_assert_int_eq(come_back(), 5);
	ck_assert_int_eq(runner_fill(d, &e), 4);
	OK(engine_exec(daemon_db(d),
	    "PRAGMA foreign_keys = OFF; UPDATE outbox SET game = 7, seat = 2 "
	    "WHERE id = (SELECT max(id) "
	    "FROM outbox)",
	    &e));
	OK(outbox_recall(daemon_db(d), 7, 1, &e));
	ck_assert_int_eq(come_back(), 0);
	OK(outbox_recall(daemon_db(d), 7, 2, &e));
	ck_assert_int_eq(come_back(), 4);
	ck_assert_int_eq(runner_fill(d, &e), 3);
	ck_assert_int_eq(fake_letters(server), 1);
	end();
}
END_TEST

/* Verdicts that cannot be written keep no mail from being judged. */
START_TEST(unmarked_beside_judging)
{
	begin((struct fake_script){ 0 });
	world_letters(1, "anna");
	ck_assert_int_eq(runner_fill(d, &e), 1);
	served(1);
	OK(engine_exec(daemon_db(d),
	    "CREATE TEMP TRIGGER unmarked BEFORE UPDATE OF state ON outbox "
	    "BEGIN SELECT RAISE(ABORT, 'no'); END",
	    &e));
	world_deliver("ok 1");
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_int_eq(world.judged, 1);
	ck_assert_int_eq((int)world_number("SELECT count(*) FROM inbox WHERE "
					   "state = 1"),
	    1);
	ck_assert_int_eq(in_state(OUTBOX_WAITING), 1);
	OK(engine_exec(daemon_db(d), "DROP TRIGGER unmarked", &e));
	d->out.marking = (struct backoff){ 0 };
	at(0);
	ck_assert_int_eq(in_state(OUTBOX_SENT), 1);
	served(2); /* with the answer to that mail */
	end();
}
END_TEST

/* ---- a server that hangs, and signals ---- */

static pid_t
run(void)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	if (daemon_open(world.config, DAEMON_ALL, &d, &e) != 0 ||
	    daemon_run(d, &e) != 0)
		_exit(1);
	daemon_close(d);
	_exit(0);
}

/* A world without a daemon of ours in it, and a clock that goes. */
static void
begin_apart(struct fake_script script)
{
	begin(script);
	daemon_close(d);
	d = NULL;
	clock_pin(-1);
}

static void
await(const char *select, int64_t want)
{
	int64_t until = clock_monotonic_ms() + 60000, n = -1;

	while (clock_monotonic_ms() < until && n != want) {
		n = world_number(select);
		if (n != want)
			(void)usleep(5000);
	}
	ck_assert_msg(n == want, "%s: %d", select, (int)n);
}

static void
heard(struct fake_smtp *f, const char *what)
{
	struct buf b = BUF_INIT;

	ck_assert(fake_wait(f, 1));
	for (int i = 0; i < 20000 && strstr(buf_text(&b), what) == NULL; i++) {
		(void)usleep(1000);
		buf_clear(&b);
		fake_transcript(f, &b);
	}
	ck_assert_ptr_nonnull(strstr(buf_text(&b), what));
	buf_release(&b);
}

static void
stop_within(pid_t pid, int64_t ms)
{
	int64_t from = clock_monotonic_ms();
	int status;

	ck_assert_int_eq(kill(pid, SIGTERM), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	ck_assert_int_lt(clock_monotonic_ms() - from, ms);
}

static const struct {
	struct fake_script script;
	const char *heard;
} hangs[] = {
	{ { .greeting = "!hang" }, "" },
	{ { .ehlo = "!hang" }, "EHLO" },
	{ { .dot = "!hang" }, "\r\n.\r\n" },
};

/* SIGTERM is the end within five seconds; what was perhaps sent is marked
 * so. */
START_TEST(stops_while_it_hangs)
{
	pid_t pid;

	begin_apart(hangs[_i].script);
	world_letters(3, "anna");
	pid = run();
	heard(server, hangs[_i].heard);
	stop_within(pid, 5000);
	ck_assert_int_eq(in_state(OUTBOX_WAITING), 3);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE attempts > 0"),
	    hangs[_i].script.dot != NULL);
	end();
}
END_TEST

/* Also while the command that gives the password has closed its output and does
 * not end. */
START_TEST(stops_while_a_command_hangs)
{
	char command[300], asked[200];
	pid_t pid;

	begin_apart((struct fake_script){ 0 });
	(void)snprintf(asked, sizeof asked, "%s/asked", world.dir);
	(void)snprintf(command, sizeof command,
	    "password-command = \"exec >%s; exec sleep 600\"", asked);
	secret = command;
	configure(server, "");
	world_letters(3, "anna");
	pid = run();
	for (int i = 0; i < 20000 && access(asked, F_OK) != 0; i++)
		(void)usleep(1000);
	ck_assert_int_eq(access(asked, F_OK), 0);
	stop_within(pid, 5000);
	ck_assert_int_eq(in_state(OUTBOX_WAITING), 3);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox WHERE attempts > 0"), 0);
	end();
}
END_TEST

/* One that fails is named with the server that it is for, and the cure. */
START_TEST(a_command_that_fails)
{
	char where[120];

	secret = "password-command = false";
	begin((struct fake_script){ 0 });
	world_letters(1, "anna");
	at(0);
	(void)snprintf(where, sizeof where,
	    "localhost:%d, login: the command for a secret failed; try",
	    fake_port(server));
	ck_assert_msg(strncmp(outgoing().reason, where, strlen(where)) == 0,
	    "%s", outgoing().reason);
	end();
}
END_TEST

/* SIGHUP waits for no server: mail is judged, and goes by the new one, while
 * the old one is still silent. */
START_TEST(reloads_while_it_hangs)
{
	struct fake_smtp *other;
	pid_t pid;

	begin_apart(hangs[_i].script);
	world_letters(3, "anna");
	pid = run();
	heard(server, hangs[_i].heard);
	other = serve((struct fake_script){ 0 });
	configure(other, "");
	ck_assert_int_eq(kill(pid, SIGHUP), 0);
	world_deliver("ok 1");
	await("SELECT count(*) FROM inbox WHERE state = 1", 1);
	/* All but the one that the old server has in its hands. */
	await("SELECT count(*) FROM outbox WHERE state = 1", 3);
	ck_assert_int_eq(fake_letters(other), 3);
	ck_assert_int_eq(fake_connections(server), 1);
	stop_within(pid, 5000);
	fake_stop(other);
	end();
}
END_TEST

/* A letter that the old one has still in its hands keeps nobody busy with it,
 * and least when nothing goes by the new one either. */
START_TEST(rests_while_the_old_one_hangs)
{
	struct fake_smtp *other;
	int64_t until = clock_monotonic_ms() + 60000;

	begin((struct fake_script){ .dot = "!hang" });
	world_letters(1, "anna");
	ck_assert_int_eq(runner_fill(d, &e), 1);
	heard(server, "\r\n.\r\n");
	other = serve((struct fake_script){
	    .rcpt = "550 5.7.1 Relay access denied" });
	configure(other, "");
	daemon_reload(d);
	ck_assert_uint_eq(d->out.flying_old, 1);
	ck_assert_int_eq(runner_fill(d, &e), 0);
	ck_assert_int_gt(runner_due(d), 0);
	world_letters(1, "bruno");
	ck_assert_int_eq(runner_fill(d, &e), 1);
	while (d->out.verdicts.n == 0 && clock_monotonic_ms() < until) {
		(void)usleep(1000);
		runner_collect(d);
	}
	OK(runner_mark(d, &e));
	ck_assert_int_eq(outgoing().state, OUTGOING_STOPPED);
	ck_assert_int_eq(runner_fill(d, &e), 0);
	ck_assert_int_gt(runner_due(d), 0);
	daemon_close(d);
	d = NULL;
	fake_stop(other);
	end();
}
END_TEST

static void
remove_ca(void)
{
	(void)remove(fake_ca_file());
}

OWN_PROCESSES

CASES(tests)
{
	(void)fake_ca_file(); /* before the tests' own copies */
	tcase_add_test(t, wrong_password);
	tcase_add_test(t, one_attempt_at_a_time);
	tcase_add_test(t, two_letters_tell);
	tcase_add_loop_test(t, provider_says_no, 0,
	    (int)(sizeof limits / sizeof *limits));
	tcase_add_test(t, a_bad_address_while_stopped);
	tcase_add_test(t, a_leftover_in_the_queue);
	tcase_add_test(t, a_leftover_before_all);
	tcase_add_test(t, two_addresses_tell);
	tcase_add_test(t, a_leftover_for_sendmail);
	tcase_add_test(t, survives_a_restart);
	tcase_add_test(t, a_clock_that_was_ahead);
	tcase_add_test(t, paused_by_the_keeper);
	tcase_add_test(t, few_are_unmarked);
	tcase_add_test(t, dropped_under_way);
	tcase_add_test(t, paused_with_letters_taken);
	tcase_add_test(t, dropped_when_taken);
	tcase_add_test(t, unmarked_beside_judging);
	tcase_add_loop_test(t, stops_while_it_hangs, 0, 3);
	tcase_add_test(t, stops_while_a_command_hangs);
	tcase_add_test(t, a_command_that_fails);
	tcase_add_loop_test(t, reloads_while_it_hangs, 0, 3);
	tcase_add_test(t, rests_while_the_old_one_hangs);
	tcase_add_unchecked_fixture(t, NULL, remove_ca);
}
