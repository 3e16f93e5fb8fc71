/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	(void)why;
	/* The mail that was lost, made anew from what is true now; its news
	 * begin where the seat's last turn ended. */
	er->what |= FRAME_POSITION | FRAME_MOVES;
	return er->m->table ? history_part(er, NULL, HISTORY_LAST, e) : 0;
}

const struct command command_resend = { "resend", COMMAND_SEAT,
	RIGHT_CLUB, run, NULL };
