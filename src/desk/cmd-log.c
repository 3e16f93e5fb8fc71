/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf log = BUF_INIT;
	cJSON *ctx;
	int rc;

	(void)args;
	(void)said;
	(void)why;
	/* A copy as this seat may have it; a finished game is open. */
	rc = match_log(er->m, er->seat, false, &log, e);
	if (rc == 0) {
		ctx = cJSON_CreateObject();
		cJSON_AddNumberToObject(ctx, "game", (double)er->m->game.id);
		cJSON_AddStringToObject(ctx, "log", buf_text(&log));
		rc = errand_render(er, "desk/log", ctx, e);
	}
	buf_release(&log);
	return rc;
}

const struct command command_log = { "log", COMMAND_LOOK,
	RIGHT_LOOK, run, NULL };
