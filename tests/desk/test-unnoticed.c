/* SPDX-License-Identifier: MIT */
/* Standing orders are secret, that there are any too, and may be given at any
 * time (Antwerp R19): what all others have is the same without them. Each scene
 * is played twice, once with orders and once with mails that change nothing in
 * their place. */
#include <stdlib.h>
#include <string.h>

#include "desk/thoughts.h"
#include "log/outcome.h"
#include "match/match.h"
#include "scene.h"
#include "store/thought.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

/* What a seat writes about a game; instead: in place of an order. Behind
 * "!" it is confirmed. */
struct step {
	int game, seat;
	const char *text, *instead;
};

/* What all do before. */
static void
begin(const char *people, const char *options)
{
	scene_open(&s, true);
	s.kind = "antwerp";
	for (int64_t game = 1; game <= 2; game++) {
		(void)scene_game(&s, people, options, 7);
		scene_moderate(&s, game, "begin");
	}
	(void)scene_skip(&s);
}

/* All mails to somebody, with heads of boards masked: they bind what is
 * hidden. */
static void
collect(const char *to, struct buf *out)
{
	struct seen m;

	while (scene_next(&s, &m) == 1) {
		seen_mask(m.text);
		if (strcmp(m.to, to) == 0)
			buf_printf(out, "----- %s %s\n%s\n", m.message_id,
			    m.subject, m.text);
		seen_release(&m);
	}
}

static void
write_step(const struct step *step, const char *text)
{
	if (*text == '!')
		scene_sure(&s, step->game, step->seat, text + 1);
	else
		scene_say(&s, step->game, step->seat, text);
}

static void
play(const struct step *steps, size_t n, bool orders, const char *to,
    struct buf *out)
{
	for (size_t i = 0; i < n; i++)
		write_step(&steps[i],
		    steps[i].instead != NULL && !orders ? steps[i].instead :
							  steps[i].text);
	collect(to, out);
	buf_str(out, "");
}

static void
same(const char *a, const char *b)
{
	size_t n = 0, from;

	while (a[n] != '\0' && a[n] == b[n])
		n++;
	from = n > 200 ? n - 200 : 0;
	if (a[n] != b[n])
		ck_abort_msg("with:\n%.400s\nwithout:\n%.400s", a + from,
		    b + from);
}

static void
check(const char *people, const char *reader, const struct step *steps,
    size_t n)
{
	struct buf with = BUF_INIT, without = BUF_INIT;

	begin(people, "");
	play(steps, n, true, reader, &with);
	scene_close(&s);
	begin(people, "");
	play(steps, n, false, reader, &without);
	scene_close(&s);
	ck_assert_ptr_nonnull(strstr(with.data, "-----"));
	same(with.data, without.data);
	buf_release(&with);
	buf_release(&without);
}
#define CHECK(people, reader, ...) \
	check(people, reader, (struct step[]){ __VA_ARGS__ }, \
	    sizeof((struct step[]){ __VA_ARGS__ }) / sizeof(struct step))

static const char order[] = "standing anchor fewer";

START_TEST(absence_and_name)
{
	CHECK("anna bruno carla", "anna@example.net",
	    { 1, 1, "load toys S1", NULL }, { 1, 2, order, "status" },
	    { 1, 1, "absence 2026-12-24 to 2027-01-02", NULL },
	    { 1, 2, order, "status" }, { 1, 1, "!set name Annabel", NULL },
	    { 1, 1, "board", NULL });
}
END_TEST

START_TEST(last_and_resend)
{
	CHECK("anna bruno carla", "anna@example.net",
	    { 1, 1, "play open-2 L1 L2", NULL }, { 1, 2, order, "status" },
	    { 1, 1, "last", NULL }, { 1, 1, "resend", NULL });
}
END_TEST

/* The moderator has somebody's mail sent again: they read the same. */
START_TEST(resend_to_another)
{
	CHECK("anna bruno *carla", "anna@example.net",
	    { 1, 1, "play open-2 L1 L2", NULL }, { 1, 2, order, "status" },
	    { 1, 3, "resend p1", NULL });
}
END_TEST

/* What is owed to somebody goes when something happens that they may know. */
START_TEST(news_that_wait)
{
	CHECK("anna bruno carla", "carla@example.net",
	    { 2, 3, "!set notify turn", NULL },
	    { 1, 1, "load toys S1\nend", NULL },
	    { 2, 3, "!set notify all", NULL }, { 1, 1, order, "status" },
	    { 1, 2, "load barley S1\nend", NULL });
}
END_TEST

/* The order comes between the turn and what takes it back. */
START_TEST(undo_of_the_last_turn)
{
	CHECK("anna bruno carla", "carla@example.net",
	    { 1, 1, "load toys S1\nend", NULL },
	    { 1, 2, "load barley S1\nend", NULL }, { 1, 1, order, "status" },
	    { 1, 1, "propose undo", NULL });
}
END_TEST

