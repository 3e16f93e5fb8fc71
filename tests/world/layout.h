/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_LAYOUT_H
#define TESTS_WORLD_LAYOUT_H

/*
 * What mail programs, firms, lists and relays make of the line that a person
 * writes: courtesies, signatures, banners, footers, a mail quoted in this way
 * or that, parts and encodings. None of it says anything to the daemon: a
 * history goes on as one in which nobody's programs add anything (history.bare
 * of world.h).
 */

#include "base/buf.h"
#include "tests/world/delivered.h"

/* What it follows from: the key of who writes, and that of the road, which is
 * another where a mail comes by two; 0: nothing is added. */
struct layout {
	uint64_t key, road;
};

/* Writes the fields on content and the body of a reply, CRLF at the ends of
 * lines. name: of who writes. quotes: with the mail that is answered. */
void layout_write(const char *line, const char *name,
    const struct delivered *to, bool quotes, struct layout how,
    struct buf *out);
/* What stands in front of the subject. */
const char *layout_tag(struct layout how);

#endif
