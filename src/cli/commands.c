/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

const struct cli_command *const cli_commands[] = {
	&cli_log_check,
	&cli_log_facts,
	&cli_log_legal,
	&cli_log_try,
	&cli_log_verify,
	&cli_log_redact,
	&cli_selfplay,
	NULL
};
