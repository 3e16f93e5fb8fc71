/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	if (!er->m->table)
		return refuse(why, "game-not-begun");
	return history_part(er, NULL, HISTORY_LAST, e);
}

const struct command command_last = { "last", COMMAND_SEAT,
	RIGHT_CLUB, run, NULL };
