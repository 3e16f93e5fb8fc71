/* SPDX-License-Identifier: MIT */

/* Deadlines by the daemon itself, with the real desk and a Maildir, at times
 * that the test sets: nothing ends before a look at the mailbox that began
 * after the deadline; what counts is when a mail was received; an outage of
 * ours stops clocks; whatever is cut off happens once. */

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "daemon/daemon.h"
#include "daemon/own.h"
#include "daemon/ticker.h"
#include "mail/message.h"
#include "match/clocks.h"
#include "match/found.h"
#include "store/outbox.h"
#include "store/outgoing.h"
#include "store/player.h"
#include "store/setting.h"
#include "store/sql.h"
#include "store/trouble.h"
#include "tests/daemon/maildirs.h"
#include "tests/last.h"
#include "tests/run.h"
#include "text/texts.h"

enum { MINUTE = 60, HOUR = 3600, T0 = 1795284000 };

static struct maildirs place;
static struct daemon *d;
static struct err e;
static int mails;
static bool two; /* mailboxes: in and two */

/* A game of Anna and Bruno that has begun at T0; Anna is to act. */
static void
found(struct desk *desk)
{
	const uint8_t seed[32] = { 5 };
	struct found f = { .kind = "atlantic-star", .seats = 2, .seed = seed };
	struct refusal why;
	struct match *m;
	int64_t id;

	f.seat[1] = (struct found_seat){ "Anna", "anna@example.net", false };
	f.seat[2] = (struct found_seat){ "Bruno", "bruno@example.net", false };
	OK(options_parse("order=given", &f.options, &e));
	OK(db_begin(desk->club.db, &e));
	OK(match_found(&desk->club, &f, &id, &e));
	ck_assert_int_eq(match_open(&desk->club, id, &m, &e), 1);
	OK(match_begin(m, &why, &e));
	OK(match_finish(m, 0, &e));
	OK(db_commit(desk->club.db, &e));
}

static void
start(void)
{
	OK(daemon_open(place.config, DAEMON_ALL, &d, &e));
}

static void
stop(void)
{
	daemon_close(d);
	d = NULL;
}

static void
open_world(const char *clock)
{
	char more[512], other[160] = "";

	mem_init_json();
	maildirs_open(&place, "clocks");
	if (two)
		(void)snprintf(other, sizeof other,
		    "mailbox two { type = maildir folder = \"%s/two\" "
		    "done-folder = two-done }\n",
		    place.dir);
	(void)snprintf(more, sizeof more,
	    "%sclock { turn = 24h\n grace = 0\n minimum = 1h\n remind = off\n"
	    " late = pass\n outage = 1h\n %s }\nlog { level = error }\n",
	    other, clock);
	maildirs_config(&place, more);
	clock_pin(T0);
	start();
	found(daemon_desk(d));
	OK(daemon_drain(d, &e));
}

static void
close_world(void)
{
	stop();
	maildirs_close(&place);
}

static int64_t
number(const char *select)
{
	struct db *db;
	int64_t n = -1;

	OK(db_open(place.database, DB_USE, &db, &e));
	ck_assert_int_eq(sql_do(db, &e, select, TO(n)), 1);
	db_close(db);
	return n;
}

static int64_t
events(const char *like)
{
	char select[120];

	(void)snprintf(select, sizeof select,
	    "SELECT count(*) FROM event WHERE words LIKE '%s'", like);
	return number(select);
}

static int64_t
due(void)
{
	return number("SELECT max(due) FROM clock_seat");
}

static void
moderate(const char *command)
{
	struct buf out = BUF_INIT;

	OK(db_begin(daemon_db(d), &e));
	OK(desk_moderate(daemon_desk(d), 1, command, &out, &e));
	OK(db_commit(daemon_db(d), &e));
	buf_release(&out);
}

/* The daemon looks at its mailbox every half hour until then. */
static void
run_until(int64_t t)
{
	for (int64_t now = clock_now(); now < t;) {
		now = now + HOUR / 2 < t ? now + HOUR / 2 : t;
		clock_pin(now);
		OK(daemon_drain(d, &e));
	}
}

/* From Anna, in answer to that mail. */
static void
write_answer(const struct outbox_row *to, const char *body, int64_t received)
{
	struct message last;
	struct buf raw = BUF_INIT;
	const char *reply;
	char path[160];
	struct timespec at[2] = { { .tv_sec = received },
		{ .tv_sec = received } };

	message_read(to->raw, to->raw_len, &last);
	reply = strstr(to->raw, "\r\nReply-To: ") + 12;
	buf_printf(&raw,
	    "From: anna@example.net\nTo: %.*s\nSubject: Re: %s\n"
	    "Message-ID: <a%d@example.net>\n\n%s\n",
	    (int)strcspn(reply, "\r"), reply, last.subject, ++mails, body);
	(void)snprintf(path, sizeof path, "%s/in/new/%d", place.dir, mails);
	maildirs_mail(&place, mails, &raw);
	ck_assert_int_eq(utimensat(AT_FDCWD, path, at, 0), 0);
	message_release(&last);
	buf_release(&raw);
}

