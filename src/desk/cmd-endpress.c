/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

/* The end of a block is read with it: one that stands alone has lost its
 * beginning, and nothing above it was obeyed. */
static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)er;
	(void)args;
	(void)said;
	(void)e;
	return refuse(why, "endpress-alone");
}

const struct command command_endpress = { "endpress", 0,
	RIGHT_PUBLIC, run, NULL };
