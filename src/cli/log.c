/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

int
log_until(const struct cli *cli, const char *word, struct log_input *in)
{
	long long n;

	if (cli_number(word, 0, 99999999, &n) != 0)
		return cli_usage(cli, "--until needs an event's number");
	in->how.until = (int)n;
	return 0;
}

/* The data named by --data, for the game the log is of. */
static int
open_data(const struct cli *cli, const char *data, struct log_input *in)
{
	struct turnlog_reader reader;
	struct replay_head head;
	struct err e;

	turnlog_open(&reader, in->text.data, in->text.len);
	if (replay_read_head(&reader, &head, &e) != 0) {
		cli_error(cli, "%s:%s", in->path, e.text);
		return EX_DATAERR;
	}
	if (game_open_file(head.game, data, &in->kind, &e) != 0) {
		cli_error(cli, "%s", e.text);
		return EX_DATAERR;
	}
	in->how.kind = &in->kind;
	return 0;
}

int
log_open(const struct cli *cli, const char *path, const char *data,
    struct log_input *in)
{
	int rc;

	in->path = path;
	buf_clear(&in->text);
	rc = cli_read(cli, path, &in->text);
	if (rc == 0 && data != NULL)
		rc = open_data(cli, data, in);
	return rc;
}

int
log_replay(const struct cli *cli, struct log_input *in)
{
	struct err e;

	if (replay_text(in->text.data, in->text.len, &in->how, &in->replay,
	    &e) != 0) {
		cli_error(cli, "%s:%s", in->path, e.text);
		return EX_DATAERR;
	}
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

enum { LOG_OPTIONS = 8 };

int
log_arguments(const struct cli *cli, int argc, char **argv,
    const struct log_option *more, void *ctx, int operands,
    struct log_input *in)
{
	struct option options[LOG_OPTIONS + 1] = {
		{ "until", required_argument, NULL, 'u' },
		{ "data", required_argument, NULL, 'd' },
	};
	const char *data = NULL;
	int c, rc = 0, n = 2;

	in->how.until = -1;
	for (int i = 0; more != NULL && more[i].name != NULL; i++)
		options[n++] = (struct option){ more[i].name, more[i].value ?
		    required_argument : no_argument, NULL, 1000 + i };
	while (rc == 0 && (c = cli_option(cli, argc, argv, options)) != -1) {
		if (c == '?')
			return EX_USAGE;
		if (c == 'u')
			rc = log_until(cli, optarg, in);
		else if (c == 'd')
			data = optarg;
		else
			rc = more[c - 1000].take(cli, optarg, ctx);
	}
	if (rc != 0)
		return rc;
	if (argc - optind != operands)
		return cli_usage(cli, argc - optind < operands ?
		    "too few arguments" : "too many arguments");
	return log_open(cli, argv[optind], data, in);
}
