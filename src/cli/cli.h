/* SPDX-License-Identifier: MIT */
#ifndef CLI_CLI_H
#define CLI_CLI_H

/*
 * The paquebot tool: a table of subcommands, one a file. A subcommand reads
 * its own options, writes results to standard output and chatter to standard
 * error, and returns an exit code of sysexits.h: 0, EX_USAGE 64 for a wrong
 * command line, EX_DATAERR 65 for input that is not right, EX_NOINPUT 66 for
 * a file that is not there. It says itself what is wrong, by cli_error().
 * `--help` is answered before a subcommand is called.
 */

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sysexits.h>

#include "base/buf.h"
#include "base/err.h"

struct cli_command;

/* What every subcommand is told; borrowed during the call. */
struct cli {
	const struct cli_command *command;
	const char *config;              /* --config FILE before the command;
	                                    NULL: the default place */
	/* colour on standard output is welcome */
	bool color;
};

struct cli_command {
	const char *name;                /* "games"; of a group: "log check" */
	const char *synopsis;            /* "[--data FILE] FILE..." */
	const char *help;                /* one line for the list */
	const char *more;                /* options, a line each; NULL: none */
	int (*run)(const struct cli *cli, int argc, char **argv);
};

/* All subcommands in the order of `paquebot --help`, closed by NULL. */
extern const struct cli_command *const cli_commands[];

extern const struct cli_command cli_setup;
extern const struct cli_command cli_init;
extern const struct cli_command cli_config_check;
extern const struct cli_command cli_config_show;
extern const struct cli_command cli_backup;
extern const struct cli_command cli_restore, cli_rekey;
extern const struct cli_command cli_new;
extern const struct cli_command cli_games;
extern const struct cli_command cli_show;
extern const struct cli_command cli_moderate;
extern const struct cli_command cli_deliver;
extern const struct cli_command cli_queue;
extern const struct cli_command cli_players;
extern const struct cli_command cli_seats, cli_audit;
extern const struct cli_command cli_clocks;
extern const struct cli_command cli_inbox, cli_failure, cli_trace, cli_status;
extern const struct cli_command cli_bounces;
extern const struct cli_command cli_doctor;
extern const struct cli_command cli_demo;
extern const struct cli_command cli_log_export;
extern const struct cli_command cli_log_import;
extern const struct cli_command cli_log_check;
extern const struct cli_command cli_log_facts;
extern const struct cli_command cli_log_show;
extern const struct cli_command cli_log_diff;
extern const struct cli_command cli_log_stats;
extern const struct cli_command cli_log_fmt;
extern const struct cli_command cli_log_legal;
extern const struct cli_command cli_log_try;
extern const struct cli_command cli_log_verify;
extern const struct cli_command cli_log_redact;
extern const struct cli_command cli_archive_build;
extern const struct cli_command cli_forget;
extern const struct cli_command cli_archive_check;
extern const struct cli_command cli_selfplay;
extern const struct cli_command cli_store_rebuild;
extern const struct cli_command cli_token_authorize;
extern const struct cli_command cli_token_print;

/* Runs the tool: options before the command, then the command. */
int cli_main(int argc, char **argv);

/* "paquebot log check: …" and a line end to standard error. */
void cli_error(const struct cli *cli, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* The same, then the synopsis. Returns EX_USAGE. */
int cli_usage(const struct cli *cli, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The next option as getopt_long gives it (options may follow operands); -1
 * after the last, '?' after having said what is wrong: return EX_USAGE then.
 * The operands are at argv[optind] and after.
 */
int cli_option(const struct cli *cli, int argc, char **argv,
	const struct option *options);

/* "p1" … "p6", "observer" or "archive" to a reader; -2: none of them. */
int cli_reader(const char *word);
/* A whole number from min to max; -1: the word is none. */
int cli_number(const char *word, long long min, long long max, long long *out);

/* Reads a file ("-": standard input) whole. Returns 0 or, having said what is
 * wrong, an exit code. */
int cli_read(const struct cli *cli, const char *path, struct buf *out);

/* If standard output is a file, makes it readable by its owner alone. 0, or
 * having said so an exit code. */
int cli_private_output(const struct cli *cli);

/* One line on standard error that replaces the one before; silent unless it
 * is a terminal. cli_progress_end wipes it. */
void cli_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void cli_progress_end(void);

#endif
