/* SPDX-License-Identifier: MIT */

/* Games as rows and sentences, and the pages that they stand on. */

#include <cjson/cJSON.h>
#include <string.h>

#include "archive/folder.h"
#include "archive/listing.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "post/words.h"
#include "text/escape.h"
#include "text/texts.h"

static void
put_text(struct buf *out, const char *text)
{
	escape_html(text, strlen(text), out);
}

/* What of a name is a plain letter or digit, and enough of its hash to tell
 * it from any other. */
void
listing_player(const char *name, struct buf *out)
{
	char hash[HASH_HEX_SIZE];
	struct buf folded = BUF_INIT;
	int n = 0;

	utf8_fold(name, strlen(name), &folded);
	hash_sha256_hex(name, strlen(name), hash);
	for (const char *p = buf_text(&folded); *p != '\0' && n < 32; p++)
		if ((*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9')) {
			buf_char(out, *p);
			n++;
		}
	buf_printf(out, "%s%.8s", n > 0 ? "-" : "", hash);
	buf_release(&folded);
}

static cJSON *
words_of(const cJSON *card)
{
	cJSON *ctx = cJSON_CreateObject(), *list;
	const char *end = tree_str(card, "end");
	const cJSON *seat;

	list = tree_list(ctx, "seats");
	cJSON_ArrayForEach(seat, tree_get(card, "seats"))
		cJSON_AddItemToArray(list, cJSON_Duplicate(seat, 1));
	list = tree_list(ctx, "winners");
	cJSON_ArrayForEach(seat, tree_get(card, "seats"))
		if (tree_int(seat, "rank") == 1)
			cJSON_AddItemToArray(list, cJSON_Duplicate(seat, 1));
	list = tree_list(ctx, "scores");
	for (int rank = 1; rank <= 6; rank++)
		cJSON_ArrayForEach(seat, tree_get(card, "seats"))
			if (tree_int(seat, "rank") == rank)
				cJSON_AddItemToArray(list,
				    cJSON_Duplicate(seat, 1));
	if (end != NULL && strcmp(end, "finished") == 0)
		tree_flag(ctx, "won", true);
	else if (end != NULL)
		cJSON_AddTrueToObject(ctx, end);
	return ctx;
}

int
listing_words(const struct site *site, const struct cJSON *card,
    const char *name, struct buf *out, bool plain, struct err *e)
{
	cJSON *ctx = words_of(card);
	int rc = plain ? site_plain(site, name, ctx, out, e) :
			 site_inline(site, name, ctx, out, e);

	cJSON_Delete(ctx);
	return rc;
}

/* Who scored what, the best first; the winners strongly. */
static void
put_seat(const cJSON *seat, bool scored, bool first, const char *base,
    struct buf *out)
{
	const char *name = tree_str(seat, "name");
	bool won = scored && tree_int(seat, "rank") == 1;

	buf_printf(out, "%s<a href=\"%splayers/", first ? "" : ", ", base);
	listing_player(name, out);
	buf_printf(out, ".html\">%s", won ? "<strong>" : "");
	put_text(out, name);
	buf_printf(out, "%s</a>", won ? "</strong>" : "");
	if (scored)
		buf_printf(out, "&nbsp;%d", tree_int(seat, "score"));
}

static int
put_seats(const struct site *site, const cJSON *card, const char *base,
    struct buf *out, struct err *e)
{
	bool scored = strcmp(tree_str(card, "end"), "finished") == 0;
	const cJSON *seat;
	int n = 0;

	for (int rank = 0; rank <= SEATS_MAX; rank++)
		cJSON_ArrayForEach(seat, tree_get(card, "seats"))
			if ((scored ? tree_int(seat, "rank") : 0) == rank)
				put_seat(seat, scored, n++ == 0, base, out);
	if (scored)
		return 0;
	buf_str(out, "; ");
	return listing_words(site, card, "page/result", out, false, e);
}

static void
put_date(const struct site *site, const char *stamp, struct buf *out)
{
	cJSON *o = cJSON_CreateObject();
	int64_t when = 0;

	(void)clock_stamp_parse(stamp, strlen(stamp), &when);
	texts_moment(site->club.texts, site->club.lang, site->club.tz, when, 0,
	    o);
	buf_str(out, "<time datetime=\"");
	put_text(out, stamp);
	buf_str(out, "\">");
	put_text(out, tree_str(o, "text"));
	buf_str(out, "</time>");
	cJSON_Delete(o);
}

int
listing_row(const struct site *site, const cJSON *card, const char *base,
    struct buf *out, struct err *e)
{
	struct buf kind = BUF_INIT;
	int rc;

	words_kind(site->club.texts, site->club.lang, tree_str(card, "game"),
	    &kind);
	buf_printf(out, "<tr><td><a href=\"%s", base);
	put_text(out, tree_str(card, "id"));
	buf_str(out, "/index.html\">");
	put_text(out, buf_text(&kind));
	buf_char(out, ' ');
	put_text(out, tree_str(card, "name"));
	buf_str(out, "</a></td><td>");
	rc = put_seats(site, card, base, out, e);
	buf_str(out, "</td><td>");
	put_date(site, tree_str(card, "ended"), out);
	buf_str(out, "</td></tr>\n");
	buf_release(&kind);
	return rc;
}

int
listing_page(const struct site *site, enum site_layout layout, const char *name,
    cJSON *ctx, cJSON *words, const char *dir, const char *below,
    const char *file, struct err *e)
{
	struct buf title = BUF_INIT, intro = BUF_INIT, page = BUF_INIT;
	char at[40];
	int rc;

	tree_add_str(words, "club", site->club.name);
	(void)snprintf(at, sizeof at, "page/%s-title", name);
	rc = site_plain(site, at, words, &title, e);
	(void)snprintf(at, sizeof at, "page/%s", name);
	if (rc == 0)
		rc = site_fragment(site, at, words, &intro, e);
	tree_add_text(ctx, "title", &title);
	tree_add_text(ctx, "intro", &intro);
	if (rc == 0) {
		site_page(site, layout, ctx, &page);
		rc = folder_file(dir, below, file, &page, e);
	}
	cJSON_Delete(ctx);
	cJSON_Delete(words);
	buf_release(&page);
	return rc;
}
