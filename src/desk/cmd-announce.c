/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "match/moderate.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	const char *text;

	(void)args;
	(void)said;
	if (errand_block(er, &text, why))
		return -1;
	return moderate_announce(er->m, text, why, e);
}

const struct command command_announce = { "announce",
	COMMAND_MODERATOR | COMMAND_BLOCK, RIGHT_MODERATE, run, NULL };
