/* SPDX-License-Identifier: MIT */

/* Clocks of matches, over the desk: what starts and stops them, and what
 * nobody can gain by. */

#include "base/clock.h"
#include "base/mem.h"
#include "log/replay.h"
#include "match/clocks.h"
#include "scene.h"
#include "store/clock.h"
#include "store/inbox.h"
#include "store/sql.h"
#include "tests/run.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static struct scene s;
static struct err e;
static int64_t game;

/* Anna, Bruno and Carla; Anna is to act, within two days. */
static void
open_game(enum clock_late late)
{
	scene_open(&s, true);
	s.desk.club.clock = (struct clock_row){ .turn = 2 * DAY,
		.grace = DAY,
		.minimum = DAY / 2,
		.days = 0x7f,
		.late = late,
		.absence = 5 * DAY,
		.zone = "UTC" };
	game = scene_game(&s, "Anna Bruno Carla", "order=given", 3);
	scene_moderate(&s, game, "begin");
	(void)scene_skip(&s);
}

static struct match *
locked(void)
{
	struct match *m;

	OK(db_begin(s.db, &e));
	ck_assert_int_eq(match_open(&s.desk.club, game, &m, &e), 1);
	return m;
}

static void
finish(struct match *m)
{
	OK(match_finish(m, 0, &e));
	OK(db_commit(s.db, &e));
}

/* As anybody sees it. */
static int64_t
due(int seat)
{
	struct match *m;
	int64_t at;

	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	at = m->clock.pace[seat].due;
	match_drop(m);
	return at;
}

static void
away(int64_t from, int64_t until)
{
	OK(db_begin(s.db, &e));
	OK(desk_outage(&s.desk, from, until, &e));
	OK(db_commit(s.db, &e));
}

START_TEST(a_pause_leaves_the_minimum)
{
	int64_t at;

	open_game(CLOCK_BOT);
	at = due(1);
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "pause");
	ck_assert_int_eq(due(1), 0);
	scene_pass(&s, 30 * DAY);
	ck_assert_int_eq(scene_tick(&s), 0);
	scene_moderate(&s, game, "resume");
	ck_assert_int_eq(due(1), at + 30 * DAY);
	scene_pass(&s, DAY - 5 * MINUTE);
	scene_moderate(&s, game, "pause");
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "resume");
	ck_assert_int_eq(due(1), s.now + DAY / 2);
	/* An outage leaves what there was, to the second, and a shorter turn
	 * the minimum. */
	scene_pass(&s, DAY / 2 - MINUTE);
	away(s.now, s.now + 8 * HOUR);
	scene_pass(&s, 8 * HOUR);
	ck_assert_int_eq(due(1), s.now + MINUTE);
	scene_moderate(&s, game, "set clock 24h");
	ck_assert_int_eq(due(1), s.now + DAY / 2);
	scene_close(&s);
}
END_TEST

/* Whoever sits down anew has the whole time, and a board that was set back is
 * a new decision. */
START_TEST(new_decisions_have_the_whole_time)
{
	open_game(CLOCK_BOT);
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "replace p1 Dora <dora@example.net>");
	ck_assert_int_eq(due(1), s.now + 2 * DAY);
	scene_say(&s, game, 1, "charter 0\n");
	ck_assert_int_eq(due(1), 0);
	ck_assert_int_eq(due(2), s.now + 2 * DAY);
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "rollback 3");
	ck_assert_int_eq(due(2), 0);
	ck_assert_int_eq(due(1), s.now + 2 * DAY);
	scene_close(&s);
}
END_TEST

/* A mail that answers none, which Bruno's server vouches for. */
static void
bruno_says(const char *body)
{
	static int n;
	struct buf raw = BUF_INIT;

	free(s.conf.identity.authserv_id);
	s.conf.identity.authserv_id = mem_dup("mx.example.org");
	buf_printf(&raw,
	    "Authentication-Results: mx.example.org; dmarc=pass "
	    "header.from=example.net\r\nFrom: bruno@example.net\r\n"
	    "To: games@example.org\r\nSubject: [pq1] back\r\n"
	    "Message-ID: <back-%d@example.net>\r\n\r\n%s",
	    n++, body);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
}

static bool
is_away(int seat)
{
	struct match *m;
	bool away;

	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	ck_assert_int_ne(m->seat[seat].player, 0);
	away = clock_away(m, seat) != 0;
	match_drop(m);
	return away;
}

/* Or will be. */
static bool
is_noted(int seat)
{
	struct match *m;
	bool noted;

	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	noted = clocks_absent(&m->clock, seat, m->seat[seat].holder, m->now, 0);
	match_drop(m);
	return noted;
}

/* Days that are said before a game begins count in it, but for those that have
 * gone by until then; and its log has them. */
