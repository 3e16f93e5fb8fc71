/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/utf8.h"
#include "desk/clockwords.h"
#include "desk/errand.h"

static bool
says_off(const struct errand *er, const char *args)
{
	struct buf word = BUF_INIT;
	const char *id;
	bool off;

	utf8_fold(args, strlen(args), &word);
	off = word.len && names_find(er->words, "absence", word.data, word.len,
		0, &id) == NAME_FOUND && !strcmp(id, "off");
	buf_release(&word);
	return off;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	int64_t from, until;

	(void)said;
	if (says_off(er, args))
		return clock_back(er->m, er->seat, why, e);
	if (clock_read_absence(er->words, er->player.tz, args, er->m->now,
	    &from, &until, why))
		return -1;
	return clock_absence(er->m, er->seat, from, until, why, e);
}

const struct command command_absence = { "absence", COMMAND_SEAT,
	RIGHT_SEAT, run, NULL };
