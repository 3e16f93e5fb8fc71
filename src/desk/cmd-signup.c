/* SPDX-License-Identifier: MIT */
#include "desk/people.h"

/* A stranger's mail was confirmed before this is reached, unless the answer
 * is known to be no (judge.c). */
static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	(void)said;
	return people_enrol(er, args, why, e);
}

const struct command command_signup = { "signup",
	COMMAND_CONFIRM, RIGHT_PUBLIC, run, NULL };
