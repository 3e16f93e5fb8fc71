/* SPDX-License-Identifier: MIT */
#ifndef BASE_COMMAND_H
#define BASE_COMMAND_H

/*
 * A shell command that stands in the configuration, for what it prints. It runs
 * in a process group of its own, without input and with the signals of a fresh
 * program, and is killed with all that it started when its time is over.
 */

#include <stdatomic.h>

#include "base/buf.h"
#include "base/err.h"

struct shell_command {
	const char *line;        /* for `sh -c` */
	const char *arg;         /* its "$1"; NULL: none */
	const char *name;        /* in errors: "the command for a secret" */
	const atomic_bool *stop; /* set: it is killed; NULL */
	int seconds;             /* it may take */
	size_t most;             /* bytes it may print */
};

/* Waits for it; out gets what it printed (the caller wipes a secret, also where
 * it failed). ERR_LATER: it failed, or took too long; ERR_GIVEUP: it printed
 * more. */
int command_output(const struct shell_command *c, struct buf *out,
    struct err *e);

#endif
