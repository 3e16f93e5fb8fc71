/* SPDX-License-Identifier: MIT */

/* Statistics of one player (paquebot-ratings(7)); they are public. */

#include <cjson/cJSON.h>

#include "base/utf8.h"
#include "desk/errand.h"
#include "match/results.h"

static int
tell(struct errand *er, const struct annals *a, const char *name, bool you,
	struct err *e)
{
	cJSON *ctx = results_player(er->desk->house.texts, er->lang, a, name);

	if (you)
		cJSON_AddTrueToObject(ctx, "you");
	return errand_render(er, "desk/stats", ctx, e);
}

/* The player whose name is meant: letter by letter, else the only one with the
 * same letters whatever their case and accents, else the only one whose name
 * begins so. NULL: none, or several. */
static const char *
meant(const struct annals *a, const char *args)
{
	struct buf want = BUF_INIT, name = BUF_INIT;
	const char *found = NULL, *exact = NULL;
	int n = 0, exacts = 0;

	utf8_fold(args, strlen(args), &want);
	for (int i = 0; i < a->players; i++) {
		buf_clear(&name);
		utf8_fold(a->player[i].name, strlen(a->player[i].name),
		    &name);
		if (!strcmp(buf_text(&name), buf_text(&want))) {
			exact = a->player[i].name;
			exacts++;
		}
		if (!strncmp(buf_text(&name), buf_text(&want), want.len)) {
			found = a->player[i].name;
			n++;
		}
	}
	buf_release(&want);
	buf_release(&name);
	if (exacts > 1)
		return annals_find(a, args) ? annals_find(a, args)->name : NULL;
	return exact ? exact : n == 1 ? found : NULL;
}

static int
of_named(struct errand *er, const struct annals *a, const char *args,
	struct refusal *why, struct err *e)
{
	const char *name = meant(a, args);

	if (name)
		return tell(er, a, name, false, e);
	refuse(why, "no-such-player");
	refusal_str(why, "word", strlen(args) < 60 ? args : "?");
	return -1;
}

static int
of_writer(struct errand *er, const struct annals *a, struct refusal *why,
	struct err *e)
{
	struct buf name = BUF_INIT;
	int rc;

	if (!er->player.id)
		return refuse(why, "whose-stats");
	rc = results_name(&er->desk->house, &er->player, &name, e);
	if (rc == 0)
		rc = tell(er, a, buf_text(&name), true, e);
	buf_release(&name);
	return rc;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct annals a;
	int rc;

	(void)said;
	if (results_read(&er->desk->house, &a, e))
		return -1;
	rc = *args ? of_named(er, &a, args, why, e) :
	    of_writer(er, &a, why, e);
	annals_release(&a);
	return rc;
}

const struct command command_stats = { "stats", 0, RIGHT_PUBLIC, run, NULL };
