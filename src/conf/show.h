/* SPDX-License-Identifier: MIT */
#ifndef CONF_SHOW_H
#define CONF_SHOW_H

/* What is in force, key by key, and where it comes from. */

#include "conf/conf.h"

struct conf_shown {
	const char *section, *name;
	const char *value; /* NULL: not set, or a secret */
	bool secret;       /* set, and nobody's business */
	const char *file;  /* NULL: the default */
	int line;
};

/* Every key in the order of conf_keys. All is borrowed for the call. */
void conf_each(const struct conf *c,
    void (*see)(void *arg, const struct conf_shown *shown), void *arg);

#endif
