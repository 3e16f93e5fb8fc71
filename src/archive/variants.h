/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_VARIANTS_H
#define ARCHIVE_VARIANTS_H

/*
 * One piece of HTML as several viewpoints have it, written once: what all of
 * them have stands as it is, what only some have gets data-v with the digits
 * of those that do, and the style sheet hides what the chosen viewpoint does
 * not have. So the page without script has everything, and a table in which
 * one cell is secret is there once with one row twice.
 *
 * The text is as markdown_fragment makes it, an element a line; lines are
 * compared, never taken apart. Where the result would not nest, the whole
 * pieces stand side by side.
 */

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Viewpoints are digits: 0 the public, 1 to 6 the seats, 7 everything. */
enum { VIEW_PUBLIC = 0, VIEW_ALL = 7, VIEWS = 8 };
typedef uint8_t view_set;
#define VIEW_BIT(v) ((view_set)(1u << (v)))

struct variants {
	struct variant {
		const char *at;
		size_t len;
		view_set set;
	} of[VIEWS];
	int n;
};

/* The text is borrowed until it is written. */
void variants_add(struct variants *v, int view, const char *text, size_t len);
view_set variants_set(const struct variants *v);
/* The same HTML to all of whole's viewpoints needs no mark. */
void variants_write(const struct variants *v, view_set whole, struct buf *out);
/* For text inside of an element: a span for each variant. */
void variants_write_inline(const struct variants *v, view_set whole,
    struct buf *out);

/* ` data-v=027`: behind it stands a blank, or `>`. */
void variants_mark(view_set set, struct buf *out);

#endif
