/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/log.h"
#include "log/canonical.h"

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

static int
give(const struct cli *cli, const struct log_input *in, const struct buf *out)
{
	bool same = out->len == in->text.len &&
	    memcmp(buf_text(out), buf_text(&in->text), out->len) == 0;

	if (cli_flag(cli, "check")) {
		if (!same)
			(void)printf("%s: not in canonical form\n", in->path);
		return same ? 0 : EX_DATAERR;
	}
	if (cli_flag(cli, "write"))
		return same ? 0 : rewrite(cli, in->path, out);
	(void)fwrite(buf_text(out), 1, out->len, stdout);
	return 0;
}

static int
format_file(const struct cli *cli, const char *path)
{
	struct log_input in = { .how = { .until = -1 } };
	struct buf out = BUF_INIT;
	struct err e;
	int rc = log_open(cli, path, &in);

	if (rc == 0 &&
	    canonical_log(buf_text(&in.text), in.text.len, in.how.kind, &out,
		&e) != 0)
		rc = log_wrong(cli, &in, &e);
	if (rc == 0)
		rc = give(cli, &in, &out);
	buf_release(&out);
	log_close(&in);
	return rc;
}

static int
run(const struct cli *cli)
{
	bool write = cli_flag(cli, "write"), check = cli_flag(cli, "check");
	int n = cli->operands, rc = 0;

	if (write && check)
		return cli_usage(cli, "--write or --check, not both");
	if (n > 1 && !write && !check)
		return cli_usage(cli, "several files need --write or --check");
	for (int i = 0; i < n; i++) {
		int one;

		if (write && strcmp(cli->operand[i], "-") == 0)
			return cli_usage(cli, "--write needs files");
		one = format_file(cli, cli->operand[i]);
		rc = rc == 0 ? one : rc;
	}
	return rc;
}

const struct cli_command cli_log_fmt = {
	.name = "log fmt",
	.synopsis = "[--write|--check] [--data FILE] FILE...",
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
	.options = "write check data:",
	CLI_TAKES(1, CLI_ANY, "which file?"),
	.run = run,
};
