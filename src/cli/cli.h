/* SPDX-License-Identifier: MIT */
#ifndef CLI_CLI_H
#define CLI_CLI_H

/* What a subcommand is told, and how it speaks: results to standard output,
 * chatter to standard error. */

#include <stddef.h>
#include <stdint.h>
#include <sysexits.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/command.h"

/* An option of the command line; value "": it takes none. */
struct cli_given {
	const char *name, *value;
};

/* What every subcommand is told; borrowed during the call. */
struct cli {
	const struct cli_command *command;
	/* --config FILE before the command; NULL: the default place */
	const char *config;
	/* colour on standard output is welcome */
	bool color;
	const struct cli_given *given; /* in their order */
	size_t n_given;
	/* closed by NULL; of a command with words those behind the word */
	char **operand;
	int operands;
	int64_t game; /* the first operand; 0: none */
};

/* Runs the tool: options before the command, then the command. */
int cli_main(int argc, char **argv);

/* "paquebot log check: …" and a line end to standard error. */
void cli_error(const struct cli *cli, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* What has failed. Returns the exit code. */
int cli_failed(const struct cli *cli, const struct err *e, int status);
/* As cli_error, then the synopsis. Returns EX_USAGE. */
int cli_usage(const struct cli *cli, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The value of an option, the last one if there are several; NULL: it was not
 * given. A name that is no option of the command is a bug and aborts. */
const char *cli_value(const struct cli *cli, const char *name);
bool cli_flag(const struct cli *cli, const char *name);

/* "p1" … "p6", "observer" or "archive" to a reader; -2: none of them. */
int cli_reader(const char *word);
/* A whole number from min to max; -1: the word is none. */
int cli_number(const char *word, long long min, long long max, long long *out);
/* That of an option; without the option out stays as it is. 0, or having said
 * what is wrong EX_USAGE. */
int cli_option(const struct cli *cli, const char *name, long long min,
    long long max, long long *out);

/* Reads a file ("-": standard input) whole. Returns 0 or, having said what is
 * wrong, an exit code. */
int cli_input(const struct cli *cli, const char *path, struct buf *out);

/* What a signal that ends the program does first, once: how gets it, and raises
 * it again. SIG_DFL: nothing more. What is ignored stays so. */
void cli_catch(void (*how)(int signal));

/* Writes a file, 0600, in the place of what is there, if that is no database: a
 * club's was named by mistake. Returns 0 or, having said what is wrong,
 * EX_CANTCREAT. */
int cli_output(const struct cli *cli, const char *path, const void *data,
    size_t len);

/* Writes out to standard output, and frees it. */
void cli_print(struct buf *out);
/* If standard output is a file, makes it readable by its owner alone. 0, or
 * having said so an exit code. */
int cli_private_output(const struct cli *cli);

/* One line on standard error that replaces the one before; silent unless it
 * is a terminal. cli_progress_end wipes it. */
void cli_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void cli_progress_end(void);

#endif
