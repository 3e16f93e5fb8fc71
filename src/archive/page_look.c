/* SPDX-License-Identifier: MIT */

/* The position after an event, as every viewpoint of a page sees it. */

#include <cjson/cJSON.h>

#include "archive/page_own.h"
#include "post/context.h"
#include "text/texts.h"

int
page_reader(int view)
{
	return view == VIEW_ALL ? ARCHIVE : view;
}

struct reader
page_reader_for(const struct page *p, int view)
{
	return (struct reader){ .seat = page_reader(view),
		.by_name = true,
		.who = p->who,
		.pictures = true,
		.lang = p->site->club.lang,
		.layout = "html",
		.tz = p->site->club.tz,
		.width = 72 };
}

/* The words of the map, which never change. */
static int
name_map(struct page *p, struct err *e)
{
	cJSON *ctx = book_context(p->site, p->m, p->b);
	char name[64];
	int rc = site_plain(p->site, "page/map-title", ctx, &p->map_title, e);

	(void)snprintf(name, sizeof name, "%s/map", p->m->game.kind);
	if (rc == 0 && texts_template(p->site->club.texts, "en", name))
		rc = site_fragment(p->site, name, ctx, &p->map_caption, e);
	if (p->map_caption.len > 0) /* its last line end */
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
		   sizeof *a->points) &&
	    same_bytes(a->lines, a->n_lines, b->lines, b->n_lines,
		sizeof *a->lines) &&
	    same_bytes(a->pieces, a->n_pieces, b->pieces, b->n_pieces,
		sizeof *a->pieces);
}

static void
set_text(struct buf *to, const struct buf *from)
{
	buf_clear(to);
	buf_add(to, buf_text(from), from->len);
}

/* The map as a viewpoint sees it; nothing if the game has none. Mostly it is
 * the one drawn last for the public. */
static int
draw_map(struct page *p, int view, const void *seen, struct err *e)
{
	struct reader r = page_reader_for(p, view);
	struct buf *map = &p->map[view];
	struct drawing *d = &p->drawing, before = p->drawn;
	int rc = 0;

	drawing_clear(d);
	if (context_board(p->m, &r, seen, d)) {
		if (p->map_title.len == 0)
			rc = name_map(p, e);
		if (rc == 0 && !same_drawing(d, &p->drawn)) {
			buf_clear(map);
			position_map(&p->stock, p->site->svgs, d,
			    p->map_title.data, buf_text(&p->map_caption), map);
		} else if (view != VIEW_PUBLIC) {
			set_text(map, &p->map[VIEW_PUBLIC]);
		}
	} else {
		buf_clear(map);
	}
	if (view == VIEW_PUBLIC) {
		p->drawn = *d;
		*d = before;
	}
	return rc;
}

static int
render(struct page *p, int view, const void *seen, struct err *e)
{
	struct reader r = page_reader_for(p, view);
	cJSON *words = context_view(p->m, &r, seen);
	struct buf *md = &p->markdown;
	char name[64];
	int rc;

	(void)snprintf(name, sizeof name, "%s/position", p->m->game.kind);
	buf_clear(md);
	rc = texts_render(p->site->club.texts, r.lang, name, words, md, e);
	buf_clear(&p->seen[view]);
	if (rc == 0)
		pieces_write(&p->pieces, md, &p->map[view], &p->seen[view]);
	cJSON_Delete(words);
	return rc;
}

static bool
same_text(const struct buf *a, const struct buf *b)
{
	return a->len == b->len &&
	    memcmp(buf_text(a), buf_text(b), a->len) == 0;
}

/* A position is rendered when what it is made of has changed; the public's
 * comes first, and who sees the same facts sees the same map. */
static int
look(struct page *p, int view, struct err *e)
{
	struct buf *text = &p->facts[view], before = *text;
	bool as_public;
	void *seen;
	int rc = 0;

	*text = p->text;
	p->text = before;
	buf_clear(text);
	table_facts(p->m->table, page_reader(view), text);
	if (p->seen[view].len > 0 && same_text(text, &before))
		return 0;
	as_public = view != VIEW_PUBLIC &&
	    same_text(text, &p->facts[VIEW_PUBLIC]);
	if (as_public && view == VIEW_ALL) {
		set_text(&p->seen[view], &p->seen[VIEW_PUBLIC]);
		return 0;
	}
	seen = game_seen(p->m->kind, table_position(p->m->table),
	    page_reader(view));
	if (as_public)
		set_text(&p->map[view], &p->map[VIEW_PUBLIC]);
	else
		rc = draw_map(p, view, seen, e);
	if (rc == 0)
		rc = render(p, view, seen, e);
	free(seen);
	return rc;
}

int
page_position(struct page *p, bool whole, struct err *e)
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
	position_write(&p->stock, seen, p->views,
	    p->seq > 0 ? p->number[p->seq] : 0, whole);
	return 0;
}
