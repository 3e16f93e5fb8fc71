/* SPDX-License-Identifier: MIT */
#include "archive/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/markdown.h"

/* Stands for the map, on a line of its own; no text of ours has it. */
static const char place[] = "<map>";

/* Up to the next heading; one in a block of code is none. */
static size_t
piece_len(const char *md, size_t len)
{
	const char *p = md, *end = md + len;
	bool code = false;

	while (p < end) {
		const char *line = memchr(p, '\n', (size_t)(end - p));

		if (p > md && *p == '#' && !code)
			break;
		if (strncmp(p, "```", 3) == 0)
			code = !code;
		p = line != NULL ? line + 1 : end;
	}
	return (size_t)(p - md);
}

static void
render(const char *md, size_t len, struct piece *out)
{
	struct markdown *doc = markdown_parse(md, len);
	const char *map;

	markdown_fragment(doc, 1, place, &out->html);
	markdown_free(doc);
	map = strstr(buf_text(&out->html), place);
	out->map = map != NULL ? (size_t)(map - out->html.data) : SIZE_MAX;
}

static const struct piece *
piece_of(struct pieces *p, const char *md, size_t len)
{
	bool fresh;
	int number = intern_put(&p->texts, md, len, &fresh);

	if (number >= p->cap) {
		p->cap = p->cap > 0 ? 2 * p->cap : 256;
		p->at = mem_grow(p->at, (size_t)p->cap, sizeof *p->at);
	}
	if (fresh) {
		p->at[number] = (struct piece){ .html = BUF_INIT };
		render(md, len, &p->at[number]);
	}
	return &p->at[number];
}

static void
put_piece(const struct piece *p, const struct buf *map, struct buf *out)
{
	const char *html = buf_text(&p->html);
	size_t rest;

	if (p->map == SIZE_MAX) {
		buf_add(out, html, p->html.len);
		return;
	}
	rest = p->map + strlen(place);
	buf_add(out, html, p->map);
	buf_add(out, buf_text(map), map->len);
	buf_add(out, html + rest, p->html.len - rest);
}

void
pieces_write(struct pieces *p, const struct buf *md, const struct buf *map,
    struct buf *out)
{
	const char *at = buf_text(md), *end = at + md->len;

	while (at < end) {
		size_t len = piece_len(at, (size_t)(end - at));

		put_piece(piece_of(p, at, len), map, out);
		at += len;
	}
}

void
pieces_release(struct pieces *p)
{
	for (int i = 1; i <= p->texts.n; i++)
		buf_release(&p->at[i].html);
	free(p->at);
	intern_release(&p->texts);
}