/* To the last mail to her seat, and to the last of all to her. */
static void
write_mail(const char *body, int64_t received)
{
	struct outbox_row row;

	ck_assert_int_eq(last_to_seat(daemon_db(d), 1, 1, &row, &e), 1);
	write_answer(&row, body, received);
	outbox_row_release(&row);
}

static void
answer_question(const char *body, int64_t received)
{
	struct outbox_row row;
	int64_t id = number("SELECT max(id) FROM outbox WHERE rcpt = "
			    "'anna@example.net'");

	ck_assert_int_eq(outbox_get(daemon_db(d), id, &row, &e), 1);
	write_answer(&row, body, received);
	outbox_row_release(&row);
}

static void
move_mailbox(const char *name, bool there)
{
	char in[80], away[80];

	(void)snprintf(in, sizeof in, "%s/%s", place.dir, name);
	(void)snprintf(away, sizeof away, "%s/away", place.dir);
	ck_assert_int_eq(there ? rename(away, in) : rename(in, away), 0);
	/* Back-off counts real time, which a test does not wait for. */
	for (int i = 0; i < d->in.n; i++)
		backoff_done(&d->in.at[i].backoff);
}

static void
mailbox(bool there)
{
	move_mailbox("in", there);
}

START_TEST(no_turn_ends_before_a_look)
{
	open_world("");
	ck_assert_int_eq(due(), T0 + 24 * HOUR);
	run_until(T0 + 24 * HOUR);
	ck_assert_int_eq(events("set-clock%"), 0);
	mailbox(false);
	clock_pin(T0 + 24 * HOUR + 5 * MINUTE);
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_int_eq(events("set-clock%"), 0);
	mailbox(true);
	clock_pin(T0 + 24 * HOUR + 6 * MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1 over=pass"), 1);
	ck_assert_int_eq(number("SELECT count(*) FROM event WHERE actor = 1"),
	    1);
	/* Bruno's time begins now, and ends likewise. */
	ck_assert_int_eq(due(), T0 + 48 * HOUR + 6 * MINUTE);
	run_until(T0 + 48 * HOUR + 7 * MINUTE);
	ck_assert_int_eq(events("set-clock p2 over=pass"), 1);
	close_world();
}
END_TEST

/* A mail that cannot be read (here a directory stands in its place) keeps no
 * deadline from its end, and the keeper knows of it at once. When it can be
 * read it is, and a move in it is late. */
START_TEST(no_deadline_waits_for_a_leftover)
{
	char path[80], held[80];

	open_world("");
	run_until(T0 + 23 * HOUR);
	(void)snprintf(path, sizeof path, "%s/in/new/%d", place.dir, mails + 1);
	(void)snprintf(held, sizeof held, "%s/held", place.dir);
	write_mail("charter 0", T0 + 23 * HOUR);
	ck_assert_int_eq(rename(path, held), 0);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	run_until(T0 + 23 * HOUR + 10 * MINUTE);
	ck_assert_int_eq(number("SELECT count(*) FROM leftover"), 1);
	ck_assert_int_eq(events("set-clock%"), 0);
	run_until(T0 + 24 * HOUR + 6 * MINUTE);
	ck_assert_int_eq(events("set-clock p1 over=pass"), 1);
	ck_assert_int_eq(number("SELECT count(*) FROM leftover"), 1);
	ck_assert_int_gt(number("SELECT max(tries) FROM leftover"), 2);
	ck_assert_int_eq(number(/* what passing came to */
			     "SELECT count(*) FROM event WHERE actor = 1"),
	    1);
	ck_assert_int_eq(rmdir(path), 0);
	ck_assert_int_eq(rename(held, path), 0);
	run_until(T0 + 31 * HOUR);
	ck_assert_int_eq(number("SELECT count(*) FROM leftover"), 0);
	ck_assert_int_eq(number("SELECT count(*) FROM inbox WHERE state = 1"),
	    1);
	ck_assert_int_eq(number("SELECT count(*) FROM event WHERE actor = 1"),
	    1);
	close_world();
}
END_TEST

/* Received before the deadline, fetched after it, behind one that was not. */
START_TEST(what_counts_is_when_it_was_received)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(at - 10 * MINUTE);
	mailbox(false);
	clock_pin(at + 5 * MINUTE);
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	mailbox(true);
	write_mail("charter 0", at);
	clock_pin(at + 6 * MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock%"), 0);
	ck_assert_int_eq(number("SELECT count(*) FROM event WHERE actor = 1"),
	    1);
	ck_assert_int_eq(number("SELECT count(*) FROM inbox WHERE state = 1"),
	    1);
	close_world();
}
END_TEST

/* It was received at the last moment, and is still being stored when we look
 * behind the deadline. */
START_TEST(a_mail_that_cannot_be_seen_yet)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(at + 10);
	ck_assert_int_eq(events("set-clock%"), 0);
	write_mail("charter 0", at);
	run_until(at + MINUTE);
	ck_assert_int_eq(events("set-clock%"), 0);
	ck_assert_int_eq(number("SELECT count(*) FROM event WHERE actor = 1"),
	    1);
	close_world();
}
END_TEST

