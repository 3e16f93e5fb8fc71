/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_SITE_H
#define ARCHIVE_SITE_H

/*
 * What all pages of one run are made with: texts and language, the layouts,
 * style sheet and scripts of data/page, and a mark, a hash over all of it, the
 * templates and the version of paquebot: a page made under the same mark from
 * the same log is the same page, byte for byte.
 */

#include "base/buf.h"
#include "match/club.h"

struct cJSON;
struct mustache;
struct pictures;
struct svgs;

enum site_layout {
	LAYOUT_REPLAY,
	LAYOUT_LISTING,
	LAYOUT_ROLL,
	LAYOUT_PLAYERS,
	LAYOUT_PLAYER,
	LAYOUT_NEAR,
	LAYOUT_MOVES,
	LAYOUT_TOP, /* of pages without a script: their partial "top" */
	LAYOUTS
};

/* What a game's page is made of beside its log, or "": its analysis
 * (post/analyse.h) and the comments on it (match/comment.h). Borrowed. */
struct beside {
	const char *analysis, *comments;
};

struct site {
	struct club club; /* texts, lang, tz, club; no store */
	const char *url;  /* of the archive; NULL: none */
	char mark[65];
	/* Owned. The style of a game's page, and that of all others; each
	 * layout with the script that it has. */
	struct buf style, lists, script[LAYOUTS];
	struct mustache *layout[LAYOUTS];
	struct svgs *svgs; /* owned: draws boards */
	/* Owned: pictures for previews of links, which need a url; NULL without
	 * one. */
	struct pictures *pictures;
};

/* The strings are borrowed. -1: a file of the project is missing, or
 * the font of pictures. */
struct texts;
int site_open(struct texts *texts, const char *lang, const char *club,
    const char *tz, const char *url, struct site *out, struct err *e);
void site_close(struct site *site);

/* A layout filled with context, to which what every page has is added: lang,
 * club, style, script, their hashes for the Content-Security-Policy, and the
 * words of the page ("w": phrases whose keys begin with "page-"). */
void site_page(const struct site *site, enum site_layout layout,
    struct cJSON *context, struct buf *out);

/* A template of page/ as HTML of one line without the paragraph around it, as
 * a fragment, or as plain text. name: "page/game". */
int site_inline(const struct site *site, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e);
int site_fragment(const struct site *site, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e);
int site_plain(const struct site *site, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e);
/* Markdown that was rendered, as HTML of one line without its paragraphs. */
void site_flat(const char *markdown, struct buf *out);

#endif
