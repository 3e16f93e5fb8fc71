/* SPDX-License-Identifier: MIT */
#ifndef MAIL_PLAIN_H
#define MAIL_PLAIN_H

/* Plain text made ready to be read as commands. Input is valid UTF-8 with
 * LF line ends. */

#include <stdbool.h>

#include "base/buf.h"

/* Joins the lines of format=flowed (RFC 3676), within one depth of quotes;
 * delsp: the blank before the soft end goes. */
void plain_flowed(const char *text, bool delsp, struct buf *out);

/* What keyboards make of ASCII, back to it: curly quotes, dashes, no-break
 * and other blanks, full-width letters, digits also in circles and on keys;
 * what has no width goes. */
void plain_normalise(const char *text, struct buf *out);

#endif
