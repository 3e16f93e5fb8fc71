/* SPDX-License-Identifier: MIT */

/* What those at the table said of the game when it was over: each comment in
 * the section of its event and in the transcript, and a list of all at the head
 * of the page. */

#include <cjson/cJSON.h>
#include <string.h>

#include "archive/page_own.h"
#include "base/mem.h"
#include "base/slice.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "text/escape.h"
#include "text/texts.h"

enum { LISTED = 72 }; /* columns of one that stands in full elsewhere */

int
page_read_comments(struct page *p, struct err *e)
{
	const char *at = buf_text(&p->b->comments);
	struct slice line;
	bool good = true;

	p->comments = cJSON_CreateArray();
	while (good && slice_line(&at, &line)) {
		cJSON *o = cJSON_ParseWithLength(line.at, line.len);

		good = tree_int(o, "comment") > 0 &&
		    tree_str(o, "text") != NULL;
		if (good)
			cJSON_AddItemToArray(p->comments, o);
		else
			cJSON_Delete(o);
	}
	return good ? 0 :
		      err_set(e, ERR_CORRUPT,
			  "game %s: its comments cannot be read", p->b->id);
}

/* By the name of then; the moderator's is in no log. */
static const char *
author(const struct page *p, const cJSON *comment)
{
	const char *name = tree_str(comment, "name");

	return name != NULL ? name :
			      texts_phrase(p->site->club.texts,
				  p->site->club.lang, "page-moderator");
}

static void
put_html(struct page *p, const cJSON *comment)
{
	const char *name = author(p, comment),
		   *text = tree_str(comment, "text");

	page_reopen(p);
	buf_printf(&p->sections, "<blockquote id=\"c%d\"><p><b>",
	    tree_int(comment, "comment"));
	escape_html(name, strlen(name), &p->sections);
	buf_str(&p->sections, "</b> ");
	escape_html(text, strlen(text), &p->sections);
	buf_str(&p->sections, "</p></blockquote>\n</section>\n");
}

static int
put_text(struct page *p, const cJSON *comment, struct err *e)
{
	return transcript_comment(p, tree_int(comment, "comment"),
	    author(p, comment), tree_str(comment, "text"), e);
}

/* Of a closed game's events some are not there, and none has its number. */
static bool
has_event(const struct page *p, const cJSON *comment)
{
	int event = tree_int(comment, "event");

	return event > 0 && event <= p->b->events;
}

int
page_comments(struct page *p, int event, struct err *e)
{
	const cJSON *comment;
	int rc = 0;

	cJSON_ArrayForEach(comment, p->comments) {
		bool here = event > 0 ? tree_int(comment, "event") == event :
					!has_event(p, comment);

		if (rc != 0 || !here)
			continue;
		if (event > 0)
			put_html(p, comment);
		rc = put_text(p, comment, e);
	}
	return rc;
}

int
page_list_comments(const struct page *p, cJSON *ctx, struct err *e)
{
	cJSON *list = tree_list(ctx, "comments"), *words;
	const cJSON *comment;
	int rc = 0;

	cJSON_ArrayForEach(comment, p->comments) {
		cJSON *o = tree_member(list);
		struct buf text = BUF_INIT, head = BUF_INIT;

		tree_add_int(o, "number", tree_int(comment, "comment"));
		tree_add_str(o, "name", author(p, comment));
		if (!has_event(p, comment)) {
			tree_add_str(o, "text", tree_str(comment, "text"));
			continue;
		}
		utf8_cut(tree_str(comment, "text"), LISTED, &text);
		tree_add_text(o, "text", &text);
		tree_add_int(o, "event", tree_int(comment, "event"));
		words = cJSON_CreateObject();
		tree_add_int(words, "seq", tree_int(comment, "event"));
		rc = rc == 0 ?
		    site_inline(p->site, "page/heading", words, &head, e) :
		    rc;
		cJSON_Delete(words);
		tree_add_text(o, "heading", &head);
	}
	return rc;
}
