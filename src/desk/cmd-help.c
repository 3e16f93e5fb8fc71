/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/utf8.h"
#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf word = BUF_INIT;
	const char *topic = "general";
	cJSON *ctx;

	(void)said;
	utf8_fold(args, strlen(args), &word);
	if (word.len && names_find(er->words, "topic", word.data, word.len, 3,
	    &topic) != NAME_FOUND) {
		refuse(why, "no-topic");
		refusal_str(why, "word", word.len < 60 ? word.data : "?");
		buf_release(&word);
		return -1;
	}
	buf_release(&word);
	ctx = cJSON_CreateObject();
	cJSON_AddTrueToObject(ctx, topic);
	cJSON_AddStringToObject(ctx, "first", "3");
	cJSON_AddStringToObject(ctx, "second", "5");
	return errand_render(er, "desk/help", ctx, e);
}

const struct command command_help = { "help", 0, RIGHT_PUBLIC, run, NULL };
