/* SPDX-License-Identifier: MIT */
#ifndef CLI_INSTANCE_H
#define CLI_INSTANCE_H

/*
 * What the operator's subcommands work in: the configuration, the database it
 * names, the texts and the desk. Opening says what is wrong and returns an
 * exit code: EX_CONFIG for the configuration, EX_NOINPUT where there is no
 * database yet, EX_UNAVAILABLE where it is of another version, EX_TEMPFAIL
 * where trying again may help.
 */

#include "cli/cli.h"
#include "desk/desk.h"
#include "store/db.h"

struct instance {
	struct conf *conf; /* owned, as all below */
	struct db *db;
	struct texts *texts; /* NULL for a list, which needs none */
	struct desk *desk;
};

/* Does the command, with what it wants opened: an exit code. */
int instance_run(const struct cli *cli);

/* 0 or an exit code. */
int instance_open(const struct cli *cli, struct instance *o);
void instance_close(struct instance *o);

/* The path of the configuration: --config, else the default. */
const char *instance_config(const struct cli *cli);
/* Loads it: 0, or having said what is wrong EX_CONFIG or EX_TEMPFAIL. */
int instance_conf(const struct cli *cli, struct conf **out);
/* A game's match for looking, the caller's: 0 or, having said so, an exit
 * code. */
struct match;
int instance_match(const struct cli *cli, struct instance *o, int64_t id,
    struct match **out);
/* The exit code for a failure of the world; says it. */
int instance_failed(const struct cli *cli, const struct err *e);
/* Whether a daemon is at work: who is holds the lock of the database. */
bool instance_daemon(const struct conf *conf);
/* The number of a game, 1 and up: 0, or having said so EX_USAGE. */
int instance_number(const struct cli *cli, const char *word, int64_t *out);
/* What names a database on the command line: 0, or having said that it holds a
 * password EX_USAGE. */
int instance_where(const struct cli *cli, const char *where);

/* The keeper's clocks into *out, but for what words names; NULL: nothing. */
struct clock_row;
int instance_clock(const struct cli *cli, const struct instance *o,
    const char *words, struct clock_row *out);

/* A transaction around work that returns 0 or an exit code: committed at 0. */
int instance_begin(const struct cli *cli, struct instance *o);
int instance_end(const struct cli *cli, struct instance *o, int status);

/* archive.c: makes the pages that are due (store/due.h) in the configured
 * directory, and says how many. 0 or an exit code. */
int archive_catch_up(const struct cli *cli, struct instance *o);

#endif