/* A second later the turn is over, although the mail is there when the clock
 * acts: first the clock, then the mail. */
START_TEST(a_late_mail_is_late)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(at - 10 * MINUTE);
	write_mail("charter 0", at + 1);
	clock_pin(at + 5 * MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1 over=pass"), 1);
	ck_assert_int_eq(number("SELECT count(*) FROM event WHERE actor = 1 "
				"AND mid IS NOT NULL"),
	    0);
	ck_assert_int_eq(number("SELECT count(*) FROM inbox WHERE state = 1"),
	    1);
	close_world();
}
END_TEST

/* However many of them come at once. */
START_TEST(many_late_mails_are_late)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(at - 10 * MINUTE);
	for (int i = 0; i < 220; i++)
		write_mail("charter 0", at + 1);
	clock_pin(at + 5 * MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1 over=pass"), 1);
	ck_assert_int_eq(number("SELECT count(*) FROM event WHERE actor = 1 "
				"AND mid IS NOT NULL"),
	    0);
	ck_assert_int_eq(number("SELECT count(*) FROM inbox WHERE state = 1"),
	    220);
	close_world();
}
END_TEST

/* A server's clock that is fast makes nobody late. */
START_TEST(a_fast_server_makes_nobody_late)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(at - 10 * MINUTE);
	write_mail("charter 0", at + HOUR);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number("SELECT count(*) FROM event WHERE actor = 1"),
	    1);
	close_world();
}
END_TEST

/* A date that is none is that of the look. */
START_TEST(a_mail_without_a_date)
{
	char select[80];

	open_world("");
	run_until(T0 + HOUR);
	write_mail("charter 0", 0);
	OK(daemon_drain(d, &e));
	(void)snprintf(select, sizeof select,
	    "SELECT count(*) FROM inbox WHERE received = %lld",
	    (long long)clock_now());
	ck_assert_int_eq(number(select), 1);
	close_world();
}
END_TEST

START_TEST(an_outage_stops_clocks)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(at - HOUR);
	stop();
	clock_pin(at + 7 * HOUR);
	start();
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1%"), 0);
	ck_assert_int_eq(events("set-clock outage=8h"), 1);
	ck_assert_int_eq(due(), at + 8 * HOUR);
	/* It is said in the next mail, and no mail is sent for it. */
	ck_assert_int_eq(
	    number("SELECT count(*) FROM outbox WHERE created > 1795284000"),
	    0);
	run_until(at + 8 * HOUR);
	ck_assert_int_eq(events("set-clock p1%"), 0);
	run_until(at + 8 * HOUR + MINUTE);
	ck_assert_int_eq(events("set-clock p1 over=pass"), 1);
	ck_assert_int_eq(number("SELECT count(*) FROM outbox_body WHERE "
				"CAST(raw AS TEXT) LIKE '%for 8 hours%'"),
	    2);
	close_world();
}
END_TEST

/* Who asks for time in a mail that lies in the mailbox then has it on clocks
 * that stood still, not on such as look run down. */
START_TEST(an_outage_is_noted_before_mail_is_judged)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	OK(sql_do(daemon_db(d), &e, "UPDATE game SET moderator = 1"));
	run_until(at - HOUR);
	stop();
	clock_pin(at + 7 * HOUR);
	start();
	write_mail("extend 24h", at - HOUR / 2);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock outage=8h"), 1);
	ck_assert_int_eq(events("set-clock outage=%"), 1);
	ck_assert_int_eq(events("set-clock extend=24h"), 1);
	ck_assert_int_eq(due(), at + 32 * HOUR);
	ck_assert_int_eq(number("SELECT count(*) FROM outage WHERE began > 0"),
	    1);
	close_world();
}
END_TEST

/* The look that was to follow fails: what was noted is, also for the next
 * daemon, and the rest when one finds the end. Till then nothing ends. */
START_TEST(the_rest_of_an_outage_is_noted_by_the_look)
{
	int64_t at = T0 + 24 * HOUR;

	two = true;
	open_world("");
	run_until(at - HOUR);
	move_mailbox("two", false);
	write_mail("status", at - HOUR / 2);
	clock_pin(at + 7 * HOUR);
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_int_eq(due(), at + 8 * HOUR);
	OK(ticker_open(d, &e));
	write_mail("status", at + 8 * HOUR);
	clock_pin(at + 9 * HOUR);
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_int_eq(events("set-clock outage=%"), 1);
	clock_pin(at + 8 * HOUR + 12 * HOUR);
	move_mailbox("two", true);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1%"), 0);
	ck_assert_int_eq(events("set-clock outage=13h"), 1);
	ck_assert_int_eq(due(), at + 21 * HOUR);
	close_world();
	two = false;
}
END_TEST

