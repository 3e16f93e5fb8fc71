/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

int
log_wrong(const struct cli *cli, const struct log_input *in,
    const struct err *e)
{
	cli_error(cli, "%s:%s", in->path, e->text);
	return EX_DATAERR;
}

/* The data named by --data, for the game the log is of. */
static int
open_data(const struct cli *cli, const char *data, struct log_input *in)
{
	struct turnlog_reader reader;
	struct replay_head head;
	struct err e;

	turnlog_open(&reader, in->text.data, in->text.len);
	if (replay_read_head(&reader, &head, &e) != 0)
		return log_wrong(cli, in, &e);
	if (game_open_file(head.game, data, &in->kind, &e) != 0)
		return cli_failed(cli, &e, EX_DATAERR);
	in->how.kind = &in->kind;
	return 0;
}

int
log_open(const struct cli *cli, const char *path, struct log_input *in)
{
	const char *data = cli_value(cli, "data");
	int rc;

	in->path = path;
	buf_clear(&in->text);
	rc = cli_input(cli, path, &in->text);
	if (rc == 0 && data != NULL)
		rc = open_data(cli, data, in);
	return rc;
}

int
log_open_until(const struct cli *cli, struct log_input *in)
{
	const char *until = cli_value(cli, "until");
	long long n = -1;

	if (until != NULL && cli_number(until, 0, 99999999, &n) != 0)
		return cli_usage(cli, "--until needs an event's number");
	in->how.until = (int)n;
	return log_open(cli, cli->operand[0], in);
}

int
log_replay(const struct cli *cli, struct log_input *in)
{
	struct err e;

	if (replay_text(in->text.data, in->text.len, &in->how, &in->replay,
		&e) != 0)
		return log_wrong(cli, in, &e);
	if (in->replay.redacted) {
		cli_error(cli, "%s: a redacted copy cannot be replayed",
		    in->path);
		return EX_DATAERR;
	}
	return 0;
}

int
log_reader(const struct cli *cli, int reader, const struct log_input *in)
{
	struct turnlog_reader lines;
	struct replay_head head;
	struct err e;

	turnlog_open(&lines, in->text.data, in->text.len);
	if (replay_read_head(&lines, &head, &e) == 0 && reader > head.seats)
		return cli_usage(cli, "the game has %d seats", head.seats);
	return 0;
}

void
log_close(struct log_input *in)
{
	replay_release(&in->replay);
	game_close(&in->kind);
	buf_release(&in->text);
}

int
log_each(const struct cli *cli,
    int (*one)(const struct cli *cli, struct log_input *in, const char *path,
	void *arg),
    void *arg)
{
	int n = cli->operands, rc = 0;
	struct log_input in = { .how = { .until = -1 } };

	for (int i = 0; i < n; i++) {
		int status = one(cli, &in, cli->operand[i], arg);

		/* Data of another game are loaded anew for each file. */
		game_close(&in.kind);
		in.how.kind = NULL;
		rc = rc == 0 ? status : rc;
		if (i % 64 == 63)
			cli_progress("%d of %d logs", i + 1, n);
	}
	cli_progress_end();
	log_close(&in);
	return rc;
}
