/* SPDX-License-Identifier: MIT */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

/*
 * UTF-8 text: validity, display width, folding for comparison, cleaning of
 * what strangers sent. By utf8proc, plus a small map for what it leaves
 * (curly quotes: doc/libraries.md 11).
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

bool utf8_valid(const char *s, size_t len);

/* Of ASCII, in any locale. */
static inline bool
utf8_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A text with U+FFFD for each byte that belongs to no letter; else as it is. */
void utf8_mend(const char *s, size_t len, struct buf *out);

/* Columns of a terminal: wide letters count 2, combining marks 0. */
int utf8_width(const char *s, size_t len);

/* Bytes of the longest prefix of whole graphemes at most `columns` wide, and no
 * longer than letters of so many columns with all their marks; and of one of at
 * most so many bytes. One grapheme that is longer is cut at a mark. */
size_t utf8_prefix(const char *s, size_t len, int columns);
size_t utf8_prefix_bytes(const char *s, size_t len, size_t bytes);

/* Bytes of the letter that s begins with, if it can stand in a line: 0 for
 * bytes that are no UTF-8, controls, and what ends a line or turns it
 * around. */
size_t utf8_shown(const char *s, size_t len);

/* Replaces invalid sequences by U+FFFD; drops C0 and C1 controls but LF and
 * TAB, bidirectional overrides (U+202A..E, U+2066..9), and U+200E, which our
 * own mails have behind names (base/bidi.h). CR LF becomes LF. */
void utf8_clean(const char *s, size_t len, struct buf *out);

/* Bytes of a control, of a sign that turns a line around or of what is no
 * character at text: all that is written leaves these out. 0: none. */
size_t utf8_unseen(const char *text, size_t len);

/* Whether all of it is letters, digits and single spaces of any script and
 * the ASCII signs in marks, with never three accents on top of each other:
 * nothing that cannot be seen, or that turns a line around. Nor letters of two
 * scripts that look alike (Latin, Greek, Cyrillic). */
bool utf8_plain(const char *s, size_t len, const char *marks);

/* For comparing words: case, accents, compatibility forms (full width,
 * no-break space) are folded away, dashes and quotes become ASCII. */
void utf8_fold(const char *s, size_t len, struct buf *out);

/* Cuts as utf8_prefix, with "..." as its last three columns if it was cut. */
void utf8_cut(const char *s, int columns, struct buf *out);

#endif
