/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_FOLDER_H
#define ARCHIVE_FOLDER_H

/* Files and folders of an archive. Paths are below its directory. */

#include "archive/book.h"

enum { PAGE_MAX = 64 << 20 };

struct cJSON;

/* What the page in DIR/id says of itself; NULL: there is none. The caller's. */
struct cJSON *folder_about(const char *dir, const char *id);

/* Waits until all that was written is on the disk. */
int folder_sync(const char *dir, struct err *e);

/* DIR/.new-id with all files of the book, not yet on the disk for sure. */
int folder_write(const char *dir, const struct book *b, struct err *e);
/* DIR/.new-id becomes DIR/id, in place of what was there; -1 also if that could
 * not be deleted, for it may be what was to go. */
int folder_place(const char *dir, const char *id, struct err *e);
int folder_remove(const char *dir, const char *id, struct err *e);
/* What an interrupted run left behind; -1: something of it is still there. */
int folder_sweep(const char *dir, struct err *e);

/* Whether the directory may be filled: nothing there has a name that an archive
 * gives, or it is one, of any version, whole or not. ERR_GIVEUP: it may not. */
int folder_is_ours(const char *dir, struct err *e);
/* Whether DIR/id is a game's, or nothing. */
bool folder_is_game(const char *dir, const char *id);

/* Writes DIR/below/name below a temporary name, if it does not hold this
 * already. below: "." or a folder. */
int folder_file(const char *dir, const char *below, const char *name,
    const struct buf *text, struct err *e);
/* Those of each DIR/below get their names, once they are on the disk, in that
 * order; and whether there are any. */
int folder_place_files(const char *dir, const char *const *below, int n,
    struct err *e);
bool folder_waits(const char *dir, const char *const *below, int n);

/* Calls fn for every name in DIR (or DIR/below) that begins with no dot, in
 * order; -1: it cannot be read. */
int folder_each(const char *dir, const char *below,
    int (*fn)(void *arg, const char *name), void *arg, struct err *e);

#endif
