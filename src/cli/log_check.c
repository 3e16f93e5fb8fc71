/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

static const char *
state(const struct replay *r)
{
	if (r->redacted)
		return "redacted";
	return table_over(r->table) ? "over" : "running";
}

/* Checks one file: 0, or an exit code. */
static int
check_file(const struct cli *cli, const char *path, const char *data,
    struct log_input *in)
{
	struct err e;
	int rc = log_open(cli, path, data, in);

	if (rc != 0)
		return rc;
	if (replay_text(in->text.data, in->text.len, &in->how, &in->replay,
	    &e) == 0) {
		(void)printf("%s: ok %d events, %s\n", path,
		    in->replay.events, state(&in->replay));
	} else {
		(void)printf("%s:%s\n", path, e.text);
		rc = EX_DATAERR;
	}
	replay_release(&in->replay);
	return rc;
}

static int
run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "data", required_argument, NULL, 'd' }, { 0 }
	};
	struct log_input in = { .how = { .until = -1 } };
	const char *data = NULL;
	int c, rc = EX_OK;

	while ((c = cli_option(cli, argc, argv, options)) != -1) {
		if (c == '?')
			return EX_USAGE;
		data = optarg;
	}
	if (optind == argc)
		return cli_usage(cli, "which file?");
	for (int i = optind; i < argc; i++) {
		int one = check_file(cli, argv[i], data, &in);

		/* Data of another game are loaded anew for each file. */
		game_close(&in.kind);
		in.how.kind = NULL;
		if (rc == EX_OK || one == EX_NOINPUT)
			rc = one == EX_OK ? rc : one;
		if ((i - optind) % 64 == 63)
			cli_progress("%d of %d logs", i - optind + 1,
			    argc - optind);
	}
	cli_progress_end();
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_check = {
	.name = "log check",
	.synopsis = "[--data FILE] FILE...",
	.help = "replays turn logs and judges every line",
	.more =
	    "  --data FILE   the game's data, where the installed ones are not\n"
	    "                those the log names\n\n"
	    "Prints \"FILE: ok N events, over|running\" or \"FILE:LINE: what "
	    "is wrong\";\nof a redacted copy the form alone is tested "
	    "(\"redacted\").\n",
	.run = run,
};
