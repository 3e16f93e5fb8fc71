/* SPDX-License-Identifier: MIT */

/* Whoever is told with a digest, or of nothing, misses nothing by it: neither
 * where they had many games, nor as the moderator, nor behind the end, nor when
 * they want mail at once again. */

#include <check.h>

#include "base/log.h"
#include "bruno.h"
#include "store/player.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

/* Bruno's games, in which it is Anna's turn first. */
static void
found(int64_t first, int64_t last)
{
	for (int64_t g = first; g <= last; g++) {
		ck_assert_int_eq(scene_game(&s, "Anna Bruno", "order=given", 9),
		    g);
		scene_moderate(&s, g, "begin");
	}
}

static void
start(int64_t games)
{
	scene_open(&s, true);
	s.desk.club.clock.turn = 6 * 86400;
	found(1, games);
	scene_skip(&s);
}

/* With their digest, nothing was said before; a reply to it acts where they
 * play. */
static void
digest_has(const char *text, bool plays)
{
	struct seen m;

	ck_assert_int_eq(bruno(&s, &m), 0);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(seen_has(&m, text) &&
		seen_has(&m, "A reply to this mail can act") == plays,
	    "%s", m.text);
	seen_release(&m);
}

/* Games that are over leave room for those that are not. */
START_TEST(test_old)
{
	enum { OVER = 121 };

	scene_open(&s, true);
	s.desk.club.clock.turn = 6 * 86400;
	for (int64_t g = 1; g <= OVER; g++) {
		scene_game(&s, "Anna Bruno", "order=given", 9);
		scene_moderate(&s, g, "cancel");
	}
	found(OVER + 1, OVER + 1);
	scene_sure(&s, OVER + 1, 2, "set digest 20:00\n");
	scene_skip(&s);
	scene_say(&s, OVER + 1, 1, "charter 0\n");
	digest_has("it is your turn in one game", true);
	scene_close(&s);
}
END_TEST

/* What one mail has no room for is in another: their turn in the oldest. */
START_TEST(test_many)
{
	enum { GAMES = 31 };
	struct seen m;
	int turns = 0, mails = 0;

	start(GAMES);
	scene_sure(&s, 1, 2, "set digest 20:00\n");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, GAMES, 1, "charter 0\n");
	scene_skip(&s);
	bruno_digest(&s);
	for (; scene_next(&s, &m); mails++) {
		turns += seen_has(&m, "it is your turn in one game");
		seen_release(&m);
	}
	ck_assert_int_eq(mails, 2);
	ck_assert_int_eq(turns, 2);
	scene_close(&s);
}
END_TEST

/* To who moderates, and does not play. */
START_TEST(test_moderator)
{
	struct seen m;

	scene_open(&s, false);
	s.desk.club.clock.turn = 6 * 86400;
	scene_game(&s, "Anna Carla +Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_sure(&s, 1, 0, "set digest 20:00\n");
	scene_skip(&s);
	scene_say(&s, 1, 1, "press moderator\nMore time, please!\nendpress\n");
	digest_has("> More time, please!", false);
	scene_say(&s, 1, 1, "charter 0\n");
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 0);
	scene_close(&s);
}
END_TEST

static void
finish(void)
{
	scene_finish(&s, 1);
	scene_pass(&s, 86400);
	scene_digests(&s);
	scene_skip(&s);
}

/* After the end: to a seat by itself, to all, and a comment. */
START_TEST(test_over)
{
	static const char *const says[][2] = {
		{ "press p2\nAre you free?\nendpress\n", "> Are you free?" },
		{ "broadcast\nShall we meet?\nendpress\n", "> Shall we meet?" },
		{ "comment: a fine game\n", "> a fine game" },
	};
	struct seen m;

	start(1);
	scene_sure(&s, 1, 2, "set digest 20:00\n");
	finish();
	for (int i = 0; i < 3; i++) {
		scene_say(&s, 1, 1, says[i][0]);
		digest_has(says[i][1], true);
	}
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 0);
	scene_close(&s);
}
END_TEST

