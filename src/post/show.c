/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "picture/picture.h"
#include "picture/svg.h"
#include "post/context.h"
#include "post/show.h"
#include "text/markdown.h"
#include "text/texts.h"

/* The picture as a drawing, with what the list says as its words. */
static int
show_svg(struct match *m, const struct reader *r, const cJSON *context,
    const char *words, struct buf *out, struct err *e)
{
	struct buf title = BUF_INIT;
	void *seen = game_seen(m->kind, table_position(m->table), r->seat);
	struct drawing d = { 0 };
	struct svg svg = { 0 };
	struct svgs *svgs = NULL;
	int rc = svgs_open(&svgs, e);

	if (rc == 0 && !context_picture(m, r, seen, &d))
		rc = err_set(e, ERR_GIVEUP, "%s has no picture", m->game.kind);
	if (rc == 0)
		rc = texts_render_plain(m->club->texts, r->lang,
		    "page/map-title", context, &title, e);
	if (rc == 0) {
		svg_make(svgs, &d, &svg);
		svg_document(&svg, r->lang, buf_text(&title), words, out);
	}
	svg_release(&svg);
	svgs_free(svgs);
	drawing_release(&d);
	free(seen);
	buf_release(&title);
	return rc;
}

static int
show_png(struct match *m, const struct reader *r, struct buf *out,
    struct err *e)
{
	void *seen = game_seen(m->kind, table_position(m->table), r->seat);
	struct drawing d = { 0 };
	struct pictures *p;
	int rc = pictures_open(&p, e);

	if (rc == 0) {
		rc = context_picture(m, r, seen, &d) ?
		    picture_png(p, &d, out, e) :
		    err_set(e, ERR_GIVEUP, "%s has no picture", m->game.kind);
		pictures_free(p);
	}
	drawing_release(&d);
	free(seen);
	return rc;
}

static int
show_layout(struct match *m, const struct reader *r, const cJSON *context,
    const struct buf *md, struct buf *out, struct err *e)
{
	struct markdown *doc = markdown_parse(buf_text(md), md->len);
	struct buf words = BUF_INIT;
	int rc = 0;

	if (strcmp(r->layout, "html") == 0)
		markdown_html(doc, HTML_PAGE, r->lang, "", out);
	else if (strcmp(r->layout, "board") == 0)
		markdown_board(doc, r->width, out);
	else
		markdown_list(doc, r->width, &words);
	if (strcmp(r->layout, "png") == 0)
		rc = show_png(m, r, out, e);
	else if (strcmp(r->layout, "svg") == 0)
		rc = show_svg(m, r, context, buf_text(&words), out, e);
	else
		buf_add(out, buf_text(&words), words.len);
	buf_release(&words);
	markdown_free(doc);
	return rc;
}

int
match_show(struct match *m, int reader, const char *lang, const char *layout,
    int width, struct buf *out, struct err *e)
{
	struct reader r = { .seat = reader,
		.lang = lang != NULL ? lang : m->game.lang,
		.layout = layout,
		.tz = m->club->tz,
		.width = width };
	bool acts = reader > 0 && match_to_act(m) & SEAT_BIT(reader);
	struct buf md = BUF_INIT;
	cJSON *context;
	int rc = context_make(m, &r,
	    CONTEXT_POSITION | CONTEXT_CHART | (acts ? CONTEXT_MOVES : 0),
	    &context, e);

	if (rc)
		return -1;
	rc = texts_render(m->club->texts, r.lang, "mail/show", context, &md, e);
	if (rc == 0)
		rc = show_layout(m, &r, context, &md, out, e);
	cJSON_Delete(context);
	buf_release(&md);
	return rc;
}
