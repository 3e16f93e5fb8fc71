/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "match/watch.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	int64_t game;
	int rc;

	(void)said;
	if (observe_which(er, args, "unobserve", &game, why))
		return -1;
	if (!er->player.id)
		return refuse(why, "unproved");
	rc = watch_end(&er->desk->house, game, er->player.id, e);
	if (rc == 0)
		return refuse(why, "not-observing");
	/* What is left of the mail is about no game any more. */
	if (rc == 1 && er->observer && er->m->game.id == game) {
		match_drop(er->m);
		er->m = NULL;
		er->observer = false;
		er->game_words = NULL;
	}
	return rc < 0 ? -1 : 0;
}

/* Whoever has a mail of one game ends what that one shows, and no other. */
static unsigned
needs(struct errand *er, const char *args)
{
	struct refusal why = { 0 };
	int64_t game;

	return er->m && observe_which(er, args, "unobserve", &game,
		&why) == 0 && game != er->m->game.id ? RIGHT_CLUB : RIGHT_LOOK;
}

const struct command command_unobserve = { "unobserve", 0,
	RIGHT_LOOK, run, needs };
