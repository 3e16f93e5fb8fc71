/* SPDX-License-Identifier: MIT */
#include "tests/picture/pixels.h"

#include <check.h>
#include <string.h>
#include <zlib.h>

#include "base/mem.h"

enum { TABLE = 33 }; /* where its chunk begins */

struct pictures *
pixels_open(void)
{
	struct pictures *p;
	struct err e;

	ck_assert_msg(pictures_open(&p, &e) == 0, "%s", e.text);
	return p;
}

void
pixels_png(struct pictures *p, const struct drawing *d, struct buf *out)
{
	struct err e;

	ck_assert_msg(picture_png(p, d, out, &e) == 0, "%s", e.text);
}

unsigned
pixels_number(const char *at)
{
	const unsigned char *p = (const unsigned char *)at;

	return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 |
	    (unsigned)p[2] << 8 | p[3];
}

unsigned char *
pixels_unpacked(const struct buf *png, size_t *len)
{
	const char *at = png->data + TABLE;
	uLongf room = ((uLongf)PICTURE_WIDTH + 1) *
	    pixels_number(png->data + 20);
	unsigned char *out = mem_alloc(room);

	at += pixels_number(at) + 12;
	ck_assert(memcmp(at + 4, "IDAT", 4) == 0);
	ck_assert_int_eq(uncompress(out, &room, (const Bytef *)at + 8,
			     pixels_number(at)),
	    Z_OK);
	*len = room;
	return out;
}

uint32_t
pixels_colour(const struct buf *png, unsigned char number)
{
	const unsigned char *at = (const unsigned char *)png->data + TABLE + 8 +
	    3 * number;

	return (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
}
