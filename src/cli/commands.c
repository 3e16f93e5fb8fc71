/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

const struct cli_command *const cli_commands[] = {
	&cli_init,
	&cli_config_check,
	&cli_backup,
	&cli_new,
	&cli_games,
	&cli_show,
	&cli_moderate,
	&cli_deliver,
	&cli_players,
	&cli_seats,
	&cli_clocks,
	&cli_queue,
	&cli_bounces,
	&cli_demo,
	&cli_log_export,
	&cli_log_import,
	&cli_log_check,
	&cli_log_facts,
	&cli_log_show,
	&cli_log_diff,
	&cli_log_stats,
	&cli_log_fmt,
	&cli_log_legal,
	&cli_log_try,
	&cli_log_verify,
	&cli_log_redact,
	&cli_store_rebuild,
	&cli_selfplay,
	NULL
};
