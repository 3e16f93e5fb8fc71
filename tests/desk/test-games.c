/* SPDX-License-Identifier: MIT */

/* Whole games by mail over the desk: what is sent, what is stored, and that
 * interruptions, restarts and lost snapshots change nothing. */

#include <check.h>

#include "base/log.h"
#include "log/replay.h"
#include "play.h"
#include "store/event.h"
#include "store/inbox.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

enum how { PLAIN, RESTARTED, WITHOUT_SNAPSHOTS, ABORTED };

static struct err e;

/* A transaction that is given up: nothing of it may stay, in the file or in
 * memory. */
static void
judge_and_abort(struct scene *s)
{
	struct inbox_row row[2];
	struct seen m;
	int failed, n = inbox_next(s->db, 2, row, &e);

	ck_assert_int_eq(n, 1);
	ck_assert_int_eq(db_begin(s->db, &e), 0);
	ck_assert_int_eq(desk_judge(&s->desk, row, n, &failed, &e), 0);
	ck_assert_int_eq(failed, 0);
	db_abort(s->db);
	desk_forget(&s->desk);
	inbox_row_release(&row[0]);
	ck_assert_int_eq(scene_next(s, &m), 0);
}

static void
disturb(struct scene *s, int64_t game, enum how how, const struct buf *raw)
{
	if (how == RESTARTED)
		scene_restart(s);
	if (how == WITHOUT_SNAPSHOTS) {
		ck_assert_int_eq(position_drop(s->db, game, &e), 0);
		desk_forget(&s->desk);
	}
	if (how == ABORTED) {
		scene_store(s, raw->data, raw->len);
		judge_and_abort(s);
	}
}

/* Plays a game of three; every mail to `transcript`. Returns moves made. */
static int
play(enum how how, uint8_t seed, struct buf *transcript, struct buf *log)
{
	struct scene s;
	struct rng r;
	struct buf move = BUF_INIT, raw = BUF_INIT;
	struct seen m;
	int64_t game;
	int seat, moves = 0;

	scene_open(&s, true);
	rng_init_number(&r, seed);
	game = scene_game(&s, "Anna Bruno Carla", "-", seed);
	scene_say(&s, game, 3, "Entropy \"M\xc3\xb6we\" \\ and coal\n");
	scene_say(&s, game, 2, "entropy first thought\nentropy second\n");
	scene_say(&s, game, 1, "ready\n");
	while ((seat = play_choose(&s, game, &r, &move)) != 0) {
		scene_last(&s, game, seat, &m);
		buf_clear(&raw);
		scene_reply(&s, &m, m.to, move.data, &raw);
		seen_release(&m);
		while (scene_next(&s, &m)) {
			play_check_mail(&m, 72);
			buf_printf(transcript, "%s\n%s\n%s\n", m.to, m.subject,
			    m.text);
			seen_release(&m);
		}
		disturb(&s, game, how, &raw);
		ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
		moves++;
		ck_assert_int_lt(moves, 2000);
	}
	while (scene_next(&s, &m)) {
		play_check_mail(&m, 72);
		buf_printf(transcript, "%s\n%s\n%s\n", m.to, m.subject, m.text);
		seen_release(&m);
	}
	play_log(&s, game, log);
	buf_release(&move);
	buf_release(&raw);
	scene_close(&s);
	return moves;
}

static int
count(const char *text, const char *what)
{
	int n = 0;

	for (const char *p = text; (p = strstr(p, what)) != NULL; p++)
		n++;
	return n;
}

START_TEST(test_to_the_end)
{
	struct buf t = BUF_INIT, log = BUF_INIT;
	struct replay rep;
	struct replay_how how = { .until = -1, .prove = true };
	int moves = play(PLAIN, 1, &t, &log);

	ck_assert_msg(replay_text(log.data, log.len, &how, &rep, &e) == 0, "%s",
	    e.text);
	ck_assert_int_eq(rep.end, REPLAY_FINISHED);
	ck_assert_ptr_nonnull(strstr(log.data, "1 ! entropy p2 \"second\""));
	ck_assert_int_ge(rep.proven, 2);
	ck_assert_int_eq(rep.checks, 1);
	/* A turn mail for every turn of a seat, and three last ones. */
	ck_assert_int_eq(count(t.data, "Atlantic Star is over (mail"), 3);
	ck_assert_int_ge(moves, 60);
	ck_assert_int_le(count(t.data, ", your turn (mail"), moves + 1);
	ck_assert_ptr_nonnull(strstr(t.data, "FINAL SCORES"));
	replay_release(&rep);
	buf_release(&t);
	buf_release(&log);
}
END_TEST

/* Who the game waits for has sent neither of the two; the commitment is out
 * before any line can come. */
