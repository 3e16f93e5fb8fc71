/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "desk/settings.h"
#include "match/watch.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	char *word = setting_word(er, "value", args);
	bool on = !strcmp(word, "on"), off = !strcmp(word, "off");

	(void)said;
	free(word);
	if (!on && !off)
		return refuse(why, "on-or-off");
	return watch_allow(er->m, on, e);
}

const struct command command_observers = { "observers", COMMAND_MODERATOR,
	RIGHT_MODERATE, run, NULL };
