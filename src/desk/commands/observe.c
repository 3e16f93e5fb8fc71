/* SPDX-License-Identifier: MIT */

/* Watching a game. */

#include <cjson/cJSON.h>

#include "desk/command.h"
#include "desk/people.h"
#include "post/watch.h"
#include "post/words.h"
#include "store/observer.h"

/* The game that the words are about; 0: none. */
static int64_t
which(const struct job *j, const char *args)
{
	return *args ? args_game(args) : j->at.m != NULL ? j->at.m->game.id : 0;
}

static int
say(struct job *j, const struct match *m, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();

	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	words_add_kind(j->desk->club.texts, j->lang, m->game.kind, ctx);
	return job_render(j, "desk/observe", ctx, e);
}

/* A stranger becomes a player of the club, with settings and an address. A game
 * that the mail is not about goes away again. */
static int
run_observe(struct job *j, struct call *c, struct err *e)
{
	int64_t game = which(j, c->args);
	struct match *m;
	int rc;

	if (!game)
		return refuse_said(c->why, "observe-which", "command",
		    "observe");
	if (observe_open(j, c->why) || people_become(j, c->why, e))
		return -1;
	rc = job_game(j, game, &m, e);
	if (rc <= 0)
		return rc < 0 ?
		    -1 :
		    refuse_number(c->why, "no-such-game", "game", game);
	rc = watch_begin(m, j->who.player.id, c->why, e);
	if (rc == 0)
		rc = say(j, m, e);
	job_give_back(j, m);
	/* Whose mail was about nothing else gets the board at once. */
	if (rc || j->at.m != NULL)
		return rc;
	j->at.what |= CONTEXT_POSITION;
	return job_sit(j, game, 0, -1, e) < 0 ? -1 : 0;
}

static int
unobserve(struct job *j, int64_t game, struct refusal *why, struct err *e)
{
	int rc = observer_drop(j->desk->club.db, game, j->who.player.id, e);

	if (rc == 0)
		return refuse(why, "not-observing");
	/* What is left of the mail is about no game any more. */
	if (rc == 1 && j->at.observer && j->at.m->game.id == game) {
		match_drop(j->at.m);
		j->at.m = NULL;
		j->at.observer = false;
		j->game_words = NULL;
	}
	return rc < 0 ? -1 : 0;
}

int
job_unwatched(struct job *j, int64_t game, struct refusal *why, struct err *e)
{
	cJSON *ctx;

	if (unobserve(j, game, why, e))
		return -1;
	ctx = cJSON_CreateObject();
	cJSON_AddNumberToObject(ctx, "game", (double)game);
	return job_did(j, "unwatched", ctx, e);
}

static int
run_unobserve(struct job *j, struct call *c, struct err *e)
{
	int64_t game = which(j, c->args);

	if (!game)
		return refuse_said(c->why, "observe-which", "command",
		    "unobserve");
	if (!j->who.player.id)
		return stranger_refused(j, NULL, c->why);
	return job_unwatched(j, game, c->why, e);
}

/* Whoever has a mail of one game ends what that one shows, and no other. */
static unsigned
needs_unobserve(struct job *j, const char *args)
{
	int64_t game = which(j, args);

	return j->at.m != NULL && game && game != j->at.m->game.id ?
	    RIGHT_CLUB :
	    RIGHT_LOOK;
}

const struct command commands_observe[] = {
	{ "observe", COMMAND_CONFIRM, RIGHT_CLUB, run_observe, NULL },
	{ "unobserve", 0, RIGHT_LOOK, run_unobserve, needs_unobserve },
	{ .name = NULL },
};
