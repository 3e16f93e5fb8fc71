/* SPDX-License-Identifier: MIT */

/* The position after an event, as every viewpoint of a page sees it. */

#include <cjson/cJSON.h>

#include "archive/page_own.h"
#include "match/frame.h"
#include "text/markdown.h"
#include "text/texts.h"

int
page_reader(int view)
{
	return view == VIEW_ALL ? ARCHIVE : view;
}

struct reader
page_reader_for(const struct page *p, int view)
{
	return (struct reader){ .seat = page_reader(view), .by_name = true,
		.pictures = true, .lang = p->ed->house.lang, .layout = "html",
		.tz = p->ed->house.tz, .width = 72 };
}

/* The words of the map, which never change. */
static int
name_map(struct page *p, struct err *e)
{
	cJSON *ctx = book_context(p->ed, p->m, p->b);
	char name[64];
	int rc = edition_plain(p->ed, "page/map-title", ctx, &p->map_title, e);

	(void)snprintf(name, sizeof name, "%s/map", p->m->game.kind);
	if (rc == 0 && texts_template(p->ed->house.texts, "en", name))
		rc = edition_fragment(p->ed, name, ctx, &p->map_caption, e);
	if (p->map_caption.len > 0)      /* its last line end */
		buf_truncate(&p->map_caption, p->map_caption.len - 1);
	cJSON_Delete(ctx);
	return rc;
}

static bool
same_bytes(const void *a, size_t n, const void *b, size_t m, size_t size)
{
	return n == m && (n == 0 || memcmp(a, b, n * size) == 0);
}

static bool
same_drawing(const struct drawing *a, const struct drawing *b)
{
	return same_bytes(a->points, a->n_points, b->points, b->n_points,
	    sizeof *a->points) && same_bytes(a->lines, a->n_lines, b->lines,
	    b->n_lines, sizeof *a->lines) && same_bytes(a->pieces,
	    a->n_pieces, b->pieces, b->n_pieces, sizeof *a->pieces);
}

static void
set_text(struct buf *to, const struct buf *from)
{
	buf_clear(to);
	buf_add(to, buf_text(from), from->len);
}

/* The map as a viewpoint sees it; nothing if the game has none. Mostly it is
 * the one that the public sees. */
static int
draw_map(struct page *p, int view, struct err *e)
{
	struct reader r = page_reader_for(p, view);
	cJSON *facts = frame_facts(p->m, page_reader(view));
	struct drawing d = { 0 };
	int rc = 0;

	buf_clear(&p->map[view]);
	if (!frame_drawing(p->m, &r, facts, &d)) {
		;
	} else if (view != VIEW_PUBLIC && same_drawing(&d, &p->drawn)) {
		set_text(&p->map[view], &p->map[VIEW_PUBLIC]);
	} else {
		if (p->map_title.len == 0)
			rc = name_map(p, e);
		if (rc == 0)
			position_map(&p->stock, &d, p->map_title.data,
			    buf_text(&p->map_caption), &p->map[view]);
	}
	if (view == VIEW_PUBLIC) {
		drawing_release(&p->drawn);
		p->drawn = d;
	} else {
		drawing_release(&d);
	}
	cJSON_Delete(facts);
	return rc;
}

static bool
same_text(const struct buf *a, const struct buf *b)
{
	return a->len == b->len && memcmp(buf_text(a), buf_text(b), a->len) ==
	    0;
}

static int
render(struct page *p, int view, struct err *e)
{
	struct reader r = page_reader_for(p, view);
	struct buf md = BUF_INIT;
	struct markdown *doc;
	int rc = frame_piece(p->m, &r, "position", &md, e);

	if (rc == 0) {
		doc = markdown_parse(buf_text(&md), md.len);
		buf_clear(&p->seen[view]);
		markdown_fragment(doc, 1, p->map[view].len > 0 ?
		    p->map[view].data : NULL, &p->seen[view]);
		markdown_free(doc);
	}
	buf_release(&md);
	return rc;
}

/* A position is rendered when what it is made of has changed; the public's
 * comes first, and who sees the same facts sees the same map. */
static int
look(struct page *p, int view, struct err *e)
{
	struct buf facts = BUF_INIT;
	bool as_public;

	table_facts(p->m->table, page_reader(view), &facts);
	if (p->seen[view].len > 0 && same_text(&facts, &p->facts[view])) {
		buf_release(&facts);
		return 0;
	}
	buf_release(&p->facts[view]);
	p->facts[view] = facts;
	as_public = view != VIEW_PUBLIC &&
	    same_text(&facts, &p->facts[VIEW_PUBLIC]);
	if (as_public)
		set_text(&p->map[view], &p->map[VIEW_PUBLIC]);
	else if (draw_map(p, view, e) != 0)
		return -1;
	if (as_public && view == VIEW_ALL) {
		set_text(&p->seen[view], &p->seen[VIEW_PUBLIC]);
		return 0;
	}
	return render(p, view, e);
}

int
page_position(struct page *p, struct err *e)
{
	struct seen seen[VIEWS] = { { NULL, 0 } };

	for (int v = 0; v < VIEWS; v++) {
		if (!(p->views & VIEW_BIT(v)))
			continue;
		if (look(p, v, e) != 0)
			return -1;
		seen[v] = (struct seen){ buf_text(&p->seen[v]),
			p->seen[v].len };
	}
	position_write(&p->stock, seen, p->views, &p->sections);
	return 0;
}
