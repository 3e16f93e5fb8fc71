/* SPDX-License-Identifier: MIT */
#include "table.h"

/*
 * Finished games of 2 to 4 seats, kept as logs: whatever changes in the
 * rules, facts or hashes shows here. They were made once by
 * `paquebot selfplay`, one of them by random seats that also give standing
 * orders and offer trade; a check line stands after every 20th event, and the
 * seed at the end proves every shuffle.
 */

START_TEST(golden)
{
	static const char *const name[] = { "seats-2", "seats-3", "seats-4",
		"standing-4" };

	ck_assert_int_eq(golden_log(name[_i], -1, 7), _i < 3 ? _i + 2 : 4);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("antwerp/golden");
	TCase *c = tcase_create("logs");

	table_load();
	tcase_add_loop_test(c, golden, 0, 4);
	suite_add_tcase(s, c);
	return table_run(s);
}
