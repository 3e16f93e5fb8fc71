/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_EDITION_H
#define ARCHIVE_EDITION_H

/*
 * What all pages of one run are made with: texts and language, the frames,
 * style sheet and scripts of data/page, and a mark, a hash over all of it, the
 * templates and the version of paquebot: a page made under the same mark from
 * the same log is the same page, byte for byte.
 */

#include "base/buf.h"
#include "match/club.h"

struct cJSON;
struct mustache;

enum edition_frame { FRAME_REPLAY, FRAME_SHELF, FRAME_PLAYER, FRAMES };

struct edition {
	struct club club; /* texts, lang, tz, club; no store */
	const char *url;  /* of the archive; NULL: none */
	char mark[65];
	/* Owned. Each frame with the script that it has. */
	struct buf style, script[FRAMES];
	struct mustache *frame[FRAMES];
};

/* The strings are borrowed. -1: a file of the project is missing. */
struct texts;
int edition_open(struct texts *texts, const char *lang, const char *club,
    const char *tz, const char *url, struct edition *out, struct err *e);
void edition_close(struct edition *ed);

/* A frame filled with context, to which what every page has is added: lang,
 * club, style, script, their hashes for the Content-Security-Policy, and the
 * words of the page ("w": phrases whose keys begin with "page-"). */
void edition_page(const struct edition *ed, enum edition_frame frame,
    struct cJSON *context, struct buf *out);

/* A template of page/ as HTML of one line without the paragraph around it, as
 * a fragment, or as plain text. name: "page/game". */
int edition_inline(const struct edition *ed, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e);
int edition_fragment(const struct edition *ed, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e);
int edition_plain(const struct edition *ed, const char *name,
    const struct cJSON *context, struct buf *out, struct err *e);
/* Markdown that was rendered, as HTML of one line without its paragraphs. */
void edition_flat(const char *markdown, struct buf *out);

#endif
