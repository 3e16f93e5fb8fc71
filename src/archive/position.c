/* SPDX-License-Identifier: MIT */
#include "archive/position.h"

#include <stdlib.h>
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

/* A block where it stands in a position. */
struct standing {
	const struct position_slot *slot; /* borrowed; while it is written */
	view_set set;
	int number;
	bool fresh;
	struct buf html; /* owned */
};

struct position {
	struct standing *at; /* owned */
	int n;
};

void
stock_release(struct stock *s)
{
	intern_release(&s->blocks);
	intern_release(&s->parts);
	buf_release(&s->defs);
	buf_release(&s->names);
	free(s->numbers);
	buf_release(&s->linked);
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

static bool
is_one_of(const struct position_slot *s, const struct html_block *b, int n)
{
	for (int i = 0; i < n; i++)
		if (same_name(s, &b[i]) && same_text(s, &b[i]))
			return true;
	return false;
}

/* Where a block goes that has no slot, from `from` on: behind those of other
 * viewpoints, so that hands stand in the order of seats. b: those that follow
 * it, which may belong to one of them. */
static int
place_for(const struct slots *s, int from, const struct html_block *b, int n)
{
	while (from < s->n && !s->at[from].shared &&
	    !is_one_of(&s->at[from], b, n))
		from++;
	return from;
}

static void
add_slot_at(struct slots *s, int at, const struct html_block *b, bool shared)
{
	memmove(&s->at[at + 1], &s->at[at],
	    (size_t)(s->n - at) * sizeof s->at[0]);
	s->at[at] = (struct position_slot){ .name = b->name,
		.name_len = b->name_len,
		.shared = shared };
	s->n++;
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
			found = place_for(s, at, &b[i + 1], n - i - 1);
			add_slot_at(s, found, &b[i], shared);
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

/* html is taken over. */
static void
add_standing(struct stock *s, struct position *p,
    const struct position_slot *slot, view_set set, struct buf html)
{
	struct standing *b;
	size_t len = html.len;

	p->at = mem_more(p->at, (size_t)p->n, sizeof *p->at);
	b = &p->at[p->n++];
	*b = (struct standing){ .slot = slot, .set = set };
	/* For whom it is, is part of what it is. */
	buf_char(&html, (char)('A' + (set >> 4)));
	buf_char(&html, (char)('A' + (set & 15)));
	b->number = intern_put(&s->blocks, html.data, html.len, &b->fresh);
	buf_truncate(&html, len);
	b->html = html;
}

/* Joined if that is shorter by a third: else one that changes would drag the
 * others along. */
static void
add_slot(struct stock *s, struct position *p, const struct position_slot *slot)
{
	view_set set = variants_set(&slot->of);
	struct buf html = BUF_INIT;
	size_t apart = 0;

	for (int i = 0; i < slot->of.n; i++)
		apart += slot->of.of[i].len;
	variants_write(&slot->of, set, &html);
	if (slot->of.n == 1 || html.len * 3 < apart * 2) {
		add_standing(s, p, slot, set, html);
		return;
	}
	buf_release(&html);
	for (int i = 0; i < slot->of.n; i++) {
		html = (struct buf)BUF_INIT;
		buf_add(&html, slot->of.of[i].at, slot->of.of[i].len);
		add_standing(s, p, slot, slot->of.of[i].set, html);
	}
}

static bool
same_place(const struct standing *a, const struct standing *b)
{
	return a->set == b->set && a->slot->name_len == b->slot->name_len &&
	    memcmp(a->slot->name, b->slot->name, a->slot->name_len) == 0;
}

/* Whether each block has its place by name and viewpoints alone. */
static bool
tells_apart(const struct position *p)
{
	for (int i = 0; i < p->n; i++)
		for (int k = 0; k < i; k++)
			if (same_place(&p->at[i], &p->at[k]))
				return false;
	return true;
}

/* Of each block what the script finds its place by. */
static void
name_places(const struct position *p, struct buf *out)
{
	for (int i = 0; i < p->n; i++) {
		const struct position_slot *slot = p->at[i].slot;

		buf_char(out, (char)('A' + (p->at[i].set >> 4)));
		buf_char(out, (char)('A' + (p->at[i].set & 15)));
		buf_add(out, slot->name, slot->name_len);
		buf_char(out, '\n');
	}
}

/* Whether what changed can take the places of what stood there before; the
 * places are kept for the next one. */
static bool
same_places(struct stock *s, const struct position *p)
{
	struct buf names = BUF_INIT;
	bool same;

	name_places(p, &names);
	same = s->names.len > 0 && names.len == s->names.len &&
	    memcmp(names.data, s->names.data, names.len) == 0 && tells_apart(p);
	buf_release(&s->names);
	s->names = names;
	return same;
}

static void
put_standing(struct stock *s, const struct standing *b, view_set views,
    struct buf *out)
{
	if (b->fresh) {
		buf_printf(out, "<div class=b id=b%d", b->number);
	} else {
		buf_printf(out, "<a class=s href=#b%d", b->number);
		while (s->linked.len <= (size_t)b->number)
			buf_char(&s->linked, '-');
		s->linked.data[b->number] = '+';
	}
	if (b->set != views)
		variants_mark(b->set, out);
	buf_char(out, '>');
	if (b->fresh)
		buf_add(out, b->html.data, b->html.len);
	else
		put_name(b->slot, b->number, out);
	buf_str(out, b->fresh ? "</div>\n" : "</a>\n");
}

static void
put_position(struct stock *s, const struct position *p, bool whole,
    view_set views, struct buf *out)
{
	for (int i = 0; i < p->n; i++)
		if (whole || s->numbers[i] != p->at[i].number)
			put_standing(s, &p->at[i], views, out);
	s->numbers = mem_grow(s->numbers, (size_t)p->n + 1, sizeof *s->numbers);
	for (int i = 0; i < p->n; i++)
		s->numbers[i] = p->at[i].number;
}

bool
position_write(struct stock *s, const struct seen seen[VIEWS], view_set views,
    bool whole, struct buf *out)
{
	struct slots *slots = mem_zero(1, sizeof *slots);
	struct html_block *b = mem_alloc(BLOCKS_MAX * sizeof *b);
	struct position p = { .n = 0 };

	for (int v = 0; v < VIEWS; v++)
		if (views & VIEW_BIT(v))
			add_blocks(slots, v, v == VIEW_PUBLIC, b,
			    cut_blocks(&seen[v], b));
	for (int i = 0; i < slots->n; i++)
		add_slot(s, &p, &slots->at[i]);
	whole = !same_places(s, &p) || whole;
	put_position(s, &p, whole, views, out);
	for (int i = 0; i < p.n; i++)
		buf_release(&p.at[i].html);
	free(p.at);
	free(b);
	free(slots);
	return whole;
}

/* A page has tens of thousands of these. */
static void
unquote_cells(struct buf *pages)
{
	static const char cell[] = " class=\"r\">";
	const char *at = buf_text(pages), *found;
	struct buf out = BUF_INIT;

	for (; (found = strstr(at, cell)) != NULL; at = found + strlen(cell)) {
		buf_add(&out, at, (size_t)(found - at));
		buf_str(&out, " class=r>");
	}
	buf_str(&out, at);
	buf_release(pages);
	*pages = out;
}

void
position_finish(const struct stock *s, struct buf *pages)
{
	static const char name[] = "<div class=b id=b";
	struct buf out = BUF_INIT;
	const char *at = buf_text(pages), *found;

	while ((found = strstr(at, name)) != NULL) {
		char *end;
		size_t number = strtoul(found + strlen(name), &end, 10);
		bool kept = number < s->linked.len &&
		    s->linked.data[number] == '+';

		found += strlen("<div class=b");
		buf_add(&out, at, (size_t)((kept ? end : found) - at));
		at = end;
	}
	buf_str(&out, at);
	buf_release(pages);
	*pages = out;
	unquote_cells(pages);
}

static int
define(struct stock *s, const char *text, size_t len)
{
	bool fresh;
	int number = intern_put(&s->parts, text, len, &fresh);

	if (fresh) {
		buf_printf(&s->defs, "<g id=\"m%d\">", number);
		buf_add(&s->defs, text, len);
		buf_str(&s->defs, "</g>\n");
	}
	return number;
}

/* What is drawn at a spot is drawn at others, too: each thing once, and where
 * it is. */
static int
define_part(struct stock *s, const char *text, size_t len)
{
	static const char open[] = "<g transform=\"translate(",
			  close[] = "</g>";
	struct buf out = BUF_INIT, all = BUF_INIT;
	const char *at, *found;
	int number;

	buf_add(&all, text, len);
	at = buf_text(&all);
	while ((found = strstr(at, open)) != NULL) {
		const char *x = found + strlen(open), *y = strchr(x, ' ') + 1;
		const char *thing = strchr(y, '>') + 1;
		const char *end = strstr(thing, close);

		buf_add(&out, at, (size_t)(found - at));
		buf_printf(&out, "<use href=\"#m%d\" x=\"%.*s\" y=\"%.*s\"/>",
		    define(s, thing, (size_t)(end - thing)), (int)(y - 1 - x),
		    x, (int)strcspn(y, ")"), y);
		at = end + strlen(close);
	}
	buf_str(&out, at);
	number = define(s, buf_text(&out), out.len);
	buf_release(&out);
	buf_release(&all);
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
			put_use(define_part(s, parts, len), &uses);
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
	put_use(define_part(s, svg.ground->data, svg.ground->len), out);
	put_parts(s, buf_text(&svg.pieces), out);
	buf_printf(out, "</svg></figure>%s%s", caption[0] != '\0' ? "\n" : "",
	    caption);
	svg_release(&svg);
}