START_TEST(away_before_it_begins)
{
	int64_t second, n = 0;
	struct seen m;

	open_game(CLOCK_BOT);
	second = scene_game(&s, "Dora Bruno Eve", "order=given", 4);
	scene_vouched(&s, second, 2, "absence 22 nov to 24 nov\n");
	scene_last(&s, second, 2, &m);
	ck_assert_msg(seen_has(&m, "Your clocks stand still") &&
		seen_has(&m, "in game 1") && seen_has(&m, "game 2 ("),
	    "%s", m.text);
	seen_release(&m);
	game = second;
	scene_pass(&s, 2 * DAY);
	scene_say(&s, game, 2, "absence to 25 nov\n");
	scene_moderate(&s, game, "begin");
	ck_assert(is_away(2));
	ck_assert_int_eq(sql_do(s.db, &e,
			     "SELECT count(*) FROM event WHERE game = 2 AND "
			     "words LIKE 'set-clock p2 from=2026-11-23T% "
			     "until=2026-11-25T23:00:00Z'",
			     TO(n)),
	    1);
	ck_assert_int_eq(n, 1);
	scene_last(&s, game, 3, &m);
	ck_assert_msg(seen_has(&m, "Bruno is away"), "%s", m.text);
	seen_release(&m);
	scene_say(&s, game, 1, "charter 0\n");
	ck_assert_int_eq(due(2), 1795647600 + 2 * DAY);
	/* Two days and a half of five are left. */
	scene_pass(&s, 3 * DAY);
	scene_say(&s, game, 2, "absence 28 nov to 29 nov\n");
	scene_pass(&s, 2 * DAY);
	ck_assert(is_away(2));
	scene_close(&s);
}
END_TEST

/* A moderator's day is theirs, and not that of whoever is called so. */
START_TEST(a_day_is_nobody)
{
	open_game(CLOCK_BOT);
	game = scene_game(&s, "*Anna Friedrich Carla", "order=given", 3);
	scene_moderate(&s, game, "begin");
	scene_say(&s, game, 1, "absence to fri\n");
	scene_say(&s, game, 1, "absence fri to sat\n");
	ck_assert(!is_away(2));
	scene_say(&s, game, 1, "absence friedrich to 25 nov\n");
	ck_assert(is_away(2));
	scene_close(&s);
}
END_TEST

/* A name that is like a day elsewhere, or only begins like one, is a name; what
 * is both is asked. */
START_TEST(a_day_is_somebody)
{
	static const struct {
		const char *lang, *name, *said;
		int away; /* 0: it is asked */
	} table[] = {
		{ "en", "Gio", "absence Gio until tuesday", 2 },
		{ "en", "Gio", "absence Gio 26 nov to 27 nov", 2 },
		{ "en", "Don", "absence Don until tuesday", 2 },
		{ "en", "Mart", "absence Mart until tuesday", 2 },
		{ "en", "Satu", "absence Satu until tuesday", 2 },
		{ "en", "Satu", "absence sat to sun", 1 },
		{ "en", "Jan", "absence Jan until tuesday", 2 },
		{ "en", "Sun", "absence sun to mon", 0 },
		{ "en", "Sun", "absence p1 sun to mon", 1 },
		{ "en", "Sun", "absence p2 sun to mon", 2 },
		{ "it", "Gio", "assenza gio al ven", 0 },
		{ "it", "Giovanni", "assenza gio al ven", 1 },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char names[40], say[40];
		struct seen mail;

		open_game(CLOCK_BOT);
		snprintf(names, sizeof names, "*Anna %s Carla", table[i].name);
		game = scene_game(&s, names, "order=given", 3);
		scene_moderate(&s, game, "begin");
		snprintf(say, sizeof say, "set language %s\n", table[i].lang);
		scene_say(&s, game, 1, say);
		(void)scene_skip(&s);
		snprintf(say, sizeof say, "%s\n", table[i].said);
		scene_say(&s, game, 1, say);
		for (int seat = 1; seat <= 2; seat++)
			ck_assert_msg(is_noted(seat) == (table[i].away == seat),
			    "%s: %d", table[i].said, seat);
		ck_assert_int_eq(scene_next(&s, &mail), 1);
		ck_assert((strstr(mail.subject, "[Problem]") != NULL ||
			      strstr(mail.subject, "[Problema]") != NULL) ==
		    (table[i].away == 0));
		seen_release(&mail);
		scene_close(&s);
	}
}
END_TEST

/* Who gives a seat up and takes it again in one mail has the time that they
 * had. */
START_TEST(back_at_once)
{
	int64_t at;

	open_game(CLOCK_BOT);
	scene_say(&s, game, 1, "charter 0\n");
	scene_moderate(&s, game, "extend p2 5h");
	at = due(2);
	for (int i = 0; i < 3; i++) {
		scene_pass(&s, 10 * HOUR);
		bruno_says("resign\ntakeover 1 p2\n");
		(void)is_away(2);
		ck_assert_int_eq(due(2), at);
	}
	/* Of another decision they have it all. */
	bruno_says("resign\n");
	bruno_says("takeover 1 p2\n");
	scene_say(&s, game, 3, "charter 0\n");
	scene_say(&s, game, 1, "charter 0\n");
	ck_assert_int_eq(due(2), s.now + 2 * DAY);
	scene_close(&s);
}
END_TEST

