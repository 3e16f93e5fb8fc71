/* SPDX-License-Identifier: MIT */

/* Which games that are over are analysed (match/settle.c), and of what. */

#include <check.h>

#include "desk/thoughts.h"
#include "scene.h"
#include "store/analysis.h"
#include "store/sql.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

static int
asked(void)
{
	struct thinking t;
	int rc = analysis_next(s.db, &t, &e);

	ck_assert_msg(rc >= 0, "%s", e.text);
	return rc;
}

static int64_t
last_event(void)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(s.db, &e,
			     "SELECT max(seq) FROM event WHERE game = 1",
			     TO(n)),
	    1);
	return n;
}

/* A game of these people, played to its end; whether it is to be analysed. */
static int
ends(const char *names, const char *options)
{
	scene_open(&s, true);
	s.desk.club.analyses = true;
	ck_assert_int_eq(scene_game(&s, names, options, 5), 1);
	scene_moderate(&s, 1, "begin");
	ck_assert_int_eq(asked(), 0);
	scene_finish(&s, 1);
	return asked();
}

static void
is_asked(const char *names, const char *options, int want)
{
	ck_assert_int_eq(ends(names, options), want);
	scene_close(&s);
}

START_TEST(of_people)
{
	is_asked("Anna Bruno", "", 1);
	is_asked("Anna Bruno =", "", 1);
	is_asked("Anna =", "archive=yes", 1);
}
END_TEST

/* No page, or one that hides what was secret; nobody to read it. */
START_TEST(not_of_others)
{
	is_asked("Anna Bruno", "reveal=no", 0);
	is_asked("Anna Bruno", "archive=no", 0);
	is_asked("Anna =", "", 0);
	scene_open(&s, true);
	s.desk.club.analyses = true;
	scene_game(&s, "= =", "", 5); /* which is played at once */
	ck_assert_int_gt(last_event(), 20);
	ck_assert_int_eq(asked(), 0);
	scene_close(&s);
}
END_TEST

START_TEST(not_where_none_are)
{
	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "", 5);
	scene_moderate(&s, 1, "begin");
	scene_finish(&s, 1);
	ck_assert_int_eq(asked(), 0);
	scene_close(&s);
}
END_TEST

START_TEST(not_if_called_off)
{
	scene_open(&s, true);
	s.desk.club.analyses = true;
	scene_game(&s, "Anna Bruno", "", 5);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_moderate(&s, 1, "cancel");
	ck_assert_int_eq(asked(), 0);
	scene_close(&s);
}
END_TEST

/* Of all its events, once, whatever is said after it. */
START_TEST(made_once)
{
	struct buf text = BUF_INIT;
	struct thinking t;
	int end;

	ck_assert_int_eq(ends("Anna Bruno", ""), 1);
	end = (int)last_event();
	ck_assert_int_eq(analysis_next(s.db, &t, &e), 1);
	ck_assert_int_eq(t.seq, end);
	ck_assert_int_eq(scene_analyse(&s), 1);
	ck_assert_int_eq(analysis_get(s.db, 1, end, &text, &e), 1);
	ck_assert_int_eq(strncmp(text.data, "{\"paquebot\":", 12), 0);
	scene_say(&s, 1, 1, "broadcast\nThanks!\nendpress\n");
	ck_assert_int_eq(asked(), 0);
	buf_release(&text);
	scene_close(&s);
}
END_TEST

/* What the process said is kept only if a page can be made of it: no page is
 * lost to what cannot be read. */
START_TEST(kept_if_it_is_one)
{
	static const char head[] =
	    "{\"paquebot\":\"0.1.0\",\"positions\":200}\n";
	struct buf text = BUF_INIT;

	ck_assert(desk_is_analysis(head));
	ck_assert(!desk_is_analysis(""));
	ck_assert(!desk_is_analysis("played well\n"));
	buf_printf(&text, "%s{\"seq\":3}\n", head);
	ck_assert(!desk_is_analysis(text.data));
	buf_clear(&text);
	buf_printf(&text,
	    "%s{\"seq\":3,\"seat\":99,\"round\":1,\"made\":\"pass\","
	    "\"best\":\"pass\",\"choices\":2,\"made_worth\":1,"
	    "\"lost\":1}\n",
	    head);
	ck_assert(!desk_is_analysis(text.data));
	buf_release(&text);
}
END_TEST

TESTS(of_people, not_of_others, not_where_none_are, not_if_called_off,
    made_once, kept_if_it_is_one)
