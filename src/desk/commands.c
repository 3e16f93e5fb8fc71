/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

/* In the order in which help names them; the first of several that a prefix
 * fits is no better than the others. */
const struct command *const command_table[] = {
	&command_address,
	&command_agree,
	&command_ahead,
	&command_begin,
	&command_board,
	&command_cancel,
	&command_broadcast,
	&command_clear,
	&command_create,
	&command_disagree,
	&command_endpress,
	&command_entropy,
	&command_game,
	&command_hand,
	&command_help,
	&command_history,
	&command_hold,
	&command_invite,
	&command_join,
	&command_last,
	&command_list,
	&command_log,
	&command_moves,
	&command_press,
	&command_preview,
	&command_propose,
	&command_ratings,
	&command_ready,
	&command_resend,
	&command_resign,
	&command_rules,
	&command_set,
	&command_stats,
	&command_signup,
	&command_status,
	&command_stop,
	NULL
};
