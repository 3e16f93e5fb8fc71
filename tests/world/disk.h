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

void disk_open(void);
void disk_close(void);

/* The process dies before so many writes and syncs more are done. */
void disk_kill(int after, bool power);
bool disk_dead(void);
/* What is found when all starts again. No file is open. */
void disk_restart(void);

#endif
