/* SPDX-License-Identifier: MIT */
#include "picture/pack.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>

#include "base/mem.h"

/* Level 2 is a hundredth smaller, level 3 four times as long at it. */
enum { LEVEL = 2 };

struct pack {
	struct isal_zstream stream;
	uint8_t level[ISAL_DEF_LVL2_DEFAULT];
};

struct pack *
pack_new(void)
{
	return mem_zero(1, sizeof(struct pack));
}

void
pack_free(struct pack *p)
{
	free(p);
}

void
pack_bytes(struct pack *p, const uint8_t *at, size_t len, struct buf *out)
{
	/* What cannot be made smaller is in blocks as it is. */
	enum { HEADS = 1024 };
	struct isal_zstream *s = &p->stream;
	size_t most = len + len / 1000 + HEADS, start = out->len;

	isal_deflate_stateless_init(s);
	s->level = LEVEL;
	s->level_buf = p->level;
	s->level_buf_size = sizeof p->level;
	s->flush = FULL_FLUSH;
	s->next_in = (uint8_t *)(uintptr_t)at;
	s->avail_in = (uint32_t)len;
	s->next_out = (uint8_t *)buf_extend(out, most);
	s->avail_out = (uint32_t)most;
	if (isal_deflate_stateless(s) != COMP_OK)
		abort();
	buf_truncate(out, start + most - s->avail_out);
}

uint32_t
pack_sum(const void *at, size_t len)
{
	return crc32_gzip_refl(0, (unsigned char *)(uintptr_t)at, len);
}

uint32_t
pack_adler(const uint8_t *at, size_t len)
{
	return isal_adler32(1, at, len);
}
