/* SPDX-License-Identifier: MIT */

/* Standings as contexts of templates: desk/stats and desk/ratings, by mail and
 * on the archive's pages. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "post/results_said.h"
#include "post/words.h"
#include "text/texts.h"

/* A minute at least: what is shorter was a computer's time. */
static void
add_answer(const struct texts *texts, const char *lang, int64_t seconds,
    cJSON *o)
{
	struct buf b = BUF_INIT;

	texts_span(texts, lang, seconds < 60 ? 60 : seconds, &b);
	tree_add_text(o, "answer", &b);
}

static void
add_tally(const struct texts *texts, const char *lang, const struct tally *t,
    cJSON *array)
{
	cJSON *o = tree_member(array);

	words_add_kind(texts, lang, t->game, o);
	tree_add_int(o, "seats", t->seats);
	tree_add_int(o, "games", t->games);
	tree_add_int(o, "won", t->wins);
	tree_add_int(o, "shared", t->shared);
	tree_add_int(o, "abandoned", t->abandoned);
	if (t->games)
		texts_add_decimal(texts, lang, tally_mean(t), 1, o, "points");
	if (t->answers)
		add_answer(texts, lang, t->waited / t->answers, o);
}

static void
add_rating(const struct texts *texts, const char *lang,
    const struct standings *a, const struct standings_player *p,
    const struct rated *r, bool places, cJSON *array)
{
	cJSON *o = tree_member(array);

	words_add_kind(texts, lang, r->game, o);
	texts_add_decimal(texts, lang, rating_shown(&r->now), 2, o, "rating");
	if (places)
		tree_add_int(o, "place", standings_place(a, p, r->game));
	tree_add_int(o, "games", r->n);
}

struct cJSON *
results_player(const struct texts *texts, const char *lang,
    const struct standings *a, const char *name, bool places)
{
	const struct standings_player *p = standings_find(a, name);
	cJSON *ctx = cJSON_CreateObject(), *tallies, *ratings;

	tree_add_str(ctx, "name", name);
	tallies = tree_list(ctx, "tallies");
	ratings = tree_list(ctx, "ratings");
	for (int i = 0; p != NULL && i < p->tallies; i++)
		add_tally(texts, lang, &p->tally[i], tallies);
	for (int i = 0; p != NULL && i < p->ratings; i++)
		if (p->rated[i].n)
			add_rating(texts, lang, a, p, &p->rated[i], places,
			    ratings);
	return ctx;
}

enum { RATINGS_MAX = 20 };

static void
add_line(const struct texts *texts, const char *lang,
    const struct standings_player *p, const struct rated *r, int place,
    bool you, cJSON *array)
{
	cJSON *o = tree_member(array);

	tree_add_int(o, "place", place);
	tree_add_str(o, "name", p->name);
	tree_add_int(o, "games", r->n);
	texts_add_decimal(texts, lang, rating_shown(&r->now), 2, o, "rating");
	tree_flag(o, "you", you);
}

/* The best, and the reader wherever they stand. */
static void
add_lines(const struct texts *texts, const char *lang,
    const struct standings *a, const char *kind, const char *self, cJSON *ctx)
{
	const struct standings_player **best =
	    mem_alloc(((size_t)a->players + 1) * sizeof *best);
	int n = standings_ranking(a, kind, best);
	cJSON *array = tree_list(ctx, "players");

	for (int i = 0; i < n; i++) {
		bool you = self != NULL && strcmp(best[i]->name, self) == 0;

		if (i < RATINGS_MAX || you)
			add_line(texts, lang, best[i],
			    standings_rated(best[i], kind),
			    standings_place(a, best[i], kind), you, array);
	}
	if (n > RATINGS_MAX)
		tree_add_int(ctx, "rated", n);
	free(best);
}

struct cJSON *
results_ratings(const struct texts *texts, const char *lang,
    const struct standings *a, const char *kind, const char *self)
{
	cJSON *ctx = cJSON_CreateObject();

	words_add_kind(texts, lang, kind, ctx);
	add_lines(texts, lang, a, kind, self, ctx);
	return ctx;
}
