/* SPDX-License-Identifier: MIT */
#include "desk/errand.h"
#include "match/moderate.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf b = BUF_INIT;
	int rc;

	(void)args;
	(void)said;
	rc = moderate_reveal(er->m, er->lang, &b, why, e);
	if (rc == 0)
		errand_part(er, buf_text(&b));
	buf_release(&b);
	return rc;
}

/* Who plays is refused at once. */
static unsigned
needs(struct errand *er, const char *args)
{
	(void)args;
	return er->seat ? RIGHT_MODERATE : RIGHT_OWNER;
}

/* The whole word, alone on its line: it cannot be taken back. */
const struct command command_reveal = { "reveal",
	COMMAND_MODERATOR | COMMAND_ALONE | COMMAND_WHOLE,
	RIGHT_OWNER, run, needs };
