/* SPDX-License-Identifier: MIT */

/* Answers to what a mail of ours has asked, or named: a yes, what is none, a
 * place in words, and a row of the list whole. */

#include "base/utf8.h"
#include "reply.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct scene s;

static void
open_game(void)
{
	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
}

/* Whether the answer to that, in reply to the last mail, has the text. */
static bool
answer_has(const char *says, const char *text)
{
	struct seen m;
	bool has;

	scene_say(&s, 1, 1, says);
	scene_last(&s, 1, 1, &m);
	has = seen_has(&m, text);
	seen_release(&m);
	return has;
}

/* What is neither a yes nor a no has the question come again, and a no not. */
START_TEST(asked_again)
{
	static const char question[] = "Did you mean 2, \"charter";
	static const char *const others[] = { "OK\n", "Sounds good!\n", "y\n",
		"Let me think about it.\n", "yes but not now\n", "board\n",
		"yes\npress bruno\nhello\nendpress\n" };

	open_game();
	ck_assert(answer_has("I think 2 may be best.\n", question));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		ck_assert_msg(answer_has(others[i], question), "%s", others[i]);
		ck_assert_int_eq(club_to_act(&s, 1), 1);
	}
	if (_i == 0) {
		scene_say(&s, 1, 1, "Yes, please.\n");
		ck_assert_int_eq(club_to_act(&s, 1), 2);
	} else {
		ck_assert(!answer_has("No.\n", question));
		ck_assert(!answer_has("OK\n", question));
		scene_say(&s, 1, 1, "yes\n");
		ck_assert_int_eq(club_to_act(&s, 1), 1);
	}
	scene_close(&s);
}
END_TEST

/* A place in words is of the list that was mailed, unless a mail has named some
 * of its moves since. */
static const struct place {
	const char *before, *says;
	bool moves;
} places[] = {
	{ "", "The second.\n", true },
	{ "board\n", "The second.\n", true },
	{ "charter 99\n", "The second.\n", false },
	{ "charter 99\n", "the third, thanks\n", false },
	{ "charter 99\n", "second option\n", false },
	{ "Nightingale?\n", "The third\n", false },
	{ "charter 99\n", "3\n", true },
	{ "charter 99\n", "three\n", true },
	{ "charter 99\n", "option 3\n", true },
	{ "charter 99\n", "charter nightingale\n", true },
	{ "",
	    " 2  charter Great Eastern, 3000   charter great-eastern\n"
	    " 5  charter Nightingale, free      charter nightingale\nThe "
	    "second.\n",
	    false },
};

START_TEST(of_a_place)
{
	const struct place *p = &places[_i];

	open_game();
	if (*p->before != '\0')
		scene_say(&s, 1, 1, p->before);
	scene_say(&s, 1, 1, p->says);
	ck_assert_msg(club_to_act(&s, 1) == (p->moves ? 2 : 1), "%s", p->says);
	scene_close(&s);
}
END_TEST

/* Pastes each row that stands on a line of its own. */
static int
paste_rows(struct test_club *c, struct board *b)
{
	int rows = 0;

	for (const char *p = b->mail.text; *p != '\0';) {
		size_t len = strcspn(p, "\n");
		const char *next = p + len + (p[len] != '\0');
		int n = (int)strtol(p, NULL, 10);

		if (n > 0 && n <= b->n && p[strspn(p, "0123456789")] == ':' &&
		    (utf8_digit(*next) || *next == '\n')) {
			struct buf body = BUF_INIT, did = BUF_INIT;

			buf_printf(&body, "%.*s\n", (int)len, p);
			club_judge(c, b, "", body.data, &did);
			club_tell(c, "row", body.data, buf_text(&did),
			    b->move[n]);
			buf_release(&body);
			buf_release(&did);
			rows++;
		}
		p = next;
	}
	return rows;
}

/* A row of the list as `layout list` has it is its number. */
START_TEST(whole_rows)
{
	enum { LEAST = 30 };
	struct test_club c;
	int rows = 0;

	club_open_at(&c, 16 * _i);
	for (int i = 0; i < c.n; i++) {
		struct board *b = &c.at[i];

		scene_say(&c.s, b->game, b->seat, "set layout list\nresend\n");
		seen_release(&b->mail);
		scene_last(&c.s, b->game, b->seat, &b->mail);
		rows += paste_rows(&c, b);
	}
	ck_assert_int_gt(rows, LEAST);
	club_demand(&c, "rows");
	club_close(&c);
}
END_TEST

/* And so is one that is broken before its last column. */
START_TEST(broken_row)
{
	open_game();
	scene_say(&s, 1, 1, "set layout list\n");
	ck_assert(answer_has(
	    "1: replace all four ships for 2000, 34000 left; or write\n"
	    "replace\n",
	    "\"replace\": not read"));
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	tcase_add_loop_test(t, asked_again, 0, 2);
	tcase_add_loop_test(t, of_a_place, 0, sizeof places / sizeof *places);
	tcase_add_loop_test(t, whole_rows, 0, 2);
	ADD_TESTS(t, broken_row);
}