/* The daemon has never been there since the game began: nobody is late. */
START_TEST(a_first_look_ends_nothing)
{
	open_world("");
	OK(db_setting_put(daemon_db(d), "polled", "", &e));
	d->ticker.polled = d->ticker.saved = 0;
	clock_pin(T0 + 30 * HOUR);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock outage=30h"), 1);
	ck_assert_int_eq(events("set-clock p1%"), 0);
	ck_assert_int_eq(due(), T0 + 54 * HOUR);
	close_world();
}
END_TEST

/* The mailbox was away, not the daemon: likewise; and mail that came in time
 * meanwhile is taken. */
START_TEST(a_mailbox_that_was_away_stops_clocks)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(at - HOUR);
	mailbox(false);
	for (int64_t t = at; t < at + 7 * HOUR; t += HOUR) {
		clock_pin(t);
		backoff_done(&d->in.at[0].backoff);
		ck_assert_int_eq(daemon_drain(d, &e), -1);
	}
	mailbox(true);
	write_mail("charter 0", at + 6 * HOUR);
	clock_pin(at + 7 * HOUR);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock outage=8h"), 1);
	ck_assert_int_eq(events("set-clock p1%"), 0);
	ck_assert_int_eq(number("SELECT count(*) FROM event WHERE actor = 1 "
				"AND mid IS NOT NULL"),
	    1);
	close_world();
}
END_TEST

/* Nobody hears that it is their turn while mail waits and none goes: clocks
 * stand still as long, and the game's log has few lines of it. */
START_TEST(nobody_is_late_while_no_mail_goes)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(T0 + 2 * HOUR);
	OK(outgoing_pause(daemon_db(d), clock_now(), &e) - 1);
	write_mail("status", clock_now());
	run_until(at + 3 * HOUR);
	write_mail("status", clock_now());
	stop();
	start();
	run_until(at + 7 * HOUR);
	ck_assert_int_eq(events("set-clock p1%"), 0);
	OK(outgoing_resume(daemon_db(d), clock_now(), &e) - 1);
	run_until(at + 8 * HOUR);
	ck_assert_int_eq(due(), at + 29 * HOUR);
	ck_assert_int_lt(number("SELECT count(*) FROM outage WHERE began > 0"),
	    8);
	run_until(at + 29 * HOUR);
	ck_assert_int_eq(events("set-clock p1%"), 0);
	run_until(at + 30 * HOUR);
	ck_assert_int_eq(events("set-clock p1%"), 1);
	close_world();
}
END_TEST

/* A short while is none of it, but nothing ends in its midst; nor if nothing
 * waits. */
static void
pause_around(bool waits)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(at - HOUR / 2);
	OK(outgoing_pause(daemon_db(d), clock_now(), &e) - 1);
	if (waits)
		write_mail("status", clock_now());
	OK(daemon_drain(d, &e));
	clock_pin(at + 60);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1%"), waits ? 0 : 1);
	OK(outgoing_resume(daemon_db(d), clock_now(), &e) - 1);
	/* The look is new: nobody sleeps on it till the next. */
	ck_assert_int_eq(ticker_step(d, &e), waits);
	clock_pin(at + 120);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1%"), 1);
	ck_assert_int_eq(events("set-clock outage=%"), 0);
	close_world();
}

START_TEST(mail_that_goes_soon_stops_no_clock)
{
	pause_around(true);
}
END_TEST

START_TEST(nothing_that_waits_stops_no_clock)
{
	pause_around(false);
}
END_TEST

/* A letter that is tried long after this test. */
static int64_t
letter(const char *to)
{
	static int letters;
	char id[24];
	struct outbox_row r = { .to = mem_dup(to),
		.message_id = id,
		.raw = (char[]){ "x" },
		.raw_len = 1,
		.created = clock_now(),
		.next_try = clock_now() + 99 * HOUR };

	(void)snprintf(id, sizeof id, "%d@example.org", ++letters);
	OK(outbox_add(daemon_db(d), &r, &e));
	free(r.to);
	return r.id;
}

static void
refused(int64_t id, enum stage stage, int code)
{
	struct verdict_in v = { .id = id,
		.verdict = VERDICT_LATER,
		.fault = FAULT_OURS,
		.stage = stage,
		.code = code,
		.why = "no" };

	OK(db_begin(daemon_db(d), &e));
	OK(breaker_mark(d, &v, clock_now(), &e));
	OK(outbox_wait(daemon_db(d), id, clock_now() + 99 * HOUR, "no", &e));
	OK(db_commit(daemon_db(d), &e));
}

/* What a single letter has met with is enough, unless it is what was said of
 * its recipient: then others hear from us, however many recipients are refused
 * so. */
