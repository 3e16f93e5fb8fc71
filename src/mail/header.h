/* SPDX-License-Identifier: MIT */
#ifndef MAIL_HEADER_H
#define MAIL_HEADER_H

/*
 * The fields of a mail header, as slices of the raw bytes: nothing is copied
 * and nothing can fail. Lines end in CR LF or LF; a line that is neither a
 * field nor a folded continuation is passed over.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct header_field {
	const char *name;
	size_t name_len;
	const char *value;
	size_t len;  /* still folded, without line end */
	bool spaced; /* "Name :", which RFC 5322 forbids */
};

/* Bytes of the header with the empty line that ends it. No empty line: len,
 * and the whole is header. */
size_t header_length(const char *raw, size_t len);

/* The next field from *at on; false at the end. */
bool header_next(const char *raw, size_t len, size_t *at,
    struct header_field *out);

bool header_is(const struct header_field *f, const char *name);

/* Appends the value on one line: line ends and control characters become
 * spaces, blanks around it are gone. At most 8 KB of it. */
void header_value(const struct header_field *f, struct buf *out);

/* The same of the first field of that name; false if there is none. */
bool header_find(const char *raw, size_t len, const char *name,
    struct buf *out);

#endif
