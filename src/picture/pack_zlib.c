/* SPDX-License-Identifier: MIT */
#include "picture/pack.h"

#include <stdlib.h>
#include <zlib.h>

/* Level 1 is a tenth larger and no faster at it. */
enum { LEVEL = 2 };

/* There is nothing to keep from one to the next. */

struct pack *
pack_new(void)
{
	return NULL;
}

void
pack_free(struct pack *p)
{
	(void)p;
}

void
pack_bytes(struct pack *p, const uint8_t *at, size_t len, struct buf *out)
{
	uLongf most = compressBound((uLong)len);
	size_t start = out->len;

	(void)p;
	if (compress2((Bytef *)buf_extend(out, most), &most, at, (uLong)len,
		LEVEL) != Z_OK)
		abort();
	buf_truncate(out, start + most);
}

uint32_t
pack_sum(const void *at, size_t len)
{
	return (uint32_t)crc32_z(0, at, len);
}
