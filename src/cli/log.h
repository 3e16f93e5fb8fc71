/* SPDX-License-Identifier: MIT */
#ifndef CLI_LOG_H
#define CLI_LOG_H

/* What the subcommands of `paquebot log` share: reading a log and replaying
 * it with the data it names. */

#include "cli/cli.h"
#include "log/replay.h"

struct log_input {
	const char *path; /* borrowed */
	struct buf file;  /* owned; log_open's */
	/* of a file of many games: lines of it that stand before the log, and
	 * whether there are others */
	int before;
	bool one_of_many;
	struct buf text;       /* owned; the log */
	struct game_kind kind; /* owned; from --data */
	struct replay_how how;
	struct replay replay; /* owned */
};

/* The data that --data names, if it does, for the log that is in the text. 0 or
 * an exit code. */
int log_data(const struct cli *cli, struct log_input *in);

/* Reads path: a file of one game, or as "FILE:LINE" (log_name) one game of
 * many. Returns 0 or an exit code. */
int log_read(const struct cli *cli, const char *path, struct log_input *in);
/* And the data of --data. */
int log_open(const struct cli *cli, const char *path, struct log_input *in);
/* The usual case: the first operand, as far as --until says (how.until). */
#define LOG_OPTIONS "until: data:"
#define LOG_TAKES(n) \
	.least = (n), .most = (n), .few = "too few arguments", \
	.many = "too many arguments"
int log_open_until(const struct cli *cli, struct log_input *in);

/*
 * Replays by in->how. Returns 0; or, having said "FILE:LINE: what is wrong"
 * on standard error, EX_DATAERR. A copy for one reader cannot be replayed
 * and is refused likewise.
 */
int log_replay(const struct cli *cli, struct log_input *in);

/* The game that the log, which was replayed, is of, as it was then: with the
 * data of --data, or the installed. Borrowed. Returns 0 or an exit code. */
int log_kind(const struct cli *cli, const struct log_input *in,
    const struct game_kind **kind);

/* A reader who is no seat of the game is a wrong command line. Returns 0 or
 * an exit code; a log whose head is wrong is left to log_replay. */
int log_reader(const struct cli *cli, int reader, const struct log_input *in);

/* The files that the operands from that one on name: of a folder all that are
 * called *.turnlog, at any depth, in the order of their names. 0, or having
 * said what could not be read EX_NOINPUT. */
struct log_files {
	char **at; /* owned, as the strings */
	int n;
};
int log_files(const struct cli *cli, int from, struct log_files *f);
void log_files_release(struct log_files *f);

/* Calls one for each game of the files that the operands from that one on name
 * (log/stream.h), with an input made ready for it, and shows the progress.
 * Returns 0, or the first exit code that is not 0; of those EX_DATAERR only if
 * there is no other: a file that could not be read goes before a wrong log. */
typedef int log_one(const struct cli *cli, struct log_input *in, void *arg);
int log_each(const struct cli *cli, int from, log_one *one, void *arg);

/* What a game is called: "FILE", or of many in one file "FILE:LINE", where it
 * begins. Writes to out, cleared first. */
const char *log_name(const struct log_input *in, struct buf *out);

/* Says "FILE:LINE: what is wrong", LINE being that of the file. Returns
 * EX_DATAERR. */
int log_wrong(const struct cli *cli, const struct log_input *in,
    const struct err *e);
/* The same on standard output: what a check has found. */
int log_found_wrong(const struct log_input *in, const struct err *e);
void log_close(struct log_input *in);

#endif
