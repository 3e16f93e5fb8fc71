/* SPDX-License-Identifier: MIT */

/* Comments on a game that is over: how many, how long, by whom, and what is
 * left of one that was taken back. Their words are in the dialogues. */

#include <check.h>

#include "base/mem.h"
#include "mail/message.h"
#include "match/comment.h"
#include "match/match.h"
#include "scene.h"
#include "store/comment.h"
#include "store/forget.h"
#include "store/player.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

static void
open_scene(const char *names, bool over)
{
	memset(&s, 0, sizeof s);
	scene_open(&s, true);
	s.kind = strlen(names) < 20 ? "claim" : "clippers";
	scene_game(&s, names, "archive=yes", 5);
	scene_moderate(&s, 1, "begin");
	if (over)
		scene_finish(&s, 1);
	scene_skip(&s);
}

/* What the answer to a mail of the seat says; the others are counted. */
static char *
answer(int seat, const char *body, int *others)
{
	struct seen m;
	char *text = NULL;

	*others = 0;
	scene_say(&s, 1, seat, body);
	while (scene_next(&s, &m)) {
		if (text == NULL && m.seat == seat)
			text = mem_dup(m.text);
		else
			++*others;
		seen_release(&m);
	}
	ck_assert_ptr_nonnull(text);
	return text;
}

static void
says(int seat, const char *body, const char *want, int told)
{
	int others;
	char *text = answer(seat, body, &others);

	ck_assert_msg(text_has(text, want), "%s: %s", want, text);
	ck_assert_msg(others == told, "%s: %d others were told", body, others);
	free(text);
}

/* comments.jsonl of the game. */
static void
comments(struct buf *out)
{
	struct match *m;

	buf_clear(out);
	buf_str(out, "");
	ck_assert_int_eq(match_look(&s.desk.club, 1, &m, &e), 1);
	ck_assert_int_eq(match_comments(m, out, &e), 0);
	match_drop(m);
}

static int
lines_of(const struct buf *b)
{
	int n = 0;

	for (const char *p = buf_text(b); *p; p++)
		n += *p == '\n';
	return n;
}

START_TEST(test_export)
{
	struct buf out = BUF_INIT;

	open_scene("Anna Bruno +Maud", true);
	says(1, "comment 3: \"So\" it \xe2\x80\xaewas", "on event 3", 2);
	says(0, "comment:\n\nWell \t run,\nall of you.\n\n", "as a whole", 2);
	comments(&out);
	ck_assert_str_eq(out.data,
	    "{\"at\":\"2026-11-21T18:01:00Z\",\"comment\":1,\"event\":3,"
	    "\"name\":\"Anna\",\"seat\":1,\"text\":\"\\\"So\\\" it was\"}\n"
	    "{\"at\":\"2026-11-21T18:02:00Z\",\"comment\":2,"
	    "\"text\":\"Well run, all of you.\"}\n");
	buf_release(&out);
	scene_close(&s);
}
END_TEST

/* In a game that goes on such a line is refused, prose is not. */
START_TEST(test_early)
{
	open_scene("Anna Bruno", false);
	says(1, "comment: hello", "This game is not over", 0);
	says(1, "Comment ca va?\nMoment please\nboard", "SYSTEMS", 0);
	scene_close(&s);
}
END_TEST

static void
fill(struct buf *body, const char *head, int letters)
{
	buf_clear(body);
	buf_str(body, head);
	/* Letters, not bytes. */
	for (int i = 0; i < letters; i++)
		buf_str(body, i % 61 == 60 ? "\n" : "\xc3\xa9");
}

START_TEST(test_long)
{
	struct buf body = BUF_INIT, out = BUF_INIT;

	open_scene("Anna Bruno", true);
	fill(&body, "comment 1: ", COMMENT_LETTERS + 1);
	says(1, body.data, "too long: at most 1000 letters", 0);
	fill(&body, "comment 1: ", COMMENT_LETTERS);
	for (int i = 0; i < COMMENTS_OWN_LETTERS / COMMENT_LETTERS; i++)
		says(1, body.data, "is on event 1", 1);
	says(1, "comment 1: x", "all that one person may write", 0);
	/* What is taken back makes room. */
	says(1, "withdraw comment 2", "Comment 2 is withdrawn", 0);
	says(1, "comment 1: x", "Your comment 5", 1);
	says(2, "comment 1: x", "Your comment 6", 1);
	comments(&out);
	ck_assert_int_eq(lines_of(&out), 5);
	buf_release(&out);
	buf_release(&body);
	scene_close(&s);
}
END_TEST

