/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)said;
	return match_entropy(er->m, er->seat, args, why, e);
}

const struct command command_entropy = { "entropy", COMMAND_SEAT,
	RIGHT_SEAT, run, NULL };
