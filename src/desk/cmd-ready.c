/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	return match_entropy(er->m, er->seat, NULL, why, e);
}

const struct command command_ready = { "ready", COMMAND_SEAT | COMMAND_ALONE,
	RIGHT_SEAT, run, NULL };
