/* SPDX-License-Identifier: MIT */
#include "archive/site.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <string.h>

#include "config.h"

#include "archive/folder.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/tree.h"
#include "picture/picture.h"
#include "picture/svg.h"
#include "text/markdown.h"
#include "text/mustache.h"
#include "text/texts.h"

enum { ASSET_MAX = 256 * 1024 };

static const struct {
	const char *layout, *script;
} files[LAYOUTS] = {
	[LAYOUT_REPLAY] = { "replay.html", "replay.js" },
	[LAYOUT_LISTING] = { "listing.html", "listing.js" },
	[LAYOUT_ROLL] = { "roll.html", NULL },
	[LAYOUT_PLAYERS] = { "players.html", NULL },
	[LAYOUT_PLAYER] = { "player.html", NULL },
	[LAYOUT_NEAR] = { "near.html", NULL },
	[LAYOUT_MOVES] = { "moves.html", NULL },
	[LAYOUT_TOP] = { "top.html", NULL },
};

/* The phrases of every page, without "page-". */
static const char *const words[] = { "ahead", "all-games", "all-players",
	"analysis", "analysis-file", "any", "behind", "best-score", "comments",
	"copied", "copy-link", "copy-notation", "could", "data", "even",
	"event", "event-round", "fast", "feed", "first", "first-move", "found",
	"game", "games", "keys", "last", "log", "longest", "map", "more",
	"move-of", "n-events", "newer", "newest", "next", "next-game",
	"next-round", "next-turn", "older", "oldest", "openings", "opponents",
	"order", "pages", "pause", "place", "play", "played", "player",
	"players", "position", "prev", "prev-game", "prev-round", "prev-turn",
	"rating", "ratings", "replay", "result", "round", "score-table",
	"scores", "search", "slow", "speed", "streak", "streak-best", "sums",
	"take-text", "text", "together", "turnlog", "turns", "view", "won",
	"year" };

static int
read_asset(const char *name, struct buf *out, struct err *e)
{
	struct buf what = BUF_INIT, path = BUF_INIT;
	int rc;

	buf_printf(&what, "data/page/%s", name);
	rc = file_home(what.data, &path, e);
	if (rc == 0)
		rc = file_read(path.data, ASSET_MAX, out, e);
	buf_release(&what);
	buf_release(&path);
	return rc;
}

static bool
in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Whether two characters of a script need a blank between them. */
static bool
parts(char before, char after)
{
	return (in_name(before) && in_name(after)) ||
	    (before == after && strchr("+-", before) != NULL);
}

/* A script as pages have it: without comments, blanks that part nothing, and
 * semicolons that end a block. A line end of ours never stands for a semicolon,
 * no body of a loop is empty, and no regular expression has a quote or a blank.
 */
static void
squeeze(struct buf *script)
{
	struct buf out = BUF_INIT;
	const char *p = buf_text(script);
	bool blank = false;
	char last = '\0';

	for (size_t n; *p != '\0'; p += n) {
		n = 1;
		if (strchr(" \t\n", *p) != NULL) {
			blank = true;
			continue;
		}
		if (strncmp(p, "/*", 2) == 0 && strstr(p, "*/") != NULL) {
			n = (size_t)(strstr(p, "*/") - p) + 2;
			continue;
		}
		if (blank && last != '\0' && parts(last, *p))
			buf_char(&out, ' ');
		if (last == ';' && *p == '}')
			buf_truncate(&out, out.len - 1);
		if (*p == '\'')
			while (p[n] != '\0' && p[n++] != '\'')
				n += p[n - 1] == '\\';
		buf_add(&out, p, n);
		last = p[n - 1];
		blank = false;
	}
	buf_release(script);
	*script = out;
}

static int
open_layout(struct site *site, int i, struct buf *all, struct err *e)
{
	struct buf text = BUF_INIT;
	int rc = read_asset(files[i].layout, &text, e);

	if (rc == 0 && files[i].script != NULL)
		rc = read_asset(files[i].script, &site->script[i], e);
	squeeze(&site->script[i]);
	if (rc == 0)
		rc = mustache_parse(buf_text(&text), text.len, &site->layout[i],
		    e);
	buf_add(all, buf_text(&text), text.len);
	buf_add(all, buf_text(&site->script[i]), site->script[i].len);
	buf_release(&text);
	return rc;
}

struct gathering {
	const char *dir;
	int depth;
	struct buf *all;
};

/* Every file below a folder of templates, in the order of names. */
static int
add_template(void *arg, const char *name)
{
	const struct gathering *g = arg;
	struct buf path = BUF_INIT;
	struct gathering deeper = { NULL, g->depth + 1, g->all };
	struct err e;

	buf_printf(&path, "%s/%s", g->dir, name);
	deeper.dir = path.data;
	buf_printf(g->all, "%s\n", name);
	if (file_read(path.data, ASSET_MAX, g->all, &e) != 0 && g->depth < 2)
		(void)folder_each(path.data, "", add_template, &deeper, &e);
	buf_release(&path);
	return 0;
}

static int
make_mark(struct site *site, struct buf *all, struct err *e)
{
	struct buf dir = BUF_INIT;
	struct gathering g = { NULL, 0, all };
	int rc = file_home("templates", &dir, e);

	g.dir = buf_text(&dir);
	if (rc == 0)
		rc = folder_each(g.dir, "", add_template, &g, e);
	buf_printf(all, PACKAGE_VERSION "\n%s\n%s\n%s\n%s\n", site->club.lang,
	    site->club.name, site->club.tz, site->url != NULL ? site->url : "");
	hash_sha256_hex(all->data, all->len, site->mark);
	buf_release(&dir);
	return rc;
}

