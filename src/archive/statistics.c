/* SPDX-License-Identifier: MIT */
#include "archive/statistics.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "archive/listing.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/tree.h"
#include "post/results_said.h"
#include "post/words.h"
#include "text/escape.h"
#include "text/texts.h"

/* Rows of a ranking that a page shows; players/index.json has all. */
enum { RANKS_MAX = 200 };
/* Opponents that a page shows. */
enum { MET_MAX = 12 };
/* Openings of a game that it shows. */
enum { OPENINGS_SHOWN = 5 };

/* The chart: days to the right, ratings upwards, both in whole units. Games
 * stand so far apart at least, if there are few. */
enum {
	APART = 6,
	WIDTH = 640,
	HEIGHT = 220,
	LEFT = 60,
	RIGHT = 12,
	ABOVE = 14,
	BELOW = 34
};

struct chart {
	const cJSON *rated, *steps; /* borrowed */
	int n;
	long low, high; /* hundredths */
	int64_t from, to;
	int *x; /* owned: where each game stands */
};

static int64_t
ended(const cJSON *step)
{
	const char *stamp = tree_str(step, "ended");
	int64_t when = 0;

	if (stamp != NULL)
		(void)clock_stamp_parse(stamp, strlen(stamp), &when);
	return when;
}

/* So far to the right. */
static int
chart_at(int64_t part, int64_t of)
{
	return LEFT + (int)(of > 0 ? (WIDTH - LEFT - RIGHT) * part / of : 0);
}

/* Each at its day; one that would stand on the one before goes on a little, and
 * none past the end. */
static void
chart_place(struct chart *c)
{
	int apart = (WIDTH - LEFT - RIGHT) / (2 * (c->n > 1 ? c->n - 1 : 1));
	const cJSON *step;
	int i = 0;

	apart = apart < APART ? apart : APART;
	c->x = mem_zero((size_t)c->n + 1, sizeof *c->x);
	cJSON_ArrayForEach(step, c->steps) {
		c->x[i] = c->to > c->from ?
		    chart_at(ended(step) - c->from, c->to - c->from) :
		    chart_at(i, c->n - 1);
		if (i > 0 && c->x[i] < c->x[i - 1] + apart)
			c->x[i] = c->x[i - 1] + apart;
		i++;
	}
	for (int most = WIDTH - RIGHT; i-- > 0; most = c->x[i] - apart)
		if (c->x[i] > most)
			c->x[i] = most;
}

static void
chart_open(struct chart *c, const cJSON *rated)
{
	const cJSON *step;

	*c = (struct chart){ .rated = rated,
		.steps = tree_get(rated, "steps"),
		.low = LONG_MAX,
		.high = LONG_MIN };
	cJSON_ArrayForEach(step, c->steps) {
		long y = tree_int(step, "rating");

		c->low = y < c->low ? y : c->low;
		c->high = y > c->high ? y : c->high;
		c->from = c->n == 0 ? ended(step) : c->from;
		c->to = ended(step);
		c->n++;
	}
	if (c->high == c->low)
		c->high++;
	chart_place(c);
}

