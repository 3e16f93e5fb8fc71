/* SPDX-License-Identifier: MIT */
#ifndef TEXT_MUSTACHE_H
#define TEXT_MUSTACHE_H

/*
 * Mustache, the core modules of the specification (comments, delimiters,
 * interpolation, inverted, partials, sections), on cJSON contexts. A template
 * is parsed once and rendered often.
 */

#include "base/buf.h"
#include "base/err.h"

struct cJSON;
struct mustache;

enum mustache_escape {
	MUSTACHE_MARKDOWN,               /* default: what is interpolated is text,
	                                    never markup; also inside table cells */
	MUSTACHE_HTML,                   /* the specification's, for its tests */
	MUSTACHE_NONE
};

int mustache_parse(const char *text, size_t len, struct mustache **out, struct err *e);  /* "line 3: …" */
void mustache_free(struct mustache *m);

/* Finds a partial by name; NULL: empty. Borrowed. */
typedef const struct mustache *mustache_partial(void *arg, const char *name);

void mustache_render(const struct mustache *m, const struct cJSON *context,
	enum mustache_escape escape, mustache_partial *partial, void *arg, struct buf *out);

#endif
