/* SPDX-License-Identifier: MIT */
#ifndef TEXT_HTML_H
#define TEXT_HTML_H

/* A page of HTML while it is written: html.c, html_table.c for its tables, and
 * html_image.c. Private to text/. */

#include <cmark-gfm.h>
#include <stdbool.h>

#include "text/markdown.h"

struct html_page {
	struct buf *out;
	enum html_dress dress;
	size_t start;
	size_t above; /* bytes that are counted as if they stood before */
	int links;
	bool full;       /* something was left out */
	bool fragment;   /* one element a line */
	bool headed;     /* it has its main heading */
	bool stacked;    /* in a row that is words */
	bool tapped;     /* in one to touch, which says what list does */
	bool said;       /* words for what is drawn in columns */
	int deeper;      /* levels of headings */
	const char *map; /* instead of a drawing; NULL */
	/* borrowed: instead of drawings */
	struct html_image *images;
	size_t n_images;
};

void html_open(struct html_page *p, const char *name);
void html_close(struct html_page *p, const char *tag);
/* Whether so many more bytes may be written; else the page is full. */
bool html_room(struct html_page *p, size_t len);
void html_inlines(struct html_page *p, cmark_node *parent);
/* Opens a link of a kind ("a", "tap"), or does nothing: false. */
bool html_link(struct html_page *p, const char *kind, cmark_node *link);

/* html_image.c: a block of code, or what stands where a drawing is to be; at a
 * block of the page, whether what is drawn below it has an image, or words. */
void html_code(struct html_page *p, cmark_node *code);
void html_words_or_images(struct html_page *p, cmark_node *block);

/* The frame of a mail's page, so many pixels wide where there is room. */
void html_mail_begin(const char *lang, const char *title, int width,
    struct buf *out);
void html_mail_end(struct buf *out);
/* A part of such a page, from a heading to the next, behind at most
 * HTML_PART_MAX bytes, with an image (NULL: none) for its drawing; *headed and
 * *links are as in struct html_page. false: it may be too long, or have too
 * many links, to be all there; what was appended is of no use then. */
enum {
	HTML_WIDTH = 640,
	HTML_WIDTH_PICTURED = 700,
	HTML_PART_MAX = HTML_MAX / 2
};
bool html_mail_part(const struct markdown *m, bool said,
    struct html_image *image, bool *headed, int *links, struct buf *out);

/* A table; in a mail what a telephone has no room for is words, a row a
 * paragraph, and numbered moves are things to touch. */
void html_table(struct html_page *p, cmark_node *table);

#endif
