/* SPDX-License-Identifier: MIT */
#include "archive/roll.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/tree.h"

void
roll_open(struct roll *r, struct cJSON *cards, int n)
{
	r->cards = cards != NULL ? cards : cJSON_CreateArray();
	r->n = n;
}

void
roll_close(struct roll *r)
{
	cJSON_Delete(r->cards);
	r->cards = NULL;
}

/* A card that came of late is kept as its text, which is smaller. */
static cJSON *
opened(const cJSON *card)
{
	return cJSON_IsRaw(card) ? cJSON_Parse(card->valuestring) :
				   cJSON_Duplicate(card, true);
}

/* n cards from the one at `from` on. */
static cJSON *
part(const struct roll *r, int from, int n)
{
	cJSON *out = cJSON_CreateArray();
	const cJSON *card = cJSON_GetArrayItem(r->cards, from);

	for (; card != NULL && n > 0; card = card->next, n--)
		cJSON_AddItemToArray(out, opened(card));
	return out;
}

struct cJSON *
roll_last(const struct roll *r, int n)
{
	int have = cJSON_GetArraySize(r->cards);

	return part(r, have > n ? have - n : 0, n);
}

/* The newest first. */
static int
put_rows(const struct roll_place *at, const cJSON *cards, const char *base,
    cJSON *ctx, struct err *e)
{
	struct buf rows = BUF_INIT;
	int rc = 0;

	for (int i = cJSON_GetArraySize(cards); i > 0 && rc == 0; i--)
		rc = listing_row(at->site, cJSON_GetArrayItem(cards, i - 1),
		    base, &rows, e);
	tree_add_text(ctx, "rows", &rows);
	return rc;
}

static void
file_name(const struct roll_place *at, int page, struct buf *out)
{
	buf_printf(out, "%s%s%d.html", at->stem, at->stem[0] ? "." : "", page);
}

static void
add_link(const struct roll_place *at, const char *key, const char *below,
    int page, cJSON *ctx)
{
	struct buf file = BUF_INIT;

	if (page == 0)
		return;
	buf_str(&file, below);
	file_name(at, page, &file);
	tree_add_text(ctx, key, &file);
}

/* A page that is full, of the cards from `from` on; newer: the page behind it,
 * 0: the main one. */
static int
write_full(const struct roll *r, const struct roll_place *at, int page,
    int from, int newer, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject(), *words = cJSON_CreateObject();
	cJSON *cards = part(r, from, ROLL_PAGE);
	struct buf file = BUF_INIT;
	int rc = put_rows(at, cards, "../", ctx, e);

	add_link(at, "older", "", page - 1, ctx);
	add_link(at, "newer", "", newer, ctx);
	if (newer == 0)
		tree_add_str(ctx, "newer", at->main);
	tree_add_str(ctx, "newest", at->main);
	if (at->player != NULL)
		tree_add_str(words, "name", at->player);
	tree_add_int(words, "first", ROLL_PAGE * (page - 1) + 1);
	tree_add_int(words, "last", ROLL_PAGE * page);
	file_name(at, page, &file);
	if (rc == 0)
		rc = listing_page(at->site, LAYOUT_ROLL, "roll", ctx, words,
		    at->dir, at->below, file.data, e);
	cJSON_Delete(cards);
	buf_release(&file);
	return rc;
}

/* The last page is full, and the one before has something behind it. */
static int
turn_page(struct roll *r, const struct roll_place *at, struct err *e)
{
	int page = r->n / ROLL_PAGE;
	int from = cJSON_GetArraySize(r->cards) - ROLL_PAGE, rc = 0;

	if (page > 1)
		rc = write_full(r, at, page - 1, from - ROLL_PAGE, page, e);
	if (rc == 0)
		rc = write_full(r, at, page, from, 0, e);
	while (from-- > 0)
		cJSON_DeleteItemFromArray(r->cards, 0);
	return rc;
}

int
roll_add(struct roll *r, const struct roll_place *at, const struct cJSON *card,
    struct err *e)
{
	char *text = cJSON_PrintUnformatted(card);

	cJSON_AddItemToArray(r->cards, cJSON_CreateRaw(text));
	cJSON_free(text);
	r->n++;
	return r->n % ROLL_PAGE == 0 ? turn_page(r, at, e) : 0;
}

int
roll_newest(const struct roll *r, const struct roll_place *at, const char *base,
    const char *below, struct cJSON *ctx, struct err *e)
{
	cJSON *cards = roll_last(r, ROLL_PAGE);
	int rc = put_rows(at, cards, base, ctx, e);

	/* The page that has the last game which is not here. */
	if (r->n > ROLL_PAGE)
		add_link(at, "older", below, (r->n - 1) / ROLL_PAGE, ctx);
	cJSON_Delete(cards);
	return rc;
}

int
roll_number(const char *stem, const char *file, const char *ending)
{
	size_t n = strlen(stem);
	char *end;
	long number;

	if (strncmp(file, stem, n) != 0 || (n > 0 && file[n++] != '.'))
		return 0;
	number = strtol(file + n, &end, 10);
	return end > file + n && strcmp(end, ending) == 0 && number > 0 ?
	    (int)number :
	    0;
}
