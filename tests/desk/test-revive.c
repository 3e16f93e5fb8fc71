/* SPDX-License-Identifier: MIT */

/* A game that was called off: for 14 days it goes on as if it had not been, and
 * tells nobody what is hidden; then it is final, and tells everything. */

#include "base/clock.h"
#include "mail/message.h"
#include "match/clocks.h"
#include "match/import.h"
#include "match/moderate.h"
#include "match/rebuild.h"
#include "scene.h"
#include "store/clock.h"
#include "store/forget.h"
#include "store/inbox.h"
#include "store/sql.h"
#include "tests/run.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static struct scene s;
static struct err e;
static int64_t game;

static void
open_game(const char *names, const char *options)
{
	scene_open(&s, true);
	s.desk.club.clock = (struct clock_row){ .turn = 2 * DAY,
		.grace = DAY,
		.minimum = DAY / 2,
		.days = 0x7f,
		.late = CLOCK_BOT,
		.absence = 5 * DAY,
		.zone = "UTC" };
	game = scene_game(&s, names, options, 3);
	scene_moderate(&s, game, "begin");
	(void)scene_skip(&s);
}

/* The code with which the keeper's act is refused; NULL: it is done. */
static const char *
keeper(int (*act)(struct match *, struct refusal *, struct err *))
{
	static struct refusal why;
	struct match *m;
	int rc;

	OK(db_begin(s.db, &e));
	ck_assert_int_eq(match_open(&s.desk.club, game, &m, &e), 1);
	rc = act(m, &why, &e);
	if (rc) {
		ck_assert_ptr_nonnull(why.code);
		match_drop(m);
		db_abort(s.db);
		return why.code;
	}
	moderate_tell(m,
	    (struct moderated){
		.what = act == match_revive ? "revive" : "rollforward" });
	OK(match_finish(m, 0, &e));
	OK(db_commit(s.db, &e));
	return NULL;
}

static int64_t
number(const char *text)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(s.db, &e, text, TO(n)), 1);
	return n;
}

static enum game_state
state(void)
{
	return (enum game_state)number("SELECT state FROM game WHERE id = 1");
}

static int64_t
player(const char *name)
{
	struct player p;
	char address[64];
	int64_t id;

	snprintf(address, sizeof address, "%s@example.net", name);
	ck_assert_int_eq(player_by_address(s.db, address, &p, &e), 1);
	id = p.id;
	player_release(&p);
	return id;
}

static int64_t
due(int seat)
{
	struct clock_seat pace[7];

	OK(clock_seat_all(s.db, game, pace, &e));
	return pace[seat].due;
}

/* The log that the archive is made from, or a reader's. */
static bool
log_has(int reader, const char *words)
{
	struct buf log = BUF_INIT;
	struct match *m;
	bool has;

	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	OK(match_log(m, reader, false, &log, &e));
	match_drop(m);
	has = strstr(log.data, words) != NULL;
	buf_release(&log);
	return has;
}

/* How many of the new mails have these words; all must go to somebody else. */
static int
mails_with(const char *words, int *all)
{
	char to[16][64];
	struct seen m;
	int n = 0, with = 0;

	while (scene_next(&s, &m)) {
		ck_assert_int_lt(n, 16);
		for (int i = 0; i < n; i++)
			ck_assert_str_ne(to[i], m.to);
		snprintf(to[n++], sizeof to[0], "%s", m.to);
		with += seen_has(&m, words);
		seen_release(&m);
	}
	if (all != NULL)
		*all = n;
	return with;
}

static void
closed(void)
{
	ck_assert(!log_has(ARCHIVE, "\nSeed: "));
	ck_assert(!log_has(1, "\nSeed: "));
	ck_assert(!log_has(OBSERVER, "\nSeed: "));
	ck_assert(log_has(2, " - deck ?"));
}

static void
open_to_all(void)
{
	ck_assert(log_has(ARCHIVE, "\nSeed: 0303"));
	ck_assert(log_has(2, "\nSeed: 0303"));
	ck_assert(log_has(OBSERVER, "\nSeed: 0303"));
	ck_assert(!log_has(2, " ?"));
}

