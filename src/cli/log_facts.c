/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

struct facts_writer {
	int reader;
	struct buf out; /* one line */
};

static int
print_each(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct facts_writer *writer = ctx;

	buf_clear(&writer->out);
	buf_printf(&writer->out, "{\"seq\":%d,\"facts\":", line->seq);
	table_facts(r->table, writer->reader, &writer->out);
	buf_str(&writer->out, "}\n");
	(void)fwrite(writer->out.data, 1, writer->out.len, stdout);
	return 0;
}

static int
run(const struct cli *cli)
{
	const char *as = cli_value(cli, "as");
	bool each = cli_flag(cli, "each");
	struct log_input in = { 0 };
	struct facts_writer writer = { .reader = as != NULL ? cli_reader(as) :
							      ARCHIVE };
	int rc;

	if (writer.reader < ARCHIVE)
		return cli_usage(cli,
		    "--as needs p1 ... p6, observer or archive");
	rc = log_open_until(cli, &in);
	if (rc == 0)
		rc = log_reader(cli, writer.reader, &in);
	if (rc == 0) {
		in.how.ctx = &writer;
		in.how.each = each &&
			!replay_is_redacted(in.text.data, in.text.len) ?
		    print_each :
		    NULL;
		rc = log_replay(cli, &in);
	}
	if (rc == 0 && !each) {
		table_facts(in.replay.table, writer.reader, &writer.out);
		(void)puts(buf_text(&writer.out));
	}
	buf_release(&writer.out);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_facts = {
	.name = "log facts",
	.synopsis = "FILE [--until SEQ] [--as p1|observer|archive] [--each] "
		    "[--data FILE]",
	.help = "prints the canonical facts of a log's position",
	.more =
	    "  --until SEQ   the position after event SEQ (0: before the "
	    "first)\n"
	    "  --as READER   what p1 ... p6 or an observer may know; default:\n"
	    "                archive, everything\n"
	    "  --each        {\"seq\":N,\"facts\":...} after every event, a "
	    "line each\n"
	    "  --data FILE   the game's data, as in log check\n",
	.options = LOG_OPTIONS " as: each",
	LOG_TAKES(1),
	.run = run,
};
