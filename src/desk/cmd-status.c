/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct reader r;
	cJSON *frame = NULL;

	(void)args;
	(void)said;
	(void)why;
	if (errand_reader(er, &r, e) || frame_make(er->m, &r,
	    FRAME_CLOCK, &frame, e))
		return -1;
	return errand_render(er, "desk/status", frame, e);
}

const struct command command_status = { "status", COMMAND_LOOK,
	RIGHT_LOOK, run, NULL };
