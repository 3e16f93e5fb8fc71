/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PACK_H
#define PICTURE_PACK_H

/*
 * Bytes packed (RFC 1951) and the sums of what a PNG is made of. By ISA-L where
 * Debian has it; elsewhere by zlib, which takes four times as long
 * (doc/libraries.md): pack_isal.c or pack_zlib.c, as configure found. Inside
 * picture/ only.
 */

#include <stdint.h>

#include "base/buf.h"

struct pack; /* what packs, one after the other */

struct pack *pack_new(void);
void pack_free(struct pack *p); /* NULL allowed */
/* Adds them, packed, so that what is packed of others may stand before and
 * behind them; the last of them is not marked as that. */
void pack_bytes(struct pack *p, const uint8_t *at, size_t len, struct buf *out);
/* CRC-32 as PNG has it (5.5). */
uint32_t pack_sum(const void *at, size_t len);
/* Adler-32 (RFC 1950); and of bytes with a sum behind others with another. */
uint32_t pack_adler(const uint8_t *at, size_t len);
static inline uint32_t
pack_adler_on(uint32_t sum, uint32_t next, size_t len)
{
	const uint32_t base = 65521;
	uint32_t a = sum & 0xffff, b = sum >> 16, n = (uint32_t)(len % base);

	b = (uint32_t)((b + (next >> 16) + (uint64_t)n * (a + base - 1)) %
	    base);
	return b << 16 | (a + (next & 0xffff) + base - 1) % base;
}

#endif
