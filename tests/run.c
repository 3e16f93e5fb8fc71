/* SPDX-License-Identifier: MIT */
#include "tests/run.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHILDREN_MAX = 4, APART_MAX = 16, SECONDS_A_TEST = 300 };

static struct cases *first, **last = &first;
static int (*children[CHILDREN_MAX])(int argc, char **argv);
static int n_children;
static const char *apart[APART_MAX]; /* files */
static int n_apart;

void
cases_add(struct cases *c)
{
	*last = c;
	last = &c->next;
}

void
cases_apart(const char *file)
{
	if (n_apart == APART_MAX)
		abort();
	apart[n_apart++] = file;
}

void
child_add(int (*child)(int argc, char **argv))
{
	if (n_children == CHILDREN_MAX)
		abort();
	children[n_children++] = child;
}

void
add_tests(TCase *t, const TTest *const *tests)
{
	for (; *tests != NULL; tests++)
		tcase_add_test(t, *tests);
}

bool
is_long(void)
{
	return getenv("CHECK_LONG") != NULL;
}

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

/* Whether a file's suite has this name: the file's, without ".c". */
static bool
is_of(const struct cases *c, const char *suite)
{
	const char *file = base_name(c->file);
	size_t n = strlen(suite);

	return strncmp(file, suite, n) == 0 && strcmp(file + n, ".c") == 0;
}

static bool
is_apart(const char *file)
{
	for (int i = 0; i < n_apart; i++)
		if (strcmp(apart[i], file) == 0)
			return true;
	return false;
}

/* Adds the cases of a suite, or of all (NULL); how many there are. */
static int
fill(SRunner *r, const char *suite)
{
	Suite *s = suite_create(suite != NULL ? suite : "all");
	int n = 0;

	for (const struct cases *c = first; c != NULL; c = c->next) {
		TCase *t;

		if (suite != NULL && !is_of(c, suite))
			continue;
		t = tcase_create(c->name);
		/* Machines are shared, and sanitizers are slow. */
		tcase_set_timeout(t, SECONDS_A_TEST);
		c->fill(t);
		if (is_apart(c->file))
			srunner_set_fork_status(r, CK_FORK);
		suite_add_tcase(s, t);
		n++;
	}
	srunner_add_suite(r, s);
	if (n == 0)
		fprintf(stderr, "%s: no such tests here\n",
		    suite != NULL ? suite : "all");
	return n;
}

static int
run_suites(int argc, char **argv)
{
	const char *name = base_name(argv[0]);
	SRunner *r = srunner_create(NULL);
	int failed = 0;

	if (strncmp(name, "test-", 5) == 0)
		failed = fill(r, name) == 0;
	else if (argc == 1)
		failed = fill(r, NULL) == 0;
	for (int i = 1; i < argc; i++)
		failed += fill(r, argv[i]) == 0;
	if (before_cases != NULL)
		before_cases();
	srunner_run_all(r, CK_ENV);
	failed += srunner_ntests_failed(r);
	srunner_free(r);
	return failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int
main(int argc, char **argv)
{
	for (int i = 0; i < n_children; i++) {
		int status = children[i](argc, argv);

		if (status >= 0)
			return status;
	}
	return run_suites(argc, argv);
}
