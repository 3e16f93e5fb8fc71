/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	return match_begin(er->m, why, e);
}

const struct command command_begin = { "begin",
	COMMAND_MODERATOR | COMMAND_ALONE, run };
