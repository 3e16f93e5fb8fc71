/* SPDX-License-Identifier: MIT */

/*
 * moves.html: of each event that a seat made what else it could have done, in
 * the words of a mail, by the first word. A seat's moves follow from what it
 * sees; where that is more than the public does, those who do not see it as
 * well are told that alone.
 */

#include <cjson/cJSON.h>

#include "archive/page_own.h"
#include "base/json.h"
#include "base/tree.h"
#include "post/words.h"
#include "text/escape.h"
#include "text/texts.h"

/* Moves of a word that are named; the last stands for what is left out. */
enum { NAMED = 60 };

struct could {
	const struct page *p;
	struct buf word; /* owned, as the next */
	struct buf last;
	int n; /* of that word */
	struct buf *out;
	struct err *e;
	int rc;
};

static void
end_word(struct could *c)
{
	cJSON *ctx = cJSON_CreateObject();

	if (c->n > NAMED) {
		tree_add_int(ctx, "more", c->n - NAMED);
		tree_add_str(ctx, "last", buf_text(&c->last));
		buf_str(c->out, "; ");
		if (c->rc == 0)
			c->rc = site_inline(c->p->site, "page/more-moves", ctx,
			    c->out, c->e);
	}
	if (c->n > 0)
		buf_str(c->out, "</p>\n");
	cJSON_Delete(ctx);
	c->n = 0;
}

static void
put_move(void *arg, int number, const char *text)
{
	struct could *c = arg;
	size_t n = strcspn(text, " ");
	const char *rest = text + n + (text[n] == ' ');

	(void)number;
	if (c->n == 0 || n != c->word.len ||
	    memcmp(text, c->word.data, n) != 0) {
		end_word(c);
		buf_clear(&c->word);
		buf_add(&c->word, text, n);
		buf_str(c->out, "<p><b>");
		escape_html(text, n, c->out);
		buf_str(c->out, "</b>");
	}
	buf_clear(&c->last);
	buf_str(&c->last, rest);
	if (c->n++ >= NAMED || *rest == '\0')
		return;
	buf_str(c->out, c->n > 1 ? "; " : " ");
	escape_html(rest, strlen(rest), c->out);
}

/* Whether a seat sees on a board what the public does not. */
static bool
sees_more(const struct game_kind *k, const void *board, int seat)
{
	const int reader[] = { OBSERVER, seat };
	struct buf text[2] = { BUF_INIT, BUF_INIT };
	bool more;

	for (int i = 0; i < 2; i++) {
		struct json out;

		json_init(&out, &text[i]);
		k->rules->facts(k->data, board, reader[i], &out);
	}
	more = text[0].len != text[1].len ||
	    memcmp(buf_text(&text[0]), buf_text(&text[1]), text[0].len) != 0;
	buf_release(&text[0]);
	buf_release(&text[1]);
	return more;
}

/* A sentence about the seat, to those. */
static int
put_sentence(struct page *p, const char *name, view_set to, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	int rc;

	tree_add_str(ctx, "seat_name", p->who[p->now.actor]);
	buf_str(&p->could, "<div");
	if (to != p->views)
		variants_mark(to, &p->could);
	buf_str(&p->could, "><p>");
	rc = site_inline(p->site, name, ctx, &p->could, e);
	buf_str(&p->could, "</p></div>\n");
	cJSON_Delete(ctx);
	return rc;
}

/* The event's number and who made it. */
static int
put_head(struct page *p, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	int n = p->number[p->seq], rc;
	const char *name = p->who[p->now.actor];

	tree_add_int(ctx, "seq", n);
	tree_flag(ctx, "dead", p->dead);
	buf_printf(&p->could,
	    "<section class=\"e\" id=\"e%d\"><h2>"
	    "<a href=\"index.html#e%d\">", n, n);
	rc = site_inline(p->site, "page/heading", ctx, &p->could, e);
	buf_str(&p->could, "</a> ");
	escape_html(name, strlen(name), &p->could);
	buf_str(&p->could, "</h2>\n");
	cJSON_Delete(ctx);
	return rc;
}

int
page_could(struct page *p, struct err *e)
{
	const struct site *site = p->site;
	int seat = p->now.actor;
	struct buf moves = BUF_INIT;
	struct could c = { .p = p, .out = &moves, .e = e };
	view_set seen = p->views;
	const void *board = table_position_before(p->m->table, p->seq);
	int rc;

	if (seat <= 0)
		return 0;
	rc = put_head(p, e);
	if (sees_more(p->m->kind, board, seat))
		seen &= (view_set)(VIEW_BIT(seat) | VIEW_BIT(VIEW_ALL));
	if (seen != 0)
		moves_each(p->m, seat, board, site->club.lang, put_move,
		    &c);
	end_word(&c);
	if (rc == 0)
		rc = c.rc;
	if (rc == 0 && seen != 0 && moves.len == 0)
		rc = put_sentence(p, "page/no-moves", p->views, e);
	else if (rc == 0 && seen != p->views)
		rc = put_sentence(p, "page/unseen-moves",
		    (view_set)(p->views & ~seen), e);
	if (moves.len > 0) {
		buf_str(&p->could, "<div");
		if (seen != p->views)
			variants_mark(seen, &p->could);
		buf_printf(&p->could, ">\n%s</div>\n", moves.data);
	}
	buf_str(&p->could, "</section>\n");
	buf_release(&moves);
	buf_release(&c.word);
	buf_release(&c.last);
	return rc;
}

int
page_moves(struct page *p, const cJSON *page, struct err *e)
{
	static const char *const same[] = { "title", "open", "views" };
	cJSON *ctx = cJSON_CreateObject();
	struct buf words = BUF_INIT;
	int rc = site_inline(p->site, "page/moves", ctx, &words, e);

	for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
		cJSON_AddItemReferenceToObject(ctx, same[i],
		    cJSON_GetObjectItemCaseSensitive(page, same[i]));
	tree_add_text(ctx, "intro", &words);
	cJSON_AddItemToObject(ctx, "sections",
	    cJSON_CreateStringReference(buf_text(&p->could)));
	site_page(p->site, LAYOUT_MOVES, ctx, &p->b->moves);
	cJSON_Delete(ctx);
	return rc;
}
