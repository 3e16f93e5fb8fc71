/* SPDX-License-Identifier: MIT */
#include "archive/course.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

#include "archive/site.h"
#include "base/mem.h"
#include "base/tree.h"
#include "text/escape.h"

/* Of the drawing, in its own units; what is numbered stands left and below. */
enum {
	WIDTH = 640,
	HEIGHT = 230,
	LEFT = 44,
	RIGHT = 22,
	ABOVE = 14,
	BELOW = 26
};

void
course_note(struct course *c, const struct course_point *m)
{
	c->at = mem_more(c->at, (size_t)c->n, sizeof *c->at);
	c->at[c->n++] = *m;
}

void
course_release(struct course *c)
{
	free(c->at);
}

struct range {
	int low, high;
};

static struct range
range_of(const struct course *c)
{
	struct range r = { 0, 0 };

	for (int i = 0; i < c->n; i++)
		for (int s = 1; s <= c->seats; s++) {
			int score = c->at[i].score[s];

			r.low = score < r.low ? score : r.low;
			r.high = score > r.high ? score : r.high;
		}
	return r;
}

static int
x_of(const struct course *c, int i)
{
	return LEFT + (WIDTH - LEFT - RIGHT) * i / (c->n > 1 ? c->n - 1 : 1);
}

static int
y_of(struct range r, int score)
{
	return ABOVE +
	    (HEIGHT - ABOVE - BELOW) * (r.high - score) / (r.high - r.low);
}

/* A line across, at a score. */
static void
put_level(struct range r, int score, struct buf *out)
{
	int y = y_of(r, score);

	buf_printf(out,
	    "<path class=\"level\" d=\"M%d %dH%d\"/><text class=\"end\" "
	    "x=\"%d\" y=\"%d\">%d</text>\n",
	    LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 5, score);
}

/* The first moment of the stretch behind i that has another round. */
static int
next_round(const struct course *c, int i)
{
	int k = i + 1;

	while (k < c->n && c->at[k].round == c->at[i].round)
		k++;
	return k;
}

/* Each round is a strip that leads to its first event; of many rounds some are
 * numbered. */
static void
put_rounds(const struct course *c, const char *word, struct buf *out)
{
	enum { APART = 36 };
	int last = LEFT - APART;

	for (int i = 0, end; i < c->n; i = end) {
		const struct course_point *m = &c->at[i];
		int x = x_of(c, i), right;

		end = next_round(c, i);
		right = x_of(c, end < c->n ? end : c->n - 1);
		if (m->round == 0 || right <= x)
			continue;
		buf_printf(out,
		    "<a href=\"#e%d\" aria-label=\"%s %d\"><rect "
		    "class=\"strip\" "
		    "x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
		    m->event, word, m->round, x, ABOVE, right - x,
		    HEIGHT - ABOVE);
		if (x >= last + APART) {
			buf_printf(out, "<text x=\"%d\" y=\"%d\">%d</text>", x,
			    HEIGHT - 6, m->round);
			last = x;
		}
		buf_str(out, "</a>\n");
	}
}

/* Points stay as they are until the event that changes them. */
static void
put_seat(const struct course *c, struct range r, int seat, struct buf *out)
{
	int score = c->at[0].score[seat];

	buf_printf(out, "<path class=\"seat k%d\" d=\"M%d %d", seat, LEFT,
	    y_of(r, score));
	for (int i = 1; i < c->n; i++) {
		if (c->at[i].score[seat] == score && i + 1 < c->n)
			continue;
		score = c->at[i].score[seat];
		buf_printf(out, "H%dV%d", x_of(c, i), y_of(r, score));
	}
	buf_printf(out, "\"/><use href=\"#k%d\" x=\"%d\" y=\"%d\"/>\n", seat,
	    WIDTH - RIGHT + 2, y_of(r, score) - 10);
}

void
course_chart(const struct course *c, const char *words, const char *round,
    struct buf *out)
{
	struct range r = range_of(c);

