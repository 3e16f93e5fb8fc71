/* SPDX-License-Identifier: MIT */
#include "cli/view.h"
#include "text/texts.h"

struct wish { struct view view; };

static int
take_as(const struct cli *cli, const char *value, void *ctx)
{
	(void)value;
	return view_option(cli, 'a', ARCHIVE, &((struct wish *)ctx)->view);
}

static int
take_layout(const struct cli *cli, const char *value, void *ctx)
{
	(void)value;
	return view_option(cli, 'y', ARCHIVE, &((struct wish *)ctx)->view);
}

static int
take_lang(const struct cli *cli, const char *value, void *ctx)
{
	(void)value;
	return view_option(cli, 'l', ARCHIVE, &((struct wish *)ctx)->view);
}

static int
take_width(const struct cli *cli, const char *value, void *ctx)
{
	(void)value;
	return view_option(cli, 'w', ARCHIVE, &((struct wish *)ctx)->view);
}

static int
run(const struct cli *cli, int argc, char **argv)
{
	static const struct log_option options[] = {
		{ "as", true, take_as }, { "layout", true, take_layout },
		{ "lang", true, take_lang }, { "width", true, take_width },
		{ 0 }
	};
	struct log_input in = { 0 };
	struct wish wish = { VIEW_INIT(ARCHIVE) };
	struct buf out = BUF_INIT;
	struct texts *texts;
	int rc = log_arguments(cli, argc, argv, options, &wish, 1, &in);

	if (rc == 0)
		rc = log_reader(cli, wish.view.reader, &in);
	if (rc == 0)
		rc = view_texts(cli, &wish.view, &texts);
	if (rc == 0) {
		rc = view_log(cli, &in, texts, in.how.until, &wish.view, &out);
		texts_free(texts);
	}
	(void)fwrite(buf_text(&out), 1, out.len, stdout);
	buf_release(&out);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_show = {
	.name = "log show",
	.synopsis = "FILE [--until SEQ] [--as p1|observer|archive] "
	    "[--layout board|list|html|svg] [--lang LANG] [--width N] "
	    "[--data FILE]",
	.help = "prints the board of a log as one reader may see it",
	.more =
	    "  --until SEQ      the position after event SEQ (0: before the first)\n"
	    "  --as READER      p1 ... p6, observer, or archive (the default):\n"
	    "                   everything\n"
	    VIEW_HELP
	    "  --data FILE      the game's data, as in log check\n",
	.run = run,
};
