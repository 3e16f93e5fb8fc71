/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "match/moderate.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	int seat = errand_seat(&args);

	(void)said;
	if (!seat)
		return refuse_seat_word(why, "eject", false);
	if (*args)
		er->m->reason = args;
	return moderate_eject(er->m, seat, why, e);
}

const struct command command_eject = { "eject",
	COMMAND_MODERATOR | COMMAND_WHOLE | COMMAND_BOARD, RIGHT_MODERATE, run, NULL };
