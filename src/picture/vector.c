/* SPDX-License-Identifier: MIT */
#include "picture/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

void
vector_release(struct vector *v)
{
	buf_release(&v->out);
	buf_release(&v->path);
}

/* As short as can be. */
static void
put_tenths(struct buf *out, long tenths)
{
	if (tenths < 0)
		buf_char(out, '-');
	tenths = labs(tenths);
	if (tenths >= 10 || tenths == 0)
		buf_printf(out, "%ld", tenths / 10);
	if (tenths % 10 != 0)
		buf_printf(out, ".%ld", tenths % 10);
}

static void
put_number(struct buf *out, double n)
{
	put_tenths(out, lround(10 * n));
}

static void
put_spot(struct buf *out, struct spot at)
{
	put_number(out, at.x);
	buf_char(out, ' ');
	put_number(out, at.y);
}

/* From where the path is: equal shapes are equal text then. */
static void
put_way(struct vector *v, long x, long y)
{
	put_tenths(&v->path, x - v->x);
	if (y - v->y >= 0)
		buf_char(&v->path, ' ');
	put_tenths(&v->path, y - v->y);
}

void
vector_from(struct vector *v, struct spot at)
{
	if (v->path.len == 0)
		v->x = v->y = 0;
	buf_char(&v->path, v->path.len == 0 ? 'M' : 'm');
	v->first_x = lround(10 * at.x);
	v->first_y = lround(10 * at.y);
	put_way(v, v->first_x, v->first_y);
	v->x = v->first_x;
	v->y = v->first_y;
}

void
vector_go(struct vector *v, char letter, const struct spot *to, int n)
{
	long x = 0, y = 0;

	buf_char(&v->path, letter);
	for (int i = 0; i < n; i++) {
		x = lround(10 * to[i].x);
		y = lround(10 * to[i].y);
		if (i > 0 && x >= v->x)
			buf_char(&v->path, ' ');
		put_way(v, x, y);
	}
	v->x = x;
	v->y = y;
}

void
vector_arc(struct vector *v, double r, struct spot to)
{
	buf_char(&v->path, 'a');
	put_number(&v->path, r);
	buf_char(&v->path, ' ');
	put_number(&v->path, r);
	buf_str(&v->path, " 0 0 1 ");
	put_way(v, lround(10 * to.x), lround(10 * to.y));
	v->x = lround(10 * to.x);
	v->y = lround(10 * to.y);
}

void
vector_close(struct vector *v)
{
	buf_char(&v->path, 'z');
	v->x = v->first_x;
	v->y = v->first_y;
}

static void
put_colour(struct buf *out, const char *what, uint32_t ink)
{
	uint32_t r = ink >> 16 & 255, g = ink >> 8 & 255, b = ink & 255;

	if (r % 17 == 0 && g % 17 == 0 && b % 17 == 0)
		buf_printf(out, " %s=\"#%x%x%x\"", what, r / 17, g / 17,
		    b / 17);
	else
		buf_printf(out, " %s=\"#%06x\"", what, ink & 0xffffff);
}

static void
put_stroke(struct vector *v, uint32_t ink, double width)
{
	put_colour(&v->out, "stroke", ink);
	buf_str(&v->out, " stroke-width=\"");
	put_number(&v->out, width);
	buf_char(&v->out, '"');
	if (v->round_ends)
		buf_str(&v->out, " stroke-linecap=\"round\"");
	if (v->round_joins)
		buf_str(&v->out, " stroke-linejoin=\"round\"");
	if (v->dash[0] > 0) {
		buf_str(&v->out, " stroke-dasharray=\"");
		put_spot(&v->out, (struct spot){ v->dash[0], v->dash[1] });
		buf_char(&v->out, '"');
	}
}

static void
end_thing(struct vector *v)
{
	if (v->inside == 0)
		buf_char(&v->out, '\n');
}

void
vector_path(struct vector *v, int64_t fill, double alpha, int64_t edge,
    double width, bool keep)
{
	if (v->path.len > 0) {
		buf_printf(&v->out, "<path d=\"%s\"", v->path.data);
		if (fill < 0)
			buf_str(&v->out, " fill=\"none\"");
		else
			put_colour(&v->out, "fill", (uint32_t)fill);
		if (alpha < 1) {
			buf_str(&v->out, " fill-opacity=\"");
			put_number(&v->out, alpha);
			buf_char(&v->out, '"');
		}
		if (edge >= 0)
			put_stroke(v, (uint32_t)edge, width);
		buf_str(&v->out, "/>");
		end_thing(v);
	}
	if (!keep)
		buf_clear(&v->path);
}

void
vector_words(const char *text, struct buf *out)
{
	size_t unseen;

	for (; *text != '\0'; text++)
		if ((unseen = utf8_unseen(text, strlen(text))) > 0)
			text += unseen - 1;
		else if (*text == '<')
			buf_str(out, "&lt;");
		else if (*text == '>')
			buf_str(out, "&gt;");
		else if (*text == '&')
			buf_str(out, "&amp;");
		else if (*text == '"')
			buf_str(out, "&quot;");
		else if ((unsigned char)*text >= ' ' || *text == '\n')
			buf_char(out, *text);
}

void
vector_text(struct vector *v, struct spot at, double width, const char *text,
    double size, bool bold, uint32_t ink, bool halo)
{
	struct buf *out = &v->out;

	buf_str(out, "<text x=\"");
	put_number(out, at.x);
	buf_str(out, "\" y=\"");
	put_number(out, at.y);
	buf_str(out, "\" font-size=\"");
	put_number(out, size);
	/* Whatever font there is, as wide as it was planned. */
	buf_str(out, "\" textLength=\"");
	put_number(out, width);
	buf_char(out, '"');
	put_colour(out, "fill", ink);
	if (halo)
		buf_str(out, " class=\"halo\"");
	if (!bold)
		buf_str(out, " font-weight=\"normal\"");
	buf_char(out, '>');
	vector_words(text, out);
	buf_str(out, "</text>");
	end_thing(v);
}

void
vector_begin(struct vector *v, struct spot *at)
{
	if (v->inside++ > 0)
		return;
	buf_str(&v->out, "<g transform=\"translate(");
	put_spot(&v->out, *at);
	buf_str(&v->out, ")\">");
	*at = (struct spot){ 0, 0 };
}

void
vector_end(struct vector *v)
{
	if (--v->inside > 0)
		return;
	buf_str(&v->out, "</g>");
	end_thing(v);
}

void
vector_part(struct vector *v)
{
	buf_char(&v->out, VECTOR_PART);
}