/* Nor has it days anew on which it may be away: in one mail, or in two.
 * Somebody else has them. */
START_TEST(days_of_before)
{
	open_game(CLOCK_BOT);
	scene_say(&s, game, 1, "charter 0\n");
	bruno_says("absence to 25 nov\n");
	ck_assert(is_away(2));
	scene_pass(&s, 4 * DAY);
	bruno_says(_i ? "resign\n" : "resign\ntakeover 1 p2\n");
	if (_i)
		bruno_says("takeover 1 p2\n");
	ck_assert(!is_away(2));
	bruno_says("absence to 28 nov\n");
	ck_assert(!is_away(2));
	/* A day is left. */
	bruno_says("absence to 25 nov\n");
	ck_assert(is_away(2));
	scene_moderate(&s, game, "replace p2 Dora <dora@example.net>");
	scene_say(&s, game, 2, "absence to 28 nov\n");
	ck_assert(is_away(2));
	scene_close(&s);
}
END_TEST

START_TEST(each_late_rule)
{
	for (enum clock_late late = CLOCK_WAIT; late <= CLOCK_EJECT; late++) {
		struct match *m;

		open_game(late);
		scene_pass(&s, 2 * DAY + 1);
		ck_assert_int_eq(scene_tick(&s), 0); /* the grace */
		scene_pass(&s, DAY);
		ck_assert_int_eq(scene_tick(&s), 1);
		m = locked();
		ck_assert_int_eq(match_to_act(m) & 1, late == CLOCK_WAIT);
		ck_assert_int_eq(m->seat[1].computer != 0, late == CLOCK_EJECT);
		finish(m);
		ck_assert_int_ge(scene_skip(&s), 3);
		/* Once: what is waited for is not asked for again. */
		ck_assert_int_eq(scene_tick(&s), 0);
		scene_pass(&s, HOUR);
		ck_assert_int_eq(scene_tick(&s), 0);
		ck_assert_int_eq(scene_skip(&s), 0);
		scene_close(&s);
	}
}
END_TEST

/* What is added counts from now for who is late already. */
START_TEST(extensions)
{
	int64_t at;

	open_game(CLOCK_WAIT);
	at = due(1);
	scene_moderate(&s, game, "extend 6h");
	ck_assert_int_eq(due(1), at + 6 * HOUR);
	scene_pass(&s, 6 * DAY);
	ck_assert_int_eq(scene_tick(&s), 1);
	scene_moderate(&s, game, "extend 24h");
	ck_assert_int_eq(due(1), s.now + DAY);
	ck_assert_int_eq(scene_tick(&s), 0);
	scene_close(&s);
}
END_TEST

/* A deadline that went away is reminded of again, once. */
START_TEST(reminders_follow_the_deadline)
{
	open_game(CLOCK_BOT);
	scene_moderate(&s, game, "set clock 48h remind 24h,3h");
	scene_pass(&s, DAY + HOUR);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(scene_tick(&s), 0);
	/* Not for an hour, in which the day before is over as well, */
	scene_moderate(&s, game, "extend 30m");
	scene_pass(&s, HOUR / 2);
	ck_assert_int_eq(scene_tick(&s), 0);
	/* but for two days. */
	scene_moderate(&s, game, "extend 48h");
	scene_pass(&s, DAY);
	ck_assert_int_eq(scene_tick(&s), 0);
	scene_pass(&s, DAY);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(scene_tick(&s), 0);
	scene_moderate(&s, game, "pause");
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "resume");
	ck_assert_int_eq(scene_tick(&s), 0);
	scene_pass(&s, DAY - 3 * HOUR);
	ck_assert_int_eq(scene_tick(&s), 1);
	scene_close(&s);
}
END_TEST

static int64_t
count(const char *select)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(s.db, &e, select, TO(n)), 1);
	return n;
}

static struct clock_seat
pace(int seat)
{
	struct clock_seat all[7];

	OK(clock_seat_all(s.db, game, all, &e));
	return all[seat];
}

/* A rollback that is taken back gives back what was left and what was added;
 * meanwhile the clock stood still. */
START_TEST(rolled_forward)
{
	int64_t at;

	open_game(CLOCK_BOT);
	scene_say(&s, game, 1, "charter 0\n");
	ck_assert_int_eq(due(2), s.now + 2 * DAY);
	scene_moderate(&s, game, "extend 5d");
	scene_pass(&s, 6 * DAY);
	at = due(2);
	ck_assert_int_eq(at, s.now + DAY);
	scene_moderate(&s, game, "rollback 2");
	ck_assert_int_eq(due(1), s.now + 2 * DAY);
	ck_assert_int_eq(due(2), 0);
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "rollforward");
	ck_assert_int_eq(due(1), 0);
	ck_assert_int_eq(due(2), at + DAY);
	ck_assert_int_eq(pace(2).extra, 5 * DAY);
	/* Once more, and one within the other. */
	scene_moderate(&s, game, "rollback 3");
	ck_assert_int_eq(due(2), s.now + 2 * DAY);
	scene_pass(&s, HOUR);
	scene_moderate(&s, game, "rollback 2");
	scene_pass(&s, HOUR);
	scene_moderate(&s, game, "rollforward");
	ck_assert_int_eq(due(2), s.now + 2 * DAY - HOUR);
	scene_pass(&s, HOUR);
	scene_moderate(&s, game, "rollforward");
	ck_assert_int_eq(due(2), at + DAY + 3 * HOUR);
	/* The last hours are worth the minimum, as after a pause. */
	scene_pass(&s, DAY - HOUR);
	scene_moderate(&s, game, "rollback 2");
	scene_pass(&s, 2 * DAY);
	scene_moderate(&s, game, "rollforward");
	ck_assert_int_eq(due(2), s.now + DAY / 2);
	scene_close(&s);
}
END_TEST

