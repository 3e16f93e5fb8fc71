/* SPDX-License-Identifier: MIT */

/* Mail that is judged days after it was received, because we were away or its
 * writer was asked first: it means what it meant then. */

#include "base/clock.h"
#include "base/mem.h"
#include "scene.h"
#include "store/inbox.h"
#include "store/sql.h"
#include "tests/run.h"

enum { HOUR = 3600, DAY = 86400 };

static struct scene s;
static struct err e;
static int64_t game;

/* On the 21st of November; Anna moderates, and is to act. */
static void
open_game(bool begins)
{
	scene_open(&s, true);
	s.desk.club.clock = (struct clock_row){ .turn = 2 * DAY,
		.grace = DAY,
		.minimum = DAY / 2,
		.days = 0x7f,
		.absence = 21 * DAY,
		.zone = "UTC" };
	game = scene_game(&s, "*Anna Bruno Carla", "order=given", 3);
	if (begins)
		scene_moderate(&s, game, "begin");
	(void)scene_skip(&s);
}

static int64_t
count(const char *select)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(s.db, &e, select, TO(n)), 1);
	return n;
}

/* What is written to that mail is received now, and judged so much later. */
static void
answer(const struct seen *m, const char *body, int64_t later)
{
	struct inbox_row row[4];
	struct buf raw = BUF_INIT;
	int n, failed;

	scene_reply(&s, m, m->to, body, &raw);
	(void)scene_store(&s, raw.data, raw.len);
	scene_pass(&s, later);
	n = inbox_next(s.db, 4, row, &e);
	ck_assert_int_eq(n, 1);
	OK(db_begin(s.db, &e));
	OK(desk_judge(&s.desk, row, n, &failed, &e));
	OK(db_commit(s.db, &e));
	ck_assert_int_eq(failed, 0);
	inbox_row_release(&row[0]);
	buf_release(&raw);
}

static void
say(const char *body, int64_t later)
{
	struct seen m;

	scene_last(&s, game, 1, &m);
	answer(&m, body, later);
	seen_release(&m);
}

/* The next question: its address, or to whom it goes, says which. */
static void
asked(const char *mark, struct seen *m)
{
	*m = (struct seen){ 0 };
	do {
		seen_release(m);
		ck_assert_int_eq(scene_next(&s, m), 1);
	} while (strstr(m->reply_to, mark) == NULL &&
	    strstr(m->to, mark) == NULL);
}

/* The last end of stops for that reason: 0 pauses, 1 absences. */
#define UNTIL(why) \
	count("SELECT coalesce(max(ended), 0) FROM clock_stop WHERE why " \
	      "= " why)

/* A day that has begun by then is not one of next year. */
START_TEST(days_are_those_of_when_it_was_written)
{
	int64_t began;

	open_game(true);
	began = s.now;
	say("absence 22 nov to 30 nov\n", 3 * DAY);
	ck_assert_int_gt(UNTIL("1"), began + 9 * DAY);
	ck_assert_int_lt(UNTIL("1"), began + 10 * DAY);
	ck_assert_int_lt(count("SELECT min(began) FROM clock_stop"),
	    began + DAY);
	/* It is the 24th; what is over then is refused. */
	say("absence 24 nov\n", 2 * DAY);
	ck_assert_int_lt(UNTIL("1"), began + 10 * DAY);
	say("deadline 27 nov\n", 2 * DAY);
	ck_assert_int_eq(count("SELECT count(*) FROM event WHERE words LIKE "
			       "'set-clock due=%'"),
	    0);
	say("pause until 29 nov\n", 2 * DAY);
	ck_assert_int_eq(UNTIL("0"), 0);
	say("pause until 3 dec\n", DAY);
	ck_assert_int_lt(UNTIL("0"), began + 13 * DAY);
	ck_assert_int_gt(UNTIL("0"), s.now);
	scene_close(&s);
	open_game(false);
	say("begin at 23 nov\n", 3 * DAY);
	ck_assert_int_eq(count("SELECT count(*) FROM terms WHERE begins > 0"),
	    0);
	say("begin at 25 nov\n", HOUR / 2);
	ck_assert_int_eq(count("SELECT count(*) FROM terms WHERE begins > 0"),
	    1);
	scene_close(&s);
}
END_TEST

/* An absence, or a pause, that came before the late rule had acted is in time
 * when it is judged behind that moment: the turn is not ended. */
START_TEST(what_stops_clocks_in_time)
{
	static const char *const said[] = { "absence to 30 nov\n", "pause\n",
		"pause until 30 nov\n" };

	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		open_game(true);
		scene_pass(&s, 3 * DAY - HOUR);
		say(said[i], 2 * HOUR);
		ck_assert_int_gt(count("SELECT max(began) FROM clock_stop"),
		    s.now - 3 * HOUR);
		ck_assert_int_eq(scene_tick(&s), 0);
		ck_assert_int_eq(count("SELECT count(*) FROM event WHERE words "
				       "LIKE 'set-clock p1 over=%'"),
		    0);
		scene_close(&s);
	}
}
END_TEST

/* That its writer is asked first takes time, too. */
START_TEST(days_of_what_is_confirmed)
{
	struct seen m, q;
	struct buf raw = BUF_INIT;
	int64_t began;

	open_game(true);
	began = s.now;
	scene_last(&s, game, 1, &m);
	buf_str(&raw,
	    "From: anna@example.net\r\nTo: games@example.org\r\n"
	    "Subject: holidays\r\nMessage-ID: <h@example.net>\r\n\r\n"
	    "absence 22 nov to 30 nov\r\n");
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	asked("+c.", &q);
	scene_pass(&s, 30 * HOUR);
	answer(&q, "yes\n", HOUR);
	ck_assert_int_gt(UNTIL("1"), began + 9 * DAY);
	ck_assert_int_lt(UNTIL("1"), began + 10 * DAY);
	seen_release(&m);
	seen_release(&q);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* An answer that came within the two weeks of a question counts, however late
 * it is judged; one that came later does not. */
START_TEST(two_weeks_are_those_of_the_mailbox)
{
	for (int late = 0; late < 2; late++) {
		int64_t wait = (late ? 15 : 13) * (int64_t)DAY;
		struct seen q;

		open_game(false);
		(void)scene_game(&s, "Dora Emil", "order=given", 4);
		scene_say(&s, game, 3, "resign\n");
		(void)scene_skip(&s);
		scene_say(&s, game, 1, "invite p3 dora@example.net\n");
		asked("dora", &q);
		scene_pass(&s, wait);
		answer(&q, "join\n", 3 * DAY);
		ck_assert_int_eq(count("SELECT count(*) FROM seat WHERE "
				       "game = 1 AND seat = 3 AND player > 0"),
		    !late);
		seen_release(&q);
		scene_close(&s);
		open_game(true);
		say("resign\n", 0);
		asked("+c.", &q);
		scene_pass(&s, wait);
		answer(&q, "yes\n", 3 * DAY);
		ck_assert_int_eq(count("SELECT count(*) FROM seat WHERE "
				       "game = 1 AND seat = 1 AND player > 0"),
		    late);
		seen_release(&q);
		scene_close(&s);
	}
}
END_TEST

TESTS(days_are_those_of_when_it_was_written, what_stops_clocks_in_time,
    days_of_what_is_confirmed, two_weeks_are_those_of_the_mailbox)
