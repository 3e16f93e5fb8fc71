/* SPDX-License-Identifier: MIT */
#include "archive/statistics.h"

#include <cjson/cJSON.h>

#include "archive/about.h"
#include "base/tree.h"
#include "post/results_said.h"
#include "post/words.h"
#include "text/escape.h"
#include "text/texts.h"

void
statistics_open(const struct listing *s, struct standings *out)
{
	struct outcome o;

	memset(out, 0, sizeof *out);
	for (int i = 0; i < s->n; i++) {
		about_outcome(s->about[i], &o);
		standings_add(out, &o);
	}
	standings_close(out);
}

/* The chart: games to the right, ratings upwards, both in whole units. */
enum {
	WIDTH = 640,
	HEIGHT = 200,
	LEFT = 60,
	RIGHT = 10,
	ABOVE = 14,
	BELOW = 14
};

struct chart {
	const struct rated *rated;
	long low, high; /* hundredths */
};

static void
chart_range(struct chart *c)
{
	c->low = c->high = rating_shown(&c->rated->step[0].after);
	for (int i = 1; i < c->rated->n; i++) {
		long y = rating_shown(&c->rated->step[i].after);

		c->low = y < c->low ? y : c->low;
		c->high = y > c->high ? y : c->high;
	}
	if (c->high == c->low)
		c->high++;
}

static int
chart_x(const struct chart *c, int i)
{
	return LEFT +
	    (int)((long)(WIDTH - LEFT - RIGHT) * i / (c->rated->n - 1));
}

static int
chart_y(const struct chart *c, long y)
{
	return ABOVE +
	    (int)((HEIGHT - ABOVE - BELOW) * (c->high - y) /
		(c->high - c->low));
}

/* A line across at a rating, and the rating before it. */
static void
chart_level(const struct site *site, const struct chart *c, long y,
    struct buf *out)
{
	cJSON *o = cJSON_CreateObject();
	int at = chart_y(c, y);

	texts_add_decimal(site->club.texts, site->club.lang, y, 2, o, "y");
	buf_printf(out,
	    "<path class=\"level\" d=\"M%d %dH%d\"/><text class=\"end\" "
	    "x=\"%d\" y=\"%d\">%s</text>\n",
	    LEFT, at, WIDTH - RIGHT, LEFT - 6, at + 5, tree_str(o, "y"));
	cJSON_Delete(o);
}

static void
chart_line(const struct chart *c, struct buf *out)
{
	buf_str(out, "<path class=\"line\" d=\"");
	for (int i = 0; i < c->rated->n; i++)
		buf_printf(out, "%s%d %d", i == 0 ? "M" : "L", chart_x(c, i),
		    chart_y(c, rating_shown(&c->rated->step[i].after)));
	buf_str(out, "\"/>\n");
}

/* "Rating of Anna at Clippers after each of 12 games ..." */
static int
chart_words(const struct site *site, const struct chart *c, const char *name,
    struct buf *out, struct err *e)
{
	const struct texts *t = site->club.texts;
	const struct rated *r = c->rated;
	cJSON *ctx = cJSON_CreateObject();
	int rc;

	tree_add_str(ctx, "name", name);
	words_add_kind(t, site->club.lang, r->game, ctx);
	tree_add_int(ctx, "games", r->n);
	texts_add_decimal(t, site->club.lang, rating_shown(&r->step[0].after),
	    2, ctx, "first");
	texts_add_decimal(t, site->club.lang, rating_shown(&r->now), 2, ctx,
	    "last");
	texts_add_decimal(t, site->club.lang, c->low, 2, ctx, "low");
	texts_add_decimal(t, site->club.lang, c->high, 2, ctx, "high");
	rc = site_plain(site, "page/chart", ctx, out, e);
	cJSON_Delete(ctx);
	return rc;
}

static int
put_chart(const struct site *site, const char *name, const struct rated *rated,
    struct buf *out, struct err *e)
{
	struct chart c = { .rated = rated };
	struct buf words = BUF_INIT;
	int rc;

	chart_range(&c);
	rc = chart_words(site, &c, name, &words, e);
	buf_printf(out,
	    "<figure class=\"chart\"><svg role=\"img\" viewBox=\"0 0 %d %d\" "
	    "aria-label=\"",
	    WIDTH, HEIGHT);
	escape_html(buf_text(&words), words.len, out);
	buf_str(out, "\"><title>");
	escape_html(buf_text(&words), words.len, out);
	buf_str(out, "</title>\n");
	chart_level(site, &c, c.low, out);
	chart_level(site, &c, c.high, out);
	chart_line(&c, out);
	buf_str(out, "</svg><figcaption>");
	escape_html(buf_text(&words), words.len, out);
	buf_str(out, "</figcaption></figure>\n");
	buf_release(&words);
	return rc;
}

int
statistics_player(const struct site *site, const struct standings *a,
    const char *name, struct buf *out, struct err *e)
{
	const struct standings_player *p = standings_find(a, name);
	cJSON *ctx;
	int rc;

	if (p == NULL)
		return 0;
	ctx = results_player(site->club.texts, site->club.lang, a, name);
	/* Wider than a telephone: it scrolls, by keys too. */
	buf_str(out, "<div class=\"b\" tabindex=\"0\">\n");
	rc = site_fragment(site, "desk/stats", ctx, out, e);
	buf_str(out, "</div>\n");
	cJSON_Delete(ctx);
	for (int i = 0; i < p->ratings && rc == 0; i++)
		if (p->rated[i].n > 1)
			rc = put_chart(site, name, &p->rated[i], out, e);
	return rc;
}

static bool
is_rated(const struct standings *a, const char *game)
{
	for (int i = 0; i < a->players; i++)
		if (standings_rated(&a->player[i], game) != NULL)
			return true;
	return false;
}

int
statistics_ratings(const struct site *site, const struct standings *a,
    struct buf *out, struct err *e)
{
	int rc = 0;

	for (int i = 0; game_registry[i] != NULL && rc == 0; i++) {
		const char *game = game_registry[i]->name;
		cJSON *ctx;

		if (!is_rated(a, game))
			continue;
		ctx = results_ratings(site->club.texts, site->club.lang, a,
		    game, NULL);
		rc = site_fragment(site, "desk/ratings", ctx, out, e);
		cJSON_Delete(ctx);
	}
	return rc;
}
