/* SPDX-License-Identifier: MIT */
#ifndef CONF_ORIGIN_H
#define CONF_ORIGIN_H

/* Private to conf/: where each value of a configuration comes from. */

#include "conf/keys.h"

enum { FILES_MAX = 32 }; /* with all that are included */

struct origin {
	const char *file; /* borrowed; NULL: not given */
	int line, column; /* from 1 */
};

struct origins {
	struct origin key[KEYS_MAX];     /* by key */
	struct origin section[KEYS_MAX]; /* at the section's first key */
	char *file[FILES_MAX];           /* owned */
	int files;
};

#endif
