/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "match/moderate.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	return moderate_revive(er->m, why, e);
}

const struct command command_revive = { "revive",
	COMMAND_MODERATOR | COMMAND_ALONE | COMMAND_WHOLE | COMMAND_BOARD,
	RIGHT_MODERATE, run, NULL };
