/* SPDX-License-Identifier: MIT */
#ifndef MAIL_CHILD_H
#define MAIL_CHILD_H

/*
 * Processes of our own that read what strangers send, or that work long beside
 * the loop. The program executes itself anew (/proc/self/exe WORD) and does not
 * just fork: the daemon has threads that send mail, and in a child forked among
 * threads the locks of malloc, GnuTLS and the resolver may be held by nobody.
 * posix_spawn() runs no code of ours in between. Such a process has no
 * descriptor but its end of a channel (not the database) and no secret on its
 * command line, bounded memory, and no right to dump core or, but for the one
 * that makes pages, to write files; it dies with its parent.
 */

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/err.h"
#include "mail/channel.h"

/* Its end of the channel. */
enum { CHILD_FD = 3 };

/* Starts one, with word as its only argument; the caller reaps it. Aborts if
 * main() did not ask child_is() first: without that the new process would be
 * a second daemon. */
int child_start(const char *word, struct channel *c, pid_t *pid, struct err *e);

/* Whether main() asked child_is(): whether child_start may be called. */
bool child_ready(void);

/* Whether this process was started so. A person who types the word is told
 * that it is none for people: then *status is an exit code. */
bool child_is(const char *word, int argc, char **argv, int *status);

/* In the process: the signals that stop the daemon do not stop it; the
 * daemon's end does. */
void child_stay(void);

/* Takes from the process what it will not need; memory: bytes of address
 * space. Under the sanitizers, which reserve terabytes, memory has no limit. */
void child_limit(size_t memory);
/* The same of one that may write files. */
void child_limit_writing(size_t memory);
/* One that works long, behind all others on the processor. */
void child_polite(unsigned cpu_seconds);

/* In the parent: ends it, if it has not ended, and closes the channel; how it
 * ended, in words (NULL: nobody asks). */
void child_end(pid_t pid, struct channel *c, struct buf *how);

/* Ends it at once: what a library does at its end may not be allowed. A build
 * that counts which lines ran (make coverage) writes that first, which is why
 * its processes may open files. */
_Noreturn void child_exit(int status);

#endif
