/* SPDX-License-Identifier: MIT */
#include "post/screen.h"

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/utf8.h"
#include "game/tree.h"
#include "text/markdown.h"
#include "text/texts.h"

/* The first number stands in this line at the latest (doc/design.md 12.2); on
 * a narrow board, where everything is longer, in that one. */
enum { LINES = 24, LINES_NARROW = 36, WIDE = 60 };

/* Stands for the moves while it is measured what is above them; no language
 * uses it. */
static const char here[] = "\xee\x80\x80";

void
screen_text(const struct reader *r, const struct markdown *doc, struct buf *out)
{
	if (strcmp(r->layout, "board") != 0)
		markdown_list(doc, r->width, out);
	else if (r->unicode)
		markdown_glyphs(doc, r->width, out);
	else
		markdown_board(doc, r->width, out);
}

bool
screen_draws(const struct reader *r)
{
	return strcmp(r->layout, "board") == 0 && r->width >= MAP_WIDTH;
}

static void
text_of(const struct reader *r, const struct buf *md, struct buf *out)
{
	struct markdown *doc = markdown_parse(buf_text(md), md->len);

	screen_text(r, doc, out);
	markdown_free(doc);
}

static int
count_lines(const char *from, const char *to)
{
	int n = 0;

	for (; from < to; from++)
		n += *from == '\n';
	return n;
}

/* Moves as far as the row of the first, or all if it has none of its own. */
static size_t
first_row(const char *moves)
{
	const char *row = strstr(moves, "\n| [1](");

	if (row == NULL)
		row = strstr(moves, "\n| 1 |");
	return row != NULL ?
	    (size_t)(row - moves) + 1 + strcspn(row + 1, "\n") :
	    strlen(moves);
}

/* Lines of the moves down to the first that has a number. */
static int
lines_before_number(const struct reader *r, const char *moves)
{
	struct buf md = BUF_INIT, text = BUF_INIT;
	int n = 0;

	buf_add(&md, moves, first_row(moves));
	text_of(r, &md, &text);
	for (const char *p = buf_text(&text); *p; n++) {
		const char *at = p + strspn(p, " ");
		size_t digits = strspn(at, "0123456789");

		if (digits > 0 &&
		    (at[digits] == ':' || strncmp(at + digits, "  ", 2) == 0))
			break;
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
	buf_release(&md);
	buf_release(&text);
	return n + 1;
}

/* Lines above the moves, without messages. */
static int
lines_above(const struct letter *l, cJSON *context, int *out, struct err *e)
{
	struct buf md = BUF_INIT, text = BUF_INIT;
	cJSON *press = cJSON_DetachItemFromObject(context, "press");
	cJSON *moves = cJSON_DetachItemFromObject(context, "moves");
	const char *at;
	int rc;

	tree_add_str(context, "moves", here);
	rc = texts_render(l->club->texts, l->r.lang,
	    letter_rows[l->kind].template, context, &md, e);
	texts_mark(&md, l->mark.data);
	/* What stands below is long, and of no interest. */
	at = strstr(buf_text(&md), here);
	if (at != NULL)
		buf_truncate(&md, (size_t)(at - md.data) + strlen(here));
	text_of(&l->r, &md, &text);
	at = strstr(buf_text(&text), here);
	*out = at != NULL ? count_lines(text.data, at) : 0;
	cJSON_ReplaceItemInObject(context, "moves", moves);
	if (press != NULL)
		cJSON_AddItemToObject(context, "press", press);
	buf_release(&md);
	buf_release(&text);
	return rc;
}

/* The oldest news go, until so many lines are won. */
static bool
spill_news(const struct reader *r, cJSON *news, int over, cJSON *rest)
{
	int room = r->width > 10 ? r->width - 4 : 6;
	bool any = false;

	while (over > 0 && cJSON_GetArraySize(news) > 0) {
		cJSON *o = cJSON_DetachItemFromArray(news, 0);
		const char *line = tree_str(o, "line");

		over -= 1 + utf8_width(line, strlen(line)) / room;
		cJSON_AddItemToArray(rest, o);
		any = true;
	}
	return any;
}

/* The sentences of what was done by who: "answer" or "fired". */
static cJSON *
did_of(const cJSON *context, const char *who)
{
	return cJSON_GetObjectItemCaseSensitive(
	    cJSON_GetObjectItemCaseSensitive(context, who), "did");
}

static bool
may_spill(const cJSON *context)
{
	return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(context,
		   "news")) > 0 ||
	    cJSON_GetArraySize(did_of(context, "answer")) > 0 ||
	    cJSON_GetArraySize(did_of(context, "fired")) > 0;
}

/* The last sentence of what was done goes before what went already. */
static bool
spill_did(cJSON *context, const char *who, cJSON *rest)
{
	cJSON *did = did_of(context, who);
	int n = cJSON_GetArraySize(did);

	if (n <= 0)
		return false;
	cJSON_InsertItemInArray(rest, 0, cJSON_DetachItemFromArray(did, n - 1));
	return true;
}

/* Whether there was anything to move. */
static bool
spill(const struct letter *l, cJSON *context, int over)
{
	cJSON *rest = cJSON_GetObjectItemCaseSensitive(context, "rest");
	cJSON *news = cJSON_GetObjectItemCaseSensitive(context, "news");

	return spill_news(&l->r, news, over, rest) ||
	    spill_did(context, "answer", rest) ||
	    spill_did(context, "fired", rest);
}

int
screen_fit(const struct letter *l, cJSON *context, struct err *e)
{
	int most = l->r.width < WIDE ? LINES_NARROW : LINES, above, before;
	const char *moves = tree_str(context, "moves");

	if (moves == NULL || !may_spill(context))
		return 0;
	tree_list(context, "rest");
	before = lines_before_number(&l->r, moves);
	do {
		if (lines_above(l, context, &above, e))
			return -1;
	} while (above + before > most &&
	    spill(l, context, above + before - most));
	return 0;
}