START_TEST(acts_of_a_moderator)
{
	CHECK("anna bruno *carla", "carla@example.net",
	    { 1, 1, "load toys S1\nend", NULL },
	    { 2, 3, "!set notify turn", NULL },
	    { 1, 1, "absence 2026-12-24 to 2027-01-02", NULL },
	    { 1, 2, order, "status" }, { 1, 3, "rollback 9", NULL });
}
END_TEST

/* Who sent orders ahead from another game is told what became of them. */
START_TEST(orders_sent_ahead)
{
	struct seen m;

	begin("anna bruno", "");
	scene_sure(&s, 2, 1,
	    "game 1\nahead standing anchor fewer\nahead load nonsense\n"
	    "game 2\nstatus");
	scene_last(&s, 1, 1, &m);
	ck_assert(seen_has(&m, "standing anchor fewer"));
	ck_assert(seen_has(&m, "all after it were dropped"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A computer player that searches is not disturbed. */
START_TEST(a_computer_that_thinks)
{
	struct think_task q = { .kind = NULL };
	struct thinking was, now;

	begin("anna bruno carla", "");
	scene_moderate(&s, 1, "dummy p2 hard");
	scene_say(&s, 1, 1, "load toys S1\nend");
	ck_assert_int_eq(thought_next(s.db, &was, &e), 1);
	ck_assert_int_eq(thought_failed(s.db, &was, was.due + 60, &e), 0);
	scene_say(&s, 1, 1, order);
	ck_assert_int_eq(thought_next(s.db, &now, &e), 1);
	ck_assert_int_eq(now.seq, was.seq);
	ck_assert_int_eq(now.failures, was.failures + 1);
	ck_assert_int_eq(now.due, was.due + 60);
	ck_assert_int_eq(thought_stands(s.db, &was, &e), 1);
	ck_assert_int_eq(desk_question(&s.desk, &was, 100, &q, &e), 1);
	think_task_release(&q);
	scene_close(&s);
}
END_TEST

/* Where a game keeps its secrets, nobody counts them by a comment. */
START_TEST(comments_after_a_game)
{
	struct seen said[2];

	for (int i = 0; i < 2; i++) {
		begin("anna bruno", "reveal=no");
		scene_say(&s, 1, 1, i == 0 ? order : "status");
		scene_finish(&s, 1);
		scene_say(&s, 1, 2, "comment 99999: so it was");
		scene_last(&s, 1, 2, &said[i]);
		seen_mask(said[i].text);
		scene_close(&s);
	}
	ck_assert(seen_has(&said[0], "this game has"));
	same(said[0].text, said[1].text);
	seen_release(&said[0]);
	seen_release(&said[1]);
}
END_TEST

/* Nor by what pages and statistics tell of a game that keeps them: orders are
 * no moves, and no answers. */
START_TEST(figures_of_a_game)
{
	struct outcome o[2];

	for (int i = 0; i < 2; i++) {
		struct buf log = BUF_INIT;
		struct match *m;

		begin("anna bruno", "");
		scene_say(&s, 1, 2, i == 0 ? order : "status");
		scene_say(&s, 1, 1, i == 0 ? order : "status");
		scene_pass(&s, 3600);
		scene_say(&s, 1, 1, "load toys S1");
		scene_moderate(&s, 1, "cancel");
		ck_assert_int_eq(match_look(&s.desk.club, 1, &m, &e), 1);
		ck_assert_int_eq(match_log(m, ARCHIVE, true, &log, &e), 0);
		ck_assert_int_eq(outcome_of_log(log.data, log.len, NULL, &o[i],
				     &e),
		    0);
		match_drop(m);
		buf_release(&log);
		scene_close(&s);
	}
	ck_assert_int_eq(o[0].seat[1].answers, 1);
	ck_assert_int_ge(o[0].seat[1].waited, 3600);
	ck_assert_str_eq(o[0].seat[1].opening, o[1].seat[1].opening);
	for (int seat = 1; seat <= 2; seat++) {
		ck_assert_int_eq(o[0].seat[seat].moves, o[1].seat[seat].moves);
		ck_assert_int_eq(o[0].seat[seat].answers,
		    o[1].seat[seat].answers);
		ck_assert_int_eq(o[0].seat[seat].waited,
		    o[1].seat[seat].waited);
		ck_assert(o[0].seat[seat].credited == o[1].seat[seat].credited);
	}
	outcome_release(&o[0]);
	outcome_release(&o[1]);
}
END_TEST

CASES(unnoticed)
{
	tcase_set_timeout(t, 60);
	ADD_TESTS(t, absence_and_name, last_and_resend, resend_to_another,
	    news_that_wait, undo_of_the_last_turn, acts_of_a_moderator,
	    a_computer_that_thinks, comments_after_a_game, figures_of_a_game,
	    orders_sent_ahead);
}