/* With everybody who is written to: two seats, a moderator, an observer. */
START_TEST(final_after_14_days)
{
	int all;

	open_game("+Mona Anna Bruno", "order=given");
	scene_game(&s, "Carla Dora", "order=given", 9);
	scene_watch(&s, game, player("dora"));
	(void)scene_skip(&s);
	scene_moderate(&s, game, "cancel");
	ck_assert_int_eq(mails_with("can still be revived", &all), all);
	closed();
	scene_pass(&s, 14 * DAY - MINUTE);
	ck_assert_int_eq(scene_tick(&s), 0);
	closed();
	/* Also when the daemon was not there at that moment. */
	scene_pass(&s, 3 * DAY);
	ck_assert_str_eq(keeper(match_revive), "game-final");
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(mails_with("030303030303", &all), all);
	ck_assert_int_eq(all, 4);
	open_to_all();
	ck_assert_int_eq(number("SELECT COUNT(*) FROM archive_due"), 1);
	ck_assert_int_eq(number("SELECT COUNT(*) FROM audit WHERE who = "
				"'clock' AND what = 'final'"),
	    1);
	ck_assert_str_eq(keeper(match_revive), "game-final");
	ck_assert_str_eq(keeper(match_redo), "game-cancelled");
	scene_pass(&s, 30 * DAY);
	ck_assert_int_eq(scene_tick(&s), 0);
	ck_assert_int_eq(mails_with("", &all), 0);
	scene_close(&s);
}
END_TEST

START_TEST(goes_on_with_the_whole_time)
{
	int64_t before;

	open_game("Anna Bruno", "order=given");
	before = due(1);
	ck_assert_str_eq(keeper(match_revive), "not-called-off");
	scene_pass(&s, 2 * DAY - HOUR);
	scene_moderate(&s, game, "cancel");
	ck_assert_int_eq(number("SELECT COUNT(*) FROM result"), 2);
	scene_pass(&s, 13 * DAY);
	ck_assert_ptr_null(keeper(match_revive));
	ck_assert_str_eq(keeper(match_revive), "not-called-off");
	ck_assert_int_eq(due(1), s.now + 2 * DAY);
	ck_assert_int_gt(due(1), before);
	ck_assert_int_eq(number("SELECT COUNT(*) FROM result"), 0);
	closed();
	(void)scene_skip(&s);
	/* Nothing is left of the end that was to come. */
	scene_pass(&s, DAY + HOUR);
	ck_assert_int_eq(scene_tick(&s), 0);
	closed();
	scene_say(&s, game, 1, "charter 0\n");
	ck_assert_int_eq(state(), GAME_RUNNING);
	ck_assert(log_has(ARCHIVE, " p1 charter "));
	/* Once more: another 14 days. */
	scene_moderate(&s, game, "cancel");
	scene_pass(&s, 14 * DAY - MINUTE);
	ck_assert_int_eq(scene_tick(&s), 0);
	ck_assert_ptr_null(keeper(match_revive));
	scene_moderate(&s, game, "cancel");
	scene_pass(&s, 14 * DAY + MINUTE);
	ck_assert_int_eq(scene_tick(&s), 1);
	open_to_all();
	scene_close(&s);
}
END_TEST

/* A mail to moderators proves them while the game can be revived, and 30 days
 * after it is final. */
