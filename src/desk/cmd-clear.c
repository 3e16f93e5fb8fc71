/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "match/ahead.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	(void)why;
	/* Nothing there is what was wanted too. */
	return ahead_clear(er->m, er->seat, e);
}

const struct command command_clear = { "clear", COMMAND_SEAT | COMMAND_ALONE,
	RIGHT_SEAT, run, NULL };
