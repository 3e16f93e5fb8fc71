/* SPDX-License-Identifier: MIT */
#ifndef MAIL_CONFINE_H
#define MAIL_CONFINE_H

/*
 * What a process that reads strangers' bytes may still do, once it has all it
 * needs: nothing but talk over the descriptors that it holds and use memory.
 * Two fences of the kernel, each enough by itself: seccomp (a list of system
 * calls) and Landlock (no file can be opened, no TCP connection made). There is
 * no way back, and none for what the process might start: it may start nothing.
 *
 * A call that only somebody makes who has taken the process over ends it. Any
 * other that is not on the list fails as on a kernel that lacks it (ENOSYS): C
 * libraries go on then, and the next one may ask for something new.
 */

enum {
	CONFINED_CALLS = 1, /* by seccomp */
	CONFINED_FILES = 2  /* by Landlock */
};

enum confine_what {
	/* read, write, wait, memory, exit */
	CONFINE_READING,
	/* besides what a connection that is open needs: time, sockets' own
	 * options, limits of itself, random numbers */
	CONFINE_SESSION
};

/* Which of the two the kernel gave; what it lacks is left out. */
unsigned confine(enum confine_what what);
/* Each by itself, and what it gave: itself or 0. */
unsigned confine_files(void);
unsigned confine_calls(enum confine_what what);

/* "seccomp and Landlock", "seccomp alone (this kernel has no Landlock)" …:
 * for the log. */
const char *confine_words(unsigned got);

#endif
