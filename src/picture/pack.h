/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_PACK_H
#define PICTURE_PACK_H

/*
 * Bytes in zlib's format (RFC 1950), and the sum of a PNG's chunk. By ISA-L
 * where Debian has it; elsewhere by zlib, which takes four times as long
 * (doc/libraries.md): pack_isal.c or pack_zlib.c, as configure found. Inside
 * picture/ only.
 */

#include <stdint.h>

#include "base/buf.h"

struct pack; /* what packs, one after the other */

struct pack *pack_new(void);
void pack_free(struct pack *p); /* NULL allowed */
/* Adds them, packed. */
void pack_bytes(struct pack *p, const uint8_t *at, size_t len, struct buf *out);
/* CRC-32 as PNG has it (5.5). */
uint32_t pack_sum(const void *at, size_t len);

#endif
