/* SPDX-License-Identifier: MIT */

/*
 * Observers: what everybody may know, after each turn, and
 * nothing else; they do nothing; a game can be closed to them.
 */

#include <check.h>

#include "base/log.h"
#include "base/mem.h"
#include "match/mail_id.h"
#include "match/match.h"
#include "play.h"
#include "post/watch.h"
#include "tests/run.h"

static struct err e;

/* A player of the club who has no seat anywhere. */
static int64_t
enrol(struct scene *s, const char *address)
{
	struct player p;
	int64_t id;

	player_defaults(&p);
	free(p.name);
	p.name = mem_dup("Eve");
	ck_assert_int_eq(player_add(s->db, &p, &e), 0);
	ck_assert_int_eq(address_add(s->db, p.id, address, &e), 0);
	id = p.id;
	player_release(&p);
	return id;
}

static int64_t
start(struct scene *s, const char *names)
{
	int64_t eve;

	scene_open(s, true);
	scene_game(s, names, "order=given", 9);
	eve = enrol(s, "eve@example.com");
	scene_watch(s, 1, eve);
	scene_moderate(s, 1, "begin");
	return eve;
}

/* The last new mail to an address; how many there were. */
static int
to(struct scene *s, const char *address, struct seen *out)
{
	struct seen m;
	int n = 0;

	while (scene_next(s, &m)) {
		if (strcmp(m.to, address) != 0) {
			seen_release(&m);
			continue;
		}
		if (n++)
			seen_release(out);
		*out = m;
	}
	return n;
}

