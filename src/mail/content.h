/* SPDX-License-Identifier: MIT */
#ifndef MAIL_CONTENT_H
#define MAIL_CONTENT_H

/*
 * A value with parameters, "text/plain; charset=utf-8" (RFC 2045 section 5.1),
 * as programs write it: a semicolon doubled or left out, a value with signs
 * that would need quotes and has none, a quote that never ends, a word that is
 * no parameter, comments. One pass, no recursion, nothing can fail.
 */

#include "base/buf.h"

/* The word in front, in lower case, "text/plain"; "" there is none. Returns
 * where the parameters begin. value is on one line (header_value). */
const char *content_head(const char *value, struct buf *out);

/* The next parameter from at on; its name in lower case. Returns where to go
 * on, NULL: there is none. */
const char *content_next(const char *at, struct buf *name, struct buf *value);

#endif
