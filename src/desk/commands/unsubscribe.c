/* SPDX-License-Identifier: MIT */

/* `unsubscribe`, which the header of our mails offers to mail programs: no mail
 * comes unasked any more; with a game, or from who watches one, that is not
 * watched any more. Whoever has one of our mails can send it, and some programs
 * do by themselves: so it is asked about at the first address, whatever the
 * mail proves. */

#include <cjson/cJSON.h>

#include "desk/command.h"
#include "desk/commands/settings.h"
#include "desk/people.h"

static int
be_silent(struct job *j, struct call *c, struct err *e)
{
	return setting_change(j, "notify", "none", c->why) ||
		player_save(j->desk->club.db, &j->who.player, e) ||
		job_did(j, "silenced", NULL, e) ?
	    -1 :
	    0;
}

static int
run_unsubscribe(struct job *j, struct call *c, struct err *e)
{
	int64_t game = j->at.observer ? j->at.m->game.id : 0;

	if (!j->who.player.id)
		return stranger_refused(j, NULL, c->why);
	if (*c->args && (game = args_game(c->args)) == 0)
		return refuse_said(c->why, "observe-which", "command",
		    "unsubscribe");
	if (!game)
		return be_silent(j, c, e);
	return job_unwatched(j, game, c->why, e);
}

const struct command commands_unsubscribe[] = {
	{ "unsubscribe", COMMAND_WHOLE | COMMAND_ASKED, RIGHT_OWNER,
	    run_unsubscribe, NULL },
	{ .name = NULL },
};
