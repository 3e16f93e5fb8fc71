/* SPDX-License-Identifier: MIT */

/* game.txt: the whole game in words, event by event, and how it ended. */

#include <cjson/cJSON.h>

#include "archive/page_own.h"
#include "base/tree.h"
#include "text/markdown.h"
#include "text/texts.h"

enum { WIDTH = 72 };

static void
put_markdown(struct page *p, const struct buf *md)
{
	struct markdown *m = markdown_parse(buf_text(md), md->len);

	markdown_board(m, WIDTH, &p->b->text);
	markdown_free(m);
}

static int
put_template(struct page *p, const char *name, const cJSON *ctx, struct err *e)
{
	struct buf md = BUF_INIT;
	int rc = texts_render(p->site->club.texts, p->site->club.lang, name,
	    ctx, &md, e);

	if (rc == 0)
		put_markdown(p, &md);
	buf_release(&md);
	return rc;
}

int
transcript_head(struct page *p, struct err *e)
{
	cJSON *ctx = book_context(p->site, p->m, p->b);
	int rc = put_template(p, "page/transcript", ctx, e);

	cJSON_Delete(ctx);
	return rc;
}

int
transcript_event(struct page *p, const char *news, bool new_round,
    struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	int rc = 0;

	tree_add_int(ctx, "seq", p->number[p->seq]);
	tree_add_str(ctx, "news", news);
	tree_flag(ctx, "dead", p->dead);
	if (new_round) {
		tree_add_int(ctx, "round", p->now.round);
		buf_char(&p->b->text, '\n');
		rc = put_template(p, "page/transcript-round", ctx, e);
	}
	if (rc == 0)
		rc = put_template(p, "page/transcript-event", ctx, e);
	cJSON_Delete(ctx);
	return rc;
}

int
transcript_chat(struct page *p, int seat, const char *text, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	int rc;

	tree_add_str(ctx, "text", text);
	if (seat >= 1 && seat <= p->m->seats)
		tree_add_str(ctx, "seat_name", p->who[seat]);
	rc = put_template(p, "page/transcript-chat", ctx, e);
	cJSON_Delete(ctx);
	return rc;
}

int
transcript_comment(struct page *p, int number, const char *name,
    const char *text, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	int rc;

	tree_add_int(ctx, "number", number);
	tree_add_str(ctx, "name", name);
	tree_add_str(ctx, "text", text);
	rc = put_template(p, "page/transcript-comment", ctx, e);
	cJSON_Delete(ctx);
	return rc;
}

int
transcript_tail(struct page *p, struct err *e)
{
	struct reader r = { .seat = p->b->open ? ARCHIVE : OBSERVER,
		.by_name = true,
		.lang = p->site->club.lang,
		.layout = "board",
		.tz = p->site->club.tz,
		.width = WIDTH };
	cJSON *ctx = book_context(p->site, p->m, p->b);
	struct buf md = BUF_INIT;
	int rc = context_piece(p->m, &r, "position", &md, e);

	if (rc == 0) {
		tree_add_str(ctx, "position", buf_text(&md));
		buf_char(&p->b->text, '\n');
		rc = put_template(p, "page/transcript-end", ctx, e);
	}
	buf_release(&md);
	cJSON_Delete(ctx);
	return rc;
}