/* Whoever is new in the seat has the whole time; so has who acts later. */
START_TEST(rolled_forward_to_another)
{
	open_game(CLOCK_BOT);
	scene_say(&s, game, 1, "charter 0\n");
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "rollback 2");
	scene_moderate(&s, game, "replace p2 Dora <dora@example.net>");
	scene_pass(&s, HOUR);
	scene_moderate(&s, game, "rollforward");
	ck_assert_int_eq(due(2), s.now + 2 * DAY);
	scene_pass(&s, DAY);
	scene_say(&s, game, 2, "charter 0\n");
	ck_assert_int_eq(due(3), s.now + 2 * DAY);
	scene_close(&s);
}
END_TEST

/* What a mail of the moderator's sets back and forward, and what it plays. */
START_TEST(rolled_forward_at_once)
{
	int64_t at;

	open_game(CLOCK_BOT);
	scene_say(&s, game, 1, "charter 0\n");
	at = due(2);
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "moderator bruno@example.net");
	scene_say(&s, game, 2,
	    "rollback 2\nrollforward\nrollback 2\n"
	    "rollforward\n");
	ck_assert_int_eq(
	    count("SELECT count(*) FROM event WHERE words LIKE 'undo %'"), 4);
	ck_assert_int_eq(due(2), at);
	scene_say(&s, game, 2, "rollback 2\nrollforward\ncharter 0\n");
	ck_assert_int_eq(due(2), 0);
	ck_assert_int_eq(due(3), s.now + 2 * DAY);
	scene_close(&s);
}
END_TEST

/* A machine that began in 1970 was not away for half a century: no clock ran
 * then. */
START_TEST(an_outage_of_half_a_century)
{
	open_game(CLOCK_BOT);
	scene_pass(&s, DAY);
	away(300, s.now);
	ck_assert_int_eq(due(1), s.now + 2 * DAY);
	finish(locked());
	ck_assert_int_eq(count("SELECT count(*) FROM event WHERE words = "
			       "'set-clock outage=24h'"),
	    1);
	scene_close(&s);
}
END_TEST

static struct clock_seat
stored(int seat)
{
	struct clock_seat pace[7];

	OK(clock_seat_all(s.db, game, pace, &e));
	return pace[seat];
}

static int64_t
stops_of_ours(void)
{
	return count("SELECT count(*) FROM event WHERE words LIKE "
		     "'set-clock outage=%'");
}

/* However many games there are, an outage is a row; each is as if it had been
 * done to it at once. */
START_TEST(outages_wait_for_the_game)
{
	int64_t at, first;

	open_game(CLOCK_BOT);
	at = due(1);
	scene_pass(&s, DAY);
	away(s.now - 8 * HOUR, s.now);
	first = s.now;
	scene_pass(&s, DAY / 2);
	away(s.now - 3 * HOUR, s.now);
	scene_pass(&s, HOUR);
	ck_assert_int_eq(due(1), at + 11 * HOUR);
	ck_assert_int_eq(stored(1).due, at);
	ck_assert_int_eq(stops_of_ours(), 0);
	finish(locked());
	ck_assert_int_eq(stops_of_ours(), 2);
	ck_assert_int_eq(count("SELECT min(stamp) FROM event WHERE words LIKE "
			       "'set-clock outage=%'"),
	    first);
	ck_assert_int_eq(stored(1).due, at + 11 * HOUR);
	ck_assert_int_eq(due(1), at + 11 * HOUR);
	finish(locked());
	ck_assert_int_eq(stops_of_ours(), 2);
	/* Before a game was there it had no clock. */
	game = scene_game(&s, "Anna Bruno Carla", "order=given", 4);
	scene_moderate(&s, game, "begin");
	ck_assert_int_eq(due(1), s.now + 2 * DAY);
	ck_assert_int_eq(stops_of_ours(), 2);
	scene_close(&s);
}
END_TEST

