/* SPDX-License-Identifier: MIT */
#ifndef CONF_CHECK_H
#define CONF_CHECK_H

/* Private to conf/: what the keys must be together, once each is read. */

#include "base/err.h"

struct conf;

/* Completes what follows from other keys. -1: ERR_GIVEUP with
 * "FILE:LINE:COLUMN: …", or "FILE: …" where a key is missing. */
int conf_check(struct conf *c, struct err *e);

#endif
