/* SPDX-License-Identifier: MIT */
#include "tests/games/trial.h"

/*
 * Finished games, kept as logs: whatever changes in the rules, facts or
 * hashes shows here. They were made once by `paquebot selfplay`; a check line
 * stands after every 20th event, and the seed at the end proves what was
 * drawn. Which there are says the game's table.c.
 */

START_TEST(golden)
{
	const struct golden *g = &golden_logs[_i];

	ck_assert_int_eq(golden_log(g->name, -1, g->proven), g->seats);
}
END_TEST

CASES(tests)
{
	int n = 0;

	while (golden_logs[n].name != NULL)
		n++;
	table_load();
	tcase_add_loop_test(t, golden, 0, n);
}
