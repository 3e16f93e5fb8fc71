/* SPDX-License-Identifier: MIT */
#ifndef CONF_CHECK_H
#define CONF_CHECK_H

/* What the keys must be together, once each of them is read; and the state
 * of one load, which tells the line a key stood in. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "conf/keys.h"

struct conf;

struct load {
	struct conf *conf;               /* owned until the load is over */
	struct err *err;                 /* borrowed */
	int lines[KEYS_MAX];             /* by key; 0: not in the file */
	bool seen[KEYS_MAX];             /* at a section's first key */
	bool private;                    /* the file is its owner's alone */
	bool failed;
};

/* The index in conf_keys; aborts on a key the table does not hold. */
size_t load_key(const char *section, const char *name);

/* Completes what follows from other keys; -1 with "FILE:LINE: …". */
int load_check(struct load *l);

#endif
