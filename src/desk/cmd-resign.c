/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	return match_resign(er->m, er->seat, why, e);
}

const struct command command_resign = { "resign",
	COMMAND_SEAT | COMMAND_ALONE | COMMAND_WHOLE, run };
