/* SPDX-License-Identifier: MIT */
#ifndef TEXT_PLAIN_H
#define TEXT_PLAIN_H

/* A part of a text as board or list, from a heading to the next. Private to
 * text/. */

#include "text/markdown.h"
#include "text/tree.h"

/* All that a part knows of what stands above it: at the top of a text, zero. */
struct plain_above {
	enum kind last; /* of the last block, KIND_OTHER: none */
	char indent;    /* of what stands below a heading, or NUL */
	bool begun;     /* something was written */
	bool section, said, colon;
};

/* Appends; *above becomes what the next part has above it. */
void plain_part(const struct markdown *m, enum form form, int width,
    bool unicode, struct plain_above *above, struct buf *out);

#endif
