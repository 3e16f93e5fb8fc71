/* SPDX-License-Identifier: MIT */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

/*
 * From the charsets of mail to UTF-8, by iconv, through a list of charsets
 * that are allowed: converters that strangers may choose freely have been a
 * way in before (utf-7, iso-2022-cn-ext; doc/libraries.md 5). What cannot be
 * converted becomes U+FFFD; nothing fails.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* Appends the bytes as clean UTF-8 (utf8_clean). charset NULL or "": US-ASCII,
 * read as UTF-8 where the bytes are that, as Windows-1252 where not. False: the
 * charset is not on the list, and bytes that are not UTF-8 were replaced. */
bool charset_utf8(const char *charset, const char *data, size_t len,
    struct buf *out);

/* Appends the text of an unstructured field or a phrase with its encoded
 * words (RFC 2047) decoded: valid UTF-8 on one line, control characters
 * stripped after decoding (doc/libraries.md 5). False as above. */
bool charset_words(const char *s, size_t len, struct buf *out);

/* Loads all converters, for a process that will not be let open files. */
void charset_prepare(void);

#endif
