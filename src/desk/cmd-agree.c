/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	return match_agree(er->m, er->seat, true, why, e);
}

const struct command command_agree = { "agree", COMMAND_SEAT | COMMAND_ALONE,
	RIGHT_SEAT, run, NULL };