/* The moment that is stored comes too early. */
START_TEST(nobody_is_late_for_an_outage)
{
	int64_t late;

	open_game(CLOCK_BOT);
	late = stored(1).late;
	scene_pass(&s, DAY);
	away(s.now - 8 * HOUR, s.now);
	scene_pass(&s, late - s.now + 1);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(due(1), late - DAY + 8 * HOUR);
	ck_assert_int_eq(stored(1).late, late + 8 * HOUR);
	scene_pass(&s, 8 * HOUR - 2);
	ck_assert_int_eq(scene_tick(&s), 0);
	scene_pass(&s, 2);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(due(1), 0);
	scene_close(&s);
}
END_TEST

/* Who sets other moments, by a mail of another game: of those that lie behind
 * none is sent, and none that is to come is missed. */
START_TEST(reminders_set_elsewhere)
{
	int64_t other;

	open_game(CLOCK_BOT);
	scene_moderate(&s, game, "set clock 48h remind 24h");
	other = scene_game(&s, "Anna Dora Emil", "order=given", 3);
	scene_pass(&s, due(1) - 20 * HOUR - s.now);
	ck_assert_int_eq(scene_tick(&s), 1);
	(void)scene_skip(&s);
	scene_say(&s, other, 1, "set remind 24h,3h\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_pass(&s, MINUTE);
	(void)scene_tick(&s);
	ck_assert_int_eq(scene_skip(&s), 0);
	ck_assert_int_eq(stored(1).remind, due(1) - 3 * HOUR);
	scene_pass(&s, due(1) - 3 * HOUR + MINUTE - s.now);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_pass(&s, HOUR);
	scene_say(&s, game, 1, "set remind 6h, 1h\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_pass(&s, MINUTE);
	(void)scene_tick(&s);
	ck_assert_int_eq(scene_skip(&s), 0);
	ck_assert_int_eq(stored(1).remind, due(1) - HOUR);
	/* When they are late already none is. */
	scene_pass(&s, 3 * HOUR);
	(void)scene_tick(&s);
	(void)scene_skip(&s);
	scene_say(&s, other, 1, "set remind 12h\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_pass(&s, MINUTE);
	(void)scene_tick(&s);
	ck_assert_int_eq(scene_skip(&s), 0);
	ck_assert_int_eq(stored(1).remind, 0);
	scene_close(&s);
}
END_TEST

/* Of a deadline that runs into days off by an outage people are reminded
 * anew, when they would have been if nobody had waited for the game. */
START_TEST(reminders_of_before_an_outage)
{
	open_game(CLOCK_BOT);
	scene_moderate(&s, game, "set clock 48h days mon-fri remind 24h");
	scene_pass(&s, due(1) - DAY + MINUTE - s.now);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(stored(1).remind, 0);
	/* Until the week is nearly over. */
	scene_pass(&s, 4 * DAY - 2 * HOUR);
	away(s.now - 4 * DAY + 4 * HOUR, s.now);
	ck_assert_int_ge(due(1) - s.now, DAY);
	(void)scene_tick(&s);
	ck_assert_int_eq(stored(1).remind, due(1) - DAY);
	scene_close(&s);
}
END_TEST

/* The machine's clock is ten years ahead for a while, in which this game, and
 * not the other, takes account of it. Either has an ordinary deadline when the
 * clock is right again, before anybody writes to it. */
START_TEST(a_clock_that_was_wrong)
{
	int64_t wrong = 3650 * DAY, first, second = 0;
	struct match *m;

	open_game(CLOCK_WAIT);
	second = scene_game(&s, "*Dora Emil Frank", "order=given", 4);
	scene_moderate(&s, second, "begin");
	scene_pass(&s, DAY);
	first = due(1);
	scene_pass(&s, wrong);
	away(s.now - wrong, s.now);
	finish(locked());
	ck_assert_int_eq(stored(1).due, first + wrong);
	scene_pass(&s, 2 * MINUTE - wrong);
	OK(db_begin(s.db, &e));
	ck_assert_int_eq(outage_back(s.db, s.now + 3650 * DAY, s.now, &e), 1);
	OK(db_commit(s.db, &e));
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(due(1), first + 2 * MINUTE);
		if (i == 0)
			scene_pass(&s, MINUTE);
		ck_assert_int_eq(scene_tick(&s), i ? 0 : 2);
		ck_assert_int_eq(stored(1).due, first + 2 * MINUTE);
	}
	ck_assert_int_eq(count("SELECT count(*) FROM event WHERE words = "
			       "'set-clock outage=2m'"),
	    2);
	ck_assert_int_eq(count("SELECT count(*) FROM outage"), 1);
	scene_say(&s, game, 1, "charter 0\n");
	ck_assert_int_eq(due(2), s.now + 2 * DAY);
	ck_assert_int_eq(match_look(&s.desk.club, second, &m, &e), 1);
	ck_assert_int_eq(m->clock.pace[1].due, first + 2 * MINUTE);
	match_drop(m);
	/* One that was wrong by hours leaves what people were told. */
	away(s.now, s.now + 10 * HOUR);
	ck_assert_int_eq(outage_back(s.db, s.now + 3650 * DAY, s.now, &e), 0);
	ck_assert_int_eq(due(2), s.now + 2 * DAY + 10 * HOUR);
	scene_close(&s);
}
END_TEST

/* The machine begins in another decade, until it hears from a time server: what
 * was there before, outages and a pause with an end, stays as it is. A club
 * that began by such a clock has none of it. */
START_TEST(a_clock_that_was_behind)
{
	int64_t years = 3650 * DAY, now, at;

	open_game(CLOCK_WAIT);
	OK(outage_add(s.db, &(struct clock_outage){ 0, 0, s.now, s.now }, &e));
	scene_pass(&s, 30 * HOUR);
	away(s.now - 2 * HOUR, s.now);
	scene_moderate(&s, game, "pause until 2027-03-01");
	now = s.now;
	at = due(1);
	ck_assert_int_gt(at, now + 30 * DAY);
	scene_pass(&s, -years);
	OK(db_begin(s.db, &e));
	ck_assert_int_eq(outage_back(s.db, now, s.now, &e), 0);
	OK(db_commit(s.db, &e));
	ck_assert_int_eq(count("SELECT count(*) FROM outage"), 2);
	scene_pass(&s, MINUTE);
	OK(scene_tick(&s));
	ck_assert_int_eq(due(1), at);
	ck_assert_int_eq(stops_of_ours(), 1);
	ck_assert_int_eq(outage_back(s.db, now - 29 * HOUR, s.now, &e), 1);
	ck_assert_int_eq(count("SELECT count(*) FROM outage"), 1);
	scene_close(&s);
}
END_TEST

/* What an undo kept of that time has an ordinary deadline as well when it comes
 * back, and stands still no longer than it did. */
START_TEST(rolled_forward_behind_a_clock_that_was_wrong)
{
	int64_t wrong = 3650 * DAY;

	open_game(CLOCK_WAIT);
	scene_pass(&s, wrong);
	away(s.now - wrong, s.now);
	scene_say(&s, game, 1, "charter 0\n");
	scene_moderate(&s, game, "rollback 2");
	scene_pass(&s, HOUR - wrong);
	OK(db_begin(s.db, &e));
	ck_assert_int_eq(outage_back(s.db, s.now + 3650 * DAY, s.now, &e), 1);
	OK(db_commit(s.db, &e));
	(void)scene_tick(&s);
	scene_pass(&s, HOUR);
	scene_moderate(&s, game, "rollforward");
	ck_assert_int_eq(due(2), s.now + 2 * DAY);
	scene_close(&s);
}
END_TEST

/* What a good clock kept, and one that is ahead has taken back. */
START_TEST(rolled_forward_by_a_clock_that_was_wrong)
{
	int64_t wrong = 3650 * DAY;

	open_game(CLOCK_WAIT);
	scene_say(&s, game, 1, "charter 0\n");
	scene_pass(&s, DAY);
	scene_moderate(&s, game, "rollback 2");
	scene_pass(&s, wrong);
	away(s.now - wrong, s.now);
	scene_moderate(&s, game, "rollforward");
	scene_pass(&s, HOUR - wrong);
	OK(db_begin(s.db, &e));
	ck_assert_int_eq(outage_back(s.db, s.now + 3650 * DAY, s.now, &e), 1);
	OK(db_commit(s.db, &e));
	(void)scene_tick(&s);
	ck_assert_int_eq(due(2), s.now + DAY);
	scene_close(&s);
}
END_TEST

/* A computer player that waits for somebody does so no longer than ever. */
START_TEST(a_computer_player_waits_for_no_clock_that_was_wrong)
{
	int64_t wrong = 3650 * DAY;

	open_game(CLOCK_WAIT);
	scene_moderate(&s, game, "eject p1");
	scene_pass(&s, wrong);
	away(s.now - wrong, s.now);
	finish(locked());
	ck_assert_int_eq(stored(1).late, s.now + DAY);
	scene_pass(&s, MINUTE - wrong);
	ck_assert_int_eq(outage_back(s.db, s.now + 3650 * DAY, s.now, &e), 1);
	scene_pass(&s, MINUTE);
	(void)scene_tick(&s);
	ck_assert_int_eq(stored(1).late, s.now + DAY - MINUTE);
	scene_pass(&s, DAY);
	(void)scene_tick(&s);
	ck_assert_int_gt(count("SELECT count(*) FROM event WHERE actor = 1"),
	    0);
	scene_close(&s);
}
END_TEST

/* Nor does a computer player that waits for somebody play sooner by it. */
START_TEST(an_outage_is_no_time_to_wait_for_anybody)
{
	int64_t late;

	open_game(CLOCK_WAIT);
	scene_moderate(&s, game, "eject p1");
	late = stored(1).late;
	ck_assert_int_eq(late, s.now + DAY);
	scene_pass(&s, DAY + HOUR);
	away(s.now - DAY, s.now);
	(void)scene_tick(&s);
	ck_assert_int_eq(count("SELECT count(*) FROM event WHERE actor = 1"),
	    0);
	ck_assert_int_eq(stored(1).late, late + DAY);
	scene_pass(&s, DAY);
	(void)scene_tick(&s);
	ck_assert_int_gt(count("SELECT count(*) FROM event WHERE actor = 1"),
	    0);
	scene_close(&s);
}
END_TEST

/* While we are away nobody can take a seat over either. */
START_TEST(an_outage_abandons_nothing)
{
	open_game(CLOCK_BOT);
	for (int seat = 1; seat <= 3; seat++)
		scene_sure(&s, game, seat, "resign\n");
	scene_pass(&s, 20 * DAY);
	away(s.now - 19 * DAY, s.now);
	ck_assert_int_eq(scene_tick(&s), 1); /* a moment that was too early */
	ck_assert_int_eq(
	    count("SELECT count(*) FROM event WHERE words = 'cancel'"), 0);
	scene_pass(&s, 12 * DAY);
	ck_assert_int_eq(scene_tick(&s), 0);
	scene_pass(&s, DAY + HOUR);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(
	    count("SELECT count(*) FROM event WHERE words = 'cancel'"), 1);
	scene_close(&s);
}
END_TEST

static void
read_only(const char *pragma)
{
	ck_assert_int_ge(sql_do(s.db, &e, pragma), 0);
}

/* What cannot be written now must not be passed over: the game's clock would
 * not have stood still. */
START_TEST(an_outage_that_cannot_be_written)
{
	int64_t at;

	open_game(CLOCK_BOT);
	at = due(1);
	scene_pass(&s, 8 * HOUR);
	OK(db_begin(s.db, &e));
	read_only("PRAGMA query_only = 1");
	ck_assert_int_eq(desk_outage(&s.desk, s.now - 8 * HOUR, s.now, &e), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
	db_abort(s.db);
	desk_forget(&s.desk);
	ck_assert_int_eq(due(1), at);
	read_only("PRAGMA query_only = 0");
	away(s.now - 8 * HOUR, s.now);
	ck_assert_int_eq(due(1), at + 8 * HOUR);
	scene_close(&s);
}
END_TEST

/* No page more than the database has now; 0: as many as it likes. */
static void
disk(bool full)
{
	(void)count(full ? "PRAGMA max_page_count = 1" :
			   "PRAGMA max_page_count = 4294967294");
}

/* Nor is it the fault of a mail, which stays as new as it was. */
START_TEST(a_mail_on_a_full_disk)
{
	struct inbox_row row;
	struct buf raw = BUF_INIT;
	struct seen last;
	int failed = 7;

	open_game(CLOCK_BOT);
	scene_last(&s, game, 1, &last);
	scene_reply(&s, &last, "anna@example.net", "charter 0\n", &raw);
	(void)scene_store(&s, raw.data, raw.len);
	disk(true);
	ck_assert_int_eq(inbox_next(s.db, 1, &row, &e), 1);
	OK(db_begin(s.db, &e));
	ck_assert_int_eq(desk_judge(&s.desk, &row, 1, &failed, &e), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
	ck_assert_int_eq(failed, 0);
	db_abort(s.db);
	desk_forget(&s.desk);
	ck_assert_int_eq(count("SELECT count(*) FROM event"), 1);
	disk(false);
	OK(db_begin(s.db, &e));
	OK(desk_judge(&s.desk, &row, 1, &failed, &e));
	OK(db_commit(s.db, &e));
	ck_assert_int_eq(count("SELECT count(*) FROM event WHERE actor = 1"),
	    1);
	inbox_row_release(&row);
	seen_release(&last);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* Nor that of a game: its late rule waits for room, not for an hour. */
START_TEST(a_clock_on_a_full_disk)
{
	int64_t at;

	open_game(CLOCK_BOT);
	at = due(1);
	scene_pass(&s, 20 * DAY);
	disk(true);
	OK(db_begin(s.db, &e));
	ck_assert_int_eq(desk_clocks(&s.desk, s.now, 100, &e), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
	db_abort(s.db);
	desk_forget(&s.desk);
	ck_assert_int_eq(due(1), at);
	disk(false);
	ck_assert_int_ge(scene_tick(&s), 1);
	ck_assert_int_eq(due(1), 0);
	scene_close(&s);
}
END_TEST

static void
log_of(struct match *m, struct buf *out)
{
	OK(match_log(m, ARCHIVE, true, out, &e));
}

/* `! set-clock` is read back and touches no position: the game goes the same
 * way without them. */
START_TEST(events_of_clocks_touch_no_position)
{
	struct buf log = BUF_INIT;
	struct replay_how how = { .until = -1, .prove = true };
	struct replay r;
	struct match *m;

	open_game(CLOCK_PASS);
	scene_moderate(&s, game, "set clock 24h days mon-fri remind 24h,3h");
	scene_say(&s, game, 1, "absence to 27 nov\ncharter 0\n");
	scene_moderate(&s, game, "pause");
	scene_moderate(&s, game, "resume");
	scene_moderate(&s, game, "extend 90m");
	scene_pass(&s, 30 * DAY);
	ck_assert_int_eq(scene_tick(&s), 1); /* no reminder any more */
	m = locked();
	log_of(m, &log);
	finish(m);
	ck_assert_msg(replay_text(log.data, log.len, &how, &r, &e) == 0, "%s",
	    e.text);
	replay_release(&r);
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* Anna's words, answering a mail of the first game, from an address; what her
 * clock in the second does then, and how many are asked whether they wrote. */
static int64_t
away_by(const char *from, const char *head, const char *words, int *asked)
{
	struct seen m;
	struct buf reply = BUF_INIT, raw = BUF_INIT;
	int64_t at;

	(void)scene_skip(&s);
	scene_last(&s, 1, 1, &m);
	scene_reply(&s, &m, from, words, &reply);
	buf_printf(&raw, "%s%s", head, reply.data);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	seen_release(&m);
	for (*asked = 0; scene_next(&s, &m); seen_release(&m))
		*asked += strstr(m.reply_to, "+c.") != NULL;
	game = 2;
	at = due(1);
	buf_release(&reply);
	buf_release(&raw);
	return at;
}

/* Days come in all games by one mail; what takes some away is asked about, and
 * so is what names another sender, or one that our server denies. */
START_TEST(away_everywhere)
{
	static const char spam[] = "Authentication-Results: mx.example.org; "
				   "dmarc=fail header.from=example.net\r\n";
	int64_t at, away;
	int asked;

	open_game(CLOCK_BOT);
	s.conf.identity.authserv_id = mem_dup("mx.example.org");
	game = scene_game(&s, "Anna Bruno", "order=given", 3);
	scene_moderate(&s, game, "begin");
	at = due(1);
	ck_assert_int_eq(away_by("eve@example.net", "", "absence to 25 nov\n",
			     &asked),
	    at);
	ck_assert_int_eq(asked, 1);
	ck_assert_int_eq(away_by("anna@example.net", spam,
			     "absence to 25 nov\n", &asked),
	    at);
	ck_assert_int_eq(asked, 1);
	away = away_by("anna@example.net", "", "absence to 24 nov\n", &asked);
	ck_assert_int_gt(away, at);
	ck_assert_int_eq(asked, 0);
	at = away_by("anna@example.net", "", "absence to 25 nov\n", &asked);
	ck_assert_int_gt(at, away);
	ck_assert_int_eq(asked, 0);
	ck_assert_int_eq(away_by("anna@example.net", "", "absence to 24 nov\n",
			     &asked),
	    at);
	ck_assert_int_eq(asked, 1);
	ck_assert_int_eq(away_by("anna@example.net", "", "absence off\n",
			     &asked),
	    at);
	ck_assert_int_eq(asked, 1);
	scene_close(&s);
}
END_TEST

/* How many mails of the second game Anna gets by these words in the first. */
static int
mails_elsewhere(const char *words, bool asks)
{
	struct seen m;
	int n = 0;

	(void)scene_skip(&s);
	(asks ? scene_sure : scene_say)(&s, 1, 1, words);
	for (; scene_next(&s, &m); seen_release(&m))
		n += strcmp(m.to, "anna@example.net") == 0 &&
		    strstr(m.subject, "[pq2] Your turn") != NULL;
	return n;
}

/* A moment that comes sooner, in another game than that of the mail, is told
 * with its board; a later one to who has it in a calendar. */
START_TEST(back_elsewhere)
{
	open_game(CLOCK_BOT);
	game = scene_game(&s, "Anna Bruno", "order=given", 3);
	scene_moderate(&s, game, "begin");
	(void)scene_skip(&s);
	ck_assert_int_eq(mails_elsewhere("absence to 24 nov\n", false), 0);
	ck_assert_int_eq(mails_elsewhere("absence off\n", true), 1);
	ck_assert_int_eq(mails_elsewhere("set ics on\n", false), 0);
	ck_assert_int_eq(mails_elsewhere("absence to 24 nov\n", false), 1);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	ADD_TESTS(t, a_pause_leaves_the_minimum, away_everywhere,
	    a_day_is_nobody, a_day_is_somebody, away_before_it_begins,
	    back_elsewhere, new_decisions_have_the_whole_time, back_at_once,
	    each_late_rule, extensions, reminders_follow_the_deadline,
	    rolled_forward, rolled_forward_to_another, rolled_forward_at_once,
	    an_outage_of_half_a_century, outages_wait_for_the_game,
	    nobody_is_late_for_an_outage, reminders_of_before_an_outage,
	    reminders_set_elsewhere, an_outage_abandons_nothing,
	    an_outage_is_no_time_to_wait_for_anybody, a_clock_that_was_wrong,
	    a_clock_that_was_behind,
	    rolled_forward_behind_a_clock_that_was_wrong,
	    rolled_forward_by_a_clock_that_was_wrong,
	    a_computer_player_waits_for_no_clock_that_was_wrong,
	    events_of_clocks_touch_no_position);
	tcase_add_loop_test(t, days_of_before, 0, 2);
	/* A file is what fills a disk here. */
	if (!fresh_served())
		ADD_TESTS(t, an_outage_that_cannot_be_written,
		    a_mail_on_a_full_disk, a_clock_on_a_full_disk);
}
