/* SPDX-License-Identifier: MIT */
#ifndef CLI_LOG_H
#define CLI_LOG_H

/* What the subcommands of `paquebot log` share: reading a log and replaying
 * it with the data it names. */

#include "cli/cli.h"
#include "log/replay.h"

struct log_input {
	const char *path;                /* borrowed */
	struct buf text;                 /* owned; the log */
	struct game_kind kind;           /* owned; from --data */
	struct replay_how how;
	struct replay replay;            /* owned */
};

/* The option `--until SEQ`: fills how.until. Returns 0 or an exit code. */
int log_until(const struct cli *cli, const char *word, struct log_input *in);

/* Reads path, and data if it is not NULL. Returns 0 or an exit code. */
int log_open(const struct cli *cli, const char *path, const char *data,
	struct log_input *in);

/*
 * Replays by in->how. Returns 0; or, having said "FILE:LINE: what is wrong"
 * on standard error, EX_DATAERR. A copy for one reader cannot be replayed
 * and is refused likewise.
 */
int log_replay(const struct cli *cli, struct log_input *in);

/* A reader who is no seat of the game is a wrong command line. Returns 0 or
 * an exit code; a log whose head is wrong is left to log_replay. */
int log_reader(const struct cli *cli, int reader, const struct log_input *in);

void log_close(struct log_input *in);

/* The usual case: options --until and --data, one FILE, replayed up to there
 * (the table is in in->replay). options, if not NULL, are more of them, given
 * to take() as they come. */
struct log_option {
	const char *name;
	bool value;
	int (*take)(const struct cli *cli, const char *value, void *ctx);
};
int log_arguments(const struct cli *cli, int argc, char **argv,
	const struct log_option *more, void *ctx, int operands,
	struct log_input *in);

#endif
