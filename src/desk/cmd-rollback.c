/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "desk/errand.h"
#include "match/moderate.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	char *end;
	long number;

	(void)said;
	number = isdigit((unsigned char)*args) ? strtol(args, &end, 10) : 0;
	if (number < 1 || number > 1000000 || (*end && *end != ' '))
		return refuse(why, "bad-rollback");
	if (*end)
		er->m->reason = end + strspn(end, " ");
	return moderate_rollback(er->m, (int)number, why, e);
}

const struct command command_rollback = { "rollback",
	COMMAND_MODERATOR | COMMAND_WHOLE | COMMAND_BOARD, RIGHT_MODERATE, run, NULL };
