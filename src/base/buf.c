/* SPDX-License-Identifier: MIT */
#include "base/buf.h"

#include <stdint.h>

#include "base/mem.h"

void
buf_init(struct buf *b, size_t max)
{
	*b = (struct buf){ .max = max };
}

void
buf_release(struct buf *b)
{
	free(b->data);
	*b = (struct buf){ .max = b->max };
}

void
buf_wipe(struct buf *b)
{
	if (b->data != NULL)
		explicit_bzero(b->data, b->cap);
	buf_release(b);
}

void
buf_clear(struct buf *b)
{
	b->len = 0;
	b->overflow = false;
	if (b->data != NULL)
		b->data[0] = '\0';
}

void
buf_truncate(struct buf *b, size_t len)
{
	if (len >= b->len)
		return;
	b->len = len;
	b->data[len] = '\0';
}

/* Room for len more bytes and the NUL, when there is none yet; false if the
 * cap forbids it. */
static bool
buf_grow(struct buf *b, size_t len)
{
	size_t cap;

	if (b->max > 0 && (len > b->max || b->len > b->max - len)) {
		b->overflow = true;
		return false;
	}
	if (b->cap > 0 && len < b->cap - b->len)
		return true;
	cap = b->cap < 64 ? 64 : b->cap;
	while (cap - b->len <= len) {
		if (cap > SIZE_MAX / 2)
			abort();
		cap *= 2;
	}
	b->data = mem_grow(b->data, cap, 1);
	b->cap = cap;
	return true;
}

static inline bool
buf_room(struct buf *b, size_t len)
{
	/* Without a cap and without memory yet, cap - len is 0. */
	return (b->max == 0 && len < b->cap - b->len) || buf_grow(b, len);
}

char *
buf_extend(struct buf *b, size_t len)
{
	char *at;

	if (!buf_room(b, len))
		return NULL;
	at = b->data + b->len;
	b->len += len;
	b->data[b->len] = '\0';
	return at;
}

void
buf_add(struct buf *b, const void *data, size_t len)
{
	if (!buf_room(b, len))
		return;
	if (len > 0)
		memcpy(b->data + b->len, data, len);
	b->len += len;
	b->data[b->len] = '\0';
}

void
buf_str(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_char(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void
buf_fill(struct buf *b, char c, size_t n)
{
	if (!buf_room(b, n))
		return;
	memset(b->data + b->len, c, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void
buf_int(struct buf *b, long long n)
{
	char digits[24];
	size_t at = sizeof digits;
	unsigned long long u = n < 0 ? 0ULL - (unsigned long long)n :
				       (unsigned long long)n;

	do {
		digits[--at] = (char)('0' + u % 10);
		u /= 10;
	} while (u > 0);
	if (n < 0)
		digits[--at] = '-';
	buf_add(b, digits + at, sizeof digits - at);
}

void
buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (len < 0)
		abort();
	if (!buf_room(b, (size_t)len))
		return;
	(void)vsnprintf(b->data + b->len, (size_t)len + 1, fmt, ap);
	b->len += (size_t)len;
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

const char *
buf_text(const struct buf *b)
{
	return b->data == NULL ? "" : b->data;
}

char *
buf_steal(struct buf *b)
{
	char *data = b->data != NULL ? b->data : mem_dup("");

	*b = (struct buf){ .max = b->max };
	return data;
}
