/* SPDX-License-Identifier: MIT */
#include "post/screen.h"

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/tree.h"
#include "base/utf8.h"
#include "text/markdown.h"
#include "text/sheet.h"
#include "text/texts.h"

/* The first number stands in this line at the latest (doc/design.md 12.2); in
 * the first mail of a game, which has more to say, in that. */
enum { LINES = 24, LINES_FIRST = 32 };

/* Stands for the moves while it is measured what is above them; no language
 * uses it. */
static const char here[] = "\xee\x80\x80";

void
screen_form(const struct reader *r, struct sheet_form *out)
{
	bool board = strcmp(r->layout, "board") == 0;

	*out = (struct sheet_form){ .list = !board,
		.unicode = r->unicode,
		.said = !board || r->width < MAP_WIDTH,
		.width = r->width };
}

static void
text_of(const struct reader *r, const struct buf *md, struct buf *out)
{
	struct sheet_form form;

	screen_form(r, &form);
	sheet_make(buf_text(md), md->len, &form, NULL, NULL, out, NULL);
}

static int
count_lines(const char *from, const char *to)
{
	int n = 0;

	for (; from < to; from++)
		n += *from == '\n';
	return n;
}

/* The cell of the first number, in a row of its own or behind what it is one of
 * ("toys | 1 at S1"); NULL: there is none. */
static const char *
first_cell(const char *moves)
{
	static const char *const cells[] = { "| [1](", "| 1 |", "| [1&nbsp;",
		"| 1&nbsp;" };
	const char *first = NULL;

	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
		const char *at = strstr(moves, cells[i]);

		if (at != NULL && (first == NULL || at < first))
			first = at;
	}
	return first;
}

/* Lines of the moves down to the first that has a number. */
static int
lines_before_number(const struct reader *r, const char *moves)
{
	struct buf md = BUF_INIT, text = BUF_INIT;
	const char *cell = first_cell(moves);
	int n;

	if (cell != NULL) {
		buf_add(&md, moves, (size_t)(cell - moves));
		buf_str(&md, "| 1 |\n");
	} else {
		buf_str(&md, moves);
	}
	text_of(r, &md, &text);
	while (text.len > 0 && text.data[text.len - 1] == '\n')
		buf_truncate(&text, text.len - 1);
	n = count_lines(text.data, text.data + text.len) + 1;
	buf_release(&md);
	buf_release(&text);
	return n;
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

/* Where the last block of a text begins; at a heading, or if there is but one,
 * its end. */
static size_t
last_block(const char *text)
{
	size_t end = strlen(text), at;

	while (end > 0 && text[end - 1] == '\n')
		end--;
	for (at = end; at > 1; at--)
		if (text[at - 1] == '\n' && text[at - 2] == '\n')
			return text[at] == '#' ? strlen(text) : at;
	return strlen(text);
}

static void
put_text(cJSON *context, const char *key, struct buf *text)
{
	cJSON_DeleteItemFromObjectCaseSensitive(context, key);
	tree_add_text(context, key, text);
}

/* The last block of what is the reader's own goes before what went already,
 * under its heading once more, without what stands beside that. */
static bool
spill_mine(cJSON *context)
{
	const char *mine = tree_str(context, "mine");
	const char *went = tree_str(context, "mine_rest");
	struct buf above = BUF_INIT, below = BUF_INIT;
	size_t at = mine != NULL ? last_block(mine) : 0;
	const char *heading = mine != NULL ? strstr(mine, "## ") : NULL;

	if (mine == NULL || heading == NULL || mine[at] == '\0')
		return false;
	buf_add(&below, heading, strcspn(heading, "*\n"));
	buf_printf(&below, "\n\n%s", mine + at);
	if (went != NULL && strchr(went, '\n') != NULL)
		buf_str(&below, strchr(went, '\n'));
	buf_add(&above, mine, at);
	put_text(context, "mine", &above);
	put_text(context, "mine_rest", &below);
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
	    spill_did(context, "fired", rest) || spill_mine(context);
}

/* The first mail of a game has little news, and says in its order what it is
 * all about; who takes a seat over is told much. */
static bool
is_first(const cJSON *context)
{
	return tree_get(context, "newcomer") == NULL &&
	    (tree_get(context, "begun") != NULL ||
		tree_get(context, "beginner") != NULL);
}

int
screen_fit(const struct letter *l, cJSON *context, struct err *e)
{
	int above, before, most = is_first(context) ? LINES_FIRST : LINES;
	const char *moves = tree_str(context, "moves");

	if (moves == NULL)
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
