/* SPDX-License-Identifier: MIT */
#ifndef TEXT_MUSTACHE_NODE_H
#define TEXT_MUSTACHE_NODE_H

/*
 * A parsed template: a flat list of nodes that point into the template's own
 * copy of the text. The children of a section follow it directly; `end` is
 * the index behind the last of them. White space that belongs to standalone
 * tags is already gone. Private to mustache.c and mustache-parse.c.
 */

#include <stdbool.h>
#include <stddef.h>

enum node_kind {
	NODE_TEXT,
	NODE_VALUE,
	NODE_RAW,
	NODE_SECTION,
	NODE_INVERTED,
	NODE_PARTIAL
};

struct node {
	enum node_kind kind;
	bool line_start;  /* first of a line of the template */
	const char *text; /* text, or a name; borrowed */
	size_t len;
	/* section: index behind its children */
	size_t end;
	/* standalone partial: what precedes it */
	const char *indent;
	size_t indent_len;
};

struct mustache {
	char *source;    /* owned */
	struct node *at; /* owned */
	size_t n;
};

bool node_is(const struct node *n, const char *name);

#endif
