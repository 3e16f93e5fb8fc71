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
check_file(const struct cli *cli, struct log_input *in, const char *path,
    void *arg)
{
	struct err e;
	int rc = log_open(cli, path, in);

	*(bool *)arg |= rc == EX_NOINPUT;
	if (rc != 0)
		return rc;
	if (replay_text(in->text.data, in->text.len, &in->how, &in->replay,
		&e) == 0) {
		(void)printf("%s: ok %d events, %s\n", path, in->replay.events,
		    state(&in->replay));
	} else {
		(void)printf("%s:%s\n", path, e.text);
		rc = EX_DATAERR;
	}
	replay_release(&in->replay);
	return rc;
}

static int
run(const struct cli *cli)
{
	bool missing = false;
	int rc = log_each(cli, check_file, &missing);

	return missing ? EX_NOINPUT : rc;
}

const struct cli_command cli_log_check = {
	.name = "log check",
	.synopsis = "[--data FILE] FILE...",
	.help = "replays turn logs and judges every line",
	.more = "  --data FILE   the game's data, where the installed ones are "
		"not\n"
		"                those the log names\n\n"
		"Prints \"FILE: ok N events, over|running\" or \"FILE:LINE: "
		"what is wrong\";\nof a redacted copy the form alone is tested "
		"(\"redacted\").\n",
	.options = "data:",
	CLI_TAKES(1, CLI_ANY, "which file?"),
	.run = run,
};
