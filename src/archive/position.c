/* SPDX-License-Identifier: MIT */
#include "archive/position.h"

#include <string.h>

#include "base/mem.h"
#include "picture/svg.h"
#include "text/escape.h"

/* A block of one viewpoint: from a heading, or a picture, to the next. */
struct html_block {
	const char *at;
	size_t len;
	const char *name;
	size_t name_len; /* of the heading: what the block is */
};

/* A place in the position, and what stands there for whom. */
struct position_slot {
	const char *name;
	size_t name_len;
	bool shared; /* the public has it */
	struct variants of;
};

struct slots {
	struct position_slot at[BLOCKS_MAX];
	int n;
};

void
stock_release(struct stock *s)
{
	intern_release(&s->blocks);
	intern_release(&s->parts);
	buf_release(&s->defs);
}

static bool
begins(const char *at, const char *end, const char *what)
{
	size_t n = strlen(what);

	return (size_t)(end - at) >= n && memcmp(at, what, n) == 0;
}

/* A heading's name: up to what stands beside it, which may change. */
static void
name_block(struct html_block *b)
{
	const char *p = b->at, *end = b->at + b->len;

	b->name = "";
	b->name_len = 0;
	if (begins(p, end, "<figure")) {
		b->name = p;
		b->name_len = 7;
	} else if (begins(p, end, "<h3>")) {
		b->name = p + 4;
		while (b->name + b->name_len < end &&
		    b->name[b->name_len] != '<')
			b->name_len++;
	}
}

static int
cut_blocks(const struct seen *seen, struct html_block *out)
{
	const char *p = seen->html, *end = p + seen->len;
	bool after_figure = false;
	int n = 0;

	while (p < end) {
		const char *line = memchr(p, '\n', (size_t)(end - p));
		bool figure = begins(p, end, "<figure");

		line = line != NULL ? line + 1 : end;
		if (n == 0 ||
		    (n < BLOCKS_MAX &&
			(figure || after_figure || begins(p, end, "<h3>"))))
			out[n++] = (struct html_block){ .at = p };
		out[n - 1].len = (size_t)(line - out[n - 1].at);
		after_figure = figure;
		p = line;
	}
	for (int i = 0; i < n; i++)
		name_block(&out[i]);
	return n;
}

static bool
same_name(const struct position_slot *s, const struct html_block *b)
{
	return s->name_len == b->name_len &&
	    memcmp(s->name, b->name, b->name_len) == 0;
}

static bool
same_text(const struct position_slot *s, const struct html_block *b)
{
	return s->of.of[0].len == b->len &&
	    memcmp(s->of.of[0].at, b->at, b->len) == 0;
}

/* The slot a block belongs to, from `from` on: that of its name if the public
 * has it too; else one with the very same text. -1: none. */
static int
find_slot(const struct slots *s, int from, const struct html_block *b)
{
	for (int i = from; i < s->n; i++)
		if (same_name(&s->at[i], b) &&
		    (s->at[i].shared || same_text(&s->at[i], b)))
			return i;
	return -1;
}

static void
add_blocks(struct slots *s, int view, bool shared, const struct html_block *b,
    int n)
{
	int at = 0;

	for (int i = 0; i < n; i++) {
		int found = shared ? -1 : find_slot(s, at, &b[i]);

		if (found < 0) {
			if (s->n == BLOCKS_MAX)
				return;
			memmove(&s->at[at + 1], &s->at[at],
			    (size_t)(s->n - at) * sizeof s->at[0]);
			s->at[at] = (struct position_slot){ .name = b[i].name,
				.name_len = b[i].name_len,
				.shared = shared };
			s->n++;
			found = at;
		}
		variants_add(&s->at[found].of, view, b[i].at, b[i].len);
		at = found + 1;
	}
}

/* What a reference says: the heading, or what a picture is called. */
static void
put_name(const struct position_slot *s, int number, struct buf *out)
{
	static const char label[] = "aria-label=\"";
	const char *p = s->name;

	if (s->name_len == 0) {
		buf_printf(out, "%d", number);
	} else if (p[0] != '<') {
		buf_add(out, p, s->name_len);
	} else {
		p = strstr(p, label) + strlen(label);
		buf_add(out, p, strcspn(p, "\""));
	}
}

static void
put_block(struct stock *s, const struct position_slot *slot,
    struct buf *written, view_set set, view_set views, struct buf *out)
{
	struct buf html = *written;
	bool fresh;
	int number;