START_TEST(t16_t17_t18_before_the_first_shuffle)
{
	struct scene s;
	struct seen m;
	struct buf log = BUF_INIT;
	const char *commit;
	char hex[65] = "";
	int64_t game;

	scene_open(&s, true);
	game = scene_game(&s, "Anna Bruno Carla", "-", 1);
	play_log(&s, game, &log);
	commit = strstr(log.data, "\nSeed-Commit: sha256:");
	ck_assert_ptr_nonnull(commit);
	memcpy(hex, commit + strlen("\nSeed-Commit: sha256:"), 64);
	for (int seat = 1; seat <= 3; seat++) {
		scene_last(&s, game, seat, &m);
		ck_assert(seen_has(&m, hex));
		seen_release(&m);
	}
	scene_say(&s, game, 3, "entropy coal\n");
	scene_say(&s, game, 1, "ready\n");
	scene_say(&s, game, 3, "entropy \"coal\" \\ steam\n");
	buf_clear(&log);
	play_log(&s, game, &log);
	ck_assert_ptr_null(strstr(log.data, "\n1 ")); /* it waits for p2 */
	ck_assert_ptr_null(strstr(log.data, "\nWords: "));
	scene_say(&s, game, 2, "entropy breeze\n");
	buf_clear(&log);
	play_log(&s, game, &log);
	/* In seat order, the last one of each, then the first shuffle. */
	commit = strstr(log.data, "\n1 ! entropy p2 \"breeze\"");
	ck_assert_ptr_nonnull(commit);
	commit = strstr(commit, "\n2 ! entropy p3 \"\\\"coal\\\" \\\\ steam\"");
	ck_assert_ptr_nonnull(commit);
	ck_assert_ptr_nonnull(strstr(commit, "\n3 - order "));
	ck_assert_ptr_nonnull(strstr(log.data, "\nWords: 2 of 3\n\n1 "));
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* The same mails and the same log, whatever came between: a daemon that starts
 * anew, no snapshots (they are a cache), transactions that were taken back. */
START_TEST(test_same_as_plain)
{
	static const enum how ways[] = { RESTARTED, WITHOUT_SNAPSHOTS,
		ABORTED };
	struct buf a = BUF_INIT, b = BUF_INIT, la = BUF_INIT, lb = BUF_INIT;

	play(PLAIN, 2, &a, &la);
	for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
		if (!fresh_tries((int)w, 3)) /* a start reads all */
			continue;
		buf_clear(&b);
		buf_clear(&lb);
		play(ways[w], 2, &b, &lb);
		ck_assert(strcmp(la.data, lb.data) == 0);
		ck_assert_uint_eq(a.len, b.len);
		for (size_t i = 0; i < a.len; i++)
			ck_assert_msg(a.data[i] == b.data[i],
			    "mails differ near: %.300s",
			    a.data + (i > 100 ? i - 100 : 0));
	}
	buf_release(&a);
	buf_release(&b);
	buf_release(&la);
	buf_release(&lb);
}
END_TEST

/* A line wider than the reader's setting is a bug, whatever the layout; a list
 * holds no drawing characters. */
START_TEST(test_narrow)
{
	struct scene s;
	struct rng r;
	struct buf move = BUF_INIT;
	struct seen m;
	int seat, narrow = 0;

	scene_open(&s, true);
	rng_init_number(&r, 6);
	scene_game(&s, "Anna Bruno", "-", 6);
	scene_say(&s, 1, 1, "set layout list\nset width 40\nready\n");
	scene_say(&s, 1, 2, "set width 40\nready\n");
	scene_skip(&s);
	while ((seat = play_choose(&s, 1, &r, &move)) != 0) {
		buf_str(&move, "\nhistory\nboard\nmoves\n");
		scene_say(&s, 1, seat, move.data);
		while (scene_next(&s, &m)) {
			play_check_mail(&m, 40);
			if (m.seat == 1)
				ck_assert_ptr_null(strstr(m.text, "---"));
			narrow++;
			seen_release(&m);
		}
	}
	ck_assert_int_ge(narrow, 100);
	buf_release(&move);
	scene_close(&s);
}
END_TEST

static void
play_some(struct scene *s, struct rng *r, int moves)
{
	struct buf move = BUF_INIT;
	int seat;

	while (moves-- > 0 && (seat = play_choose(s, 1, r, &move)) != 0)
		scene_say(s, 1, seat, move.data);
	buf_release(&move);
}

/* An undo that reaches behind every snapshot, by the operator and by all
 * seats; what chance showed on the dead branch stays (T12). */
