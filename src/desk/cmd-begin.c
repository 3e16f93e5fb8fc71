/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "desk/errand.h"
#include "match/moderate.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf word = BUF_INIT;
	const char *id;
	int rc = 0;

	(void)said;
	utf8_fold(args, strlen(args), &word);
	/* "begin?" asks; it does not begin. */
	if (strchr(er->now->text, '?') || (word.len && names_find(er->words,
	    "who", word.data, word.len, 3, &id) != NAME_FOUND))
		rc = refuse(why, "bad-begin");
	else if (word.len)
		rc = match_fill(er->m, why, e);
	buf_release(&word);
	return rc ? -1 : moderate_begin(er->m, why, e);
}

/* With "computer" behind it computer players take what is free. */
const struct command command_begin = { "begin", COMMAND_MODERATOR,
	RIGHT_MODERATE, run, NULL };
