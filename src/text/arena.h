/* SPDX-License-Identifier: MIT */
#ifndef TEXT_ARENA_H
#define TEXT_ARENA_H

/*
 * Memory for libcmark-gfm, which asks for it a thousand times a mail: taken
 * from blocks that are kept from tree to tree and given back all at once.
 * cmark's allocator has no place for a context, so there is one arena a
 * thread; it begins anew when the last tree of the thread is gone. With
 * sanitizers the C library's allocator is used instead, so that they see
 * every piece. Private to text/.
 */

#include <cmark-gfm.h>
#include <stdbool.h>

/* Borrowed; one more tree lives. */
cmark_mem *arena_begin(void);
/* A tree is gone: the caller has freed it with cmark_node_free if
 * arena_frees() is true, else everything goes with the last one. */
void arena_end(void);
bool arena_frees(void);

#endif
