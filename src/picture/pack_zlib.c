/* SPDX-License-Identifier: MIT */
#include "picture/pack.h"

#include <stdlib.h>
#include <zlib.h>

#include "base/mem.h"

/* Level 1 is a tenth larger and no faster at it. */
enum { LEVEL = 2 };

/* What packs is zlib's own stream. */

struct pack *
pack_new(void)
{
	z_stream *s = mem_zero(1, sizeof *s);

	/* Without zlib's head and sum. */
	if (deflateInit2(s, LEVEL, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL,
		Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	return (void *)s;
}

void
pack_free(struct pack *p)
{
	z_stream *s = (void *)p;

	if (s != NULL)
		(void)deflateEnd(s);
	free(s);
}

void
pack_bytes(struct pack *p, const uint8_t *at, size_t len, struct buf *out)
{
	enum { HEADS = 64 };
	z_stream *s = (void *)p;
	size_t most = deflateBound(s, (uLong)len) + HEADS, start = out->len;

	if (deflateReset(s) != Z_OK)
		abort();
	s->next_in = (Bytef *)(uintptr_t)at;
	s->avail_in = (uInt)len;
	s->next_out = (Bytef *)buf_extend(out, most);
	s->avail_out = (uInt)most;
	if (deflate(s, Z_FULL_FLUSH) != Z_OK || s->avail_out == 0)
		abort();
	buf_truncate(out, start + most - s->avail_out);
}

uint32_t
pack_sum(const void *at, size_t len)
{
	return (uint32_t)crc32_z(0, at, len);
}

uint32_t
pack_adler(const uint8_t *at, size_t len)
{
	return (uint32_t)adler32_z(1, at, len);
}
