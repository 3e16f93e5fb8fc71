/* SPDX-License-Identifier: MIT */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

/*
 * The parts of a mail as a flat list of slices of its raw bytes.
 *
 * The cutting at boundaries is ours, and bounded by construction: one pass
 * over the bytes for each level, at most MIME_DEPTH levels and MIME_PARTS
 * parts, and an attached mail is a leaf. libetpan's own splitter is quadratic
 * in nested multiparts, recurses without bound in nested messages
 * (doc/libraries.md 3) and takes "--b2" for the boundary "b"; its reader of
 * Content-Type refuses what many programs write (content.h). It decodes the
 * bodies.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum { MIME_DEPTH = 10, MIME_PARTS = 50 };

enum mime_encoding { MIME_IDENTITY, MIME_BASE64, MIME_QUOTED };

struct mime_part {
	int parent;       /* index; -1: the mail itself */
	char type[64];    /* "text/plain", lower case */
	char charset[32]; /* "" none */
	char boundary[80];
	/* text/calendar: it is an invitation */
	char method[16];
	bool named; /* it has a file name */
	bool attachment, flowed, delsp;
	enum mime_encoding encoding;
	const char *header;
	size_t header_len;
	const char *body;
	size_t len; /* raw, before decoding */
};

struct mime {
	struct mime_part part[MIME_PARTS];
	int n;
	bool too_deep; /* a cap was met; the list is cut */
};

/* raw must have two NUL bytes behind len and outlive out. */
void mime_parse(const char *raw, size_t len, struct mime *out);

/* Appends the body of a leaf, transfer encoding undone. */
void mime_decode(const struct mime_part *p, struct buf *out);
/* The same of any text; an encoded word of a header (RFC 2047) has its blanks
 * as "_". Nothing is appended of what is no base64. */
void mime_decode_text(enum mime_encoding encoding, const char *text,
    size_t size, bool in_header, struct buf *out);

#endif
