/* SPDX-License-Identifier: MIT */

/* One player with two devices, an address written in another case, and mails
 * that were still to be sent when the account was renewed. */

#include "match/match.h"
#include "scene.h"
#include "store/seat.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

static void
start(void)
{
	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
}

static int
events(void)
{
	struct match *m;
	int n;

	ck_assert_int_eq(match_look(&s.desk.club, 1, &m, &e), 1);
	n = m->game.seq;
	match_drop(m);
	return n;
}

static bool
has_seat(int seat)
{
	struct seat row;
	bool has;

	ck_assert_int_eq(seat_get(s.db, 1, seat, &row, &e), 1);
	has = row.player != 0;
	seat_release(&row);
	return has;
}

static void
answer(const struct seen *to, const char *from, const char *body)
{
	struct buf raw = BUF_INIT;

	scene_reply(&s, to, from, body, &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* The question of a mail; others count as seen. */
static void
question(struct seen *m)
{
	ck_assert_int_eq(scene_next(&s, m), 1);
	while (strstr(m->reply_to, "+c.") == NULL) {
		seen_release(m);
		ck_assert_int_eq(scene_next(&s, m), 1);
	}
	scene_skip(&s);
}

/* Both ask for the same; the second yes finds it done, and says so. */
START_TEST(test_two_questions)
{
	struct seen turn, first, second, m;
	int n;

	start();
	scene_last(&s, 1, 2, &turn);
	answer(&turn, "bruno@example.net", "resign\n");
	question(&first);
	answer(&turn, "bruno@example.net", "resign\n");
	question(&second);
	ck_assert_str_ne(first.reply_to, second.reply_to);
	answer(&second, "bruno@example.net", "yes\n");
	ck_assert(!has_seat(2));
	scene_skip(&s);
	n = events();
	answer(&first, "bruno@example.net", "yes\n");
	ck_assert_int_eq(events(), n);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_str_eq(m.to, "bruno@example.net");
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &m), 0);
	seen_release(&turn);
	seen_release(&first);
	seen_release(&second);
	scene_close(&s);
}
END_TEST

/* Two moves on one board: one is made, the other is answered with why not. */
START_TEST(test_two_moves)
{
	struct seen turn, m;
	int n;

	start();
	scene_last(&s, 1, 1, &turn);
	answer(&turn, "anna@example.net", "charter 0\n");
	n = events();
	scene_skip(&s);
	answer(&turn, "anna@example.net", "charter 1\n");
	ck_assert_int_eq(events(), n);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_str_eq(m.to, "anna@example.net");
	ck_assert_msg(strstr(m.subject, "[Problem]") != NULL, "%s", m.text);
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &m), 0);
	seen_release(&turn);
	scene_close(&s);
}
END_TEST

/* Mail programs write an address as their user did. */
START_TEST(test_another_case)
{
	struct seen turn, asked;

	start();
	scene_last(&s, 1, 2, &turn);
	answer(&turn, "Bruno@Example.NET", "resign\n");
	question(&asked);
	answer(&asked, "BRUNO@example.Net", "yes\n");
	ck_assert(!has_seat(2));
	seen_release(&turn);
	seen_release(&asked);
	scene_close(&s);
}
END_TEST

/* A turn's mail that was written before its reader renewed their addresses, and
 * is sent afterwards, proves nothing; the one in which the new addresses come
 * does. */
START_TEST(test_renewed_before_it_was_sent)
{
	struct seen turn, own, m, fresh;
	int n;

	start();
	scene_last(&s, 1, 2, &own);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_last(&s, 1, 2, &turn); /* lies in the outbox */
	scene_skip(&s);
	answer(&own, "bruno@example.net", "renew\n");
	question(&m);
	answer(&m, "bruno@example.net", "yes\n");
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &fresh), 1);
	ck_assert_ptr_nonnull(strstr(fresh.reply_to, "+d."));
	scene_skip(&s);
	n = events();
	answer(&turn, "eve@example.com", "charter 0\n");
	ck_assert_int_eq(events(), n);
	answer(&fresh, "bruno@example.net", "game 1\ncharter 0\n");
	ck_assert_int_gt(events(), n);
	seen_release(&fresh);
	seen_release(&turn);
	seen_release(&own);
	scene_close(&s);
}
END_TEST

TESTS(test_two_questions, test_two_moves, test_another_case,
    test_renewed_before_it_was_sent)
