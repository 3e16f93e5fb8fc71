/* SPDX-License-Identifier: MIT */

/* What has changed in a text of sections and tables. */

#include "tests/run.h"
#include "text/changes.h"

static void
check(const char *then, const char *now, const char *want)
{
	struct buf out = BUF_INIT;

	markdown_changes(then, now, &out);
	ck_assert_str_eq(buf_text(&out), want);
	buf_release(&out);
}

#define SHIPS "## Ships *two*\n\n| | at |\n|---|---|\n"

START_TEST(what_is_the_same_is_nothing)
{
	const char *all = "Some words.\n\n" SHIPS
			  "| Anna | x1 |\n\n```map\n\n# x\n```\n\n";

	check(all, all, "");
	check("", "", "");
}
END_TEST

START_TEST(rows_that_are_new_stand_below_their_head)
{
	check(SHIPS "| Anna | x1 |\n| Bruno | x2 |\n",
	    SHIPS "| Anna | x1 |\n| Bruno | x3 |\n| Carla | S1 |\n",
	    SHIPS "| Bruno | x3 |\n| Carla | S1 |\n\n");
}
END_TEST

/* Nothing else would say that a ship has gone. */
START_TEST(a_table_that_lost_a_row_stays_whole)
{
	check(SHIPS "| Anna | x1 |\n| Anna | x2 |\n| Bruno | x3 |\n",
	    SHIPS "| Anna | x1 |\n| Bruno | x3 |\n",
	    SHIPS "| Anna | x1 |\n| Bruno | x3 |\n\n");
}
END_TEST

START_TEST(a_drawn_row_goes_with_the_one_above)
{
	const char *head = "## Classes\n\n| | | |\n|---|---|---|\n";
	struct buf then = BUF_INIT, now = BUF_INIT, want = BUF_INIT;

	buf_printf(&then, "%s| a | 1 | |\n| _sea_ | _2_ | |\n| b | 1 | |\n",
	    head);
	buf_printf(&now, "%s| a | 1 | |\n| _sea_ | _3_ | |\n| b | 1 | |\n",
	    head);
	buf_printf(&want, "%s| a | 1 | |\n| _sea_ | _3_ | |\n\n", head);
	check(then.data, now.data, want.data);
	buf_release(&then);
	buf_release(&now);
	buf_release(&want);
}
END_TEST

START_TEST(headings_and_words_that_are_new_stay)
{
	check("## Seats *phase 1*\n\nA.\n\nB.\n",
	    "## Seats *phase 2*\n\nA.\n\nC.\n", "## Seats *phase 2*\n\nC.\n\n");
	check("## Seats *phase 1*\n\nA.\n", "## Seats *phase 2*\n\nA.\n",
	    "## Seats *phase 2*\n\n");
	check("", "## New\n\nA.\n", "## New\n\nA.\n\n");
}
END_TEST

/* What has changed on a map that is not drawn stands in words for all. */
START_TEST(words_for_a_map_are_for_all)
{
	const char *head = "## ~~Links~~ *each*\n\n| | |\n|---|---|\n";
	struct buf then = BUF_INIT, now = BUF_INIT;

	buf_printf(&then, "%s| Hao | a |\n| Rapa | b |\n", head);
	buf_printf(&now, "%s| Hao | a |\n| Rapa | c |\n", head);
	check(then.data, now.data,
	    "## Links *each*\n\n| | |\n|---|---|\n| Rapa | c |\n\n");
	check(now.data, now.data, "");
	buf_release(&then);
	buf_release(&now);
}
END_TEST

START_TEST(a_drawing_leaves_its_place)
{
	check("```map\nold\n\n# x\n```\n", "```map\nnew\n\n# x\n```\n",
	    "```picture\n```\n\n");
}
END_TEST

CASES(tests)
{
	ADD_TESTS(t, what_is_the_same_is_nothing,
	    rows_that_are_new_stand_below_their_head,
	    a_table_that_lost_a_row_stays_whole,
	    a_drawn_row_goes_with_the_one_above,
	    headings_and_words_that_are_new_stay, words_for_a_map_are_for_all,
	    a_drawing_leaves_its_place);
}
