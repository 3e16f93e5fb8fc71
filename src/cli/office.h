/* SPDX-License-Identifier: MIT */
#ifndef CLI_OFFICE_H
#define CLI_OFFICE_H

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

struct office {
	struct conf *conf; /* owned, as all below */
	struct db *db;
	struct texts *texts;
	struct desk *desk;
};

/* Does the command, with what it wants opened: an exit code. */
int office_run(const struct cli *cli);

/* 0 or an exit code. */
int office_open(const struct cli *cli, struct office *o);
void office_close(struct office *o);

/* The path of the configuration: --config, else the default. */
const char *office_config(const struct cli *cli);
/* Loads it: 0, or having said what is wrong EX_CONFIG or EX_TEMPFAIL. */
int office_conf(const struct cli *cli, struct conf **out);
/* A game's match for looking, the caller's: 0 or, having said so, an exit
 * code. */
struct match;
int office_match(const struct cli *cli, struct office *o, int64_t id,
    struct match **out);
/* The exit code for a failure of the world; says it. */
int office_failed(const struct cli *cli, const struct err *e);
/* Whether a daemon is at work: who is holds the lock of the database. */
bool office_daemon(const struct conf *conf);
/* The number of a game, 1 and up: 0, or having said so EX_USAGE. */
int office_number(const struct cli *cli, const char *word, int64_t *out);

/* The keeper's clocks into *out, but for what words names; NULL: nothing. */
struct clock_row;
int office_clock(const struct cli *cli, const struct office *o,
    const char *words, struct clock_row *out);

/* A transaction around work that returns 0 or an exit code: committed at 0. */
int office_begin(const struct cli *cli, struct office *o);
int office_end(const struct cli *cli, struct office *o, int status);

#endif
