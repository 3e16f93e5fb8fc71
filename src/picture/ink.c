/* SPDX-License-Identifier: MIT */
#include "picture/ink.h"

#include <stddef.h>
#include <string.h>

static const struct ink seats[] = {
	{ 0xd9dde0, INK_DARK },  /* nobody's */
	{ 0xb84600, INK_WHITE }, /* vermilion */
	{ 0x0067a5, INK_WHITE }, /* blue */
	{ 0xf2e04a, INK_DARK },  /* yellow */
	{ 0x2fbf7f, INK_DARK },  /* green */
	{ 0xe3a3c6, INK_DARK },  /* pink */
	{ 0x222a33, INK_WHITE }, /* black */
};

struct ink
ink_seat(int seat)
{
	size_t n = sizeof seats / sizeof *seats;

	return seats[seat > 0 && (size_t)seat < n ? seat : 0];
}

static const struct toned {
	const char *tone;
	struct ink ink;
} tones[] = {
	{ "red", { 0xcf3a32, INK_WHITE } },
	{ "blue", { 0x2a6fc4, INK_WHITE } },
	{ "white", { 0xffffff, INK_DARK } },
	{ "green", { 0x2a7d43, INK_WHITE } },
	{ "black", { 0x3a434b, INK_WHITE } },
	{ "purple", { 0x8e4fb8, INK_WHITE } },
	{ "orange", { 0xf0983a, INK_DARK } },
	{ "teal", { 0x12807b, INK_WHITE } },
	{ "yellow", { 0xf0d23c, INK_DARK } },
	/* goods */
	{ "toys", { 0xe8695f, INK_DARK } },
	{ "barley", { 0xf0c95a, INK_DARK } },
	{ "potatoes", { 0xd9b48f, INK_DARK } },
	{ "cocoa", { 0x6b4226, INK_WHITE } },
	/* seas */
	{ "baltic", { 0x8fb8a8, INK_DARK } },
	{ "mediterranean", { 0xe8b86d, INK_DARK } },
	{ "atlantic", { 0x86b3dc, INK_DARK } },
	{ "pacific", { 0xc3a6d8, INK_DARK } },
};

struct ink
ink_tone(const char *tone)
{
	for (size_t i = 0; i < sizeof tones / sizeof *tones; i++)
		if (strcmp(tones[i].tone, tone) == 0)
			return tones[i].ink;
	return (struct ink){ 0xd9dde0, INK_DARK };
}

uint32_t
ink_mix(uint32_t a, uint32_t b)
{
	return (a & b) + ((a ^ b) >> 1 & 0x7f7f7f);
}

int
ink_named(uint32_t out[INKS_MOST])
{
	static const uint32_t named[] = { INK_DARK, INK_WHITE, INK_PAPER,
		INK_SEA, INK_SHOAL, INK_SHALLOW, INK_LAND, INK_SAND, INK_COAST,
		INK_GREEN, INK_WAVE, INK_GRID, INK_FREE, INK_FRESH, INK_NIGHT,
		INK_STAR, INK_FIELD, INK_BLOCKED, INK_UNKNOWN, INK_ROCK,
		INK_SUN, INK_STEEL, INK_QUAY };

	memcpy(out, named, sizeof named);
	return sizeof named / sizeof *named;
}

int
ink_fills(uint32_t out[INKS_MOST])
{
	int n = 0;

	for (size_t i = 0; i < sizeof seats / sizeof *seats; i++)
		out[n++] = seats[i].fill;
	for (size_t i = 0; i < sizeof tones / sizeof *tones; i++)
		out[n++] = tones[i].ink.fill;
	return n;
}
