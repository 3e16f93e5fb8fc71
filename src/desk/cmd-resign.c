/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	cJSON *ctx;

	bool before = er->m->game.state == GAME_SETUP;

	(void)args;
	(void)said;
	if (match_resign(er->m, er->seat, why, e))
		return -1;
	if (before)
		return errand_did(er, "left", cJSON_CreateObject(), e);
	ctx = cJSON_CreateObject();
	cJSON_AddTrueToObject(cJSON_AddObjectToObject(ctx, "eject"), "you");
	return errand_render(er, "desk/events", ctx, e);
}

/* Before the start the seat can be had again. */
static unsigned
needs(struct errand *er, const char *args)
{
	(void)args;
	return !er->m || er->m->game.state == GAME_RUNNING ? RIGHT_OWNER :
		RIGHT_SEAT;
}

const struct command command_resign = { "resign",
	COMMAND_SEAT | COMMAND_ALONE | COMMAND_WHOLE, RIGHT_OWNER, run, needs };