static const struct {
	enum stage stage;
	int code, letters;
	bool ends;
} refusals[] = { { STAGE_LOGIN, 535, 1, false }, { STAGE_MAIL, 550, 1, false },
	{ STAGE_DOT, 550, 1, false }, { STAGE_DOT, 550, 2, false },
	{ STAGE_RCPT, 421, 1, false }, { STAGE_RCPT, 550, 1, true },
	{ STAGE_RCPT, 451, 3, true } };

START_TEST(what_recipients_are_refused_stops_no_clock)
{
	static const char *const to[] = { "x@example.net", "y@example.net",
		"z@example.net" };

	open_world("");
	run_until(T0 + 2 * HOUR);
	for (int i = 0; i < refusals[_i].letters; i++)
		refused(letter(to[i]), refusals[_i].stage, refusals[_i].code);
	run_until(T0 + 25 * HOUR);
	ck_assert_int_eq(events("set-clock p1%"), refusals[_i].ends);
	ck_assert_int_eq(
	    number("SELECT count(*) FROM outage WHERE began > 0") == 0,
	    refusals[_i].ends);
	/* Once one has gone what was before is over. */
	OK(db_begin(daemon_db(d), &e));
	ck_assert_int_ge(outgoing_run(daemon_db(d), clock_now(), &e), 0);
	OK(db_commit(daemon_db(d), &e));
	refused(letter("x@example.net"), STAGE_RCPT, 550);
	run_until(T0 + 60 * HOUR);
	ck_assert_int_eq(events("set-clock p1%"), 1);
	close_world();
}
END_TEST

/* But who was not tried yet does not hear from us, since that was written. */
START_TEST(who_was_not_tried_hears_nothing)
{
	int64_t at = T0 + 24 * HOUR, id;

	open_world("");
	run_until(T0 + 2 * HOUR);
	refused(letter("x@example.net"), STAGE_RCPT, 550);
	(void)letter("x@example.net");
	run_until(at - HOUR / 2);
	id = letter("y@example.net");
	clock_pin(at + 60);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1%"), 0);
	refused(id, STAGE_RCPT, 550);
	clock_pin(at + 120);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1%"), 1);
	ck_assert_int_eq(events("set-clock outage=%"), 0);
	close_world();
}
END_TEST

/* The machine's clock jumps: forwards is an outage, backwards brings nothing
 * sooner, and nobody loses an hour by either. */
START_TEST(jumps_of_the_clock)
{
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	run_until(T0 + 20 * HOUR);
	clock_pin(T0 + 30 * HOUR);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock outage=10h"), 1);
	ck_assert_int_eq(due(), at + 10 * HOUR);
	clock_pin(T0 + 20 * HOUR);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(due(), at + 10 * HOUR);
	/* A look that was made in the time that is to come does not count. */
	run_until(at + 10 * HOUR);
	ck_assert_int_eq(events("set-clock p1%"), 0);
	run_until(at + 10 * HOUR + MINUTE);
	ck_assert_int_eq(events("set-clock p1 over=pass"), 1);
	ck_assert_int_eq(events("set-clock outage%"), 1);
	close_world();
}
END_TEST

/* The machine's clock is years ahead for a minute, in which a look is made; or
 * only its outage is noted, for the look fails, and the daemon begins anew.
 * Running games do not wait for that year, nor do turns that come then. */
START_TEST(a_clock_that_is_wrong_for_a_minute)
{
	int64_t now = T0 + 2 * HOUR, years = 3650 * 24 * HOUR;

	two = _i != 0;
	open_world("");
	run_until(now);
	clock_pin(now + years);
	if (two) {
		move_mailbox("two", false);
		write_mail("status", now);
		ck_assert_int_eq(daemon_drain(d, &e), -1);
		move_mailbox("two", true);
		stop();
		clock_pin(now + 2 * MINUTE);
		start();
	} else {
		OK(daemon_drain(d, &e));
		write_mail("status", now);
		OK(daemon_drain(d, &e));
		clock_pin(now + 2 * MINUTE);
	}
	ck_assert_int_gt(due(), now + years);
	OK(daemon_drain(d, &e));
	run_until(now + HOUR / 2);
	ck_assert_int_eq(events("set-clock outage=2m"), 1);
	ck_assert_int_eq(due(), T0 + 24 * HOUR + 2 * MINUTE);
	write_mail("charter 0", now + HOUR / 2 + 1);
	run_until(now + HOUR);
	ck_assert_int_eq(due(), now + 25 * HOUR);
	run_until(now + 26 * HOUR);
	ck_assert_int_eq(events("set-clock p2 over=pass"), 1);
	close_world();
	two = false;
}
END_TEST

/* A mail of the first look after it is judged, and told when the next is due,
 * by a clock that has been put right. */