/* The same, to who watches. */
START_TEST(test_over_watched)
{
	struct player p;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Bruno Dora", "order=given", 9);
	scene_game(&s, "Anna Carla", "order=given", 9);
	ck_assert_int_eq(player_by_address(s.db, "bruno@example.net", &p, &e),
	    1);
	scene_watch(&s, 2, p.id);
	player_release(&p);
	scene_moderate(&s, 2, "begin");
	scene_sure(&s, 1, 1, "set digest 20:00\n");
	scene_moderate(&s, 1, "cancel");
	scene_finish(&s, 2);
	scene_pass(&s, 86400);
	scene_digests(&s);
	scene_skip(&s);
	scene_say(&s, 2, 1, "broadcast\nShall we meet?\nendpress\n");
	digest_has("> Shall we meet?", false);
	bruno_digest(&s);
	ck_assert_int_eq(bruno(&s, &m), 0);
	scene_close(&s);
}
END_TEST

/* No turn brings it any more. */
START_TEST(test_over_turn)
{
	struct seen m;

	start(1);
	scene_sure(&s, 1, 2, "set notify turn\n");
	scene_say(&s, 1, 1, "broadcast\nHello!\nendpress\n");
	ck_assert_int_eq(bruno(&s, &m), 1); /* what was set */
	ck_assert_msg(!seen_has(&m, "Hello"), "%s", m.text);
	seen_release(&m);
	finish();
	scene_say(&s, 1, 1, "broadcast\nShall we meet?\nendpress\n");
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(seen_has(&m, "> Shall we meet?"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

static void
set(const char *body)
{
	scene_sure(&s, 1, 2, body);
	scene_skip(&s);
}

/* Their turn in the first game, and a message in the second. */
static void
happenings(void)
{
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 2, 1, "press p2\nAre you there?\nendpress\n");
}

/* Whoever wants no digest any more, or mail again, has all that waited in one
 * mail, and the next as they come. */
START_TEST(test_again)
{
	static const char *const says[][2] = {
		{ "set digest 20:00\n", "set digest off\n" },
		{ "set notify none\n", "set notify turn\n" },
		{ "set digest 20:00\n",
		    "set notify none\nset notify turn\nset notify all\n" },
	};
	struct seen m;

	for (int i = 0; i < 3; i++) {
		start(2);
		set(says[i][0]);
		happenings();
		ck_assert_int_eq(bruno(&s, &m), 0);
		ck_assert_int_eq(scene_digests(&s), 0);
		set(says[i][1]);
		ck_assert_int_eq(scene_digests(&s), 1);
		ck_assert_int_eq(bruno(&s, &m), 1);
		ck_assert_msg(seen_has(&m, "it is your turn in one game") &&
			seen_has(&m, "YOU CAN") &&
			seen_has(&m, "Anna chartered") &&
			seen_has(&m, "> Are you there?"),
		    "%s", m.text);
		bruno_says(&s, &m, "game 1\ncharter 0\n");
		seen_release(&m);
		ck_assert_int_eq(bruno(&s, &m), 1);
		ck_assert_msg(seen_has(&m, "You chartered"), "%s", m.text);
		seen_release(&m);
		ck_assert_int_eq(scene_digests(&s), 0);
		scene_close(&s);
	}
}
END_TEST

/* Nothing waits, or it still does. */
START_TEST(test_not_again)
{
	static const char *const says[][2] = {
		{ "set digest 20:00\n", "set notify none\n" },
		{ "set notify none\n", "set digest 20:00\n" },
		{ "set digest 20:00\n", "set notify all\nset digest 20:00\n" },
		{ "set notify turn\n", "set notify all\n" },
		{ "set notify all\n", "set notify all\nset tz Europe/Rome\n" },
	};
	struct seen m;

	for (int i = 0; i < 5; i++) {
		start(2);
		set(says[i][0]);
		happenings();
		set(says[i][1]);
		ck_assert_int_eq(scene_digests(&s), 0);
		ck_assert_int_eq(bruno(&s, &m), 0);
		scene_close(&s);
	}
	/* What they know already is not said again. */
	start(2);
	happenings();
	set("set digest 20:00\n");
	set("set digest off\n");
	(void)scene_digests(&s);
	ck_assert_int_eq(bruno(&s, &m), 0);
	ck_assert_int_eq(bruno_due(&s), 0);
	scene_close(&s);
}
END_TEST

/* How a game ended that was over while they wanted no mail: to who played, and
 * to who watched. */
START_TEST(test_ended)
{
	struct seen m;
	struct player p;

	for (int watched = 0; watched < 2; watched++) {
		scene_open(&s, true);
		scene_game(&s, watched ? "Dora Bruno" : "Anna Carla",
		    "order=given", 9);
		scene_game(&s, watched ? "Anna Carla" : "Anna Bruno",
		    "order=given", 9);
		ck_assert_int_eq(player_by_address(s.db, "bruno@example.net",
				     &p, &e),
		    1);
		if (watched)
			scene_watch(&s, 2, p.id);
		player_release(&p);
		scene_moderate(&s, 2, "begin");
		scene_sure(&s, 2 - watched, 2, "set notify none\n");
		scene_finish(&s, 2);
		scene_skip(&s);
		scene_sure(&s, 2 - watched, 2, "set notify all\n");
		scene_skip(&s);
		ck_assert_int_eq(scene_digests(&s), 1);
		ck_assert_int_eq(bruno(&s, &m), 1);
		ck_assert_msg(seen_has(&m, "IN GAME 2") &&
			seen_has(&m, "The game is over."),
		    "%s", m.text);
		seen_release(&m);
		scene_close(&s);
	}
}
END_TEST

/* Who moderates is told what they wanted no mail of, as of then. */
START_TEST(test_moderator_silent)
{
	struct seen m;
	int maud = 0;

	scene_open(&s, true);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_sure(&s, 1, 0, "set notify none\n");
	scene_vouched(&s, 1, 3, "resign\n");
	scene_say(&s, 1, 1, "press moderator\nPlease look.\nendpress\n");
	scene_pass(&s, 86400);
	scene_digests(&s);
	scene_skip(&s);
	scene_sure(&s, 1, 0, "set notify turn\n");
	scene_skip(&s);
	scene_digests(&s);
	while (scene_next(&s, &m)) {
		if (strcmp(m.to, "maud@example.net") == 0) {
			maud++;
			ck_assert_msg(seen_has(&m, "has left the game") &&
				seen_has(&m, "Please look."),
			    "%s", m.text);
		}
		seen_release(&m);
	}
	ck_assert_int_eq(maud, 1);
	scene_pass(&s, 86400);
	ck_assert_int_eq(scene_digests(&s), 0);
	scene_close(&s);
}
END_TEST

/* Others' questions are no mail that was asked for; the seat can be taken. */
START_TEST(test_unasked)
{
	struct seen m, last;

	start(1);
	set("set notify none\n");
	finish();
	scene_last(&s, 1, 2, &last);
	scene_say(&s, 1, 1, "rematch\n");
	scene_last(&s, 2, 2, &m);
	ck_assert_msg(seen_has(&m, "No mail of ours goes to Bruno,"), "%s",
	    m.text);
	seen_release(&m);
	for (int i = 0; i < 2; i++) {
		scene_skip(&s);
		scene_say(&s, 2, 2, i ? "deputy Bruno\n" : "moderator Bruno\n");
		ck_assert_int_eq(bruno(&s, &m), 0);
		scene_last(&s, 2, 2, &m);
		ck_assert_msg(seen_has(&m, "Bruno refused") &&
			seen_has(&m, "No mail of ours goes to Bruno,"),
		    "%s", m.text);
		seen_release(&m);
	}
	bruno_says(&s, &last, "join 2\n");
	ck_assert_int_eq(bruno(&s, &m), 1);
	ck_assert_msg(seen_has(&m, "Bruno, your turn"), "%s", m.text);
	seen_release(&m);
	seen_release(&last);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_ERROR);
	ADD_TESTS(t, test_old, test_many, test_moderator, test_over,
	    test_over_watched, test_over_turn, test_again, test_not_again,
	    test_ended, test_unasked, test_moderator_silent);
}