START_TEST(the_moderator_by_mail)
{
	open_game("+Mona Anna Bruno", "order=given");
	scene_sure(&s, game, 0, "cancel\n");
	ck_assert_int_eq(state(), GAME_CANCELLED);
	scene_pass(&s, 13 * DAY);
	/* A slow machine: the clock's turn is when all mail was judged. */
	scene_say(&s, game, 0, "revive: we have found a board\n");
	ck_assert_int_eq(state(), GAME_RUNNING);
	ck_assert_int_eq(
	    number("SELECT COUNT(*) FROM audit WHERE lower(who) = 'moderator "
		   "mona' AND what LIKE 'revive: we have%'"),
	    1);
	ck_assert(log_has(ARCHIVE, "we have found a board"));
	scene_sure(&s, game, 0, "cancel\n");
	scene_pass(&s, 14 * DAY + MINUTE);
	ck_assert_int_eq(scene_tick(&s), 1);
	(void)scene_skip(&s);
	scene_pass(&s, 29 * DAY);
	scene_say(&s, game, 0, "log\n");
	ck_assert_int_eq(mails_with("reply to this mail with \"yes\"", NULL),
	    0);
	scene_pass(&s, 2 * DAY);
	scene_say(&s, game, 0, "log\n");
	ck_assert_int_eq(mails_with("reply to this mail with \"yes\"", NULL),
	    1);
	scene_close(&s);
}
END_TEST

