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

/* A place of the board, for some viewpoints: of a block by its name, and the
 * how manieth of that name it is. */
struct board_place {
	struct buf name; /* owned, as all here */
	view_set set;
	int nth;
	struct buf is;     /* what stands there now */
	struct buf states; /* all that stood there, as the page has it */
	int since;         /* the event of the last state */
	bool kept;         /* in the position that is being written */
};

void
stock_release(struct stock *s)
{
	for (int i = 0; i < s->n; i++) {
		buf_release(&s->at[i].name);
		buf_release(&s->at[i].is);
		buf_release(&s->at[i].states);
	}
	free(s->at);
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

/* The place of a block, from `from` on put in if there is none. */
static struct board_place *
place_of(struct stock *s, const struct position_slot *slot, view_set set,
    int *from)
{
	int nth = 0;

	for (int i = 0; i < s->n; i++) {
		struct board_place *p = &s->at[i];

		if (p->set != set || p->name.len != slot->name_len ||
		    memcmp(buf_text(&p->name), slot->name, slot->name_len) != 0)
			continue;
		nth = p->nth + 1;
		if (p->kept)
			continue;
		if (i >= *from)
			*from = i + 1;
		return p;
	}
	s->at = mem_more(s->at, (size_t)s->n, sizeof *s->at);
	memmove(&s->at[*from + 1], &s->at[*from],
	    (size_t)(s->n++ - *from) * sizeof *s->at);
	s->at[*from] = (struct board_place){ .set = set, .nth = nth };
	buf_add(&s->at[*from].name, slot->name, slot->name_len);
	return &s->at[(*from)++];
}

/* How many events after the last state: tens stand before it, so that a style
 * sheet can add them up. */
static void
put_since(struct board_place *p, int event, const char *open)
{
	int n = event - p->since;

	for (; n >= 10; n -= 10)
		buf_str(&p->states, "<i data-e=10></i>");
	buf_str(&p->states, open);
	if (n != 1)
		buf_printf(&p->states, " data-e=%d", n);
	p->since = event;
}

/* The number behind "#m"; at is set behind it. 0: there is none. */
static long
next_part(const char **at)
{
	const char *found = strstr(*at, "#m");
	char *end;
	long n;

	if (found == NULL)
		return 0;
	n = strtol(found + 2, &end, 10);
	*at = end;
	return n;
}

/* What differs between two maps of as many parts: "3:62 7:15". */
static void
put_moved(const char *was, const char *is, struct buf *out)
{
	const char *blank = "";
	long old, new;

	for (int i = 0; (new = next_part(&is)) != 0; i++) {
		old = next_part(&was);
		if (old == new)
			continue;
		buf_printf(out, "%s%d:%ld", blank, i, new);
		blank = " ";
	}
}

static int
parts_in(const char *map)
{
	int n = 0;

	while (next_part(&map) != 0)
		n++;
	return n;
}

/* A map is whole where a round begins; else what moved on it is enough. */
static bool
is_moved(const struct board_place *p, const struct buf *html)
{
	const char *was = buf_text(&p->is), *is = buf_text(html);
	size_t head = strcspn(was, "#");

	return begins(was, was + p->is.len, "<figure") &&
	    strncmp(was, is, head) == 0 && parts_in(was) == parts_in(is);
}

/* html is taken over; empty: nothing stands there any more. */
static void
put_state(struct board_place *p, int event, bool whole, struct buf html)
{
	p->kept = true;
	if (html.len == p->is.len &&
	    memcmp(buf_text(&html), buf_text(&p->is), html.len) == 0 &&
	    !(whole &&
		begins(buf_text(&html), buf_text(&html) + html.len, "<fig"))) {
		buf_release(&html);
		return;
	}
	if (html.len == 0) {
		put_since(p, event, "<i class=b");
		buf_str(&p->states, "></i>\n");
	} else if (!whole && is_moved(p, &html)) {
		put_since(p, event, "<i class=b");
		buf_str(&p->states, " data-m=\"");
		put_moved(buf_text(&p->is), buf_text(&html), &p->states);
		buf_str(&p->states, "\"></i>\n");
	} else {
		put_since(p, event, "<div class=b");
		buf_char(&p->states, '>');
		buf_add(&p->states, html.data, html.len);
		buf_str(&p->states, "</div>\n");
	}
	buf_release(&p->is);
	p->is = html;
}

/* Joined if that is shorter by a third: else one that changes would drag the
 * others along. */
static void
put_slot(struct stock *s, const struct position_slot *slot, int event,
    bool whole, int *from)
{
	view_set set = variants_set(&slot->of);
	struct buf html = BUF_INIT;
	size_t apart = 0;

	for (int i = 0; i < slot->of.n; i++)
		apart += slot->of.of[i].len;
	variants_write(&slot->of, set, &html);
	if (slot->of.n == 1 || html.len * 3 < apart * 2) {
		put_state(place_of(s, slot, set, from), event, whole, html);
		return;
	}
	buf_release(&html);
	for (int i = 0; i < slot->of.n; i++) {
		const struct variant *of = &slot->of.of[i];

		html = (struct buf)BUF_INIT;
		buf_add(&html, of->at, of->len);
		put_state(place_of(s, slot, of->set, from), event, whole, html);
	}
}

void
position_write(struct stock *s, const struct seen seen[VIEWS], view_set views,
    int event, bool whole)
{
	struct slots *slots = mem_zero(1, sizeof *slots);
	struct html_block *b = mem_alloc(BLOCKS_MAX * sizeof *b);
	int from = 0;

	for (int v = 0; v < VIEWS; v++)
		if (views & VIEW_BIT(v))
			add_blocks(slots, v, v == VIEW_PUBLIC, b,
			    cut_blocks(&seen[v], b));
	for (int i = 0; i < s->n; i++)
		s->at[i].kept = false;
	for (int i = 0; i < slots->n; i++)
		put_slot(s, &slots->at[i], event, whole, &from);
	for (int i = 0; i < s->n; i++)
		if (!s->at[i].kept)
			put_state(&s->at[i], event, whole,
			    (struct buf)BUF_INIT);
	free(b);
	free(slots);
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
position_finish(struct stock *s, view_set views, struct buf *out)
{
	for (int i = 0; i < s->n; i++) {
		struct board_place *p = &s->at[i];

		buf_str(out, "<div class=h");
		if (p->set != views)
			variants_mark(p->set, out);
		buf_str(out, ">\n");
		unquote_cells(&p->states);
		buf_add(out, buf_text(&p->states), p->states.len);
		buf_str(out, "</div>\n");
	}
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

static void
put_parts(struct stock *s, const char *parts, struct buf *out)
{
	while (*parts != '\0') {
		size_t len = strcspn(parts, (char[]){ SVG_PART, '\0' });

		put_use(define_part(s, parts, len), out);
		parts += len + (parts[len] != '\0');
	}
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
