/* SPDX-License-Identifier: MIT */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

/*
 * The paquebot tool: a table of subcommands, one a file. A subcommand's row
 * says which options and operands it takes; they are read, and `--help` is
 * answered, before it is called. It returns an exit code of sysexits.h: 0,
 * EX_USAGE 64 for a wrong command line, EX_DATAERR 65 for input that is not
 * right, EX_NOINPUT 66 for a file that is not there. It says itself what is
 * wrong, by cli_error().
 */

#include <stdbool.h>

struct cli;
struct cli_list;
struct conf;
struct instance;

/* Work in an instance that is open. */
typedef int cli_work(const struct cli *cli, struct instance *o);

/* A word that says what to do: "queue retry ID". */
struct cli_word {
	const char *word;
	/* if there is no operand behind it: "which mail?"; NULL: it has none */
	const char *asks;
	/* before it is opened: 0 or, having said why, EX_USAGE; NULL */
	int (*check)(const struct cli *cli);
	cli_work *work;
	const struct cli_list *list; /* instead of work */
};

enum { CLI_ANY = 1 << 20 }; /* operands */

struct cli_command {
	const char *name;     /* "games"; of a group: "log check" */
	const char *synopsis; /* "[--data FILE] FILE..." */
	const char *help;     /* one line for the list */
	const char *more;     /* options, a line each; NULL: none */
	/* "json lang:", that with a colon has a value; NULL: none */
	const char *options;
	bool plain;      /* what begins with - is an operand */
	int least, most; /* operands */
	/* said of too few, and of too many: NULL, which one is unexpected */
	const char *few, *many;
	bool game; /* the first one is a game's number */
	/* One of these does it: with nothing opened; with the configuration;
	 * with the database as well; or it is a list, or has words that say
	 * what, the first one if none is given. */
	int (*run)(const struct cli *cli);
	int (*configured)(const struct cli *cli, const struct conf *conf);
	cli_work *work;
	const struct cli_list *list;
	const struct cli_word *words;
};
#define CLI_TAKES(at_least, at_most, text) \
	.least = (at_least), .most = (at_most), .few = (text), .many = (text)

/* All subcommands in the order of `paquebot --help`: log_show is cli_log_show,
 * in a file of its own or beside what it is close to. */
/* clang-format off */
#define CLI_COMMANDS(one) \
	one(setup) one(init) one(config_check) one(config_show) \
	one(backup) one(restore) one(rekey) one(new) one(games) one(show) \
	one(moderate) one(deliver) one(players) one(forget) one(seats) \
	one(clocks) one(audit) one(inbox) one(queue) one(trace) \
	one(read) one(bounces) one(status) one(doctor) one(failure) \
	one(token_authorize) one(token_print) one(demo) one(log_export) \
	one(log_import) one(log_check) one(log_facts) one(log_show) \
	one(log_diff) one(log_stats) one(log_analyse) one(log_db) \
	one(log_find) one(log_tree) one(log_fmt) one(log_legal) \
	one(log_hint) \
	one(log_try) one(log_verify) one(log_redact) one(log_proof) \
	one(store_rebuild) one(store_copy) \
	one(archive_analyse) one(archive_build) one(archive_check) one(selfplay)
/* clang-format on */
#define CLI_DECLARE(name) extern const struct cli_command cli_##name;
CLI_COMMANDS(CLI_DECLARE)

#endif
