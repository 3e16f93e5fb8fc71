/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_DISK_H
#define TESTS_WORLD_DISK_H

/*
 * The disk that the database lies on: a file system of SQLite's (a VFS), in
 * memory. What was written and not synced may be lost, or torn at a sector,
 * when the power is cut; a process that is killed leaves what it has written.
 * From the moment of either the disk takes and gives nothing any more: whatever
 * the daemon still does, nobody will ever know of it.
 *
 * Names of files appear and go at once; only what is in them can be lost.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

void disk_open(void);
void disk_close(void);
/* A new file, and what is in one that nobody has open. */
void disk_put(const char *name, const struct buf *data);
void disk_get(const char *name, struct buf *out);

/* The process dies before so many writes and syncs more are done. */
void disk_kill(int after, bool power);
bool disk_dead(void);
/* From now on it fails in one of several ways, till it is healed: nothing can
 * be made longer, or only by half of what is to be written, writing, syncing or
 * reading fails. The name of the way. */
const char *disk_fail(int64_t way);
void disk_heal(void);
bool disk_ails(void);
/* What is found when all starts again. No file is open. */
void disk_restart(void);

#endif
