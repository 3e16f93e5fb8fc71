/* SPDX-License-Identifier: MIT */
#ifndef TESTS_RUN_H
#define TESTS_RUN_H

/* What every test program of Check's ends with: run these cases, fail if
 * one failed. CK_FORK=no in the environment runs them in one process. */

#include <check.h>

static inline int
run_tests(const char *name, const TTest *const *cases, size_t n)
{
	Suite *s = suite_create(name);
	TCase *t = tcase_create(name);
	SRunner *r = srunner_create(s);
	int failed;

	/* Shared machines and sanitizers are slow; hanging is still noticed. */
	tcase_set_timeout(t, 120);
	for (size_t i = 0; i < n; i++)
		tcase_add_test(t, cases[i]);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_ENV);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed == 0 ? 0 : 1;
}

#define RUN_TESTS(name, ...) \
	run_tests(name, (const TTest *const[]){ __VA_ARGS__ }, \
	    sizeof((const TTest *const[]){ __VA_ARGS__ }) / sizeof(TTest *))

#endif
