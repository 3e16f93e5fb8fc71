/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	(void)why;
	(void)e;
	er->hold = true;
	er->m->seat[er->seat].hold = true;
	return 0;
}

const struct command command_hold = { "hold", COMMAND_SEAT | COMMAND_ALONE,
	RIGHT_SEAT, run, NULL };