int
site_open(struct texts *texts, const char *lang, const char *club,
    const char *tz, const char *url, struct site *out, struct err *e)
{
	struct buf all = BUF_INIT;
	int rc;

	memset(out, 0, sizeof *out);
	out->club.texts = texts;
	out->club.lang = lang;
	out->club.name = club;
	out->club.tz = tz;
	out->url = url;
	rc = read_asset("page.css", &out->style, e);
	if (rc == 0)
		rc = read_asset("map.css", &out->style, e);
	if (rc == 0)
		rc = svgs_open(&out->svgs, e);
	if (rc == 0 && url != NULL)
		rc = pictures_open(&out->pictures, e);
	buf_str(&out->style, svg_style);
	buf_add(&out->lists, buf_text(&out->style), out->style.len);
	if (rc == 0)
		rc = read_asset("lists.css", &out->lists, e);
	buf_add(&all, buf_text(&out->lists), out->lists.len);
	for (int i = 0; i < LAYOUTS && rc == 0; i++)
		rc = open_layout(out, i, &all, e);
	if (rc == 0)
		rc = make_mark(out, &all, e);
	buf_release(&all);
	if (rc != 0)
		site_close(out);
	return rc;
}

void
site_close(struct site *site)
{
	buf_release(&site->style);
	buf_release(&site->lists);
	svgs_free(site->svgs);
	site->svgs = NULL;
	pictures_free(site->pictures);
	site->pictures = NULL;
	for (int i = 0; i < LAYOUTS; i++) {
		buf_release(&site->script[i]);
		mustache_free(site->layout[i]);
		site->layout[i] = NULL;
	}
}

static void
add_hash(cJSON *context, const char *name, const struct buf *text)
{
	uint8_t hash[HASH_SIZE];
	char value[64] = "sha256-";

	hash_sha256(buf_text(text), text->len, hash);
	hash_base64(hash, sizeof hash, value + strlen(value));
	cJSON_AddStringToObject(context, name, value);
}

static void
add_words(const struct site *site, cJSON *context)
{
	cJSON *w = tree_object(context, "w");

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		char key[48], name[48];

		(void)snprintf(key, sizeof key, "page-%s", words[i]);
		(void)snprintf(name, sizeof name, "%s", words[i]);
		for (char *p = name; *p != '\0'; p++)
			if (*p == '-')
				*p = '_';
		cJSON_AddStringToObject(w, name,
		    texts_phrase(site->club.texts, site->club.lang, key));
	}
}

static const struct mustache *
top_of(void *arg, const char *name)
{
	const struct site *site = arg;

	return strcmp(name, "top") == 0 ? site->layout[LAYOUT_TOP] : NULL;
}

void
site_page(const struct site *site, enum site_layout layout,
    struct cJSON *context, struct buf *out)
{
	const struct buf *script = &site->script[layout];
	const struct buf *style = layout == LAYOUT_REPLAY ? &site->style :
							    &site->lists;

	tree_add_str(context, "lang", site->club.lang);
	tree_add_str(context, "club", site->club.name);
	tree_add_str(context, "style", buf_text(style));
	add_hash(context, "style_hash", style);
	if (script->len > 0) {
		tree_add_str(context, "script", script->data);
		add_hash(context, "script_hash", script);
	}
	add_words(site, context);
	mustache_render(site->layout[layout], context,
	    &(struct mustache_how){ .escape = MUSTACHE_HTML,
		.partial = top_of,
		.arg = (void *)(uintptr_t)site },
	    out);
}

int
site_fragment(const struct site *site, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e)
{
	struct buf md = BUF_INIT;
	struct markdown *m;
	int rc = texts_render(site->club.texts, site->club.lang, name, context,
	    &md, e);

	if (rc == 0) {
		m = markdown_parse(buf_text(&md), md.len);
		markdown_fragment(m, 0, NULL, out);
		markdown_free(m);
	}
	buf_release(&md);
	return rc;
}

void
site_flat(const char *markdown, struct buf *out)
{
	struct markdown *m = markdown_parse(markdown, strlen(markdown));
	struct buf html = BUF_INIT;
	bool first = true;

	markdown_fragment(m, 0, NULL, &html);
	markdown_free(m);
	for (const char *p = buf_text(&html); *p != '\0';) {
		size_t n = strcspn(p, "\n"), skip = 0, less = 0;

		if (n >= 7 && memcmp(p, "<p>", 3) == 0)
			skip = 3, less = 4;
		if (!first)
			buf_char(out, ' ');
		buf_add(out, p + skip, n - skip - less);
		first = false;
		p += n + (p[n] == '\n');
	}
	buf_release(&html);
}

int
site_inline(const struct site *site, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e)
{
	struct buf md = BUF_INIT;
	int rc = texts_render(site->club.texts, site->club.lang, name, context,
	    &md, e);

	if (rc == 0)
		site_flat(buf_text(&md), out);
	buf_release(&md);
	return rc;
}

int
site_plain(const struct site *site, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e)
{
	return texts_render_plain(site->club.texts, site->club.lang, name,
	    context, out, e);
}
