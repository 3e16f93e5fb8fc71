/* SPDX-License-Identifier: MIT */

/* All commands; what reads lines gets them from the desk. */

#include "desk/office.h"

const struct command *const command_tables[] = {
	commands_absence,
	commands_account,
	commands_advice,
	commands_ahead,
	commands_clocks,
	commands_club,
	commands_comment,
	commands_entry,
	commands_found,
	commands_invite,
	commands_look,
	commands_moderator,
	commands_observe,
	commands_office,
	commands_play,
	commands_press,
	commands_rematch,
	commands_renew,
	commands_seats,
	commands_set,
	commands_terms,
	commands_unsubscribe,
	NULL,
};
