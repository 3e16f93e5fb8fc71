/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEMPORARY_H
#define TESTS_TEMPORARY_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Makes a directory of the test's own in TMPDIR (else /tmp); its path goes to
 * path, which holds 64 bytes. false: errno says why. */
static inline bool
temporary_dir(char path[64], const char *name)
{
	const char *top = getenv("TMPDIR");
	int n = snprintf(path, 64, "%s/paquebot-%s-XXXXXX",
	    top != NULL ? top : "/tmp", name);

	return n > 0 && n < 64 && mkdtemp(path) != NULL;
}

#endif
