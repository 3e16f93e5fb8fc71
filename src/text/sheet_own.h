/* SPDX-License-Identifier: MIT */
#ifndef TEXT_SHEET_OWN_H
#define TEXT_SHEET_OWN_H

/* Parts of sheets, and those that are kept. Private to text/. */

#include <stdint.h>

#include "base/slice.h"
#include "text/plain.h"
#include "text/sheet.h"

/* What a part knows of what stands above it. */
struct sheet_above {
	struct plain_above plain;
	bool headed; /* the page has its main heading */
};

/* All that a part is made from. */
struct sheet_key {
	struct slice md;
	struct sheet_form form;
	struct sheet_above above;
};

/* What is made of it. */
struct sheet_part {
	struct slice text, html;
	bool dressed;             /* there is HTML of it, be it empty */
	struct sheet_above below; /* what the next part has above it */
	int links;                /* in the HTML */
};

/* What was kept, borrowed until the next is; NULL: nothing was, or not its
 * HTML, which is asked for. */
const struct sheet_part *sheet_kept(const struct sheet_key *key, bool dressed);
/* Keeps a copy, in the place of the same without HTML, or else of the one that
 * was not asked for longest. */
void sheet_keep(const struct sheet_key *key, const struct sheet_part *part);

#endif
