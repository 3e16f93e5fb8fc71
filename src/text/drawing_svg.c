/* SPDX-License-Identifier: MIT */
#include "text/drawing_svg.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/escape.h"

enum {
	WIDE = 960,
	HIGH = 860, /* at most, without the margin */
	MARGIN_X = 64,
	MARGIN_Y = 34,
	TRACK = 7, /* between lines side by side */
	CLEAR = 7, /* of a line at its ends */
	/* Parts. */
	PART_FIXED = 0,
	PART_TONE = 1,
	TONES = 12,
	PART_MARK = 13,
	PART_SEAT = 14,
	SEATS = 8,
	PART_NAME = 22
};

struct svg_place {
	int x, y;
};

struct picture {
	const struct drawing *d;
	struct svg *out;
	struct svg_place *at; /* owned; of each point */
	char tone[TONES][12];
	int tones;
	int cell; /* radius of a field */
};

static void
put_text(struct buf *out, const char *text)
{
	escape_html(text, strlen(text), out);
}

/* The least distance of two fields along one axis; 0: there are none. */
static int
least_step(const struct drawing *d, bool down)
{
	int least = 0;

	for (size_t i = 0; i < d->n_points; i++)
		for (size_t j = 0; j < i; j++) {
			const struct drawing_point *a = &d->points[i];
			const struct drawing_point *b = &d->points[j];
			int n = down ? a->y - b->y : a->x - b->x;

			n = n < 0 ? -n : n;
			if (a->shape == DRAWING_HEX &&
			    b->shape == DRAWING_HEX && n > 0 &&
			    (least == 0 || n < least))
				least = n;
		}
	return least;
}

/* Fields stand in columns, every other one half a field lower: a column is
 * one and a half radii from the next, half a field 0.866 of one. */
static bool
place_fields(struct picture *p)
{
	const struct drawing *d = p->d;
	int across = least_step(d, false), down = least_step(d, true);
	int r, fit;

	if (across == 0 || down == 0)
		return false;
	r = WIDE * 2 * across / (3 * d->width);
	fit = HIGH * 1000 * down / (866 * d->height);
	p->cell = r = r < fit ? r : fit;
	for (size_t i = 0; i < d->n_points; i++) {
		p->at[i].x = MARGIN_X + d->points[i].x * 3 * r / (2 * across);
		p->at[i].y = MARGIN_Y + r +
		    d->points[i].y * 866 * r / (1000 * down);
	}
	p->out->width = 2 * MARGIN_X + d->width * 3 * r / (2 * across);
	p->out->height = 2 * MARGIN_Y + r + d->height * 866 * r / (1000 * down);
	return true;
}

/* One unit of the grid is three times as high as wide, as lines of text are,
 * unless there is no room. */
static void
place_all(struct picture *p)
{
	const struct drawing *d = p->d;
	int w = d->width > 1 ? d->width - 1 : 1;
	int h = d->height > 1 ? d->height - 1 : 1;
	int high = 3 * WIDE * h / w;

	if (place_fields(p))
		return;
	if (high > HIGH)
		high = HIGH;
	for (size_t i = 0; i < d->n_points; i++) {
		p->at[i].x = MARGIN_X + d->points[i].x * WIDE / w;
		p->at[i].y = MARGIN_Y + d->points[i].y * high / h;
	}
	p->out->width = WIDE + 2 * MARGIN_X;
	p->out->height = high + 2 * MARGIN_Y;
	p->cell = 30;
}

static int
root(int n)
{
	int r = 0;

	while ((r + 1) * (r + 1) <= n)
		r++;
	return r;
}

