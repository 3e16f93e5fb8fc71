/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "desk/errand.h"
#include "match/results.h"

static int
tell(struct errand *er, const char *kind, struct err *e)
{
	struct buf self = BUF_INIT;
	struct annals a;
	int rc = 0;

	if (er->player.id)
		rc = results_name(&er->desk->house, &er->player, &self, e);
	if (rc == 0)
		rc = results_read(&er->desk->house, &a, e);
	if (rc == 0) {
		cJSON *ctx = results_ratings(er->desk->house.texts, er->lang,
		    &a, kind, self.len ? self.data : NULL);

		annals_release(&a);
		rc = errand_render(er, "desk/ratings", ctx, e);
	}
	buf_release(&self);
	return rc;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	const char *kind = errand_kind(er, args);

	(void)said;
	if (!kind) {
		refuse(why, "no-such-ratings");
		if (*args)
			refusal_str(why, "word", strlen(args) < 60 ? args :
			    "?");
		return -1;
	}
	return tell(er, kind, e);
}

const struct command command_ratings = { "ratings", 0,
	RIGHT_PUBLIC, run, NULL };
