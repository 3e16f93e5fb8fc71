/* SPDX-License-Identifier: MIT */

/* The layout of a game's page: what it says of itself, its viewpoints and
 * seats for the controls, and what was collected. */

#include <cjson/cJSON.h>

#include "archive/about.h"
#include "archive/page_own.h"
#include "base/tree.h"
#include "text/texts.h"

static void
add_view(cJSON *list, int view, const char *name)
{
	cJSON *o = tree_member(list);

	tree_add_int(o, "digit", view);
	tree_add_str(o, "id",
	    view == VIEW_PUBLIC  ? "public" :
		view == VIEW_ALL ? "all" :
				   seat_id(view));
	tree_add_str(o, "name", name);
	tree_flag(o, "first", view == VIEW_PUBLIC);
}

static void
add_views(struct page *p, cJSON *ctx)
{
	const struct site *site = p->site;
	cJSON *views = tree_list(ctx, "views");
	cJSON *movers = tree_list(ctx, "movers");

	add_view(views, VIEW_PUBLIC,
	    texts_phrase(site->club.texts, site->club.lang, "page-public"));
	for (int s = 1; s <= p->m->seats; s++) {
		if (p->views & VIEW_BIT(s))
			add_view(views, s, p->m->seat[s].name);
		add_view(movers, s, p->m->seat[s].name);
	}
	if (p->views & VIEW_BIT(VIEW_ALL))
		add_view(views, VIEW_ALL,
		    texts_phrase(site->club.texts, site->club.lang,
			"page-everything"));
}

/* The tags of the log without the seed: with the lines up to an event they
 * are the log of its position. */
static void
add_tags(struct page *p, cJSON *ctx)
{
	const char *at = buf_text(&p->b->log);
	struct buf tags = BUF_INIT;

	while (*at != '\n' && *at != '\0') {
		size_t n = strcspn(at, "\n");

		n += at[n] == '\n';
		if (strncmp(at, "Seed: ", 6) != 0)
			buf_add(&tags, at, n);
		at += n;
	}
	tree_add_text(ctx, "tags", &tags);
}

static void
add_about(struct page *p, cJSON *ctx)
{
	cJSON *about = about_make(p->site, p->b);
	struct buf text = BUF_INIT;

	about_put(about, &text);
	tree_add_text(ctx, "about", &text);
	cJSON_Delete(about);
}

int
page_layout(struct page *p, struct err *e)
{
	cJSON *words = book_context(p->site, p->m, p->b);
	cJSON *ctx = cJSON_CreateObject();
	struct buf title = BUF_INIT, game = BUF_INIT, scores = BUF_INIT;
	int rc = site_plain(p->site, "page/title", words, &title, e);

	if (rc == 0)
		rc = site_fragment(p->site, "page/game", words, &game, e);
	if (rc == 0)
		rc = site_fragment(p->site, "page/scores", words, &scores, e);
	if (rc == 0) {
		tree_add_str(ctx, "title", buf_text(&title));
		tree_add_str(ctx, "intro", buf_text(&game));
		tree_add_str(ctx, "scores", buf_text(&scores));
		tree_flag(ctx, "open", p->b->open);
		add_about(p, ctx);
		add_views(p, ctx);
		add_tags(p, ctx);
		tree_add_int(ctx, "events", p->b->events);
		cJSON_AddItemToObject(ctx, "sections",
		    cJSON_CreateStringReference(buf_text(&p->sections)));
		cJSON_AddItemToObject(ctx, "list",
		    cJSON_CreateStringReference(buf_text(&p->list)));
		cJSON_AddItemToObject(ctx, "defs",
		    cJSON_CreateStringReference(buf_text(&p->stock.defs)));
		site_page(p->site, LAYOUT_REPLAY, ctx, &p->b->page);
	}
	buf_release(&title);
	buf_release(&game);
	buf_release(&scores);
	cJSON_Delete(ctx);
	cJSON_Delete(words);
	return rc;
}