static int
distance(struct svg_place a, struct svg_place b)
{
	return root((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static int
part_of_tone(struct picture *p, const char *tone)
{
	for (int i = 0; i < p->tones; i++)
		if (strcmp(p->tone[i], tone) == 0)
			return PART_TONE + i;
	if (p->tones == TONES)
		return PART_TONE + TONES - 1;
	(void)snprintf(p->tone[p->tones], sizeof p->tone[0], "%s", tone);
	return PART_TONE + p->tones++;
}

/* A tone as a class; only letters reach the page. */
static void
put_tone(struct buf *out, const char *class, const char *tone)
{
	buf_printf(out, " class=\"%s", class);
	if (tone[0] != '\0')
		buf_str(out, " t-");
	for (; *tone != '\0'; tone++)
		if (*tone >= 'a' && *tone <= 'z')
			buf_char(out, *tone);
	buf_char(out, '"');
}

struct track {
	struct svg_place from, to;
	int length, side;
};

/* The line without its ends, which the points cover. */
static void
track_of(const struct picture *p, size_t line, bool back, struct track *out)
{
	const struct drawing_line *l = &p->d->lines[line];
	struct svg_place a = p->at[back ? l->to : l->from];
	struct svg_place b = p->at[back ? l->from : l->to];
	int dx = b.x - a.x, dy = b.y - a.y, len = distance(a, b);
	int side = drawing_sideways(p->d, line) * (back ? -TRACK : TRACK) / 2;

	if (len == 0)
		len = 1;
	out->length = len - 2 * CLEAR;
	out->side = side;
	out->from = (struct svg_place){ a.x + dx * CLEAR / len -
		    dy * side / len,
		a.y + dy * CLEAR / len + dx * side / len };
	out->to = (struct svg_place){ b.x - dx * CLEAR / len - dy * side / len,
		b.y - dy * CLEAR / len + dx * side / len };
}

static struct svg_place
between(const struct track *t, int n, int of)
{
	return (struct svg_place){ t->from.x + (t->to.x - t->from.x) * n / of,
		t->from.y + (t->to.y - t->from.y) * n / of };
}

/* The parts first..last-1 of a line, each a stroke of its own. */
static void
put_parts(const struct track *t, int first, int last, int parts,
    struct buf *out)
{
	/* A gap of about five units between two parts. */
	int of = parts * 100, gap = t->length > 0 ? 250 * parts / t->length : 0;

	if (gap > 20)
		gap = 20;
	for (int i = first; i < last; i++) {
		struct svg_place a = between(t, i * 100 + gap, of);
		struct svg_place b = between(t, (i + 1) * 100 - gap, of);

		buf_printf(out, "M%d %dL%d %d", a.x, a.y, b.x, b.y);
	}
}

static void
put_arrow(const struct track *t, struct buf *out)
{
	struct svg_place m = between(t, 1, 2);
	int len = t->length > 0 ? t->length : 1;
	int dx = (t->to.x - t->from.x) * 8 / len;
	int dy = (t->to.y - t->from.y) * 8 / len;

	buf_printf(out, "<path class=\"arrow\" d=\"M%d %dL%d %dL%d %dZ\"/>",
	    m.x + dx, m.y + dy, m.x - dx - dy, m.y - dy + dx, m.x - dx + dy,
	    m.y - dy - dx);
}

/* What of a line is done: its strokes, and its letter. */
static void
put_done(struct picture *p, const struct drawing_line *l, const struct track *t)
{
	struct buf *out = &p->out->part[part_of_tone(p, l->tone)];
	/* Letters of lines side by side do not cover each other. */
	int third = t->side == 0 ? 3 : t->side < 0 ? 2 : 4;
	struct svg_place m = between(t, third * l->done, 6 * l->parts);
	struct buf d = BUF_INIT;

	put_parts(t, 0, l->done, l->parts, &d);
	buf_printf(out, "<path class=\"case\" d=\"%s\"/><path", buf_text(&d));
	put_tone(out, "done", l->tone);
	buf_printf(out, " d=\"%s\"/>", buf_text(&d));
	buf_release(&d);
	if (l->mark[0] != '\0') {
		buf_printf(out, "<text class=\"letter\" x=\"%d\" y=\"%d\">",
		    m.x, m.y + 4);
		put_text(out, l->mark);
		buf_str(out, "</text>");
	}
	buf_char(out, '\n');
}

static void
put_sign(const struct drawing_line *l, const struct track *t, struct buf *out)
{
	struct svg_place m = between(t, 1, 2);
	int half = 5 + 4 * (int)strlen(l->sign);

	buf_printf(out,
	    "<rect class=\"sign\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"18\" "
	    "rx=\"4\"/><text class=\"letter\" x=\"%d\" y=\"%d\">",
	    m.x - half, m.y - 9, 2 * half, m.x, m.y + 4);
	put_text(out, l->sign);
	buf_str(out, "</text>\n");
}

/* A line that is not done to its end is drawn whole, thin, among what is
 * fixed: so that changes of others do not change it. */
static void
put_line(struct picture *p, size_t line)
{
	const struct drawing_line *l = &p->d->lines[line];
	struct buf *out = &p->out->part[PART_FIXED];
	int parts = l->parts > 0 ? l->parts : 1;
	struct track t;

	/* Always the same way, whoever lays it from where. */
	track_of(p, line, l->from > l->to, &t);
	buf_str(out, "<path class=\"free\" d=\"");
	put_parts(&t, 0, parts, parts, out);
	buf_str(out, "\"/>");
	track_of(p, line, false, &t);
	if (l->arrow)
		put_arrow(&t, out);
	if (l->done > 0 && l->parts > 0)
		put_done(p, l, &t);
	if (l->sign[0] != '\0')
		put_sign(l, &t, &p->out->part[PART_MARK]);
}

static void
put_hex(struct svg_place c, int r, struct buf *out)
{
	/* Corners at the sides; 866 thousandths is the sine of 60 degrees. */
	int s = r * 866 / 1000, h = r / 2;

	buf_printf(out, " d=\"M%d %dL%d %dL%d %dL%d %dL%d %dL%d %dZ\"/>",
	    c.x - r, c.y, c.x - h, c.y - s, c.x + h, c.y - s, c.x + r, c.y,
	    c.x + h, c.y + s, c.x - h, c.y + s);
}

static void
put_shape(struct picture *p, size_t point)
{
	const struct drawing_point *q = &p->d->points[point];
	bool toned = q->tone[0] != '\0';
	struct svg_place c = p->at[point];
	struct buf *out;

	if (q->shape == DRAWING_NONE)
		return;
	out = &p->out->part[toned ? part_of_tone(p, q->tone) : PART_FIXED];
	buf_str(out,
	    q->shape == DRAWING_DOT     ? "<circle" :
		q->shape == DRAWING_BOX ? "<rect" :
					  "<path");
	put_tone(out, q->shape == DRAWING_HEX ? "field" : "place", q->tone);
	if (q->shape == DRAWING_DOT)
		buf_printf(out, " cx=\"%d\" cy=\"%d\" r=\"6\"/>", c.x, c.y);
	else if (q->shape == DRAWING_BOX)
		buf_printf(out,
		    " x=\"%d\" y=\"%d\" width=\"16\" height=\"16\" rx=\"2\"/>",
		    c.x - 8, c.y - 8);
	else
		put_hex(c, p->cell, out);
	if (toned)
		buf_char(out, '\n');
}

/* A name in full is fixed; what columns show may change. */
static void
put_name(struct picture *p, size_t point)
{
	const struct drawing_point *q = &p->d->points[point];
	bool named = q->name[0] != '\0';
	struct buf *out = &p->out->part[named ? PART_NAME : PART_MARK];
	int x = p->at[point].x, y = p->at[point].y - 11;
	const char *anchor = "";

	if (q->shape == DRAWING_HEX)
		y = p->at[point].y - p->cell / 2 + 6;
	else if (q->shape == DRAWING_NONE)
		y = p->at[point].y + 4;
	if (q->shape != DRAWING_HEX && q->shape != DRAWING_NONE &&
	    x > p->out->width - 2 * MARGIN_X) {
		x = p->out->width - 4;
		anchor = " end";
	}
	if (!named && q->mark[0] == '\0' && q->label[0] == '\0')
		return;
	buf_printf(out, "<text class=\"name%s\" x=\"%d\" y=\"%d\">", anchor, x,
	    y);
	put_text(out, named ? q->name : q->mark);
	if (!named)
		put_text(out, q->label);
	buf_str(out, named ? "</text>" : "</text>\n");
}

/* Where the n-th of all pieces on a point stands: below it, side by side, in
 * a field three in a row. */
static struct svg_place
piece_place(const struct picture *p, int point, int n, int all)
{
	struct svg_place c = p->at[point];
	int row = p->d->points[point].shape == DRAWING_HEX ? 3 : all;
	int rest = all - n / row * row;

	c.x += 24 * (n % row) - 12 * ((rest < row ? rest : row) - 1);
	if (p->d->points[point].shape == DRAWING_HEX)
		c.y += 2 + 19 * (n / row);
	else if (p->d->points[point].shape != DRAWING_NONE)
		c.y += 17;
	return c;
}

static void
put_piece(struct picture *p, size_t piece)
{
	const struct drawing_piece *q = &p->d->pieces[piece];
	int before = 0, all = 0,
	    seat = q->seat > 0 && q->seat < SEATS ? q->seat : 0;
	struct buf *out = &p->out->part[PART_SEAT + seat];
	int wide = (q->count > 1 ? 34 : 20) +
	    (strlen(q->mark) > 2 ? 8 * ((int)strlen(q->mark) - 2) : 0);
	struct svg_place c;

	for (size_t i = 0; i < p->d->n_pieces; i++) {
		if (p->d->pieces[i].at != q->at)
			continue;
		before += i < piece;
		all++;
	}
	c = piece_place(p, q->at, before, all);
	buf_str(out, "<rect");
	put_tone(out, "piece", q->tone);
	buf_printf(out,
	    " x=\"%d\" y=\"%d\" width=\"%d\" height=\"16\" rx=\"3\"/><text "
	    "class=\"letter\" x=\"%d\" y=\"%d\">",
	    c.x - wide / 2, c.y - 8, wide, c.x, c.y + 4);
	if (q->mark[0] != '\0')
		put_text(out, q->mark);
	else
		buf_printf(out, "%d", q->seat);
	if (q->count > 1)
		buf_printf(out, "\303\227%d", q->count);
	buf_str(out, "</text>\n");
}

void
svg_make(const struct drawing *d, struct svg *out)
{
	struct picture p = { .d = d, .out = out };

	memset(out, 0, sizeof *out);
	if (d->n_points == 0)
		return;
	p.at = mem_zero(d->n_points, sizeof *p.at);
	place_all(&p);
	for (size_t i = 0; i < d->n_points; i++)
		if (d->points[i].shape == DRAWING_HEX)
			put_shape(&p, i);
	for (size_t i = 0; i < d->n_lines; i++)
		put_line(&p, i);
	for (size_t i = 0; i < d->n_points; i++) {
		if (d->points[i].shape != DRAWING_HEX)
			put_shape(&p, i);
		put_name(&p, i);
	}
	for (size_t i = 0; i < d->n_pieces; i++)
		put_piece(&p, i);
	free(p.at);
}

void
svg_release(struct svg *s)
{
	for (int i = 0; i < SVG_PARTS; i++)
		buf_release(&s->part[i]);
}

void
svg_document(const struct svg *s, const char *lang, const char *title,
    const char *words, const char *style, struct buf *out)
{
	buf_str(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" ");
	buf_printf(out,
	    "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" "
	    "aria-labelledby=\"title words\" lang=\"",
	    s->width, s->height, s->width, s->height);
	put_text(out, lang);
	buf_str(out, "\">\n<title id=\"title\">");
	put_text(out, title);
	buf_str(out, "</title>\n<desc id=\"words\">");
	put_text(out, words);
	buf_printf(out,
	    "</desc>\n<style>%s</style>\n<rect class=\"sea\" width=\"%d\" "
	    "height=\"%d\"/>\n",
	    style, s->width, s->height);
	for (int i = 0; i < SVG_PARTS; i++)
		if (s->part[i].len > 0)
			buf_printf(out, "<g>%s</g>\n", s->part[i].data);
	buf_str(out, "</svg>\n");
}