	/* For whom it is, is part of what it is. */
	buf_char(&html, (char)('A' + (set >> 4)));
	buf_char(&html, (char)('A' + (set & 15)));
	number = intern_put(&s->blocks, html.data, html.len, &fresh);
	if (fresh)
		buf_printf(out, "<div class=\"b\" id=\"b%d\"", number);
	else
		buf_printf(out, "<a class=\"s\" href=\"#b%d\"", number);
	if (set != views)
		variants_mark(set, out);
	buf_char(out, '>');
	if (fresh)
		buf_add(out, html.data, html.len - 2);
	else
		put_name(slot, number, out);
	buf_str(out, fresh ? "</div>\n" : "</a>\n");
	*written = html;
}

/* Joined if that is shorter by a third: else one that changes would drag the
 * others along. */
static void
put_slot(struct stock *s, const struct position_slot *slot, view_set views,
    struct buf *out)
{
	view_set set = variants_set(&slot->of);
	struct buf html = BUF_INIT;
	size_t apart = 0;

	for (int i = 0; i < slot->of.n; i++)
		apart += slot->of.of[i].len;
	variants_write(&slot->of, set, &html);
	if (slot->of.n == 1 || html.len * 3 < apart * 2) {
		put_block(s, slot, &html, set, views, out);
		buf_release(&html);
		return;
	}
	for (int i = 0; i < slot->of.n; i++) {
		buf_clear(&html);
		buf_add(&html, slot->of.of[i].at, slot->of.of[i].len);
		put_block(s, slot, &html, slot->of.of[i].set, views, out);
	}
	buf_release(&html);
}

void
position_write(struct stock *s, const struct seen seen[VIEWS], view_set views,
    struct buf *out)
{
	struct slots *slots = mem_zero(1, sizeof *slots);
	struct html_block *b = mem_alloc(BLOCKS_MAX * sizeof *b);

	for (int v = 0; v < VIEWS; v++)
		if (views & VIEW_BIT(v))
			add_blocks(slots, v, v == VIEW_PUBLIC, b,
			    cut_blocks(&seen[v], b));
	for (int i = 0; i < slots->n; i++)
		put_slot(s, &slots->at[i], views, out);
	free(b);
	free(slots);
}

static int
define(struct stock *s, const char *text, size_t len)
{
	bool fresh;
	int number = intern_put(&s->parts, text, len, &fresh);

	if (fresh)
		buf_printf(&s->defs, "<g id=\"m%d\">%.*s</g>\n", number,
		    (int)len, text);
	return number;
}

static void
put_use(int number, struct buf *out)
{
	buf_printf(out, "<use href=\"#m%d\"/>", number);
}

/* So many parts are one, again: a step changes few of them. */
static void
put_parts(struct stock *s, const char *parts, struct buf *out)
{
	enum { TOGETHER = 12 };
	struct buf uses = BUF_INIT;

	for (int i = 1; *parts != '\0'; i++) {
		size_t len = strcspn(parts, (char[]){ SVG_PART, '\0' });

		if (len > 0)
			put_use(define(s, parts, len), &uses);
		parts += len + (parts[len] != '\0');
		if ((i % TOGETHER != 0 && *parts != '\0') || uses.len == 0)
			continue;
		put_use(define(s, uses.data, uses.len), out);
		buf_clear(&uses);
	}
	buf_release(&uses);
}

void
position_map(struct stock *s, struct svgs *svgs, const struct drawing *d,
    const char *title, const char *caption, struct buf *out)
{
	struct svg svg = { 0 };

	svg_make(svgs, d, &svg);
	buf_str(out,
	    "<figure class=\"map\" tabindex=\"0\" role=\"group\" "
	    "aria-label=\"");
	escape_html(title, strlen(title), out);
	buf_printf(out,
	    "\"><svg viewBox=\"0 0 %d %d\" role=\"img\" "
	    "class=\"board\"><title>",
	    svg.width, svg.height);
	escape_html(title, strlen(title), out);
	buf_str(out, "</title>");
	put_use(define(s, svg.ground->data, svg.ground->len), out);
	put_parts(s, buf_text(&svg.pieces), out);
	buf_printf(out, "</svg></figure>%s%s", caption[0] != '\0' ? "\n" : "",
	    caption);
	svg_release(&svg);
}
