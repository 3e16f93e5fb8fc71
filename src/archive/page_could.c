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

/* Moves of a word that are named, and words. */
enum { NAMED = 40, WORDS = 32 };

/* Moves that begin with one word. */
struct could {
	struct could_word {
		struct buf word, rest; /* owned */
		int n;
	} at[WORDS];
	int n;
};

static void
add_move(void *arg, int number, const char *text)
{
	struct could *c = arg;
	size_t n = strcspn(text, " ");
	struct could_word *w = c->at, *end = c->at + c->n;
	const char *rest = text + n + (text[n] == ' ');

	(void)number;
	while (w < end &&
	    (w->word.len != n || memcmp(text, w->word.data, n) != 0))
		w++;
	if (w == c->at + WORDS)
		return;
	if (w == end) {
		c->n++;
		buf_add(&w->word, text, n);
	}
	if (w->n++ < NAMED && *rest != '\0') {
		buf_str(&w->rest, w->n > 1 ? "; " : " ");
		escape_html(rest, strlen(rest), &w->rest);
	}
}

/* A line of each word, and what it leaves out. */
static int
put_words(const struct page *p, struct could *c, struct buf *out, struct err *e)
{
	int rc = 0;

	for (struct could_word *w = c->at; w < c->at + c->n; w++) {
		cJSON *ctx = cJSON_CreateObject();

		buf_str(out, "<p><b>");
		escape_html(buf_text(&w->word), w->word.len, out);
		buf_printf(out, "</b>%s", buf_text(&w->rest));
		if (w->n > NAMED && rc == 0) {
			tree_add_int(ctx, "more", w->n - NAMED);
			buf_str(out, "; ");
			rc = site_inline(p->site, "page/more-moves", ctx, out,
			    e);
		}
		buf_str(out, "</p>\n");
		buf_release(&w->word);
		buf_release(&w->rest);
		cJSON_Delete(ctx);
	}
	return rc;
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

/* What those see. */
static void
open_part(struct page *p, view_set to)
{
	buf_str(&p->could, "<div");
	if (to != p->views)
		variants_mark(to, &p->could);
	buf_str(&p->could, ">\n");
}

/* A sentence about the seat, to those; shown: others see what it could do. */
static int
put_sentence(struct page *p, const char *name, view_set to, bool shown,
    struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	int rc;

	tree_add_str(ctx, "seat_name", p->who[p->now.actor]);
	tree_flag(ctx, "shown", shown);
	open_part(p, to);
	buf_str(&p->could, "<p>");
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
	    "<a href=\"index.html#e%d\">",
	    n, n);
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
	const void *board = table_position_before(p->m->table, p->seq);
	struct could c = { .n = 0 };
	view_set seen = p->views, others;
	int seat = p->now.actor, rc;

	if (seat <= 0)
		return 0;
	rc = put_head(p, e);
	if (sees_more(p->m->kind, board, seat))
		seen &= (view_set)(VIEW_BIT(seat) | VIEW_BIT(VIEW_ALL));
	others = (view_set)(p->views & ~seen);
	if (rc == 0 && others != 0)
		rc = put_sentence(p, "page/unseen-moves", others, seen != 0, e);
	if (seen != 0)
		moves_each(p->m, seat, board, p->site->club.lang, add_move, &c);
	if (rc == 0 && c.n > 0) {
		open_part(p, seen);
		rc = put_words(p, &c, &p->could, e);
		buf_str(&p->could, "</div>\n");
	} else if (rc == 0 && seen != 0) {
		rc = put_sentence(p, "page/no-moves", seen, true, e);
	}
	buf_str(&p->could, "</section>\n");
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
