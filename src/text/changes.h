/* SPDX-License-Identifier: MIT */
#ifndef TEXT_CHANGES_H
#define TEXT_CHANGES_H

/*
 * What is new in a text of sections and tables, for who knows how it was
 * before. Both are Markdown of our templates (text/markdown.h) from the same
 * one: sections are found again by their headings, tables by their order. Of a
 * table the rows are left that were not there; but one that has lost a row
 * stays whole, for nothing else would say so. A drawing leaves a place for a
 * picture, as its tables say what has changed on it.
 */

#include "base/buf.h"

/* Appends; nothing if nothing has changed. */
void markdown_changes(const char *then, const char *now, struct buf *out);

#endif
