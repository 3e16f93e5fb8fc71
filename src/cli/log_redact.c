/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

#include "log/copy.h"

enum { NOBODY = -2 };

static int
take_as(const struct cli *cli, const char *value, void *ctx)
{
	int *reader = ctx;

	*reader = cli_reader(value);
	if (*reader < OBSERVER)
		return cli_usage(cli, "--as needs p1 ... p6 or observer");
	return 0;
}

static int
run(const struct cli *cli, int argc, char **argv)
{
	static const struct log_option options[] = {
		{ "as", true, take_as }, { 0 }
	};
	struct log_input in = { 0 };
	struct buf out = BUF_INIT;
	int reader = NOBODY;
	int rc = log_arguments(cli, argc, argv, options, &reader, 1, &in);
	struct err e;

	if (rc == 0 && reader == NOBODY)
		rc = cli_usage(cli, "--as says whose copy it is");
	if (rc == 0)
		rc = log_reader(cli, reader, &in);
	if (rc == 0 && copy_log(in.text.data, in.text.len, in.how.kind, reader,
	    in.how.until, &out, &e) != 0) {
		cli_error(cli, "%s:%s", in.path, e.text);
		rc = EX_DATAERR;
	}
	if (rc == 0)
		(void)fwrite(out.data, 1, out.len, stdout);
	buf_release(&out);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_redact = {
	.name = "log redact",
	.synopsis = "FILE --as p1|observer [--until SEQ] [--data FILE]",
	.help = "writes the copy of a log that one reader may see",
	.more =
	    "  --as READER   p1 ... p6 or observer\n"
	    "  --until SEQ   the log up to event SEQ\n"
	    "  --data FILE   the game's data, as in log check\n\n"
	    "Hidden arguments are `?`, secret events are left out and the rest\n"
	    "numbered anew; check lines and Seed stay out until the game is "
	    "over.\n",
	.run = run,
};
