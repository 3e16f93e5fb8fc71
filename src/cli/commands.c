/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

const struct cli_command *const cli_commands[] = {
	NULL
};