START_TEST(a_clock_is_right_before_a_mail_is_judged)
{
	int64_t now = T0 + 2 * HOUR, years = 3650 * 24 * HOUR;

	open_world("");
	run_until(now);
	clock_pin(now + years);
	OK(daemon_drain(d, &e));
	clock_pin(now + 2 * MINUTE);
	write_mail("charter 0", now + MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number("SELECT count(*) FROM event o, event c WHERE "
				"o.words = 'set-clock outage=2m' AND c.words "
				"LIKE 'charter%' AND o.seq < c.seq"),
	    1);
	ck_assert_int_eq(due(), now + 2 * MINUTE + 24 * HOUR);
	close_world();
}
END_TEST

/* It is years behind, in which time a daemon begins once, or twice: what lies
 * between is five minutes, and no day, and a pause with an end stands. */
START_TEST(a_clock_that_is_behind_for_a_while)
{
	int64_t now = T0 + 92 * HOUR, years = 3650 * 24 * HOUR, before;

	open_world("");
	run_until(T0 + 30 * HOUR);
	clock_pin(T0 + 33 * HOUR);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number("SELECT count(*) FROM outage"), 2);
	run_until(now);
	if (_i == 2)
		moderate("pause until 2027-03-01");
	before = due();
	for (int i = 0; i < 1 + (_i > 0); i++) {
		stop();
		clock_pin(now - years + i * MINUTE);
		start();
		OK(daemon_drain(d, &e));
	}
	clock_pin(now + 5 * MINUTE);
	OK(daemon_drain(d, &e));
	run_until(now + HOUR);
	moderate("title Seen"); /* whoever opens it takes account of outages */
	ck_assert_int_ge(due(), before);
	ck_assert_int_le(due(), before + 5 * MINUTE);
	close_world();
}
END_TEST

/* A turn that begins while the clock is days behind has its whole time when it
 * is right again, also where the daemon has read its configuration anew. */
START_TEST(a_turn_that_begins_while_the_clock_is_behind)
{
	int64_t now = T0 + 102 * HOUR, days = 72 * HOUR, passed;

	open_world("");
	run_until(now);
	passed = events("set-clock p2 over=pass");
	clock_pin(now - days);
	OK(daemon_drain(d, &e));
	if (_i == 1)
		daemon_reload(d);
	write_mail("charter 0", now - days + MINUTE);
	clock_pin(now - days + MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(due(), now + 24 * HOUR);
	clock_pin(now + HOUR);
	OK(daemon_drain(d, &e));
	run_until(now + 24 * HOUR);
	ck_assert_int_eq(events("set-clock p2 over=pass"), passed);
	run_until(now + 26 * HOUR);
	ck_assert_int_eq(events("set-clock p2 over=pass"), passed + 1);
	close_world();
}
END_TEST

/* Also where the tool begins it, at a desk of its own. */
START_TEST(a_turn_of_the_tool_while_the_clock_is_behind)
{
	int64_t now = T0 + 102 * HOUR;
	struct desk tool;

	open_world("");
	run_until(now);
	clock_pin(now - 72 * HOUR);
	OK(daemon_drain(d, &e));
	OK(desk_open(&tool, daemon_db(d), d->texts, d->conf, &e));
	found(&tool);
	desk_close(&tool);
	ck_assert_int_eq(number("SELECT due FROM clock_seat WHERE game = 2 AND "
				"seat = 1"),
	    now + 24 * HOUR);
	close_world();
}
END_TEST

/* One that goes on so for a day was ahead before: the keeper is told, and no
 * game waits the rest of it. */
START_TEST(a_clock_that_stays_behind_is_right)
{
	int64_t now = T0 + 102 * HOUR, behind = now - 30 * 24 * HOUR, t;

	open_world("");
	run_until(now);
	for (t = behind; t < behind + 24 * HOUR; t += HOUR) {
		clock_pin(t);
		OK(daemon_drain(d, &e));
		ck_assert(alarm_on(d, ALARM_CLOCK));
		if (_i == 1 && t == behind + 5 * HOUR) {
			stop();
			start();
		}
	}
	clock_pin(t);
	OK(daemon_drain(d, &e));
	ck_assert(!alarm_on(d, ALARM_CLOCK));
	write_mail("charter 0", t + MINUTE);
	clock_pin(t + MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(due(), t + MINUTE + 24 * HOUR);
	close_world();
}
END_TEST

/* One that was years ahead, and is put right, is not behind then, also where a
 * mail was there before the look. */
START_TEST(a_clock_that_is_put_right)
{
	int64_t now = T0 + 102 * HOUR, years = 3650 * 24 * HOUR;

	open_world("");
	run_until(now);
	for (int i = 0; i < 4; i++) {
		clock_pin(now + years + i * HOUR);
		OK(daemon_drain(d, &e));
	}
	write_mail("charter 0", now + 4 * HOUR);
	clock_pin(now + 4 * HOUR);
	OK(daemon_drain(d, &e));
	OK(daemon_drain(d, &e));
	ck_assert(!alarm_on(d, ALARM_CLOCK));
	ck_assert_int_eq(daemon_desk(d)->club.order.still, 0);
	ck_assert_int_eq(due(), now + 28 * HOUR);
	close_world();
}
END_TEST

/* What is asked while it is years behind can be answered. */
START_TEST(a_question_while_the_clock_is_behind)
{
	int64_t now = T0 + 102 * HOUR, behind = now - 3650 * 24 * HOUR;

	open_world("");
	run_until(now);
	clock_pin(behind);
	OK(daemon_drain(d, &e));
	write_mail("resign", behind + MINUTE);
	clock_pin(behind + MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number("SELECT count(*) FROM hold"), 1);
	answer_question("yes", behind + 6 * MINUTE);
	clock_pin(behind + 6 * MINUTE);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number("SELECT count(*) FROM hold"), 0);
	ck_assert_int_eq(number("SELECT count(*) FROM seat WHERE seat = 1 "
				"AND player IS NOT NULL"),
	    0);
	close_world();
}
END_TEST

/* A look of before the clock went back tells nothing of the time behind that,
 * while its mailbox fails. */
START_TEST(a_clock_that_goes_back_under_a_mailbox_that_fails)
{
	int64_t at = T0 - 30 * HOUR;

	two = true;
	open_world("");
	run_until(T0 + 20 * HOUR);
	move_mailbox("two", false);
	clock_pin(at);
	found(daemon_desk(d)); /* its turn ends a day later */
	for (int64_t t = at; t <= at + 25 * HOUR; t += HOUR / 2) {
		clock_pin(t);
		backoff_done(&d->in.at[1].backoff);
		ck_assert_int_eq(daemon_drain(d, &e), -1);
		ck_assert_int_eq(events("set-clock p1%"), 0);
	}
	move_mailbox("two", true);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock p1 over=pass"), 1);
	close_world();
	two = false;
}
END_TEST

/* A process that is killed, before or after its commit. */
static void
killed(bool commit, int64_t polled)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (daemon_open(place.config, DAEMON_INBOX, &d, &e) != 0 ||
		    db_begin(daemon_db(d), &e) != 0 ||
		    desk_clocks(daemon_desk(d), polled, 9, &e) != 1 ||
		    (commit && db_commit(daemon_db(d), &e) != 0))
			_exit(1);
		(void)raise(SIGKILL);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
}