/* Who answers a mail from before the cancel has not seen it: they are asked. */
START_TEST(an_old_mail_is_asked)
{
	struct seen old;
	struct buf raw = BUF_INIT;

	open_game("+Mona Anna Bruno", "order=given");
	scene_last(&s, game, 0, &old);
	scene_moderate(&s, game, "cancel");
	(void)scene_skip(&s);
	scene_reply(&s, &old, "mona@example.net", "revive\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(state(), GAME_CANCELLED);
	ck_assert_int_eq(mails_with("yes", NULL), 1);
	seen_release(&old);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

START_TEST(before_it_began)
{
	scene_open(&s, true);
	game = scene_game(&s, "+Mona Anna Bruno", "order=given", 3);
	scene_say(&s, game, 1, "ready\n");
	scene_moderate(&s, game, "cancel");
	(void)scene_skip(&s);
	scene_pass(&s, 13 * DAY);
	ck_assert_ptr_null(keeper(match_revive));
	ck_assert_int_eq(state(), GAME_SETUP);
	ck_assert_int_eq(mails_with("revived the game", NULL), 3);
	scene_moderate(&s, game, "cancel");
	(void)scene_skip(&s);
	/* The seed is all that was hidden, and all were sent its commitment. */
	scene_pass(&s, 14 * DAY + MINUTE);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(mails_with("03030303030303030303030303030303", NULL),
	    3);
	ck_assert_str_eq(keeper(match_revive), "game-final");
	scene_close(&s);
}
END_TEST

START_TEST(a_table_that_keeps_its_secrets)
{
	open_game("Anna Bruno", "order=given reveal=no");
	scene_moderate(&s, game, "cancel");
	(void)scene_skip(&s);
	scene_pass(&s, 14 * DAY + MINUTE);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(scene_skip(&s), 0);
	closed();
	ck_assert_str_eq(keeper(match_revive), "game-final");
	scene_close(&s);
}
END_TEST

/* Who takes another name meanwhile is called so when it goes on, and by the
 * next that they take. */
START_TEST(called_otherwise)
{
	static const char *const names[] = { "Bruno Zwart", "Benno" };
	struct match *m;
	char line[64];

	open_game("Anna Bruno Carla", "order=given");
	scene_say(&s, game, 1, "charter 0\n");
	scene_moderate(&s, game, "cancel");
	for (int i = 0; i < 2; i++) {
		(void)snprintf(line, sizeof line, "set name %s\n", names[i]);
		scene_sure(&s, game, 2, line);
		ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
		ck_assert_str_eq(m->seat[2].name, names[i]);
		match_drop(m);
		if (i == 0)
			ck_assert_ptr_null(keeper(match_revive));
	}
	/* Not when it is final. */
	scene_moderate(&s, game, "cancel");
	scene_pass(&s, 14 * DAY + MINUTE);
	ck_assert_int_eq(scene_tick(&s), 1);
	scene_sure(&s, game, 2, "set name Bruno\n");
	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	ck_assert_str_eq(m->seat[2].name, "Benno");
	match_drop(m);
	scene_close(&s);
}
END_TEST

/* What the players end themselves is final. */
START_TEST(agreed)
{
	open_game("Anna Bruno", "order=given");
	scene_say(&s, game, 1, "propose end\n");
	scene_say(&s, game, 2, "agree\n");
	ck_assert_int_eq(state(), GAME_CANCELLED);
	open_to_all();
	ck_assert_str_eq(keeper(match_revive), "game-final");
	ck_assert(log_has(1, "%end abandoned"));
	scene_close(&s);
}
END_TEST

/* A proposal that nobody has agreed to yet makes no agreement of it. */
START_TEST(not_agreed)
{
	open_game("Anna Bruno", "order=given");
	scene_say(&s, game, 1, "propose end\n");
	scene_moderate(&s, game, "cancel");
	closed();
	ck_assert(log_has(1, "%end cancelled"));
	ck_assert_ptr_null(keeper(match_revive));
	scene_close(&s);
}
END_TEST

/* Neither rollback nor rollforward calls the game off again. */
START_TEST(going_back_across)
{
	char words[32];
	int64_t revived;

	open_game("Anna Bruno", "order=given");
	scene_say(&s, game, 1, "charter 0\n");
	scene_moderate(&s, game, "cancel");
	ck_assert_str_eq(keeper(match_redo), "game-cancelled");
	ck_assert_ptr_null(keeper(match_revive));
	ck_assert_str_eq(keeper(match_redo), "nothing-undone");
	revived = number("SELECT board FROM game WHERE id = 1");
	for (int i = 0; i < 3; i++) {
		/* The revival, the cancel, the move before. */
		snprintf(words, sizeof words, "rollback %d", (int)revived - i);
		scene_moderate(&s, game, words);
		ck_assert_int_eq(state(), GAME_RUNNING);
		ck_assert_ptr_null(keeper(match_redo));
		ck_assert_int_eq(state(), GAME_RUNNING);
	}
	scene_moderate(&s, game, "rollback 2");
	scene_moderate(&s, game, "cancel");
	ck_assert_ptr_null(keeper(match_revive));
	/* The rollback from before the cancel is still the last. */
	ck_assert_ptr_null(keeper(match_redo));
	ck_assert_str_eq(keeper(match_redo), "nothing-undone");
	closed();
	scene_say(&s, game, 2, "charter 0\n");
	ck_assert_int_eq(state(), GAME_RUNNING);
	scene_close(&s);
}
END_TEST

static void
forget(const char *name)
{
	int64_t id = player(name);

	OK(db_begin(s.db, &e));
	OK(forget_player(s.db, id, s.now, message_words, &e));
	OK(db_commit(s.db, &e));
	desk_forget(&s.desk);
}

static void
called_off_and_forgotten(void)
{
	open_game("+Mona Anna Bruno Carla", "order=given");
	scene_moderate(&s, game, "title Bruno and the others");
	scene_moderate(&s, game, "pause: Bruno is away");
	scene_moderate(&s, game, "cancel: Bruno's away");
	forget("bruno");
	forget("mona");
	(void)scene_skip(&s);
}

/* Nobody can be mailed whom the club has forgotten; nor do titles and reasons
 * name them. */
START_TEST(forgotten_and_revived)
{
	called_off_and_forgotten();
	ck_assert_int_eq(
	    number("SELECT (SELECT COUNT(*) FROM terms WHERE title "
		   "LIKE '%Bruno%') + (SELECT COUNT(*) FROM audit "
		   "WHERE what LIKE '%Bruno%') + (SELECT COUNT(*) "
		   "FROM event WHERE derived LIKE '%Bruno%')"),
	    0);
	ck_assert_int_eq(number("SELECT COUNT(*) FROM terms WHERE title LIKE "
				"'#% and the others'"),
	    1);
	ck_assert_ptr_null(keeper(match_revive));
	ck_assert_int_eq(
	    number("SELECT computer > 0 FROM seat WHERE game = 1 AND seat = 2"),
	    1);
	ck_assert_int_eq(
	    number("SELECT COALESCE(moderator, 0) FROM game WHERE id = 1"), 0);
	ck_assert_int_eq(mails_with("revived the game", NULL), 2);
	scene_say(&s, game, 1, "charter 0\n");
	ck_assert(log_has(ARCHIVE, " p2 "));
	scene_close(&s);
}
END_TEST

START_TEST(forgotten_and_final)
{
	called_off_and_forgotten();
	scene_pass(&s, 14 * DAY + MINUTE);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(mails_with("030303030303", NULL), 2);
	open_to_all();
	scene_close(&s);
}
END_TEST

/* Days on which nobody could reach us, and a clock that was wrong. */
START_TEST(outages)
{
	open_game("Anna Bruno", "order=given");
	scene_moderate(&s, game, "cancel");
	scene_pass(&s, 365 * DAY);
	OK(db_begin(s.db, &e));
	OK(desk_outage(&s.desk, s.now - 365 * DAY, s.now, &e));
	OK(db_commit(s.db, &e));
	ck_assert_int_eq(scene_tick(&s), 0);
	closed();
	/* It was set right. */
	scene_pass(&s, -364 * DAY);
	ck_assert_int_eq(outage_back(s.db, s.now + 3650 * DAY, s.now, &e), 1);
	scene_pass(&s, MINUTE);
	ck_assert_int_eq(scene_tick(&s), 1); /* worked out anew */
	scene_pass(&s, 14 * DAY - 2 * MINUTE);
	ck_assert_int_eq(scene_tick(&s), 0);
	scene_pass(&s, 2 * MINUTE);
	ck_assert_int_eq(scene_tick(&s), 1);
	open_to_all();
	scene_close(&s);
}
END_TEST

/* The rows give the game again, and its log goes to another server. */
START_TEST(rebuilt_and_taken_over)
{
	struct import how = { .seats = 2,
		.lang = "en",
		.clock = &s.desk.club.clock };
	struct buf log = BUF_INIT;
	struct rebuilt r;
	struct match *m;
	int64_t id;

	open_game("Anna Bruno", "order=given");
	scene_moderate(&s, game, "cancel");
	for (int i = 0; i < 2; i++) {
		OK(db_begin(s.db, &e));
		ck_assert_int_eq(match_rebuild(&s.desk.club, game, false, &r,
				     &e),
		    1);
		db_abort(s.db);
		ck_assert_msg(r.differ == 0, "%s", buf_text(&r.said));
		buf_release(&r.said);
		if (i == 0)
			ck_assert_ptr_null(keeper(match_revive));
	}
	scene_restart(&s);
	ck_assert_str_eq(keeper(match_revive), "not-called-off");
	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	OK(match_log(m, ARCHIVE, true, &log, &e));
	match_drop(m);
	how.seat[1].address = "anna@example.net";
	how.seat[2].address = "bruno@example.net";
	OK(db_begin(s.db, &e));
	OK(match_import(&s.desk.club, log.data, log.len, &how, &id, &e));
	OK(db_commit(s.db, &e));
	ck_assert_int_ne(id, game);
	scene_moderate(&s, id, "cancel");
	scene_moderate(&s, id, "revive");
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* Imports the log to anna@ and a computer; 0: its text is said. */
static int64_t
take_over(const struct buf *log, bool seedless)
{
	struct import how = { .seats = 2,
		.lang = "en",
		.seedless = seedless,
		.clock = &s.desk.club.clock };
	int64_t id = 0;

	how.seat[1].address = "anna@example.net";
	how.seat[2].computer = true;
	OK(db_begin(s.db, &e));
	if (match_import(&s.desk.club, log->data, log->len, &how, &id, &e)) {
		ck_assert_int_eq((int)e.kind, ERR_GIVEUP);
		db_abort(s.db);
		club_forget(&s.desk.club);
		return 0;
	}
	OK(db_commit(s.db, &e));
	return id;
}

static void
whole_log(bool seed, struct buf *log)
{
	struct match *m;

	buf_clear(log);
	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	OK(match_log(m, ARCHIVE, seed, log, &e));
	match_drop(m);
}

/* On another server it has what is left of the 14 days, and tells as little;
 * what was agreed, or is older, is final at once. */
START_TEST(called_off_and_taken_over)
{
	struct buf log = BUF_INIT;
	struct match *m;
	int64_t first;

	open_game("Anna Bruno", "order=given");
	first = game;
	scene_moderate(&s, game, "cancel");
	scene_pass(&s, 5 * DAY);
	whole_log(false, &log);
	ck_assert_int_eq(take_over(&log, false), 0);
	ck_assert_ptr_nonnull(strstr(e.text, "no Seed"));
	whole_log(true, &log);
	game = take_over(&log, false);
	ck_assert(!log_has(ARCHIVE, "\nSeed: ") && !log_has(1, "\nSeed: "));
	ck_assert_ptr_null(keeper(match_revive));
	/* Nobody was given the second seat: a computer goes on for it. */
	ck_assert(log_has(ARCHIVE, " ! eject p2 @"));
	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	ck_assert(m->game.state == GAME_RUNNING && m->seat[2].computer != 0);
	match_drop(m);
	game = take_over(&log, false);
	(void)scene_skip(&s);
	scene_pass(&s, 9 * DAY - MINUTE);
	(void)scene_tick(&s);
	ck_assert(!log_has(1, "\nSeed: "));
	scene_pass(&s, 2 * MINUTE);
	(void)scene_tick(&s);
	ck_assert(log_has(1, "\nSeed: "));
	ck_assert_str_eq(keeper(match_revive), "game-final");
	game = take_over(&log, false);
	ck_assert(log_has(1, "\nSeed: "));
	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	ck_assert_int_eq(m->game.final, m->game.ended + 14 * DAY);
	match_drop(m);
	game = first;
	buf_release(&log);
	scene_close(&s);
}
END_TEST

START_TEST(agreed_and_taken_over)
{
	struct buf log = BUF_INIT;

	open_game("Anna Bruno", "order=given");
	scene_say(&s, game, 1, "propose end\n");
	scene_say(&s, game, 2, "agree\n");
	ck_assert_int_eq(state(), GAME_CANCELLED);
	whole_log(true, &log);
	ck_assert_ptr_nonnull(strstr(log.data, "\n%end abandoned"));
	game = take_over(&log, false);
	ck_assert(log_has(1, "\nSeed: "));
	ck_assert_str_eq(keeper(match_revive), "game-final");
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* The moment for which its beginning was set goes by meanwhile: that does not
 * begin it, and it is told that it begins when all are ready. */
START_TEST(a_beginning_that_has_gone_by)
{
	struct seen m;

	scene_open(&s, true);
	game = scene_game(&s, "*Anna Bruno Carla", "order=given", 3);
	scene_moderate(&s, game, "begin at 25 nov");
	scene_moderate(&s, game, "cancel");
	scene_pass(&s, 6 * DAY);
	scene_moderate(&s, game, "revive");
	scene_last(&s, game, 2, &m);
	ck_assert_msg(seen_has(&m, "begins when all are ready"), "%s", m.text);
	seen_release(&m);
	ck_assert_int_eq(scene_tick(&s), 0);
	ck_assert_int_eq(number("SELECT count(*) FROM game WHERE state = 0"),
	    1);
	/* One that is to come stands. */
	scene_moderate(&s, game, "begin at 1 dec");
	scene_moderate(&s, game, "cancel");
	scene_moderate(&s, game, "revive");
	scene_pass(&s, 4 * DAY);
	ck_assert_int_eq(scene_tick(&s), 1);
	ck_assert_int_eq(number("SELECT count(*) FROM game WHERE state = 1"),
	    1);
	scene_close(&s);
}
END_TEST

TESTS(final_after_14_days, goes_on_with_the_whole_time, the_moderator_by_mail,
    an_old_mail_is_asked, before_it_began, a_table_that_keeps_its_secrets,
    called_otherwise, agreed, not_agreed, going_back_across,
    forgotten_and_revived, forgotten_and_final, outages, rebuilt_and_taken_over,
    called_off_and_taken_over, agreed_and_taken_over,
    a_beginning_that_has_gone_by)
