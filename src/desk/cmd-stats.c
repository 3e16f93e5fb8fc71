/* SPDX-License-Identifier: MIT */

/* Statistics of one player (paquebot-ratings(7)); they are public. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/errand.h"
#include "match/results.h"
#include "match/words.h"
#include "text/texts.h"

static int
place_of(const struct annals *a, const struct annals_player *p,
	const char *game)
{
	const struct annals_player **best = mem_alloc(
	    ((size_t)a->players + 1) * sizeof *best);
	int n = annals_ranking(a, game, best), place = 0;

	for (int i = 0; i < n && !place; i++)
		if (best[i] == p)
			place = i + 1;
	free(best);
	return place;
}

/* A minute at least: what is shorter was a computer's time. */
static void
add_answer(const struct errand *er, int64_t seconds, cJSON *o)
{
	struct buf b = BUF_INIT;

	texts_span(er->desk->house.texts, er->lang,
	    seconds < 60 ? 60 : seconds, &b);
	cJSON_AddStringToObject(o, "answer", buf_text(&b));
	buf_release(&b);
}

static void
add_tally(const struct errand *er, const struct tally *t, cJSON *array)
{
	const struct texts *texts = er->desk->house.texts;
	struct buf kind = BUF_INIT;
	cJSON *o = cJSON_CreateObject();

	words_kind(texts, er->lang, t->game, &kind);
	cJSON_AddStringToObject(o, "kind_name", buf_text(&kind));
	cJSON_AddNumberToObject(o, "seats", t->seats);
	cJSON_AddNumberToObject(o, "games", t->games);
	cJSON_AddNumberToObject(o, "won", t->wins);
	cJSON_AddNumberToObject(o, "shared", t->shared);
	cJSON_AddNumberToObject(o, "abandoned", t->abandoned);
	if (t->games)
		texts_add_decimal(texts, er->lang, 10 * t->points / t->games,
		    1, o, "points");
	if (t->answers)
		add_answer(er, t->waited / t->answers, o);
	cJSON_AddItemToArray(array, o);
	buf_release(&kind);
}

static void
add_rating(const struct errand *er, const struct annals *a,
	const struct annals_player *p, const struct rated *r, cJSON *array)
{
	const struct texts *texts = er->desk->house.texts;
	struct buf kind = BUF_INIT;
	cJSON *o = cJSON_CreateObject();

	words_kind(texts, er->lang, r->game, &kind);
	cJSON_AddStringToObject(o, "kind_name", buf_text(&kind));
	texts_add_decimal(texts, er->lang, rating_shown(&r->now), 2, o,
	    "rating");
	cJSON_AddNumberToObject(o, "place", place_of(a, p, r->game));
	cJSON_AddNumberToObject(o, "games", r->n);
	if (r->n == 1)
		cJSON_AddTrueToObject(o, "one_game");
	cJSON_AddItemToArray(array, o);
	buf_release(&kind);
}

static int
tell(struct errand *er, const struct annals *a, const char *name, bool you,
	struct err *e)
{
	const struct annals_player *p = annals_find(a, name);
	cJSON *ctx = cJSON_CreateObject(), *tallies, *ratings;

	cJSON_AddStringToObject(ctx, "name", name);
	if (you)
		cJSON_AddTrueToObject(ctx, "you");
	tallies = cJSON_AddArrayToObject(ctx, "tallies");
	ratings = cJSON_AddArrayToObject(ctx, "ratings");
	for (int i = 0; p && i < p->tallies; i++)
		add_tally(er, &p->tally[i], tallies);
	for (int i = 0; p && i < p->ratings; i++)
		if (p->rated[i].n)
			add_rating(er, a, p, &p->rated[i], ratings);
	return errand_render(er, "desk/stats", ctx, e);
}

/* The player whose name is meant: the same letters whatever their case and
 * accents, else the only one whose name begins so. NULL: none, or several. */
static const char *
meant(const struct annals *a, const char *args)
{
	struct buf want = BUF_INIT, name = BUF_INIT;
	const char *found = NULL, *exact = NULL;
	int n = 0;

	utf8_fold(args, strlen(args), &want);
	for (int i = 0; i < a->players; i++) {
		buf_clear(&name);
		utf8_fold(a->player[i].name, strlen(a->player[i].name),
		    &name);
		if (!strcmp(buf_text(&name), buf_text(&want)))
			exact = a->player[i].name;
		if (!strncmp(buf_text(&name), buf_text(&want), want.len)) {
			found = a->player[i].name;
			n++;
		}
	}
	buf_release(&want);
	buf_release(&name);
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

const struct command command_stats = { "stats", COMMAND_PUBLIC, run };
