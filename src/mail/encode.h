/* SPDX-License-Identifier: MIT */
#ifndef MAIL_ENCODE_H
#define MAIL_ENCODE_H

/* The encodings of outgoing mail: bodies as quoted-printable, header text as
 * folded RFC 2047 words. Input is valid UTF-8; output is ASCII with CR LF. */

#include "base/buf.h"

/* Text with LF line ends as quoted-printable, lines of at most 76 columns,
 * never broken inside a letter, blanks at line ends and a "From " at the start
 * of a line encoded. The output ends with a line end. */
void encode_body(const char *text, struct buf *out);

/* "Name: " and the value, folded below 78 columns, with line end. What is not
 * ASCII becomes encoded words; so does a value that looks like one. */
void encode_field(const char *name, const char *value, struct buf *out);

/* The same of a mailbox: display name (may be "") and address. */
void encode_mailbox(const char *field, const char *name, const char *addr,
    struct buf *out);

#endif
