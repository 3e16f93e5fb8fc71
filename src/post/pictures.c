/* SPDX-License-Identifier: MIT */

#include "post/pictures.h"

#include <cjson/cJSON.h>

#include "base/hash.h"
#include "base/tree.h"
#include "picture/parcel.h"
#include "post/context.h"
#include "text/drawing.h"
#include "text/markdown.h"
#include "text/sheet.h"

/* Columns of a text that is not to be folded: the most that there are. */
enum { LINE = 200 };

void
board_shown_release(struct board_shown *b)
{
	buf_release(&b->drawing);
	buf_release(&b->cid);
	buf_release(&b->words);
}

/* The list says what the picture shows, in lines of no reader's width. */
static void
add_words(const struct letter *l, const cJSON *context, struct buf *out)
{
	const char *all = tree_str(context, "tables_all");
	const char *tables = all != NULL ? all : tree_str(context, "tables");
	const char *md = tables != NULL ? tables : "";
	struct sheet_form form = { .list = true, .width = LINE };

	sheet_make(md, strlen(md), &form, l->r.lang, NULL, out, NULL);
}

bool
board_shown(const struct letter *l, const cJSON *context,
    struct board_shown *out)
{
	struct drawing d = { 0 };
	char name[HASH_HEX_SIZE];
	void *seen;
	bool drawn;

	if (!l->r.shows || l->m == NULL || l->m->table == NULL ||
	    !(l->parts & CONTEXT_POSITION))
		return false;
	seen = game_seen(l->m->kind, table_position(l->m->table), l->r.seat);
	drawn = context_picture(l->m, &l->r, seen, &d);
	if (drawn) {
		parcel_pack(&d, &out->drawing);
		hash_sha256_hex(out->drawing.data, out->drawing.len, name);
		buf_printf(&out->cid, "board.%.24s@%s", name, l->club->domain);
		add_words(l, context, &out->words);
	}
	drawing_release(&d);
	free(seen);
	return drawn;
}

void
number_picture(cJSON *context, size_t number)
{
	static const char *const fences[] = { "```map\n", "```picture\n" };
	const char *tables = tree_str(context, "tables"), *at = NULL;
	struct buf numbered = BUF_INIT;

	for (int i = 0; i < 2 && at == NULL && tables != NULL; i++)
		at = strstr(tables, fences[i]);
	if (at == NULL)
		return;
	at += strcspn(at, "\n");
	buf_add(&numbered, tables, (size_t)(at - tables));
	buf_printf(&numbered, " %zu%s", number, at);
	cJSON_DeleteItemFromObject(context, "tables");
	tree_add_text(context, "tables", &numbered);
	buf_release(&numbered);
}

/* What nothing shows would be a file beside the mail; equal ones are one. */
static void
attach(struct mail_pictures *out, const struct board_shown *b)
{
	for (size_t i = 0; i < out->n; i++)
		if (strcmp(out->cid[i], b->cid.data) == 0)
			return;
	out->cid[out->n++] = b->cid.data;
	buf_add(&out->drawings, b->drawing.data, b->drawing.len);
}

void
mail_pictures(const struct letter *l, const cJSON *context,
    const struct buf *md, const struct sheet_form *form, const char *title,
    struct mail_pictures *out)
{
	struct html_image images[BOARDS_MOST] = { 0 };
	const struct board_shown *boards = l->boards;
	size_t n = l->n_boards;

	if (n == 0 && board_shown(l, context, &out->own)) {
		boards = &out->own;
		n = 1;
	}
	if (n == 0)
		return;
	for (size_t i = 0; i < n; i++)
		images[i] = (struct html_image){ boards[i].cid.data,
			buf_text(&boards[i].words), false };
	sheet_pictures(buf_text(md), md->len, form, l->r.lang, title, images, n,
	    &out->html);
	for (size_t i = 0; i < n; i++)
		if (images[i].shown)
			attach(out, &boards[i]);
}

void
mail_pictures_release(struct mail_pictures *p)
{
	buf_release(&p->html);
	buf_release(&p->drawings);
	board_shown_release(&p->own);
}
