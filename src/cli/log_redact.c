/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

#include "log/copy.h"

static int
run(const struct cli *cli)
{
	const char *as = cli_value(cli, "as");
	int reader = as != NULL ? cli_reader(as) : OBSERVER, rc;
	struct log_input in = { 0 };
	struct buf out = BUF_INIT;
	struct err e;

	if (as == NULL)
		return cli_usage(cli, "--as says whose copy it is");
	if (reader < OBSERVER)
		return cli_usage(cli, "--as needs p1 ... p6 or observer");
	rc = log_open_until(cli, &in);
	if (rc == 0)
		rc = log_reader(cli, reader, &in);
	if (rc == 0 &&
	    copy_log(in.text.data, in.text.len, in.how.kind, reader,
		in.how.until, &out, &e) != 0)
		rc = log_wrong(cli, &in, &e);
	if (rc == 0)
		cli_print(&out);
	buf_release(&out);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_redact = {
	.name = "log redact",
	.synopsis = "FILE --as p1|observer [--until SEQ] [--data FILE]",
	.help = "writes the copy of a log that one reader may see",
	.more = "  --as READER   p1 ... p6 or observer\n"
		"  --until SEQ   the log up to event SEQ\n"
		"  --data FILE   the game's data, as in log check\n\n"
		"Hidden arguments are `?`, secret events are left out and the "
		"rest\n"
		"numbered anew; check lines and Seed stay out until the game "
		"is over.\n",
	.options = LOG_OPTIONS " as:",
	LOG_TAKES(1),
	.run = run,
};
