/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_COLOURS_H
#define PICTURE_COLOURS_H

/* The table of colours that a ground and all that is painted on it share: all
 * inks, what lies between an ink and what it is edged with, and what the ground
 * has most of. Any other colour is taken for the nearest, which is one in an
 * edge that was made smooth. Inside picture/ only. */

#include <stddef.h>
#include <stdint.h>

struct pixels {
	const uint32_t *at; /* borrowed: 0x--RRGGBB */
	size_t stride;      /* pixels from row to row */
	int width, height;
};

enum { COLOURS_MOST = 255, COLOURS_BUCKETS = 1 << 15 };

struct colours {
	uint32_t at[COLOURS_MOST];
	int n;
	uint8_t of[COLOURS_BUCKETS]; /* of five bits each; COLOURS_MOST: not
					looked for yet */
};

/* The same for the same pixels. */
void colours_make(struct colours *c, const struct pixels *ground);
uint8_t colours_near(struct colours *c, uint32_t colour);

static inline int
colours_bucket(uint32_t c)
{
	return (int)((c >> 19 & 31) << 10 | (c >> 11 & 31) << 5 |
	    (c >> 3 & 31));
}

static inline uint8_t
colours_find(struct colours *c, uint32_t colour)
{
	uint8_t i = c->of[colours_bucket(colour)];

	return i < COLOURS_MOST ? i : colours_near(c, colour);
}

#endif
