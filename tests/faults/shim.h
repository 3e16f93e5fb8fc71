/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FAULTS_SHIM_H
#define TESTS_FAULTS_SHIM_H

/* What the files of the shim have in common: shim.c the calls that fail,
 * start.c programs that start often, hurry.c a clock that goes faster. */

/* Reads what the environment says of faults, and begins to count. */
void shim_ready(void);
/* The next definition of the name. */
void *shim_next(const char *name);
/* How long a wait is by a clock that goes faster. */
int shim_hurried(int ms);

#endif