START_TEST(test_undo)
{
	struct scene s;
	struct rng r;
	struct buf log = BUF_INIT;
	struct replay rep;
	struct replay_how how = { .until = -1, .prove = true };
	struct seen m;

	scene_open(&s, true);
	rng_init_number(&r, 3);
	scene_game(&s, "Anna Bruno Carla", "order=given", 3);
	scene_moderate(&s, 1, "begin");
	play_some(&s, &r, 12);
	scene_restart(&s);
	scene_moderate(&s, 1, "rollback 4 why not");
	play_some(&s, &r, 7);
	scene_restart(&s);
	scene_say(&s, 1, 2, "propose undo\n");
	scene_restart(&s);
	scene_say(&s, 1, 1, "agree\n");
	scene_skip(&s);
	scene_say(&s, 1, 3, "agree\n");
	/* Whose turn it is gets one mail, and one only. */
	for (int turns = 0, n = 0;; n++) {
		if (!scene_next(&s, &m)) {
			ck_assert_int_eq(n, 3);
			ck_assert_int_eq(turns, 1);
			break;
		}
		turns += seen_has(&m, ": reply with a number") != 0;
		ck_assert(seen_has(&m, "The game was set back"));
		seen_release(&m);
	}
	play_some(&s, &r, 6);
	play_log(&s, 1, &log);
	ck_assert_msg(replay_text(log.data, log.len, &how, &rep, &e) == 0, "%s",
	    e.text);
	ck_assert_ptr_nonnull(strstr(log.data, " ! undo 4"));
	replay_release(&rep);
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* The same bytes are judged once, the same mail with other bytes counts once,
 * and one with another text is stale. */
START_TEST(test_twice)
{
	struct scene s;
	struct seen m;
	struct buf raw = BUF_INIT;
	int64_t id, again;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 1);
	scene_moderate(&s, 1, "begin");
	scene_last(&s, 1, 1, &m);
	scene_reply(&s, &m, m.to, "charter 0\n", &raw);
	scene_skip(&s);
	id = scene_raw(&s, raw.data, raw.len);
	ck_assert_int_eq(scene_skip(&s), 2);
	ck_assert_int_eq(inbox_add(s.db, "x", 1, 9, 1, raw.data, raw.len,
			     &again, &e),
	    0);
	ck_assert_int_eq(id, again);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(scene_skip(&s), 0);
	buf_str(&raw, "\r\n");
	scene_raw(&s, raw.data, raw.len);
	ck_assert_int_eq(scene_skip(&s), 0);
	buf_str(&raw, "ready\r\n");
	scene_raw(&s, raw.data, raw.len);
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert(seen_has(&m, "was not accepted"));
	seen_release(&m);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* A mail whose judging fails is undone alone; the others of its batch stand. */
START_TEST(test_one_fails)
{
	struct scene s;
	struct seen m;
	struct buf raw = BUF_INIT;
	struct inbox_row row[4];
	struct err err;
	int failed, n, new;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 1);
	scene_game(&s, "Carla Dora", "order=given", 2);
	scene_moderate(&s, 1, "begin");
	scene_moderate(&s, 2, "begin");
	for (int g = 1; g <= 2; g++) {
		scene_last(&s, g, 1, &m);
		buf_clear(&raw);
		scene_reply(&s, &m, m.to, "charter 0\n", &raw);
		scene_store(&s, raw.data, raw.len);
		seen_release(&m);
	}
	scene_skip(&s);
	/* The first game's events are damaged: it cannot be replayed. */
	ck_assert_int_eq(position_drop(s.db, 1, &err), 0);
	ck_assert_int_eq(event_add(s.db, 1,
			     &(struct event_row){ .seq = 2,
				 .actor = 1,
				 .words = (char[]){ "charter nothing" },
				 .derived = (char[]){ "" },
				 .chat = (char[]){ "" },
				 .board = 2 },
			     &err),
	    0);
	desk_forget(&s.desk);
	n = inbox_next(s.db, 4, row, &err);
	ck_assert_int_eq(n, 2);
	ck_assert_int_eq(db_begin(s.db, &err), 0);
	ck_assert_int_eq(desk_judge(&s.desk, row, n, &failed, &err), 0);
	ck_assert_int_eq(db_commit(s.db, &err), 0);
	ck_assert_int_eq(failed, 1);
	ck_assert_int_eq(inbox_count(s.db, INBOX_NEW, &new, &err), 0);
	ck_assert_int_eq(new, 1);
	ck_assert_int_eq(scene_skip(&s), 2);
	for (int i = 0; i < n; i++)
		inbox_row_release(&row[i]);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_WARNING);
	ADD_TESTS(t, test_to_the_end, t16_t17_t18_before_the_first_shuffle,
	    test_same_as_plain, test_narrow, test_undo, test_twice,
	    test_one_fails);
}
