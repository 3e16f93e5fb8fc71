/* SPDX-License-Identifier: MIT */
#ifndef BASE_SPAN_H
#define BASE_SPAN_H

/* Lengths of time in words, a number with s, m, h, d or w behind it, at most
 * ten years; and days of the week. For the configuration, settings, the log. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Seconds; without a unit seconds. false, and out untouched, if it is none. */
bool span_parse(const char *s, size_t len, int64_t *out);
/* The largest of h, m, s that needs no fraction: "72h", "90m"; 0 is "0h". */
void span_format(int64_t seconds, struct buf *out);

/* A list of lengths: "24h,3h". */
enum { SPAN_LIST = 5 };
/* How many, falling, each once; -1 if it is no such list or too long. The
 * empty text is an empty list. */
int span_list_parse(const char *s, int64_t out[SPAN_LIST]);
void span_list_format(const int64_t *at, int n, struct buf *out);

/* Days of the week: "mon-fri", "mon,wed-thu", "all"; bit 0 Sunday .. 6. A
 * range may go over Sunday. false if it names none. */
enum { DAYS_ALL = 0x7f };
bool days_parse(const char *s, unsigned *out);
void days_format(unsigned days, struct buf *out);

#endif
