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
#include <stdint.h>

enum node_kind {
	NODE_TEXT,
	NODE_VALUE,
	NODE_RAW,
	NODE_SECTION,
	NODE_INVERTED,
	NODE_PARTIAL
};

/* Small: a club has tens of thousands of them. */
struct node {
	const char *text; /* text, or a name; borrowed */
	/* standalone partial: what precedes it */
	const char *indent;
	uint32_t len;
	/* section: index behind its children */
	uint32_t end;
	uint16_t indent_len;
	bool line_start; /* first of a line of the template */
	enum node_kind kind:8;
};

struct mustache {
	char *source;    /* owned */
	struct node *at; /* owned */
	size_t n;
};

bool node_is(const struct node *n, const char *name);

#endif
