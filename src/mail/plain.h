/* SPDX-License-Identifier: MIT */
#ifndef MAIL_PLAIN_H
#define MAIL_PLAIN_H

/* Plain text made ready to be read as commands. Input is valid UTF-8 with
 * LF line ends. */

#include <stdbool.h>

#include "base/buf.h"

/* Without OpenPGP (RFC 9580, 6.2 and 7): a signed text without what stands
 * around it and "- " before its lines; other blocks, as one that is encrypted,
 * go whole. A block with no line that ends it is text. Before plain_flowed. */
void plain_pgp(const char *text, struct buf *out);

/* Joins the lines of format=flowed (RFC 3676), within one depth of quotes;
 * delsp: the blank before the soft end goes. */
void plain_flowed(const char *text, bool delsp, struct buf *out);

/* What keyboards make of ASCII, back to it: curly quotes, dashes, no-break
 * and other blanks, full-width letters, digits also in circles and on keys;
 * what has no width goes. A long dash alone on its line stays. */
void plain_normalise(const char *text, struct buf *out);

#endif