static void
reply(struct scene *s, const struct seen *to, const char *body)
{
	struct buf raw = BUF_INIT;

	scene_reply(s, to, "eve@example.com", body, &raw);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* "games+1.ok3v9.3.…" */
static void
of_board(const char *reply_to, const char *board)
{
	const char *at = strstr(reply_to, "games+1.o");

	ck_assert_ptr_nonnull(at);
	at += strlen("games+1.o");
	ck_assert_uint_eq(strcspn(at, "."), OBSERVER_MARK - 1);
	at += OBSERVER_MARK;
	ck_assert_uint_eq(strcspn(at, "."), strlen(board));
	ck_assert_int_eq(strncmp(at, board, strlen(board)), 0);
}

/* A mail at the start, one after each turn, one at the end; with the board,
 * without a hand, and with a way out. */
START_TEST(test_turns)
{
	struct scene s;
	struct seen m;

	start(&s, "Anna Bruno Carla");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 1);
	ck_assert(seen_has(&m, "Atlantic Star has begun."));
	ck_assert(seen_has(&m, "AGENCY") && !seen_has(&m, "YOUR HAND"));
	ck_assert(seen_has(&m, "unobserve"));
	of_board(m.reply_to, "1");
	seen_release(&m);
	scene_say(&s, 1, 1, "replace\nhold\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 0);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 1);
	ck_assert(seen_has(&m, "Bruno is next"));
	ck_assert(seen_has(&m, "Anna chartered"));
	seen_release(&m);
	scene_say(&s, 1, 2, "propose end\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 0);
	scene_moderate(&s, 1, "cancel");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 1);
	ck_assert(seen_has(&m, "was called off"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Everything an observer asks is answered as to an observer, to the address
 * on record. */
START_TEST(test_questions)
{
	struct scene s;
	struct seen m, a;

	start(&s, "Anna Bruno Carla");
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 2);
	reply(&s, &m, "board\nhistory\nlog\nstatus\nlist\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &a), 1);
	ck_assert_msg(strstr(a.subject, "Problem") == NULL, "%s", a.text);
	ck_assert(seen_has(&a, "AGENCY") && !seen_has(&a, "YOUR HAND"));
	ck_assert(seen_has(&a, "Reader: observer"));
	ck_assert(seen_has(&a, "LOG OF GAME 1"));
	of_board(a.reply_to, "2");
	seen_release(&a);
	reply(&s, &m, "set width 60\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &a), 1);
	reply(&s, &a, "yes\n");
	seen_release(&a);
	ck_assert_int_eq(to(&s, "eve@example.com", &a), 1);
	ck_assert_msg(strncmp(a.text, "Width: 60", 9) == 0, "%s", a.text);
	seen_release(&a);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Moves, messages and the rest of what players do. */
START_TEST(test_acts)
{
	static const char *const line[] = { "charter 0\n", "1\n", "hand\n",
		"moves\n", "resign\n", "ahead charter 0\n", "propose end\n",
		"agree\n", "press p1\nHi\nendpress\n",
		"broadcast\nHi\nendpress\n", "cancel\n", "observers off\n",
		"preview charter 0\n", "resend\n", "ready\n", "hold\n",
		"rollback 1 x\n", "replace p1 eve@example.com\n" };
	struct scene s;
	struct seen m, a;
	struct match *x;

	start(&s, "Anna Bruno Carla");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 1);
	for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
		reply(&s, &m, line[i]);
		ck_assert_int_eq(scene_next(&s, &a), 1);
		ck_assert_str_eq(a.to, "eve@example.com");
		ck_assert_msg(seen_has(&a, "refused"), "%s: %s", line[i],
		    a.text);
		seen_release(&a);
		ck_assert_int_eq(scene_skip(&s), 0);
	}
	ck_assert_int_eq(match_look(&s.desk.club, 1, &x, &e), 1);
	ck_assert_int_eq(x->game.seq, 1);
	match_drop(x);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Broadcasts come, other press does not. */
START_TEST(test_press)
{
	struct scene s;
	struct seen m;

	start(&s, "Anna Bruno Carla");
	scene_skip(&s);
	scene_say(&s, 1, 1, "press p2,p3,mod\nSecret!\nendpress\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 0);
	scene_say(&s, 1, 1, "broadcast\nTo all!\nendpress\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 1);
	ck_assert(seen_has(&m, "Anna writes to all:"));
	ck_assert(seen_has(&m, "> To all!"));
	ck_assert(!seen_has(&m, "Secret"));
	seen_release(&m);
	scene_say(&s, 1, 1, "broadcast\nAgain!\nendpress\ncharter 0\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 1);
	ck_assert(seen_has(&m, "> Again!") && !seen_has(&m, "> To all!"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* An old token is worth nothing: not after unobserve, not to the next who
 * gets the number, not for another game. */
START_TEST(test_tokens)
{
	struct scene s;
	struct seen m, a;
	int64_t eve = start(&s, "Anna Bruno Carla");

	ck_assert_int_eq(to(&s, "eve@example.com", &m), 1);
	reply(&s, &m, "unobserve\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &a), 1);
	ck_assert(!seen_has(&a, "AGENCY"));
	seen_release(&a);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &a), 0);
	(void)eve;
	scene_watch(&s, 1, enrol(&s, "zoe@example.com"));
	reply(&s, &m, "board\nlog\n");
	ck_assert_int_eq(to(&s, "zoe@example.com", &a), 0);
	scene_say(&s, 1, 2, "charter 0\n");
	ck_assert_int_eq(to(&s, "zoe@example.com", &a), 1);
	of_board(a.reply_to, "3");
	seen_release(&a);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

static const char *
refused_at(struct scene *s, int64_t game, int64_t player)
{
	struct match *m;
	struct refusal why = { 0 };
	const char *code;

	ck_assert_int_eq(match_look(&s->desk.club, game, &m, &e), 1);
	code = watch_begin(m, player, &why, &e) ? why.code : "none";
	match_drop(m);
	return code;
}

static const char *
refused(struct scene *s, int64_t player)
{
	return refused_at(s, 1, player);
}

/* A player of the game, a closed game, a thousand observers. */
START_TEST(test_limits)
{
	struct scene s;
	struct seen m;
	struct player p;
	char address[40];
	int n = 1, kept = 0, told = 0;

	start(&s, "+Mod Anna Bruno");
	scene_skip(&s);
	ck_assert_int_eq(player_by_address(s.db, "anna@example.net", &p, &e),
	    1);
	ck_assert_str_eq(refused(&s, p.id), "observe-seated");
	player_release(&p);
	for (int i = 0; i < 1000; i++) {
		const char *code;
		int64_t id;
		snprintf(address, sizeof address, "w%d@example.com", i);
		id = enrol(&s, address);
		code = refused(&s, id);
		n += strcmp(code, "none") == 0;
		ck_assert(strcmp(code,
			      n <= WATCHERS_MAX && i + 2 <= WATCHERS_MAX ?
				  "none" :
				  "observe-full") == 0);
	}
	ck_assert_int_eq(n, WATCHERS_MAX);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(scene_skip(&s), WATCHERS_MAX + 2);
	/* Closed: each is told, and then no more. */
	scene_say(&s, 1, 0, "observers maybe\nobservers off\n");
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert(seen_has(&m, "observers on"));
	seen_release(&m);
	scene_say(&s, 1, 0, "observers off\n");
	while (scene_next(&s, &m)) {
		kept += seen_has(&m, "so this is the last mail about it");
		told += m.seat > 0 &&
		    seen_has(&m,
			"The moderator mod closed the game to observers.");
		seen_release(&m);
	}
	ck_assert_int_eq(kept, WATCHERS_MAX);
	ck_assert_int_eq(told, 2);
	ck_assert_str_eq(refused(&s, enrol(&s, "last@example.com")),
	    "observe-closed");
	scene_say(&s, 1, 2, "charter 0\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 0);
	scene_say(&s, 1, 0, "observers on\n");
	scene_skip(&s);
	ck_assert_str_eq(refused(&s, enrol(&s, "again@example.com")), "none");
	scene_close(&s);
}
END_TEST

/* A moderator without a seat who observes their own game: one mail an act.
 * What the moderator's own mail did not bring, the next one to them does. */
START_TEST(test_moderator)
{
	struct scene s;
	struct seen m;
	struct player p;

	start(&s, "+Mod Anna Bruno");
	ck_assert_int_eq(player_by_address(s.db, "mod@example.net", &p, &e), 1);
	scene_watch(&s, 1, p.id);
	player_release(&p);
	scene_skip(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(to(&s, "mod@example.net", &m), 1);
	ck_assert(seen_has(&m, "unobserve"));
	seen_release(&m);
	scene_say(&s, 1, 0, "broadcast\nGood evening all\nendpress\n");
	ck_assert_int_eq(to(&s, "mod@example.net", &m), 1);
	ck_assert(!seen_has(&m, "unobserve"));
	seen_release(&m);
	scene_say(&s, 1, 2, "charter 0\n");
	ck_assert_int_eq(to(&s, "mod@example.net", &m), 1);
	ck_assert(seen_has(&m, "Good evening all"));
	seen_release(&m);
	scene_say(&s, 1, 0, "observers off\n");
	ck_assert_int_eq(to(&s, "mod@example.net", &m), 1);
	ck_assert(!seen_has(&m, "the last mail about it"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* What is over for good keeps nobody from watching others. */
START_TEST(test_watched_games)
{
	enum { GAMES = WATCHED_MAX + 4, MONTH = 31 * 86400 };
	struct scene s;
	int64_t eve = start(&s, "Anna Bruno"), ids[WATCHED_MAX];

	for (int i = 2; i <= GAMES; i++)
		scene_game(&s, "Anna Bruno", "order=given", (uint8_t)i);
	for (int i = 2; i <= WATCHED_MAX; i++)
		scene_watch(&s, i, eve);
	ck_assert_int_eq(observer_count(s.db, eve, &e), WATCHED_MAX);
	ck_assert_str_eq(refused_at(&s, GAMES, eve), "observe-too-many");
	scene_finish(&s, 1);
	scene_pass(&s, MONTH);
	(void)scene_tick(&s);
	ck_assert_int_eq(observer_count(s.db, eve, &e), WATCHED_MAX - 1);
	ck_assert_str_eq(refused_at(&s, GAMES, eve), "none");
	ck_assert_int_eq(observer_count(s.db, eve, &e), WATCHED_MAX);
	/* Those under way are what a digest has room for. */
	ck_assert_int_eq(observer_games(s.db, eve, ids, WATCHED_MAX, &e),
	    WATCHED_MAX);
	ck_assert_int_eq(ids[0], 2);
	ck_assert_int_eq(ids[WATCHED_MAX - 1], GAMES);
	scene_close(&s);
}
END_TEST

/* A mail to an observer that comes back ends it; nobody is told. */
START_TEST(test_bounce)
{
	struct scene s;
	struct seen m;
	struct outbox_row row;
	int64_t eve = start(&s, "+Mod Anna Bruno"), ids[1];

	ck_assert_int_eq(to(&s, "eve@example.com", &m), 1);
	ck_assert_int_eq(outbox_get(s.db, m.id, &row, &e), 1);
	ck_assert_int_eq(row.seat, 0);
	outbox_row_release(&row);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_eq(desk_undeliverable(&s.desk, m.id, FAULT_GONE,
			     "550 5.1.1 no", &e),
	    0);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	seen_release(&m);
	ck_assert_int_eq(observer_games(s.db, eve, ids, 1, &e), 0);
	ck_assert_int_eq(scene_skip(&s), 0);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(to(&s, "eve@example.com", &m), 0);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_ERROR);
	ADD_TESTS(t, test_turns, test_questions, test_acts, test_press,
	    test_tokens, test_limits, test_moderator, test_watched_games,
	    test_bounce);
}
