/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/mem.h"
#include "desk/errand.h"
#include "match/results.h"
#include "match/words.h"
#include "text/texts.h"

enum { RATINGS_MAX = 20 };

static void
add_line(const struct errand *er, const struct annals_player *p,
	const struct rated *r, int place, bool you, cJSON *array)
{
	cJSON *o = cJSON_CreateObject();

	cJSON_AddNumberToObject(o, "place", place);
	cJSON_AddStringToObject(o, "name", p->name);
	cJSON_AddNumberToObject(o, "games", r->n);
	texts_add_decimal(er->desk->house.texts, er->lang,
	    rating_shown(&r->now), 2, o, "rating");
	if (you)
		cJSON_AddTrueToObject(o, "you");
	cJSON_AddItemToArray(array, o);
}

/* The best, and the writer wherever he stands. */
static void
add_lines(const struct errand *er, const struct annals *a, const char *kind,
	const char *self, cJSON *ctx)
{
	const struct annals_player **best = mem_alloc(
	    ((size_t)a->players + 1) * sizeof *best);
	int n = annals_ranking(a, kind, best);
	cJSON *array = cJSON_AddArrayToObject(ctx, "players");

	for (int i = 0; i < n; i++) {
		bool you = !strcmp(best[i]->name, self);

		if (i < RATINGS_MAX || you)
			add_line(er, best[i], annals_rated(best[i], kind),
			    i + 1, you, array);
	}
	if (n > RATINGS_MAX)
		cJSON_AddNumberToObject(ctx, "rated", n);
	free(best);
}

static int
tell(struct errand *er, const char *kind, struct err *e)
{
	struct buf name = BUF_INIT, self = BUF_INIT;
	cJSON *ctx;
	struct annals a;
	int rc = 0;

	if (er->player.id)
		rc = results_name(&er->desk->house, &er->player, &self, e);
	if (rc == 0)
		rc = results_read(&er->desk->house, &a, e);
	if (rc == 0) {
		ctx = cJSON_CreateObject();
		words_kind(er->desk->house.texts, er->lang, kind, &name);
		cJSON_AddStringToObject(ctx, "kind_name", buf_text(&name));
		add_lines(er, &a, kind, buf_text(&self), ctx);
		annals_release(&a);
		rc = errand_render(er, "desk/ratings", ctx, e);
	}
	buf_release(&name);
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

const struct command command_ratings = { "ratings", COMMAND_PUBLIC, run };
