/* SPDX-License-Identifier: MIT */
#include "table.h"

/*
 * Finished games of 2 and 3 seats, kept as logs: whatever changes in the
 * rules, facts or hashes shows here. They were made once by
 * `paquebot selfplay`, with undos; a check line stands after every 20th
 * event, and the seed at the end proves blocks and dice.
 */

START_TEST(golden)
{
	static const char *const name[] = { "seats-2", "seats-3", "greedy-3" };

	ck_assert_int_eq(golden_log(name[_i], -1, 10), _i == 0 ? 2 : 3);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("claim/golden");
	TCase *c = tcase_create("logs");

	table_load();
	tcase_add_loop_test(c, golden, 0, 3);
	suite_add_tcase(s, c);
	return table_run(s);
}
