/* SPDX-License-Identifier: MIT */
#include "cli/view.h"
#include "text/texts.h"

static int
run(const struct cli *cli)
{
	struct log_input in = { 0 };
	struct view view = VIEW_INIT(ARCHIVE);
	struct buf out = BUF_INIT;
	struct texts *texts;
	int rc = view_options(cli, ARCHIVE, &view);

	if (rc == 0)
		rc = log_open_until(cli, &in);
	if (rc == 0)
		rc = log_reader(cli, view.reader, &in);
	if (rc == 0)
		rc = view_texts(cli, view.lang, &texts);
	if (rc == 0) {
		rc = view_log(cli, &in, texts, in.how.until, &view, &out);
		texts_free(texts);
	}
	cli_print(&out);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_show = {
	.name = "log show",
	.synopsis =
	    "FILE [--until SEQ] [--as p1|observer|archive] [--layout "
	    "board|list|html|svg|png] [--lang LANG] [--width N] [--data FILE]",
	.help = "prints the board of a log as one reader may see it",
	.more = "  --until SEQ      the position after event SEQ (0: before "
		"the first)\n"
		"  --as READER      p1 ... p6, observer, or archive (the "
		"default):\n"
		"                   everything\n" VIEW_HELP
		"  --data FILE      the game's data, as in log check\n",
	.options = LOG_OPTIONS " " VIEW_OPTIONS,
	LOG_TAKES(1),
	.run = run,
};