START_TEST(a_turn_ends_once_whatever_is_cut_off)
{
	int64_t at = T0 + 24 * HOUR, sent;

	open_world("");
	run_until(at - MINUTE);
	stop();
	clock_pin(at + MINUTE);
	killed(false, at + MINUTE);
	ck_assert_int_eq(events("set-clock%"), 0);
	killed(true, at + MINUTE);
	ck_assert_int_eq(events("set-clock p1 over=pass"), 1);
	sent = number("SELECT count(*) FROM outbox");
	start();
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(events("set-clock%"), 1);
	ck_assert_int_eq(number("SELECT count(*) FROM outbox"), sent);
	ck_assert_int_eq(number("SELECT count(*) FROM outbox WHERE state = 1"),
	    sent);
	close_world();
}
END_TEST

START_TEST(reminders_come_once)
{
	const char *count =
	    "SELECT count(*) FROM outbox_body WHERE (CAST(raw AS TEXT) LIKE "
	    "'%[Reminder]%' OR CAST(raw AS TEXT) LIKE '%=5BReminder=5D%')";
	int64_t at = T0 + 24 * HOUR;

	open_world("");
	OK(db_begin(daemon_db(d), &e));
	{
		struct clock_row c;
		struct match *m;
		struct refusal why;

		ck_assert_int_eq(match_open(&daemon_desk(d)->club, 1, &m, &e),
		    1);
		c = m->clock.row;
		(void)snprintf(c.remind, sizeof c.remind, "6h,1h");
		OK(clock_ask(m, &(struct clock_act){ .what = DO_SET, .to = &c },
		    &why, &e));
		OK(match_finish(m, 0, &e));
	}
	OK(db_commit(daemon_db(d), &e));
	run_until(at - 6 * HOUR);
	ck_assert_int_eq(number(count), 0);
	run_until(at - 5 * HOUR);
	ck_assert_int_eq(number(count), 1);
	stop();
	start();
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number(count), 1);
	run_until(at - HOUR / 2);
	ck_assert_int_eq(number(count), 2);
	run_until(at - MINUTE);
	ck_assert_int_eq(number(count), 2);
	close_world();
}
END_TEST

/* A world in which Anna's digest is due in an hour. */
static void
open_digests(void)
{
	struct player p;

	open_world("");
	ck_assert_int_eq(player_by_address(daemon_db(d), "anna@example.net", &p,
			     &e),
	    1);
	free(p.notify);
	p.notify = mem_dup("digest");
	p.digest_due = T0 + HOUR;
	OK(player_save(daemon_db(d), &p, &e));
	player_release(&p);
}

/* A digest goes out at its time, once, by a daemon that has nothing else to
 * do. */
