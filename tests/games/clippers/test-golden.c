/* SPDX-License-Identifier: MIT */
#include "table.h"

/*
 * Finished games of 2 to 5 seats, kept as logs: whatever changes in the
 * rules, facts or hashes shows here. They were made once by
 * `paquebot selfplay`; a check line stands after every 20th event, and the
 * seed at the end proves the deal.
 */

START_TEST(golden)
{
	char name[16];

	(void)snprintf(name, sizeof name, "seats-%d", _i);
	ck_assert_int_eq(golden_log(name, -1, 1), _i);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("clippers/golden");
	TCase *c = tcase_create("logs");

	table_load();
	tcase_add_loop_test(c, golden, 2, 6);
	suite_add_tcase(s, c);
	return table_run(s);
}