/* However short, and though they are taken back again. */
START_TEST(test_many)
{
	struct buf body = BUF_INIT;

	open_scene("Anna Bruno", true);
	for (int i = 1; i <= COMMENTS_OWN; i++) {
		buf_clear(&body);
		buf_printf(&body, "comment: x\n\nwithdraw comment %d", i);
		scene_say(&s, 1, 1, body.data);
	}
	scene_skip(&s);
	says(1, "comment: x", "40 comments", 0);
	says(2, "comment: x", "Your comment 41", 1);
	buf_release(&body);
	scene_close(&s);
}
END_TEST

/* Of a whole table. */
START_TEST(test_full)
{
	struct buf body = BUF_INIT;
	int others;

	open_scene("Anna Bruno Carla Dora +Maud", true);
	fill(&body, "comment: ", COMMENT_LETTERS);
	for (int i = 0; i < COMMENTS_ALL_LETTERS / COMMENT_LETTERS; i++)
		free(answer(1 + i % 4, body.data, &others));
	says(0, "comment: x", "There is no room", 0);
	buf_release(&body);
	scene_close(&s);
}
END_TEST

/* One who takes it back before others have read it has said nothing. */
START_TEST(test_untold)
{
	struct seen m;

	open_scene("Anna Bruno", true);
	scene_sure(&s, 1, 2, "set notify digest");
	scene_skip(&s);
	says(1, "comment: secretly", "as a whole", 0);
	says(1, "withdraw comment 1", "withdrawn", 0);
	scene_say(&s, 1, 2, "resend");
	while (scene_next(&s, &m)) {
		ck_assert_msg(!seen_has(&m, "secretly"), "%s", m.text);
		ck_assert_msg(!seen_has(&m, "comment 1"), "%s", m.text);
		seen_release(&m);
	}
	scene_close(&s);
}
END_TEST

static void
assert_withdrawn(int number, bool is)
{
	struct comment c;

	ck_assert_int_eq(comment_get(s.db, 1, number, &c, &e), 1);
	ck_assert_int_eq(c.withdrawn, is);
	ck_assert_int_eq(*c.text == '\0', is);
	comment_release(&c);
}

START_TEST(test_moderator)
{
	open_scene("Anna Bruno +Maud", true);
	says(1, "comment 2: he is a cheat", "comment 1", 2);
	says(2, "withdraw comment 1: no", "somebody else's", 0);
	assert_withdrawn(1, false);
	/* She and all others read why. */
	says(0, "withdraw comment 1: we are all very kind here, or try to be",
	    "or try to be", 2);
	assert_withdrawn(1, true);
	says(0, "withdraw comment 1: again", "There is no comment 1", 0);
	says(0, "withdraw comment 7: none", "There is no comment 7", 0);
	scene_close(&s);
}
END_TEST

struct forgotten {
	int64_t player;
};

static int
forget(struct scene *sc, void *arg, struct err *err)
{
	const struct forgotten *f = arg;

	return forget_player(sc->db, f->player, sc->now, message_words, err);
}

START_TEST(test_forgotten)
{
	struct buf out = BUF_INIT;
	struct forgotten f = { 0 };
	struct player anna;

	open_scene("Anna Bruno", true);
	says(1, "comment 2: I, Anna, did it", "comment 1", 1);
	says(2, "comment 2: Anna did it", "comment 2", 1);
	ck_assert_int_eq(player_by_address(s.db, "anna@example.net", &anna, &e),
	    1);
	f.player = anna.id;
	player_release(&anna);
	ck_assert_int_eq(scene_do(&s, forget, &f), 0);
	comments(&out);
	ck_assert_int_eq(lines_of(&out), 1);
	ck_assert_msg(strstr(out.data, "did it") != NULL &&
		strstr(out.data, "Anna") == NULL &&
		strstr(out.data, "\"name\":\"Bruno\"") != NULL,
	    "%s", out.data);
	assert_withdrawn(1, true);
	buf_release(&out);
	scene_close(&s);
}
END_TEST

/* Of who can still prove who they are. */
START_TEST(test_closed)
{
	struct refusal why = { 0 };
	struct match *m;
	int number;

	open_scene("Anna Bruno", true);
	scene_pass(&s, 31 * 86400);
	ck_assert_int_eq(match_look(&s.desk.club, 1, &m, &e), 1);
	ck_assert_int_eq(match_comment(m, 1, 0, "late", &number, &why, &e), -1);
	ck_assert_str_eq(why.code, "press-closed");
	match_drop(m);
	scene_close(&s);
}
END_TEST

TESTS(test_export, test_early, test_long, test_many, test_full, test_untold,
    test_moderator, test_forgotten, test_closed)
