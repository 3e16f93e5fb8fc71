/* SPDX-License-Identifier: MIT */
#ifndef PICTURE_INK_H
#define PICTURE_INK_H

/* The colours: of seats, which the colour-blind can tell apart (after Okabe and
 * Ito), of tones, and of grounds. Inside picture/ only. */

#include <stdint.h>

struct ink {
	uint32_t fill, text;
}; /* 0xRRGGBB; what is written on it */

enum {
	INK_DARK = 0x1d2730,
	INK_WHITE = 0xffffff,
	INK_PAPER = 0xfbf6e6,
	INK_SEA = 0xdcecf3,
	INK_SHOAL = 0xc6e0ea,
	INK_SHALLOW = 0xb0d3e1,
	INK_LAND = 0xf0e2bd,
	INK_SAND = 0xf6ebcc,
	INK_COAST = 0x8a6d3b,
	INK_GREEN = 0xcfd9a6,
	INK_WAVE = 0xb4d0de,
	INK_GRID = 0xc8dfe9,
	INK_FREE = 0x557283,
	INK_FRESH = 0xffb300,
	INK_NIGHT = 0x1a2238,
	INK_STAR = 0xcdd6ee,
	INK_FIELD = 0xf4efdd,
	INK_BLOCKED = 0x4a5268,
	INK_UNKNOWN = 0x93a0bd,
	INK_ROCK = 0x7d869c,
	INK_SUN = 0xf7c948,
	INK_STEEL = 0xb9c0c6,
	INK_QUAY = 0xe9e4d4
};

struct ink ink_seat(int seat); /* 0: nobody's */
/* The word for a colour, or for a good; what it is not known gets a grey. */
struct ink ink_tone(const char *tone);
/* Half of each. */
uint32_t ink_mix(uint32_t a, uint32_t b);
/* All that are named above, and those of seats and tones; how many. */
enum { INKS_MOST = 48 };
int ink_named(uint32_t out[INKS_MOST]);
int ink_fills(uint32_t out[INKS_MOST]);

#endif
