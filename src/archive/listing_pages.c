/* SPDX-License-Identifier: MIT */

/* Games as rows and sentences, for lists, players' pages and the feed. */

#include <cjson/cJSON.h>
#include <string.h>

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
	buf_printf(out, "%s%.8s.html", n > 0 ? "-" : "", hash);
	buf_release(&folded);
}

static cJSON *
words_of(const cJSON *about)
{
	cJSON *ctx = cJSON_CreateObject(), *list;
	const char *end = tree_str(about, "end");
	const cJSON *seat;

	list = tree_list(ctx, "seats");
	cJSON_ArrayForEach(seat, tree_get(about, "seats"))
		cJSON_AddItemToArray(list, cJSON_Duplicate(seat, 1));
	list = tree_list(ctx, "winners");
	cJSON_ArrayForEach(seat, tree_get(about, "seats"))
		if (tree_int(seat, "rank") == 1)
			cJSON_AddItemToArray(list, cJSON_Duplicate(seat, 1));
	list = tree_list(ctx, "scores");
	for (int rank = 1; rank <= 6; rank++)
		cJSON_ArrayForEach(seat, tree_get(about, "seats"))
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
listing_words(const struct site *site, const struct cJSON *about,
    const char *name, struct buf *out, bool plain, struct err *e)
{
	cJSON *ctx = words_of(about);
	int rc = plain ? site_plain(site, name, ctx, out, e) :
			 site_inline(site, name, ctx, out, e);

	cJSON_Delete(ctx);
	return rc;
}

static bool
is_in(const cJSON *about, const char *name)
{
	const cJSON *seat;

	cJSON_ArrayForEach(seat, tree_get(about, "seats"))
		if (strcmp(tree_str(seat, "name"), name) == 0)
			return true;
	return false;
}

static void
put_players(const cJSON *about, const char *base, struct buf *out)
{
	const cJSON *seat, *before;
	bool first = true;

	cJSON_ArrayForEach(seat, tree_get(about, "seats")) {
		const char *name = tree_str(seat, "name");

		/* Each name once. */
		cJSON_ArrayForEach(before, tree_get(about, "seats"))
			if (before == seat ||
			    strcmp(tree_str(before, "name"), name) == 0)
				break;
		if (before != seat)
			continue;
		buf_printf(out, "%s<a href=\"%splayers/", first ? "" : ", ",
		    base);
		listing_player(name, out);
		buf_str(out, "\">");
		put_text(out, name);
		buf_str(out, "</a>");
		first = false;
	}
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

static int
put_row(const struct site *site, const cJSON *about, const char *base,
    struct buf *out, struct err *e)
{
	const char *id = tree_str(about, "id");
	struct buf kind = BUF_INIT;
	int rc;

	words_kind(site->club.texts, site->club.lang, tree_str(about, "game"),
	    &kind);
	buf_printf(out, "<tr><td><a href=\"%s", base);
	put_text(out, id);
	buf_str(out, "/index.html\">");
	put_text(out, buf_text(&kind));
	buf_char(out, ' ');
	put_text(out, tree_str(about, "name"));
	buf_str(out, "</a></td><td>");
	put_players(about, base, out);
	buf_str(out, "</td><td>");
	rc = listing_words(site, about, "page/result", out, false, e);
	buf_str(out, "</td><td>");
	put_date(site, tree_str(about, "ended"), out);
	buf_str(out, "</td></tr>\n");
	buf_release(&kind);
	return rc;
}

int
listing_rows(const struct site *site, const struct listing *s, const char *name,
    const char *base, struct buf *out, struct err *e)
{
	int n = 0;

	for (int i = 0; i < s->n; i++) {
		if (name != NULL && !is_in(s->about[i], name))
			continue;
		n++;
		if (put_row(site, s->about[i], base, out, e) != 0)
			return -1;
	}
	return n;
}
