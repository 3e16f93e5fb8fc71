/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	/* The move on the line, and those on the lines below it: who previews
	 * never plays by accident. */
	er->previewing = true;
	return *args ? preview_one(er, args, said, why, e) : 0;
}

const struct command command_preview = { "preview", COMMAND_SEAT,
	RIGHT_CLUB, run, NULL };
