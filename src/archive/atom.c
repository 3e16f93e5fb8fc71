/* SPDX-License-Identifier: MIT */

/* The feed of the games that ended last, as RFC 4287 has it. */

#include <cjson/cJSON.h>
#include <string.h>

#include "archive/listing.h"
#include "base/hash.h"
#include "base/tree.h"
#include "post/words.h"
#include "text/escape.h"

enum { ENTRIES = 50 };

/* <name>text</name> */
static void
put(struct buf *out, const char *name, const char *text)
{
	buf_printf(out, "<%s>", name);
	escape_html(text, strlen(text), out);
	buf_printf(out, "</%s>\n", name);
}

/* An id that stays, wherever the pages lie: made of what never changes. */
static void
put_id(struct buf *out, const char *a, const char *b, const char *c)
{
	struct buf text = BUF_INIT;
	char hex[HASH_HEX_SIZE];

	buf_printf(&text, "%s\n%s\n%s", a, b, c);
	hash_sha256_hex(text.data, text.len, hex);
	/* The form of a UUID made of a hash (RFC 9562, version 8). */
	buf_printf(out, "<id>urn:uuid:%.8s-%.4s-8%.3s-8%.3s-%.12s</id>\n", hex,
	    hex + 8, hex + 12, hex + 15, hex + 18);
	buf_release(&text);
}

static void
put_link(const struct site *site, struct buf *out, const char *rel,
    const char *path)
{
	buf_printf(out, "<link rel=\"%s\" href=\"", rel);
	if (site->url != NULL) {
		size_t n = strlen(site->url);

		escape_html(site->url, n, out);
		if (n > 0 && site->url[n - 1] != '/')
			buf_char(out, '/');
	}
	escape_html(path, strlen(path), out);
	buf_str(out, "\"/>\n");
}

static int
put_entry(const struct site *site, const cJSON *card, struct buf *out,
    struct err *e)
{
	struct buf title = BUF_INIT, path = BUF_INIT, text = BUF_INIT;
	const char *id = tree_str(card, "id");
	int rc = listing_words(site, card, "page/summary", &text, true, e);

	words_kind(site->club.texts, site->club.lang, tree_str(card, "game"),
	    &title);
	buf_printf(&title, " %s", tree_str(card, "name"));
	buf_printf(&path, "%s/index.html", id);
	buf_str(out, "<entry>\n");
	put(out, "title", title.data);
	put_id(out, tree_str(card, "game"), id, tree_str(card, "started"));
	put(out, "updated", tree_str(card, "ended"));
	put_link(site, out, "alternate", path.data);
	put(out, "summary", buf_text(&text));
	buf_str(out, "</entry>\n");
	buf_release(&title);
	buf_release(&path);
	buf_release(&text);
	return rc;
}

int
listing_feed(const struct site *site, const struct cJSON *cards,
    struct buf *out, struct err *e)
{
	struct buf title = BUF_INIT;
	cJSON *words = cJSON_CreateObject();
	int n = cJSON_GetArraySize(cards), rc;

	tree_add_str(words, "club", site->club.name);
	rc = site_plain(site, "page/listing-title", words, &title, e);
	cJSON_Delete(words);
	buf_str(out,
	    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"");
	escape_html(site->club.lang, strlen(site->club.lang), out);
	buf_str(out, "\">\n");
	put(out, "title", buf_text(&title));
	put_id(out, "feed", site->club.name,
	    site->url != NULL ? site->url : "");
	put(out, "updated",
	    n > 0 ? tree_str(cJSON_GetArrayItem(cards, n - 1), "ended") :
		    "1970-01-01T00:00:00Z");
	buf_str(out, "<author>");
	put(out, "name", site->club.name);
	buf_str(out, "</author>\n");
	put_link(site, out, "alternate", "index.html");
	if (site->url != NULL)
		put_link(site, out, "self", "feed.xml");
	for (int i = n; i > 0 && i > n - ENTRIES && rc == 0; i--)
		rc = put_entry(site, cJSON_GetArrayItem(cards, i - 1), out, e);
	buf_str(out, "</feed>\n");
	buf_release(&title);
	return rc;
}
