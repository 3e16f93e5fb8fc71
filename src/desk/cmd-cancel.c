/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "match/moderate.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	return moderate_cancel(er->m, why, e);
}

/* By the moderator; all seats together have `propose end`. */
const struct command command_cancel = { "cancel",
	COMMAND_MODERATOR | COMMAND_ALONE | COMMAND_WHOLE | COMMAND_BOARD,
	RIGHT_OWNER, run, NULL };
