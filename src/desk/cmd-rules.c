/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "desk/errand.h"

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	const char *kind = errand_kind(er, args);
	char name[64];

	(void)said;
	if (!kind)
		return errand_no_kind(args, why);
	snprintf(name, sizeof name, "%s/rules", kind);
	return errand_render(er, name, cJSON_CreateObject(), e);
}

const struct command command_rules = { "rules", 0, RIGHT_PUBLIC, run, NULL };
