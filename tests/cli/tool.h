/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CLI_TOOL_H
#define TESTS_CLI_TOOL_H

/* Runs the programs of the build directory as a person at a shell does, in
 * a directory of the test's own with a configuration of Maildirs. */

#include "base/buf.h"
#include "tests/run.h"

extern struct buf out, err; /* of the last run */
extern char home[];         /* the directory, also $HOME */

void tool_open(void); /* fixture; makes conf and home */
void tool_close(void);
/* A shell command in the directory; "paquebot" and "paquebotd" are the built
 * ones, and "pq" is paquebot with the test's configuration. Its exit code. */
int tool(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#define RUNS(code, ...) \
	do { \
		int rc_ = tool(__VA_ARGS__); \
		ck_assert_msg(rc_ == (code), "exit code %d: %s%s", rc_, \
		    buf_text(&out), buf_text(&err)); \
	} while (0)
#define SAYS(buf, text) \
	ck_assert_msg(strstr(buf_text(&(buf)), text) != NULL, \
	    "\"%s\" is not in: %s", text, buf_text(&(buf)))
#define SAYS_NOT(buf, text) \
	ck_assert_msg(strstr(buf_text(&(buf)), text) == NULL, \
	    "\"%s\" is in: %s", text, buf_text(&(buf)))

#endif
