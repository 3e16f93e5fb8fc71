/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

#include "log/bound.h"
#include "log/strict.h"

/* Nothing of a game that was called off before its first event says so: it has
 * no end, and may begin yet. */
static const char *
state(const struct replay *r)
{
	if (r->redacted)
		return "redacted";
	if (r->events == 0)
		return "not begun";
	return table_over(r->table) ? "over" : "running";
}

/* Every line, and what binds them. */
static int
check_text(const struct cli *cli, struct log_input *in,
    struct chain_found *chain, struct err *e)
{
	const char *text = buf_text(&in->text);

	if (cli_flag(cli, "strict") &&
	    strict_log(text, in->text.len, in->how.kind, e) != 0)
		return -1;
	return bound_replay(text, in->text.len, &in->how, &in->replay, chain,
	    e);
}

/* Checks one log: 0, or an exit code. */
static int
check_log(const struct cli *cli, struct log_input *in, void *name)
{
	struct chain_found chain = { .heads = 0 };
	struct err e;
	int rc = 0;

	if (check_text(cli, in, &chain, &e) == 0) {
		(void)printf("%s: ok %d events, %s%s\n", log_name(in, name),
		    in->replay.events, state(&in->replay),
		    chain.heads > 1 ? ", chained" : "");
	} else {
		rc = log_found_wrong(in, &e);
	}
	replay_release(&in->replay);
	chain_found_release(&chain);
	return rc;
}

static int
run(const struct cli *cli)
{
	struct buf name = BUF_INIT;
	int rc = log_each(cli, 0, check_log, &name);

	buf_release(&name);
	return rc;
}

const struct cli_command cli_log_check = {
	.name = "log check",
	.synopsis = "[--strict] [--data FILE] DIR|FILE...",
	.help = "replays turn logs and judges every line",
	.more =
	    "  --strict      the whole log of a game that is over, and byte "
	    "for byte\n"
	    "                what the engine writes\n"
	    "  --data FILE   the game's data, where the installed ones are "
	    "not\n"
	    "                those the log names\n\n"
	    "Prints \"FILE: ok N events, over|running|not begun\" or "
	    "\"FILE:LINE: what is\n"
	    "wrong\"; of a redacted copy the form alone is tested "
	    "(\"redacted\").\n",
	.options = "strict data:",
	CLI_TAKES(1, CLI_ANY, "which file?"),
	.run = run,
};
