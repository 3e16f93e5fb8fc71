/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)er;
	(void)args;
	(void)said;
	(void)e;
	return refuse(why, "not-yet");
}

const struct command command_later = { "later", 0, run };