	if (r.high == r.low)
		return;
	buf_str(out,
	    "<figure class=\"chart course\"><svg role=\"group\" "
	    "aria-label=\"");
	escape_html(words, strlen(words), out);
	buf_printf(out,
	    "\" viewBox=\"0 0 %d %d\" data-left=\"%d\" "
	    "data-right=\"%d\">\n",
	    WIDTH, HEIGHT, LEFT, WIDTH - RIGHT);
	put_level(r, r.high, out);
	put_level(r, r.low, out);
	if (r.low < 0)
		put_level(r, 0, out);
	for (int s = c->seats; s >= 1; s--)
		put_seat(c, r, s, out);
	put_rounds(c, round, out);
	buf_printf(out,
	    "<path class=\"here\" d=\"M0 %dV%d\"/></svg></figure>\n", ABOVE,
	    HEIGHT - BELOW);
}

void
course_rounds(const struct course *c, cJSON *context)
{
	cJSON *rounds = tree_list(context, "rounds");

	for (int i = 0, end; i < c->n; i = end) {
		const struct course_point *m;
		cJSON *o, *seats;

		end = next_round(c, i);
		m = &c->at[end - 1];
		if (m->round == 0)
			continue;
		o = tree_member(rounds);
		tree_add_int(o, "round", m->round);
		tree_add_int(o, "event", m->event);
		seats = tree_list(o, "seats");
		for (int s = 1; s <= c->seats; s++)
			tree_add_int(tree_member(seats), "score", m->score[s]);
	}
}

static bool
leads(const struct course *c, int i, int seat)
{
	for (int s = 1; s <= c->seats; s++)
		if (s != seat && c->at[i].score[s] >= c->at[i].score[seat])
			return false;
	return true;
}

/* The moment from which on the seat is ahead of all; 0: from the start, or it
 * is not at the end. */
static int
ahead_from(const struct course *c, int seat)
{
	int i = c->n;

	while (i > 0 && leads(c, i - 1, seat))
		i--;
	return i < c->n ? i : 0;
}

/* What somebody gained at once: the most of all at no moment that is taken. */
struct gain {
	int at, seat, points;
};

static struct gain
most_gained(const struct course *c, const int *taken, int n)
{
	struct gain best = { 0, 0, 0 };

	for (int i = 1; i < c->n; i++) {
		bool is = false;

		for (int k = 0; k < n; k++)
			is |= taken[k] == i;
		for (int s = 1; s <= c->seats && !is; s++) {
			int points = c->at[i].score[s] - c->at[i - 1].score[s];

			if (points > best.points)
				best = (struct gain){ i, s, points };
		}
	}
	return best;
}

/* points 0: the seat goes ahead for good. */
static int
add_turn(const struct course *c, const struct site *site, struct gain g,
    cJSON *turns, struct err *e)
{
	const struct course_point *m = &c->at[g.at];
	cJSON *ctx = cJSON_CreateObject(), *o = tree_member(turns);
	struct buf text = BUF_INIT;
	int rc;

	tree_add_str(ctx, "seat_name", m->who[g.seat]);
	tree_add_int(ctx, "event", m->event);
	if (m->round > 0)
		tree_add_int(ctx, "round", m->round);
	if (g.points > 0)
		tree_add_int(ctx, "gain", g.points);
	rc = site_plain(site, "page/turn", ctx, &text, e);
	tree_add_int(o, "event", m->event);
	tree_add_text(o, "text", &text);
	cJSON_Delete(ctx);
	return rc;
}

int
course_turns(const struct course *c, const struct site *site, int winner,
    cJSON *context, struct err *e)
{
	enum { GAINS = 2 };
	cJSON *turns = tree_list(context, "turns");
	struct gain g[GAINS + 1];
	int taken[GAINS + 1], n = 0, rc = 0;

	if (winner > 0 && (taken[0] = ahead_from(c, winner)) > 0)
		g[n++] = (struct gain){ taken[0], winner, 0 };
	for (int i = 0; i < GAINS; i++) {
		struct gain more = most_gained(c, taken, n);

		if (more.points <= 0)
			break;
		taken[n] = more.at;
		g[n++] = more;
	}
	/* In the order of the game. */
	for (int done = 0; done < n && rc == 0; done++) {
		int first = 0;

		for (int i = 1; i < n; i++)
			if (g[i].at < g[first].at)
				first = i;
		rc = add_turn(c, site, g[first], turns, e);
		g[first].at = c->n;
	}
	return rc;
}
