/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

static int
run(const struct cli *cli)
{
	struct log_input in = { 0 };
	int rc = log_open_until(cli, &in);
	struct err e;

	in.how.prove = true;
	if (rc != 0) {
		log_close(&in);
		return rc;
	}
	if (replay_text(in.text.data, in.text.len, &in.how, &in.replay, &e)) {
		(void)printf("%s:%s\n", in.path, e.text);
		rc = EX_DATAERR;
	} else if (in.replay.redacted) {
		(void)printf("%s: a redacted copy hides the chance events\n",
		    in.path);
		rc = EX_DATAERR;
	} else {
		(void)printf("%s: ok %d chance events follow from the seed\n",
		    in.path, in.replay.proven);
	}
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_verify = {
	.name = "log verify",
	.synopsis = "FILE [--until SEQ] [--data FILE]",
	.help = "proves every chance event from the revealed seed",
	.more =
	    "  --until SEQ   up to event SEQ only\n"
	    "  --data FILE   the game's data, as in log check\n\n"
	    "Checks Seed against Seed-Commit, plays the log, and draws every\n"
	    "chance event again. Exit 65 if one differs or Seed is missing.\n"
	    "contrib/verify-seed.py does the same without code of paquebot.\n",
	.options = LOG_OPTIONS,
	LOG_TAKES(1),
	.run = run,
};
