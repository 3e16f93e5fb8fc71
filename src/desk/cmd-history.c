/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include <cjson/cJSON.h>

#include "desk/errand.h"
#include "match/words.h"

/* Reads "from [to]"; 0 where one is left out. */
static int
read_range(const char *args, int *from, int *to)
{
	char *end;
	long n[2] = { 0, 0 };

	for (int i = 0; i < 2 && *args; i++) {
		if (!isdigit((unsigned char)*args))
			return -1;
		n[i] = strtol(args, &end, 10);
		if (n[i] > 1000000)
			return -1;
		for (args = end; *args == ' ' || *args == '-'; )
			args++;
	}
	*from = (int)n[0];
	*to = (int)n[1];
	return *args ? -1 : 0;
}

/* Keeps the events numbered from..to; with `last` those since the writer's
 * last own move. */
static void
cut(cJSON *events, int from, int to)
{
	for (int i = cJSON_GetArraySize(events); i-- > 0; ) {
		double n = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(
			cJSON_GetArrayItem(events, i), "number"));
		if (n < from || (to && n > to))
			cJSON_DeleteItemFromArray(events, i);
	}
}

int
history_part(struct errand *er, const char *args, enum history_part what,
	struct err *e)
{
	struct reader r;
	cJSON *ctx = cJSON_CreateObject(), *events;
	int from = 0, to = 0, seq = 1;

	if (what == HISTORY_RANGE)
		read_range(args, &from, &to);
	else
		seq = match_last_own(er->m, er->seat, e);
	events = cJSON_AddArrayToObject(ctx, "events");
	if (seq < 0 || errand_reader(er, &r, e) ||
	    news_from(er->m, &r, seq, NEWS_ALL, events, e)) {
		cJSON_Delete(ctx);
		return -1;
	}
	cut(events, from, to);
	if (from)
		cJSON_AddNumberToObject(ctx, "from", from);
	if (to)
		cJSON_AddNumberToObject(ctx, "to", to);
	return errand_render(er, "desk/history", ctx, e);
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	int from, to;

	(void)said;
	if (!er->m->table)
		return refuse(why, "game-not-begun");
	if (read_range(args, &from, &to)) {
		refuse(why, "bad-range");
		return -1;
	}
	return history_part(er, args, HISTORY_RANGE, e);
}

const struct command command_history = { "history", COMMAND_LOOK,
	RIGHT_LOOK, run, NULL };
