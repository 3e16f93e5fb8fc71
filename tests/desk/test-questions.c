/* SPDX-License-Identifier: MIT */

/* Answers to what a mail of ours has asked, or named: a yes, and what is
 * none. */

#include "reply.h"
#include "tests/run.h"

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
	static const char *const others[] = { "OK\n", "Of course!\n", "y\n",
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

CASES(tests)
{
	tcase_add_loop_test(t, asked_again, 0, 2);
}
