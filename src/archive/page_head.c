/* SPDX-License-Identifier: MIT */

/* The layout of a game's page: what it says of itself, its viewpoints and
 * seats for the controls, and what was collected. */

#include <cjson/cJSON.h>

#include "archive/about.h"
#include "archive/listing.h"
#include "archive/page_own.h"
#include "base/tree.h"
#include "post/words.h"
#include "text/texts.h"

static void
add_view(cJSON *list, int view, const char *name)
{
	cJSON *o = tree_member(list);

	tree_add_int(o, "digit", view);
	if (view != VIEW_PUBLIC && view != VIEW_ALL)
		tree_add_int(o, "chip", view);
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

/* The tags of the log without the seed, and without Words, which counts lines
 * of the whole: with those up to an event they are the log of its position. */
static void
add_tags(struct page *p, cJSON *ctx)
{
	const char *at = buf_text(&p->b->log);
	struct buf tags = BUF_INIT;

	while (*at != '\n' && *at != '\0') {
		size_t n = strcspn(at, "\n");

		n += at[n] == '\n';
		if (strncmp(at, "Seed: ", 6) != 0 &&
		    strncmp(at, "Words: ", 7) != 0)
			buf_add(&tags, at, n);
		at += n;
	}
	tree_add_text(ctx, "tags", &tags);
}

/* What the page says of itself to programs: to those that make the list, and
 * to those that show what a link leads to; the latter need whole addresses. */
static int
add_about(struct page *p, cJSON *ctx, struct err *e)
{
	cJSON *about = about_make(p->site, p->b);
	const char *url = p->site->url;
	struct buf text = BUF_INIT, words = BUF_INIT, here = BUF_INIT;
	int rc = listing_words(p->site, about, "page/summary", &words, true, e);

	about_put(about, &text);
	tree_add_text(ctx, "about", &text);
	tree_add_text(ctx, "description", &words);
	if (url != NULL && url[0] != '\0') {
		buf_printf(&here, "%s%s%s/", url,
		    url[strlen(url) - 1] == '/' ? "" : "/", p->b->id);
		tree_add_text(ctx, "canonical", &here);
		tree_flag(ctx, "picture", p->b->picture.len > 0);
	}
	cJSON_Delete(about);
	return rc;
}

/* What the list is searched for: the names of all who play. */
static void
add_people(const struct page *p, cJSON *ctx)
{
	struct buf names = BUF_INIT, text = BUF_INIT;

	for (int s = 1; s <= p->m->seats; s++)
		buf_printf(&names, "%s%s", s > 1 ? " " : "",
		    p->m->seat[s].name);
	words_percent(buf_text(&names), &text);
	tree_add_text(ctx, "people", &text);
	buf_release(&names);
}

/* Of "p2" 2. */
static int
number_of(const cJSON *score)
{
	return tree_str(score, "seat")[1] - '0';
}

/* Who won and how: the scores, best first, by seat and player's page. */
static void
add_card(const cJSON *words, cJSON *ctx)
{
	cJSON *card = tree_list(ctx, "card");
	const cJSON *score;

	cJSON_ArrayForEach(score, tree_get(words, "scores")) {
		cJSON *o = tree_member(card);
		const char *name = tree_str(score, "seat_name");
		struct buf file = BUF_INIT;

		listing_player(name, &file);
		buf_str(&file, ".html");
		tree_add_text(o, "file", &file);
		tree_add_int(o, "rank", tree_int(score, "rank"));
		tree_flag(o, "won", tree_int(score, "rank") == 1);
		tree_add_int(o, "digit", number_of(score));
		tree_add_str(o, "name", name);
		tree_add_int(o, "score", tree_int(score, "score"));
	}
}

static int
winner_of(const cJSON *words)
{
	const cJSON *score = cJSON_GetArrayItem(tree_get(words, "scores"), 0);

	return score != NULL ? number_of(score) : 0;
}

/* The chart of a game that was played out, its rounds, and what turned it. */
static int
add_course(struct page *p, const cJSON *words, cJSON *ctx, struct err *e)
{
	struct buf label = BUF_INIT, chart = BUF_INIT;
	int rc = 0;

	add_card(words, ctx);
	if (p->course.n > 1)
		rc = site_plain(p->site, "page/course", words, &label, e);
	if (rc == 0 && p->course.n > 1)
		course_chart(&p->course, buf_text(&label),
		    texts_phrase(p->site->club.texts, p->site->club.lang,
			"page-round"),
		    &chart);
	if (chart.len > 0) {
		course_rounds(&p->course, ctx);
		rc = course_turns(&p->course, p->site, winner_of(words), ctx,
		    e);
	}
	tree_add_text(ctx, "course", &chart);
	buf_release(&label);
	return rc;
}

/* What stands over an event: its number is for the script to put in. */
static int
add_heading(const struct page *p, cJSON *ctx, struct err *e)
{
	cJSON *event = cJSON_CreateObject();
	struct buf head = BUF_INIT;
	int rc;

	tree_add_str(event, "seq", "{n}");
	rc = site_plain(p->site, "page/heading", event, &head, e);
	tree_add_text(ctx, "heading", &head);
	cJSON_Delete(event);
	return rc;
}

int
page_layout(struct page *p, struct err *e)
{
	cJSON *words = book_context(p->site, p->m, p->b);
	cJSON *ctx = cJSON_CreateObject();
	struct buf title = BUF_INIT, game = BUF_INIT;
	int rc = site_plain(p->site, "page/title", words, &title, e);

	if (rc == 0)
		rc = site_fragment(p->site, "page/game", words, &game, e);
	if (rc == 0)
		rc = add_course(p, words, ctx, e);
	if (rc == 0)
		rc = page_judged(p, ctx, e);
	if (rc == 0)
		rc = page_list_comments(p, ctx, e);
	if (rc == 0)
		rc = add_about(p, ctx, e);
	if (rc == 0)
		rc = add_heading(p, ctx, e);
	if (rc == 0) {
		tree_add_str(ctx, "title", buf_text(&title));
		tree_add_str(ctx, "intro", buf_text(&game));
		tree_flag(ctx, "open", p->b->open);
		tree_add_str(ctx, "id", p->b->id);
		add_people(p, ctx);
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
		rc = page_moves(p, ctx, e);
	}
	buf_release(&title);
	buf_release(&game);
	cJSON_Delete(ctx);
	cJSON_Delete(words);
	return rc;
}
