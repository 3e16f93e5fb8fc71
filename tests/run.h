/* SPDX-License-Identifier: MIT */
#ifndef TESTS_RUN_H
#define TESTS_RUN_H

/*
 * A file of tests is a suite and has the file's name; the suites of a room are
 * one program (tests/<room>/tests), and each has a link to it, by whose name
 * the program knows which suite is meant. Called by its own name it runs the
 * suites that are its arguments, or all. CK_FORK=no in the environment runs
 * the cases in one process, which under sanitizers takes a tenth of the time,
 * but for those of OWN_PROCESSES.
 */

#include <check.h>
#include <stdbool.h>
#include <stddef.h>

/* A call that is to succeed; its error is in e. */
#define OK(call) \
	do { \
		if ((call) != 0) \
			ck_abort_msg("%s: %s", #call, e.text); \
	} while (0)

/*
 * The tests of a file that need no more than to be run:
 *
 *	TESTS(digits, signs)
 */
#define TESTS(...) \
	CASES(tests) \
	{ \
		ADD_TESTS(t, __VA_ARGS__); \
	}

/*
 * Tests with loops, fixtures or a time limit of their own, or for which
 * something must be there: the body adds them to the case t, once, before
 * the first test runs.
 *
 *	CASES(words)
 *	{
 *		tcase_add_loop_test(t, word, 0, 7);
 *	}
 */
#define CASES(name) \
	static void name##_fill(TCase *t); \
	__attribute__((constructor)) static void name##_known(void) \
	{ \
		static struct cases c = { __FILE__, #name, name##_fill, \
			NULL }; \
\
		cases_add(&c); \
	} \
	static void name##_fill(TCase *t)

#define ADD_TESTS(t, ...) \
	add_tests(t, (const TTest *const[]){ __VA_ARGS__, NULL })

/* The cases of a file that end their process, or leave it as no other case may
 * find it. */
#define OWN_PROCESSES \
	__attribute__((constructor)) static void own_processes(void) \
	{ \
		cases_apart(__FILE__); \
	}

/*
 * What the program does instead when a test starts it again: child returns
 * its exit status, or -1 if these arguments are not for it.
 */
#define CHILD(child) \
	__attribute__((constructor)) static void child##_known(void) \
	{ \
		child_add(child); \
	}

/* Whether all is to be tried that differs in nothing but its data: by
 * `make check-long`, which says CHECK_LONG=yes. What is tried otherwise says
 * itself why it would see the same fault. */
bool is_long(void);

/* What is done once, before processes are made for the cases, where the program
 * has such a function. */
__attribute__((weak)) void before_cases(void);

struct cases {
	const char *file, *name;
	void (*fill)(TCase *t);
	struct cases *next;
};

void cases_add(struct cases *c);
void cases_apart(const char *file);
void child_add(int (*child)(int argc, char **argv));
/* All of a list that ends with NULL. */
void add_tests(TCase *t, const TTest *const *tests);

#endif
