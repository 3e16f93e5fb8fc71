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

/* Takes it away with all that is in it; whether that could be done. */
static inline bool
temporary_gone(const char *path)
{
	char command[100];

	(void)snprintf(command, sizeof command, "rm -rf '%s'", path);
	return system(command) == 0;
}

#endif
