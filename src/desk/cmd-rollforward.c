/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "match/moderate.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)said;
	if (*args)
		er->m->reason = args;
	return moderate_rollforward(er->m, why, e);
}

const struct command command_rollforward = { "rollforward",
	COMMAND_MODERATOR | COMMAND_WHOLE | COMMAND_BOARD, RIGHT_MODERATE, run, NULL };
