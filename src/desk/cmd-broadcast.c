/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	return press_send(er, 0, true, why, e);
}

const struct command command_broadcast = { "broadcast",
	COMMAND_LOOK | COMMAND_BLOCK, RIGHT_SEAT | RIGHT_MODERATE,
	run, press_needs };
