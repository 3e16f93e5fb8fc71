/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	const char *id = NULL;
	size_t n = strcspn(args, " \t");
	struct buf word = BUF_INIT;
	char *end;
	long number = strtol(args + n, &end, 10);

	(void)said;
	while (*end == ' ')
		end++;
	utf8_fold(args, n, &word);
	if (!word.len ||
	    names_find(er->words, "proposal", word.data, word.len, 3,
	    &id) != NAME_FOUND || *end || number < 0 || number > 1000000 ||
	    (!strcmp(id, "end") && number))
		id = NULL;
	buf_release(&word);
	if (!id)
		return refuse(why, "bad-proposal");
	return match_propose(er->m, er->seat, id, (int)number, why, e);
}

const struct command command_propose = { "propose", COMMAND_SEAT,
	RIGHT_SEAT, run, NULL };
