/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

struct wish {
	int reader;
	bool each;
	struct buf out;                  /* one line */
};

static int
take_as(const struct cli *cli, const char *value, void *ctx)
{
	struct wish *wish = ctx;

	wish->reader = cli_reader(value);
	if (wish->reader == -2)
		return cli_usage(cli, "--as needs p1 ... p6, observer or "
		    "archive");
	return 0;
}

static int
take_each(const struct cli *cli, const char *value, void *ctx)
{
	(void)cli, (void)value;
	((struct wish *)ctx)->each = true;
	return 0;
}

static int
print_each(void *ctx, const struct replay *r,
    const struct turnlog_line *line)
{
	struct wish *wish = ctx;

	buf_clear(&wish->out);
	buf_printf(&wish->out, "{\"seq\":%d,\"facts\":", line->seq);
	table_facts(r->table, wish->reader, &wish->out);
	buf_str(&wish->out, "}\n");
	(void)fwrite(wish->out.data, 1, wish->out.len, stdout);
	return 0;
}

static int
run(const struct cli *cli, int argc, char **argv)
{
	static const struct log_option options[] = {
		{ "as", true, take_as }, { "each", false, take_each }, { 0 }
	};
	struct log_input in = { 0 };
	struct wish wish = { .reader = ARCHIVE };
	int rc;

	rc = log_arguments(cli, argc, argv, options, &wish, 1, &in);
	if (rc == 0)
		rc = log_reader(cli, wish.reader, &in);
	if (rc == 0) {
		in.how.ctx = &wish;
		in.how.each = wish.each && !replay_is_redacted(in.text.data,
		    in.text.len) ? print_each : NULL;
		rc = log_replay(cli, &in);
	}
	if (rc == 0 && !wish.each) {
		table_facts(in.replay.table, wish.reader, &wish.out);
		(void)puts(buf_text(&wish.out));
	}
	buf_release(&wish.out);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_facts = {
	.name = "log facts",
	.synopsis = "FILE [--until SEQ] [--as p1|observer|archive] [--each] "
	    "[--data FILE]",
	.help = "prints the canonical facts of a log's position",
	.more =
	    "  --until SEQ   the position after event SEQ (0: before the first)\n"
	    "  --as READER   what p1 ... p6 or an observer may know; default:\n"
	    "                archive, everything\n"
	    "  --each        {\"seq\":N,\"facts\":...} after every event, a line "
	    "each\n"
	    "  --data FILE   the game's data, as in log check\n",
	.run = run,
};
