/* SPDX-License-Identifier: MIT */
#ifndef BASE_BUF_H
#define BASE_BUF_H

/*
 * A growing byte buffer, always NUL-terminated behind its length, so that
 * data can be read as a string when it holds no NUL itself. A buffer may
 * have a cap: what would go over it is dropped whole, `overflow` is set and
 * stays set, and the caller decides what that means. Input from the network
 * always lives in a capped buffer.
 *
 * A struct buf that is all zero is a valid empty buffer without cap.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct buf {
	char *data; /* owned; never NULL after the first add */
	size_t len; /* bytes, without the closing NUL */
	size_t cap; /* allocated */
	size_t max; /* 0: no cap */
	bool overflow;
};

#define BUF_INIT { 0 }

void buf_init(struct buf *b, size_t max);     /* max 0: no cap */
void buf_release(struct buf *b);              /* frees; b is empty after */
void buf_wipe(struct buf *b);                 /* the same of a secret */
void buf_clear(struct buf *b);                /* len 0, keeps memory */
void buf_truncate(struct buf *b, size_t len); /* len <= b->len */
void buf_add(struct buf *b, const void *data, size_t len);
/* Adds len bytes for the caller to write; NULL: the cap forbids it. The
 * place is good until the next add. */
char *buf_extend(struct buf *b, size_t len);
void buf_str(struct buf *b, const char *s);
void buf_char(struct buf *b, char c);
void buf_fill(struct buf *b, char c, size_t n);
void buf_int(struct buf *b, long long n); /* decimal, fast */
void buf_printf(struct buf *b, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

/* The bytes as a C string; "" for a buffer never written to. Borrowed. */
const char *buf_text(const struct buf *b);

/* Gives the bytes to the caller (free()); b is empty after. */
char *buf_steal(struct buf *b);

#endif
