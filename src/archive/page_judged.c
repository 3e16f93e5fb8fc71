/* SPDX-License-Identifier: MIT */

/* What a game's page has of its analysis: a chart of what each seat had by its
 * moves, and the moves that cost most. It is folded, and of so few lines that
 * it costs nothing there. */

#include <cjson/cJSON.h>

#include "archive/page_own.h"
#include "base/tree.h"
#include "post/analysis.h"
#include "text/escape.h"

/* Of the drawing, in its own units. */
enum { WIDTH = 640, HEIGHT = 160, LEFT = 44, RIGHT = 22, EDGE = 10 };

static int
x_of(const struct page *p, const struct judged_move *m)
{
	return LEFT + (WIDTH - LEFT - RIGHT) * m->event / (p->b->events + 1);
}

/* worth: of a thousand */
static int
y_of(int worth)
{
	return EDGE + (HEIGHT - 2 * EDGE) * (1000 - worth) / 1000;
}

static void
put_level(int percent, struct buf *out)
{
	int y = y_of(10 * percent);

	buf_printf(out,
	    "<path class=\"level\" d=\"M%d %dH%d\"/><text x=\"%d\" "
	    "y=\"%d\">%d</text>\n",
	    LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 5, percent);
}

static bool
is_turn(const struct judged_game *g, const struct judged_move *m)
{
	int turns[JUDGED_TURNS], n = judged_turns(g, turns);

	for (int i = 0; i < n; i++)
		if (m == &g->at[turns[i]])
			return true;
	return false;
}

/* The next move that is a corner of its seat's line, behind i; g->n: none. The
 * last one of a stretch is, so that all lines together have as many however
 * long the game was; and those that cost most. */
static int
next_corner(const struct page *p, const struct judged_game *g, int i, int seat)
{
	int apart = 4 * p->m->seats, last = g->n;

	for (i++; i < g->n; i++) {
		if (g->at[i].seat != seat)
			continue;
		if (last < g->n &&
		    (is_turn(g, &g->at[last]) ||
			x_of(p, &g->at[i]) / apart >
			    x_of(p, &g->at[last]) / apart))
			break;
		last = i;
	}
	return last;
}

static void
put_seat(const struct page *p, const struct judged_game *g, int seat,
    struct buf *out)
{
	int i = next_corner(p, g, -1, seat), x, y;

	if (i == g->n)
		return;
	x = x_of(p, &g->at[i]);
	y = y_of(g->at[i].worth);
	buf_printf(out, "<path class=\"seat k%d\" d=\"M%d %dl0 0", seat, x, y);
	while ((i = next_corner(p, g, i, seat)) < g->n) {
		const struct judged_move *m = &g->at[i];

		buf_printf(out, " %d %d", x_of(p, m) - x, y_of(m->worth) - y);
		x = x_of(p, m);
		y = y_of(m->worth);
	}
	buf_printf(out, "\"/><use href=\"#k%d\" x=\"%d\" y=\"%d\"/>\n", seat,
	    WIDTH - RIGHT + 2, y - 10);
}

static void
put_chart(const struct page *p, const struct judged_game *g, const char *words,
    const int *turns, int n, struct buf *out)
{
	buf_str(out,
	    "<figure class=\"chart chances\"><svg role=\"img\" "
	    "aria-label=\"");
	escape_html(words, strlen(words), out);
	buf_printf(out, "\" viewBox=\"0 0 %d %d\">\n", WIDTH, HEIGHT);
	for (int percent = 0; percent <= 100; percent += 50)
		put_level(percent, out);
	for (int s = p->m->seats; s >= 1; s--)
		put_seat(p, g, s, out);
	for (int i = 0; i < n; i++) {
		const struct judged_move *m = &g->at[turns[i]];

		buf_printf(out,
		    "<circle class=\"k%d\" cx=\"%d\" cy=\"%d\" r=\"6\"/>\n",
		    m->seat, x_of(p, m), y_of(m->worth));
	}
	buf_str(out, "</svg></figure>\n");
}

static int
add_turn(const struct page *p, const struct judged_move *m, cJSON *turns,
    struct err *e)
{
	const struct site *site = p->site;
	const struct tenure *t = tenure_at(&p->tenures, m->seat, m->event);
	cJSON *words = cJSON_CreateObject(), *o = tree_member(turns);
	struct buf text = BUF_INIT;
	int rc;

	judged_add(site->club.texts, site->club.lang, p->m->kind->rules->name,
	    m, words);
	tree_add_str(words, "seat_name",
	    t != NULL ? t->name : p->m->seat[m->seat].name);
	rc = site_inline(site, "page/judged", words, &text, e);
	tree_add_int(o, "event", m->event);
	tree_add_text(o, "text", &text);
	cJSON_Delete(words);
	return rc;
}

static int
add_chart(const struct page *p, const struct judged_game *g, cJSON *o,
    struct err *e)
{
	cJSON *words = cJSON_CreateObject(), *list = tree_list(o, "turns");
	struct buf chart = BUF_INIT, label = BUF_INIT, how = BUF_INIT;
	int turns[JUDGED_TURNS], n = judged_turns(g, turns), rc;

	tree_add_str(words, "version", g->version);
	tree_add_int(words, "positions", g->positions);
	rc = site_plain(p->site, "page/chances", words, &label, e);
	if (rc == 0)
		rc = site_inline(p->site, "page/analysis", words, &how, e);
	for (int i = 0; i < n && rc == 0; i++)
		rc = add_turn(p, &g->at[turns[i]], list, e);
	put_chart(p, g, buf_text(&label), turns, n, &chart);
	tree_add_text(o, "chart", &chart);
	tree_add_text(o, "how", &how);
	buf_release(&label);
	cJSON_Delete(words);
	return rc;
}

/* Of moves that the log has. */
static bool
fits(const struct page *p, const struct judged_game *g)
{
	for (int i = 0; i < g->n; i++)
		if (g->at[i].event > p->b->events ||
		    g->at[i].seat > p->m->seats)
			return false;
	return g->n > 0;
}

int
page_judged(const struct page *p, cJSON *ctx, struct err *e)
{
	struct judged_game g;
	int rc = 0;

	if (p->b->analysis.len == 0)
		return 0;
	if (judged_read(p->b->analysis.data, &g) != 0 || !fits(p, &g))
		rc = err_set(e, ERR_CORRUPT,
		    "game %s: its analysis is of another", p->b->id);
	else
		rc = add_chart(p, &g, tree_object(ctx, "judged"), e);
	judged_release(&g);
	return rc;
}
