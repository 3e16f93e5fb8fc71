/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)said;
	/* The move on the line, or on the lines below it. */
	er->previewing = true;
	return *args ? preview_one(er, args, why, e) : 0;
}

const struct command command_preview = { "preview", COMMAND_SEAT, run };
