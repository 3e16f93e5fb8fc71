/* SPDX-License-Identifier: MIT */

/*
 * One mail a day (notify digest): all games of a player,
 * sorted by deadline, at an hour of its zone, and never for a turn that is due
 * within a day.
 */

#include <check.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "bruno.h"
#include "store/sql.h"
#include "tests/run.h"

static struct err e;

static void
start(struct scene *s, int64_t turn)
{
	scene_open(s, true);
	s->desk.club.clock.turn = turn;
	scene_game(s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(s, 1, "begin");
	scene_skip(s);
	scene_sure(s, 1, 2, "set digest 20:00\n");
	scene_skip(s);
}

/* Nothing before the hour, one mail then, with the board and an address that
 * takes the move, as the digest's own does; nothing again before tomorrow. */
START_TEST(test_turn)
{
	struct scene s;
	struct seen m, a;
	int64_t first;

	start(&s, 6 * 86400);
	first = bruno_due(&s);
	ck_assert_int_eq(first, 1795284000 + 3600); /* 20:00 CET */
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(bruno(&s, &m), 0);
	ck_assert_int_eq(scene_digests(&s), 0);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(strncmp(m.text,
			  "Bruno, it is your turn in one game (mail",
			  40) == 0 &&
		seen_has(&m, "one game: Atlantic Star by Fri 27 Nov"),
	    "%.90s", m.text);
	ck_assert_msg(seen_has(&m, "YOUR HAND") &&
		seen_has(&m, "charter great-eastern"),
	    "%s", m.text);
	ck_assert(seen_has(&m, "Anna chartered"));
	ck_assert_ptr_nonnull(strstr(m.reply_to, "games+d."));
	ck_assert_int_eq(bruno_due(&s), first + 86400);
	ck_assert_int_eq(scene_digests(&s), 0);
	ck_assert(seen_has(&m, "games+1.p2.2."));
	bruno_says(&s, &m, "game 1\ncharter 0\n");
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(seen_has(&a, "You chartered"), "%s", a.text);
	seen_release(&a);
	/* At the board that it showed, and no other. */
	scene_say(&s, 1, 3, "charter 0\n");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	bruno_says(&s, &m, "game 1\ncharter 0\n");
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(!seen_has(&a, "You chartered"), "%s", a.text);
	seen_release(&a);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A digest that goes asks about what is proposed, though nothing else is new in
 * that game; a yes to it is one to what had been proposed by then. */
START_TEST(test_proposal)
{
	struct scene s;
	struct seen before, m, a;

	start(&s, 6 * 86400);
	scene_game(&s, "Anna Bruno", "order=given", 4);
	scene_moderate(&s, 2, "begin");
	scene_say(&s, 2, 1, "press p2\nGood morning\nendpress\n");
	scene_skip(&s);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &before), 1);
	ck_assert(seen_has(&before, "nothing is needed from you"));
	scene_say(&s, 1, 1, "propose end\n");
	ck_assert_int_eq(bruno(&s, &m), 1);
	seen_release(&m);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 0);
	scene_say(&s, 2, 1, "press p2\nGood night\nendpress\n");
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(seen_has(&m, "a proposal waits for your answer") &&
		seen_has(&m, "Anna proposes to end the game"),
	    "%s", m.text);
	bruno_says(&s, &before, "game 1\nagree\n");
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert(seen_has(&a, "answers one that was written before"));
	seen_release(&a);
	bruno_says(&s, &m, "game 1\nagree\n");
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(seen_has(&a, "You have agreed"), "%s", a.text);
	seen_release(&a);
	seen_release(&m);
	seen_release(&before);
	scene_say(&s, 2, 1, "press p2\nGood morning\nendpress\n");
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(seen_has(&m, "nothing is needed from you"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Due within a day of the digest, it is told at once. */
START_TEST(test_soon)
{
	struct scene s;
	struct seen m;

	start(&s, 25 * 3600 - 240);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(seen_has(&m, "Bruno, your turn"));
	seen_release(&m);
	/* The digest can be played from too; the board is not said again. */
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(seen_has(&m, "it is your turn in one game"));
	ck_assert(seen_has(&m, "YOUR HAND") && seen_has(&m, "YOU CAN"));
	ck_assert(!seen_has(&m, "AGENCY"));
	ck_assert(seen_has(&m, "\"board\" brings it again"));
	seen_release(&m);
	scene_close(&s);
	start(&s, 25 * 3600 + 600);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(bruno(&s, &m), 0);
	scene_close(&s);
}
END_TEST

/* Who is reminded of a turn that waits for the digest is told it for the first
 * time, and the second time that it still is theirs. */
START_TEST(test_reminded_first)
{
	struct scene s;
	struct seen m;

	start(&s, 3 * 86400);
	scene_say(&s, 1, 2, "set remind 71h,70h\n");
	(void)scene_skip(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(bruno(&s, &m), 0);
	for (int i = 0; i < 2; i++) {
		scene_pass(&s, 3660);
		ck_assert_int_eq(scene_tick(&s), 1);
		ck_assert_int_eq(bruno(&s, &m), 1);
		ck_assert_msg(seen_has(&m,
				  i ? "it is still your turn" :
				      "Bruno, your turn"),
		    "%s", m.text);
		seen_release(&m);
	}
	scene_close(&s);
}
END_TEST

/* An address of an earlier mail does not act on a board that was not shown;
 * what is asked brings the turn at once. */
START_TEST(test_unseen)
{
	struct scene s;
	struct seen old, m;

	start(&s, 6 * 86400);
	scene_last(&s, 1, 2, &old);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	bruno_says(&s, &old, "charter 0\n");
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(!seen_has(&m, "You chartered"));
	ck_assert_msg(seen_has(&m, "YOUR HAND"), "%s", m.text);
	seen_release(&m);
	bruno_says(&s, &old, "status\n");
	scene_skip(&s);
	scene_last(&s, 1, 2, &m);
	bruno_says(&s, &m, "charter 0\n");
	seen_release(&m);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(seen_has(&m, "You chartered"));
	seen_release(&m);
	seen_release(&old);
	scene_close(&s);
}
END_TEST

/* Several games, the nearest deadline on top; press once; a game that is
 * watched; and nothing where nothing is to be said. */
START_TEST(test_games)
{
	struct scene s;
	struct seen m;
	struct player p;
	const char *second, *first;

	start(&s, 6 * 86400);
	scene_game(&s, "Anna Bruno", "order=given", 5);
	scene_moderate(&s, 2, "begin");
	scene_game(&s, "Anna Carla", "order=given", 5);
	scene_skip(&s);
	ck_assert_int_eq(player_by_address(s.db, "bruno@example.net", &p, &e),
	    1);
	scene_watch(&s, 3, p.id);
	player_release(&p);
	/* What a moderator does is told at once; then there is nothing. */
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 0);
	/* Game 2 is due before game 1. */
	scene_moderate(&s, 3, "begin");
	scene_say(&s, 2, 1, "charter 0\nbroadcast\nHello all!\nendpress\n");
	scene_pass(&s, 3600);
	scene_say(&s, 1, 1, "charter 0\npress p2\nHello Bruno!\nendpress\n");
	ck_assert_int_eq(bruno(&s, &m), 0);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(seen_has(&m, "it is your turn in 2 games"));
	ck_assert_ptr_nonnull(strstr(m.subject, "Your turn in 2 games"));
	first = strstr(m.text, "IN GAME 2: ATLANTIC STAR");
	second = strstr(m.text, "IN GAME 1: ATLANTIC STAR");
	ck_assert_msg(first != NULL && second != NULL && first < second, "%s",
	    m.text);
	ck_assert_ptr_nonnull(strstr(second, "IN GAME 3: ATLANTIC STAR"));
	ck_assert(seen_has(&m, "> Hello all!") &&
	    seen_has(&m, "> Hello Bruno!"));
	ck_assert(seen_has(&m, "you watch"));
	seen_once(&m, "READING THE TABLES");
	seen_release(&m);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(!seen_has(&m, "> Hello"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The hour is that of the zone, also where summer time ends; none is sent
 * twice. */
START_TEST(test_hours)
{
	struct scene s;
	int64_t before;

	start(&s, 6 * 86400);
	s.now = 1792828800; /* Sat 24 Oct 2026 06:40 UTC */
	clock_pin(s.now);
	scene_sure(&s, 1, 2, "set digest 02:30\n");
	before = bruno_due(&s);
	for (int i = 0; i < 4; i++) {
		s.now = bruno_due(&s);
		clock_pin(s.now);
		ck_assert_int_eq(scene_digests(&s), 1);
		ck_assert_int_ge(bruno_due(&s) - before, 23 * 3600);
		ck_assert_int_le(bruno_due(&s) - before, 26 * 3600);
		before = bruno_due(&s);
	}
	scene_sure(&s, 1, 2, "set notify all\n");
	(void)scene_digests(&s);
	ck_assert_int_eq(bruno_due(&s), 0);
	ck_assert_int_eq(scene_digests(&s), 0);
	scene_close(&s);
}
END_TEST

/* What waits for a digest is told by then, whatever hour it has from then on:
 * one that had gone by today, or another zone's. */
START_TEST(test_other_hour)
{
	static const char *const says[] = { "set digest 18:00\n",
		"set tz America/New_York\n" };
	static const int hours[] = { 22, 6 };
	struct scene s;
	struct seen m;
	int64_t first;

	start(&s, 2 * 86400);
	first = bruno_due(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(bruno(&s, &m), 0);
	scene_vouched(&s, 1, 2, says[_i]);
	ck_assert_int_eq(bruno_due(&s), first);
	if (_i == 0) {
		ck_assert_int_eq(bruno(&s, &m), 1);
		ck_assert_msg(seen_has(&m,
				  "the next one comes Sat 21 Nov "
				  "20:00 CET"),
		    "%s", m.text);
		seen_release(&m);
	}
	(void)scene_skip(&s);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert(seen_has(&m, "it is your turn in one game"));
	seen_release(&m);
	ck_assert_int_eq(bruno_due(&s), first + hours[_i] * 3600);
	/* Sooner it may be. */
	scene_sure(&s, 1, 2, "set digest 16:00\n");
	ck_assert_int_lt(bruno_due(&s), first + hours[_i] * 3600);
	scene_close(&s);
}
END_TEST

static void
disk(struct scene *s, const char *pages)
{
	ck_assert_int_ge(sql_do(s->db, &e, pages), 0);
}

/* What the disk has no room for is not the player's fault: it is due still. */
START_TEST(test_full_disk)
{
	struct scene s;
	struct seen m;
	int64_t first;

	start(&s, 6 * 86400);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	first = s.now = bruno_due(&s);
	clock_pin(s.now);
	disk(&s, "PRAGMA max_page_count = 1");
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_eq(desk_digests(&s.desk, 100, &e), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
	db_abort(s.db);
	desk_forget(&s.desk);
	ck_assert_int_eq(bruno_due(&s), first);
	disk(&s, "PRAGMA max_page_count = 4294967294");
	ck_assert_int_eq(scene_digests(&s), 1);
	ck_assert_int_eq(bruno(&s, &m), 1);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Bruno's games, in each of which Anna has moved, and their digest. */
static void
play_day(struct scene *s, int games, struct seen *out)
{
	scene_open(s, true);
	s->desk.club.clock.turn = 6 * 86400;
	for (int g = 1; g <= games; g++) {
		scene_game(s, "Anna Bruno Carla", "order=given", 9);
		scene_moderate(s, g, "begin");
	}
	scene_sure(s, 1, 2, "set digest 20:00\n");
	for (int g = 1; g <= games; g++)
		scene_say(s, g, 1, "charter 0\n");
	scene_skip(s);
	bruno_digest(s);
	ck_assert_int_eq(bruno(s, out), 1);
}

/* The board after Bruno's last move; 0: there is none. */
static int
board_of(struct scene *s, int64_t game)
{
	struct seat row;
	int moved;

	ck_assert_int_eq(seat_get(s->db, game, 2, &row, &e), 1);
	moved = row.moved;
	seat_release(&row);
	return moved;
}

/* One reply plays three games by their numbers, one of which has moved on. */
START_TEST(test_several)
{
	struct scene s;
	struct seen m, a;

	play_day(&s, 4, &m);
	bruno_says(&s, &m, "game 1: 5\n\nGame 3 - 4\ngame #2: 5\n");
	for (int g = 1; g <= 3; g++)
		ck_assert_int_gt(board_of(&s, g), 0);
	ck_assert_int_le(board_of(&s, 4), 0);
	scene_skip(&s);
	/* Game 4 goes on: the next number is of a list gone by. */
	bruno_says(&s, &m, "game 4\n5\n");
	scene_say(&s, 4, 3, "charter 0\n");
	scene_say(&s, 4, 1, "charter 0\n");
	scene_skip(&s);
	bruno_says(&s, &m, "game 4\n3\n");
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(!seen_has(&a, "You chartered") &&
		seen_has(&a, "was not accepted"),
	    "%s", a.text);
	seen_release(&a);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A line that is refused stops its own game's, and those of no other, nor what
 * another game's turn leaves unsaid; the answer says of which game it was. */
START_TEST(test_sections)
{
	static const struct {
		const char *says, *has;
		bool moves[3];
	} t[] = {
		/* the list has no 999 */
		{ "game 1\n999\n5\ngame 2\n5\ngame 3\n4\n",
		    "Game 1, not done: \"999\"", { false, true, true } },
		{ "game 1\n5\ngame 2\n999\n5\n\ngame 3\n5\n",
		    "Game 2, not done: \"999\"", { true, false, true } },
		{ "game 1\n5\ngame 2\n5\ngame 3\n999\n5\n",
		    "still your turn: \"999\"", { true, true, false } },
		/* back in a game where it was refused, nothing goes on */
		{ "game 1\n999\ngame 2\n5\ngame 1\n5\n",
		    "still your turn: \"999\"", { false, true, false } },
		/* what was meant for no game is for none */
		{ "game 2\n5\ngame 99\n5\ngame 3\n5\n",
		    "Game 2, not done: \"game 99\"", { false, true, true } },
		{ "game 99\n5\ngame 1\n5\n", "Not done: \"game 99\"",
		    { true, false, false } },
	};

	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		struct scene s;
		struct seen m, a;

		play_day(&s, 3, &m);
		bruno_says(&s, &m, t[i].says);
		ck_assert_int_eq(bruno(&s, &a), 1);
		ck_assert_msg(seen_has(&a, t[i].has), "%s: %s", t[i].says,
		    a.text);
		for (int g = 1; g <= 3; g++)
			ck_assert_msg((board_of(&s, g) > 0) ==
				t[i].moves[g - 1],
			    "game %d: %s%s", g, t[i].says, a.text);
		seen_release(&a);
		seen_release(&m);
		scene_close(&s);
	}
}
END_TEST

/* Whoever is tired writes a number alone. */
START_TEST(test_tired)
{
	struct scene s;
	struct seen m, a;

	play_day(&s, 2, &m);
	bruno_says(&s, &m, "5\n");
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(seen_has(&a, "Please say which") &&
		board_of(&s, 1) <= 0 && board_of(&s, 2) <= 0,
	    "%s", a.text);
	seen_release(&a);
	/* Nor is it the other's when one is played: it had a list as well. */
	bruno_says(&s, &m, "game 2\n5\n");
	scene_skip(&s);
	bruno_says(&s, &m, "4\n");
	ck_assert_int_le(board_of(&s, 1), 0);
	seen_release(&m);
	scene_close(&s);
	play_day(&s, 2, &m);
	bruno_says(&s, &m, "game 2\n5\n");
	scene_skip(&s);
	seen_release(&m);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(seen_has(&m, "Without that line a number"), "%s", m.text);
	bruno_says(&s, &m, "I take 4, please.\n");
	ck_assert_int_gt(board_of(&s, 1), 0);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Below a reply stands the digest, as programs quote it: no line is read. */
START_TEST(test_quoted)
{
	struct scene s;
	struct seen m;

	for (int bare = 0; bare < 2; bare++) {
		struct buf body = BUF_INIT;

		play_day(&s, 3, &m);
		buf_str(&body, "game 2\n5\n\nOn Sun, Paquebot wrote:\n");
		for (const char *p = m.text; *p;) {
			size_t n = strcspn(p, "\n");

			buf_printf(&body, "%s%.*s\n", bare ? "" : "> ", (int)n,
			    p);
			p += n + (p[n] == '\n');
		}
		bruno_says(&s, &m, body.data);
		ck_assert_int_le(board_of(&s, 1), 0);
		ck_assert_int_gt(board_of(&s, 2), 0);
		ck_assert_int_le(board_of(&s, 3), 0);
		buf_release(&body);
		seen_release(&m);
		scene_close(&s);
	}
}
END_TEST

/* A turn that has ended since is not told as open. */
START_TEST(test_ended)
{
	struct scene s;
	struct seen m;

	play_day(&s, 2, &m);
	ck_assert(seen_has(&m, "\n 1  Atlantic Star, round 1  your turn") &&
	    seen_has(&m, "\n 2  Atlantic Star, round 1  your turn"));
	bruno_says(&s, &m, "game 1\n5\n");
	scene_skip(&s);
	seen_release(&m);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(seen_has(&m, "your turn in one game") &&
		seen_has(&m, "\n 1  Atlantic Star, round 1  Carla ") &&
		seen_has(&m, "\n 2  Atlantic Star, round 1  your turn"),
	    "%s", m.text);
	seen_once(&m, "YOU CAN");
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The others' turns, so that it is Bruno's again. */
static void
come_round(struct scene *s, int64_t game)
{
	scene_say(s, game, 3, "charter 0\n");
	scene_say(s, game, 1, "charter 0\n");
}

/* A reply to a digest gone by brings one mail where nothing is to be done, and
 * one more with all the boards where something is. */
START_TEST(test_gone_by)
{
	static const char reply[] =
	    "game 1\n2\ngame 2\n2\ngame 3\n2\ngame 4\n2\n";
	struct scene s;
	struct seen m, a;

	play_day(&s, 4, &m);
	bruno_says(&s, &m, "game 1\n5\ngame 2\n5\ngame 3\n5\ngame 4\n5\n");
	scene_skip(&s);
	bruno_says(&s, &m, reply);
	ck_assert_int_eq(bruno(&s, &a), 1);
	ck_assert_msg(seen_has(&a, "Game 1, not done") &&
		seen_has(&a, "Game 3, not done"),
	    "%s", a.text);
	seen_release(&a);
	for (int g = 1; g <= 4; g++)
		come_round(&s, g);
	scene_skip(&s);
	bruno_says(&s, &m, reply);
	ck_assert(scene_next(&s, &a));
	ck_assert_msg(seen_has(&a, "it is your turn in 3 games") &&
		seen_has(&a, "THE BOARD OF GAME 1") &&
		seen_has(&a, "THE BOARD OF GAME 3") &&
		!seen_has(&a, "THE BOARD OF GAME 4"),
	    "%s", a.text);
	seen_release(&m);
	ck_assert(scene_next(&s, &m));
	ck_assert_msg(strstr(m.subject, "[Problem]") != NULL &&
		seen_has(&m, "AGENCY"),
	    "%s", m.text);
	seen_release(&m);
	ck_assert(!scene_next(&s, &m));
	/* What it shows can be played from. */
	bruno_says(&s, &a, "game 1\n2\ngame 2\n2\ngame 3\n2\n");
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(seen_has(&m, "Done"), "%s", m.text);
	seen_release(&m);
	seen_release(&a);
	scene_close(&s);
}
END_TEST

static int64_t
calendars(struct scene *s)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(s->db, &e, "SELECT count(*) FROM calendar",
			     TO(n)),
	    1);
	return n;
}

static int
files(const struct seen *m)
{
	int n = 0;

	for (const char *at = m->raw; (at = strstr(at, "text/calendar"));)
		n++, at++;
	return n;
}

/* More deadlines for a calendar than a mail has files: the others come with the
 * next, and none counts as sent before. */
START_TEST(test_calendars)
{
	enum { GAMES = 18 };
	struct scene s;
	struct seen m;
	int sum;

	scene_open(&s, true);
	s.desk.club.clock.turn = 9 * 86400;
	for (int i = 1; i <= GAMES; i++) {
		scene_game(&s, "Bruno Anna", "order=given", 9);
		scene_moderate(&s, i, "begin");
	}
	scene_say(&s, 1, 1, "set ics on\n");
	scene_sure(&s, 1, 1, "set digest 20:00\n");
	(void)scene_skip(&s);
	sum = (int)calendars(&s);
	for (int day = 0; day < 2; day++) {
		bruno_digest(&s);
		ck_assert_int_eq(bruno(&s, &m), 1);
		ck_assert_int_le(files(&m), POST_FILES_MAX);
		sum += files(&m);
		ck_assert_int_eq(calendars(&s), sum);
		seen_release(&m);
	}
	ck_assert_int_eq(sum, GAMES);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_ERROR);
	ADD_TESTS(t, test_turn, test_proposal, test_soon, test_reminded_first,
	    test_unseen, test_games, test_hours, test_several, test_sections,
	    test_tired, test_quoted, test_ended, test_gone_by, test_calendars);
	tcase_add_loop_test(t, test_other_hour, 0, 2);
	/* A file is what fills a disk here. */
	if (!fresh_served())
		tcase_add_test(t, test_full_disk);
}