START_TEST(digests_are_sent)
{
	open_digests();
	for (int i = 0; i < 3; i++) {
		stop();
		clock_pin(T0 + i * HOUR);
		start();
		OK(daemon_drain(d, &e));
		ck_assert_int_eq(number("SELECT count(*) FROM outbox WHERE "
					"message_id LIKE 'pq.%' AND state = 1"),
		    i > 0);
	}
	ck_assert_int_gt(
	    number("SELECT digest_due FROM player WHERE notify = 'digest'"),
	    T0 + 20 * HOUR);
	close_world();
}
END_TEST

/* A machine that slept wakes with the day's clock far on and the other where
 * it was: the digest is due then, not after what was left of a minute. */
START_TEST(digests_after_sleep)
{
	open_digests();
	OK(daemon_drain(d, &e));
	clock_pin(T0 + 2 * HOUR);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number("SELECT count(*) FROM outbox WHERE message_id "
				"LIKE 'pq.%' AND state = 1"),
	    1);
	close_world();
}
END_TEST

/* What the keeper was not told at once comes a day later, by a daemon that
 * has nothing else to do. */
START_TEST(troubles_are_told)
{
	static const char *const told =
	    "SELECT count(*) FROM outbox WHERE rcpt = 'keeper@example.org' AND "
	    "state = 1";

	open_world("} club { keeper = keeper@example.org");
	for (int i = 0; i < 7; i++)
		ck_assert_int_ge(trouble_add(daemon_db(d), "A mail.", T0, &e),
		    0);
	OK(daemon_drain(d, &e));
	clock_pin(T0 + 24 * HOUR - 1);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number(told), 0);
	clock_pin(T0 + 24 * HOUR + MINUTE);
	OK(daemon_drain(d, &e));
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number(told), 1);
	close_world();
}
END_TEST

/* Where deadlines cannot be read no mail is judged, for any may be late. */
START_TEST(an_unread_deadline_keeps_mail_back)
{
	static const char *const moves =
	    "SELECT count(*) FROM event WHERE actor = 1";
	int64_t id;

	open_world("");
	ck_assert_int_eq(inbox_add(daemon_db(d), "x", 0, 0, T0, "x", 1, &id,
			     &e),
	    1);
	write_mail("charter 0", T0);
	OK(sql_done(daemon_db(d), &e, "ALTER TABLE clock_seat RENAME TO away"));
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert_int_eq(number("SELECT count(*) FROM inbox WHERE state = 0 "
				"AND attempts = 0"),
	    1);
	ck_assert_int_eq(number(moves), 0);
	OK(sql_done(daemon_db(d), &e, "ALTER TABLE away RENAME TO clock_seat"));
	backoff_done(&d->judging);
	backoff_done(&d->ticker.backoff);
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(number("SELECT count(*) FROM inbox WHERE state = 0"),
	    0);
	ck_assert_int_eq(number(moves), 1);
	close_world();
}
END_TEST

CHILD(daemon_trial)

CASES(tests)
{
	tcase_add_loop_test(t, what_recipients_are_refused_stops_no_clock, 0,
	    sizeof refusals / sizeof *refusals);
	tcase_add_loop_test(t, a_clock_that_is_wrong_for_a_minute, 0, 2);
	tcase_add_loop_test(t, a_clock_that_is_behind_for_a_while, 0, 3);
	tcase_add_loop_test(t, a_clock_that_stays_behind_is_right, 0, 2);
	tcase_add_test(t, a_clock_that_is_put_right);
	tcase_add_test(t, a_question_while_the_clock_is_behind);
	tcase_add_test(t, a_turn_of_the_tool_while_the_clock_is_behind);
	tcase_add_loop_test(t, a_turn_that_begins_while_the_clock_is_behind, 0,
	    2);
	ADD_TESTS(t, nobody_is_late_while_no_mail_goes,
	    who_was_not_tried_hears_nothing, mail_that_goes_soon_stops_no_clock,
	    nothing_that_waits_stops_no_clock,
	    an_unread_deadline_keeps_mail_back, no_turn_ends_before_a_look,
	    no_deadline_waits_for_a_leftover,
	    what_counts_is_when_it_was_received, a_mail_that_cannot_be_seen_yet,
	    a_late_mail_is_late, many_late_mails_are_late,
	    a_fast_server_makes_nobody_late, a_mail_without_a_date,
	    a_first_look_ends_nothing, an_outage_stops_clocks,
	    an_outage_is_noted_before_mail_is_judged,
	    the_rest_of_an_outage_is_noted_by_the_look,
	    a_mailbox_that_was_away_stops_clocks, jumps_of_the_clock,
	    a_clock_is_right_before_a_mail_is_judged,
	    a_clock_that_goes_back_under_a_mailbox_that_fails,
	    a_turn_ends_once_whatever_is_cut_off, reminders_come_once,
	    digests_are_sent, digests_after_sleep, troubles_are_told);
}
