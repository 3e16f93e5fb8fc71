/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	(void)e;
	if (!er->m->table)
		return refuse(why, "game-not-begun");
	if (!(match_to_act(er->m) & SEAT_BIT(er->seat)))
		er->what |= FRAME_POSITION;
	er->what |= FRAME_MOVES;
	return 0;
}

const struct command command_moves = { "moves", COMMAND_SEAT,
	RIGHT_CLUB, run, NULL };
