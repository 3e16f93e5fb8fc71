/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)args;
	(void)said;
	(void)e;
	er->what |= FRAME_POSITION;
	return er->m->table ? 0 : refuse(why, "game-not-begun");
}

const struct command command_board = { "board", COMMAND_LOOK,
	RIGHT_LOOK, run, NULL };