/* Between game i and the next. */
static int
chart_middle(const struct chart *c, int i)
{
	return (c->x[i] + c->x[i + 1]) / 2;
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

/* The days of the first and last game, and two between them. */
static void
chart_days(const struct chart *c, struct buf *out)
{
	enum { PARTS = 3, DAY = 24 * 3600 };
	int parts = c->to - c->from < PARTS * DAY ? 1 : PARTS;

	for (int i = 0; i <= parts; i++) {
		int64_t when = c->from + (c->to - c->from) * i / parts;
		int x = chart_at(i, parts);
		char stamp[CLOCK_STAMP_SIZE];

		clock_stamp(when, stamp);
		buf_printf(out,
		    "<path class=\"level\" d=\"M%d %dv6\"/>"
		    "<text class=\"%s\" x=\"%d\" y=\"%d\">%.10s</text>\n",
		    x, HEIGHT - BELOW + 4,
		    i == 0        ? "day" :
			i < parts ? "mid" :
				    "end",
		    x, HEIGHT - 8, stamp);
	}
}

static void
chart_line(const struct chart *c, struct buf *out)
{
	const cJSON *step;
	int i = 0;

	buf_str(out, "<path class=\"line\" d=\"");
	cJSON_ArrayForEach(step, c->steps) {
		buf_printf(out, "%s%d %d", i == 0 ? "M" : "L", c->x[i],
		    chart_y(c, tree_int(step, "rating")));
		i++;
	}
	buf_str(out, "\"/>\n");
}

/* Each game has a strip that leads to it, and a point where there is room. */
static void
chart_games(const struct site *site, const struct chart *c, struct buf *out)
{
	const cJSON *step;
	int i = 0;

	cJSON_ArrayForEach(step, c->steps) {
		cJSON *o = cJSON_CreateObject();
		int left = i == 0 ? LEFT : chart_middle(c, i - 1);
		int right = i == c->n - 1 ? WIDTH - RIGHT : chart_middle(c, i);

		texts_add_decimal(site->club.texts, site->club.lang,
		    tree_int(step, "rating"), 2, o, "y");
		buf_str(out, "<a href=\"../");
		escape_html(tree_str(step, "id"), strlen(tree_str(step, "id")),
		    out);
		buf_printf(out,
		    "/index.html\" aria-label=\"%.10s: %s\"><title>%.10s: "
		    "%s</title><rect class=\"strip\" x=\"%d\" y=\"0\" "
		    "width=\"%d\" height=\"%d\"/>",
		    tree_str(step, "ended"), tree_str(o, "y"),
		    tree_str(step, "ended"), tree_str(o, "y"), left,
		    right - left, HEIGHT - BELOW + 8);
		if (c->n <= 60)
			buf_printf(out,
			    "<circle class=\"dot\" cx=\"%d\" cy=\"%d\" "
			    "r=\"4\"/>",
			    c->x[i], chart_y(c, tree_int(step, "rating")));
		buf_str(out, "</a>\n");
		cJSON_Delete(o);
		i++;
	}
}

/* "Rating of Anna at Clippers after each of 12 games ..." */
static int
chart_words(const struct site *site, const struct chart *c, const char *name,
    struct buf *out, struct err *e)
{
	const struct texts *t = site->club.texts;
	const char *lang = site->club.lang;
	cJSON *ctx = cJSON_CreateObject();
	int rc;

	tree_add_str(ctx, "name", name);
	words_add_kind(t, lang, tree_str(c->rated, "game"), ctx);
	tree_add_int(ctx, "games", c->n);
	tree_flag(ctx, "more", tree_int(c->rated, "games") > c->n);
	texts_add_decimal(t, lang, tree_int(c->steps->child, "rating"), 2, ctx,
	    "first");
	texts_add_decimal(t, lang, tree_int(c->rated, "rating"), 2, ctx,
	    "last");
	texts_add_decimal(t, lang, c->low, 2, ctx, "low");
	texts_add_decimal(t, lang, c->high, 2, ctx, "high");
	rc = site_plain(site, "page/chart", ctx, out, e);
	cJSON_Delete(ctx);
	return rc;
}

static int
put_chart(const struct site *site, const char *name, const struct chart *c,
    struct buf *out, struct err *e)
{
	struct buf words = BUF_INIT;
	int rc = chart_words(site, c, name, &words, e);

	buf_printf(out,
	    "<figure class=\"chart\"><svg role=\"group\" viewBox=\"0 0 %d %d\" "
	    "aria-label=\"",
	    WIDTH, HEIGHT);
	escape_html(buf_text(&words), words.len, out);
	buf_str(out, "\">\n");
	chart_level(site, c, c->low, out);
	chart_level(site, c, c->high, out);
	chart_line(c, out);
	chart_days(c, out);
	chart_games(site, c, out);
	buf_str(out, "</svg><figcaption>");
	escape_html(buf_text(&words), words.len, out);
	buf_str(out, "</figcaption></figure>\n");
	buf_release(&words);
	return rc;
}

static void
take_tally(const cJSON *from, struct tally *t)
{
	const cJSON *waited = tree_get(from, "waited");

	(void)snprintf(t->game, sizeof t->game, "%s", tree_str(from, "game"));
	t->seats = tree_int(from, "seats");
	t->games = tree_int(from, "games");
	t->wins = tree_int(from, "won");
	t->shared = tree_int(from, "shared");
	t->abandoned = tree_int(from, "abandoned");
	t->points = tree_int(from, "points");
	t->answers = tree_int(from, "answers");
	t->waited = waited != NULL ? (int64_t)waited->valuedouble : 0;
}

/* Standings of one, to be said. */
static void
take_player(struct standings *a, const char *name, const cJSON *doc)
{
	const cJSON *tallies = tree_get(doc, "tallies");
	const cJSON *ratings = tree_get(doc, "ratings"), *o;
	struct standings_player *p = mem_zero(1, sizeof *p);

	*a = (struct standings){ .player = p, .players = 1 };
	p->name = mem_dup(name);
	p->tally = mem_zero((size_t)cJSON_GetArraySize(tallies) + 1,
	    sizeof *p->tally);
	cJSON_ArrayForEach(o, tallies)
		take_tally(o, &p->tally[p->tallies++]);
	p->rated = mem_zero((size_t)cJSON_GetArraySize(ratings) + 1,
	    sizeof *p->rated);
	cJSON_ArrayForEach(o, ratings) {
		struct rated *r = &p->rated[p->ratings++];

		(void)snprintf(r->game, sizeof r->game, "%s",
		    tree_str(o, "game"));
		r->n = tree_int(o, "games");
		r->now.mu = cJSON_GetNumberValue(tree_get(o, "mu"));
		r->now.sigma = cJSON_GetNumberValue(tree_get(o, "sigma"));
	}
}

int
statistics_player(const struct site *site, const char *name,
    const struct cJSON *doc, struct buf *out, struct err *e)
{
	struct standings a;
	const cJSON *rated;
	cJSON *ctx;
	int rc;

	if (cJSON_GetArraySize(tree_get(doc, "tallies")) == 0)
		return 0;
	take_player(&a, name, doc);
	ctx = results_player(site->club.texts, site->club.lang, &a, name,
	    false);
	standings_release(&a);
	/* Wider than a telephone: it scrolls, by keys too. */
	buf_str(out, "<div class=\"b\" tabindex=\"0\">\n");
	rc = site_fragment(site, "desk/stats", ctx, out, e);
	buf_str(out, "</div>\n");
	cJSON_Delete(ctx);
	cJSON_ArrayForEach(rated, tree_get(doc, "ratings")) {
		struct chart c;

		chart_open(&c, rated);
		if (rc == 0 && c.n > 1)
			rc = put_chart(site, name, &c, out, e);
		free(c.x);
	}
	return rc;
}

/* More games first, then by name. */
static int
by_games(const void *x, const void *y)
{
	const cJSON *a = *(const cJSON *const *)x,
		    *b = *(const cJSON *const *)y;
	int rc = tree_int(b, "games") - tree_int(a, "games");

	return rc != 0 ? rc : strcmp(tree_str(a, "name"), tree_str(b, "name"));
}

static void
add_met(const cJSON *met, cJSON *list)
{
	cJSON *o = tree_member(list);
	struct buf stem = BUF_INIT;

	listing_player(tree_str(met, "name"), &stem);
	tree_add_str(o, "name", tree_str(met, "name"));
	tree_add_text(o, "stem", &stem);
	tree_add_int(o, "games", tree_int(met, "games"));
	tree_add_int(o, "ahead", tree_int(met, "ahead"));
	tree_add_int(o, "behind", tree_int(met, "behind"));
}

void
statistics_met(const struct cJSON *doc, struct cJSON *ctx)
{
	const cJSON *all = tree_get(doc, "opponents"), *one;
	cJSON *list = tree_list(ctx, "opponents");
	int n = cJSON_GetArraySize(all), i = 0;
	const cJSON **met = mem_zero((size_t)n + 1, sizeof *met);

	cJSON_ArrayForEach(one, all)
		met[i++] = one;
	qsort(met, (size_t)n, sizeof *met, by_games);
	for (i = 0; i < n && i < MET_MAX; i++)
		add_met(met[i], list);
	free(met);
	if (tree_int(tree_get(doc, "streak"), "best") > 1) {
		tree_add_int(ctx, "best",
		    tree_int(tree_get(doc, "streak"), "best"));
		tree_add_int(ctx, "streak",
		    tree_int(tree_get(doc, "streak"), "now"));
	}
}

/* By game, then more games first, then by the move. */
static int
by_use(const void *x, const void *y)
{
	const cJSON *a = *(const cJSON *const *)x,
		    *b = *(const cJSON *const *)y;
	int rc = strcmp(tree_str(a, "game"), tree_str(b, "game"));

	if (rc == 0)
		rc = tree_int(b, "games") - tree_int(a, "games");
	return rc != 0 ? rc : strcmp(tree_str(a, "move"), tree_str(b, "move"));
}

static void
show_opening(const struct site *site, const cJSON *opening, cJSON *list)
{
	const char *game = tree_str(opening, "game");
	cJSON *o = tree_member(list);
	struct buf move = BUF_INIT;

	words_made(site->club.texts, site->club.lang, game,
	    tree_str(opening, "move"), &move);
	words_add_kind(site->club.texts, site->club.lang, game, o);
	tree_add_text(o, "move", &move);
	tree_add_int(o, "games", tree_int(opening, "games"));
	tree_add_int(o, "won", tree_int(opening, "won"));
}

void
statistics_openings(const struct site *site, const struct cJSON *doc,
    struct cJSON *ctx)
{
	const cJSON *all = tree_get(doc, "openings"), *one;
	cJSON *list = tree_list(ctx, "openings");
	int n = cJSON_GetArraySize(all), i = 0, shown = 0;
	const cJSON **at = mem_zero((size_t)n + 1, sizeof *at);

	cJSON_ArrayForEach(one, all)
		at[i++] = one;
	qsort(at, (size_t)n, sizeof *at, by_use);
	for (i = 0; i < n; i++) {
		if (i > 0 &&
		    strcmp(tree_str(at[i], "game"),
			tree_str(at[i - 1], "game")) != 0)
			shown = 0;
		if (shown++ < OPENINGS_SHOWN)
			show_opening(site, at[i], list);
	}
	free(at);
}

static int
by_rank(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;

	if (a->rating != b->rating)
		return a->rating > b->rating ? -1 : 1;
	return strcmp(a->name, b->name);
}

void
statistics_rank(struct ranked *at, int n)
{
	if (n > 1)
		qsort(at, (size_t)n, sizeof *at, by_rank);
	for (int i = 0; i < n; i++)
		at[i].place = i > 0 && at[i].rating == at[i - 1].rating ?
		    at[i - 1].place :
		    i + 1;
}

static void
add_rank(const struct site *site, const struct ranked *r, cJSON *list)
{
	cJSON *o = tree_member(list);

	tree_add_int(o, "place", r->place);
	tree_add_str(o, "name", r->name);
	tree_add_str(o, "stem", r->stem);
	tree_add_int(o, "games", r->games);
	texts_add_decimal(site->club.texts, site->club.lang, r->rating, 2, o,
	    "rating");
}

void
statistics_ranking(const struct site *site, const char *game,
    const struct ranked *at, int n, struct cJSON *rankings)
{
	cJSON *o = tree_member(rankings), *list;

	words_add_kind(site->club.texts, site->club.lang, game, o);
	list = tree_list(o, "ranked");
	for (int i = 0; i < n && i < RANKS_MAX; i++)
		add_rank(site, &at[i], list);
	if (n > RANKS_MAX)
		tree_add_int(o, "of", n);
}
