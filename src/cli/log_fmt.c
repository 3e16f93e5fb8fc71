/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/log.h"
#include "log/canonical.h"
#include "log/stream.h"

/* The file keeps its mode: the log of a running game may be secret. A link
 * stays one. */
static int
rewrite(const struct cli *cli, const char *path, const struct buf *out)
{
	char *real = realpath(path, NULL);
	struct stat st;
	struct err e;
	int rc;

	if (stat(path, &st) != 0)
		st.st_mode = 0600;
	rc = file_write(real != NULL ? real : path, buf_text(out), out->len,
	    st.st_mode & 0777, &e);
	free(real);
	if (rc != 0)
		cli_error(cli, "%s", e.text);
	return rc != 0 ? EX_CANTCREAT : 0;
}

/* A file's text, and what it is in canonical form. */
struct formatting {
	const struct cli *cli;
	struct buf text, out;
	struct buf all; /* for --out */
};

static int
give(struct formatting *f, const char *path)
{
	const struct cli *cli = f->cli;
	bool same = f->out.len == f->text.len &&
	    memcmp(buf_text(&f->out), buf_text(&f->text), f->out.len) == 0;

	if (cli_flag(cli, "check")) {
		if (!same)
			(void)printf("%s: not in canonical form\n", path);
		return same ? 0 : EX_DATAERR;
	}
	if (cli_flag(cli, "write"))
		return same ? 0 : rewrite(cli, path, &f->out);
	if (cli_flag(cli, "out"))
		buf_add(&f->all, f->out.data, f->out.len);
	else
		(void)fwrite(buf_text(&f->out), 1, f->out.len, stdout);
	return 0;
}

/* Every game that is in it, one after the other. */
static int
format_games(struct formatting *f, const char *path)
{
	struct log_input in = { .path = path };
	struct log_stream stream;
	struct slice log;
	struct err e;
	int rc = 0;

	log_stream_open(&stream, buf_text(&f->text), f->text.len);
	while (rc == 0 && log_stream_next(&stream, &log, &in.before)) {
		buf_clear(&in.text);
		buf_add(&in.text, log.at, log.len);
		rc = log_data(f->cli, &in);
		if (rc == 0 &&
		    canonical_log(buf_text(&in.text), in.text.len, in.how.kind,
			&f->out, &e) != 0)
			rc = log_wrong(f->cli, &in, &e);
		game_close(&in.kind);
		in.how.kind = NULL;
	}
	log_close(&in);
	return rc;
}

static int
format_file(struct formatting *f, const char *path)
{
	int rc;

	buf_clear(&f->text);
	buf_clear(&f->out);
	rc = cli_input(f->cli, path, &f->text);
	if (rc == 0)
		rc = format_games(f, path);
	return rc == 0 ? give(f, path) : rc;
}

static int
run(const struct cli *cli)
{
	bool write = cli_flag(cli, "write"), out = cli_flag(cli, "out");
	struct formatting f = { .cli = cli };
	int rc = 0;

	if (write + out + cli_flag(cli, "check") > 1)
		return cli_usage(cli, "one of --write, --check and --out");
	for (int i = 0; i < cli->operands; i++)
		if (write && strcmp(cli->operand[i], "-") == 0)
			return cli_usage(cli, "--write needs files");
	for (int i = 0; i < cli->operands; i++) {
		int one = format_file(&f, cli->operand[i]);

		rc = rc == 0 ? one : rc;
	}
	if (out && rc == 0)
		rc = cli_output(cli, cli_value(cli, "out"), buf_text(&f.all),
		    f.all.len);
	buf_release(&f.text);
	buf_release(&f.out);
	buf_release(&f.all);
	return rc;
}

const struct cli_command cli_log_fmt = {
	.name = "log fmt",
	.synopsis = "[--write|--check|--out FILE] [--data FILE] FILE...",
	.help = "writes a log in its canonical form",
	.more = "  --write       replace the files (each is written beside "
		"itself and\n"
		"                renamed; its mode stays)\n"
		"  --check       write nothing; name the files that are not "
		"in it\n"
		"                and exit with 65 if there is one\n"
		"  --data FILE   the game's data, as in log check\n\n"
		"Reads what people make of a log: CR LF, tags in any order, "
		"moves in\n"
		"short. Derived lines and the check line are made anew.\n",
	.options = "write check out: data:",
	CLI_TAKES(1, CLI_ANY, "which file?"),
	.run = run,
};
