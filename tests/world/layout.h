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

/* Writes the fields on content and the body of a reply, CRLF at the ends of
 * lines. name: of who writes. key: what the layout follows from, 0: none.
 * quotes: with the mail that is answered. */
void layout_write(const char *line, const char *name,
    const struct delivered *to, bool quotes, uint64_t key, struct buf *out);
/* What stands in front of the subject. */
const char *layout_tag(uint64_t key);

#endif
