/* SPDX-License-Identifier: MIT */

/* Colours: what is written can be read, and seats can be told apart, also by
 * who sees fewer colours. */

#include <math.h>

#include "picture/ink.h"
#include "tests/run.h"

enum {
	READABLE = 450, /* WCAG 2, 1.4.3 */
	SEEN = 300      /* 1.4.11 */
};

static double
channel(uint32_t c)
{
	double v = c / 255.0;

	return v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double
luminance(uint32_t c)
{
	return 0.2126 * channel(c >> 16 & 255) +
	    0.7152 * channel(c >> 8 & 255) + 0.0722 * channel(c & 255);
}

/* How well two are told apart (WCAG 2: 1 to 21), times 100. */
static int
contrast(uint32_t a, uint32_t b)
{
	double x = luminance(a) + 0.05, y = luminance(b) + 0.05;

	return (int)(100 * (x > y ? x / y : y / x));
}

START_TEST(letters_can_be_read)
{
	static const char *const tones[] = { "red", "blue", "white", "green",
		"black", "purple", "orange", "teal", "yellow", "toys", "barley",
		"potatoes", "cocoa", "baltic", "mediterranean", "atlantic",
		"pacific", "" };

	for (size_t i = 0; i < sizeof tones / sizeof *tones; i++) {
		struct ink ink = ink_tone(tones[i]);

		ck_assert_msg(contrast(ink.fill, ink.text) >= READABLE,
		    "%s: %d", tones[i], contrast(ink.fill, ink.text));
	}
	for (int s = 0; s <= 6; s++)
		ck_assert_int_ge(contrast(ink_seat(s).fill, ink_seat(s).text),
		    READABLE);
}
END_TEST

/* What is drawn with an ink, on all that it may lie on. */
static const struct {
	const char *what;
	uint32_t ink, on[12];
	int least;
} lying[] = {
	/* 1.4.3: words */
	{ "names", INK_DARK,
	    { INK_SEA, INK_SHOAL, INK_SHALLOW, INK_LAND, INK_SAND, INK_PAPER,
		INK_FIELD, INK_UNKNOWN, INK_QUAY },
	    READABLE },
	{ "names of blocked fields", INK_WHITE, { INK_BLOCKED }, READABLE },
	/* 1.4.11: things. All pieces and lines that were laid are edged with
	 * dark, around which seats have white; so is the mark of the last
	 * moves, on either side. */
	{ "edges", INK_DARK,
	    { INK_SEA, INK_SHOAL, INK_SHALLOW, INK_LAND, INK_SAND, INK_PAPER,
		INK_FIELD, INK_UNKNOWN, INK_QUAY, INK_FRESH, INK_WHITE },
	    SEEN },
	{ "edges of edges", INK_WHITE, { INK_NIGHT, INK_BLOCKED }, SEEN },
	{ "free lines", INK_FREE, { INK_SEA, INK_SHOAL, INK_SHALLOW }, SEEN },
	{ "coasts", INK_COAST,
	    { INK_SEA, INK_SHOAL, INK_SHALLOW, INK_LAND, INK_SAND }, SEEN },
};

START_TEST(things_can_be_seen)
{
	static const char *const seas[] = { "baltic", "mediterranean",
		"atlantic", "pacific", "" };

	for (size_t i = 0; i < sizeof lying / sizeof *lying; i++)
		for (int k = 0; lying[i].on[k] != 0; k++)
			ck_assert_msg(contrast(lying[i].ink, lying[i].on[k]) >=
				lying[i].least,
			    "%s on %06x: %d", lying[i].what, lying[i].on[k],
			    contrast(lying[i].ink, lying[i].on[k]));
	for (size_t i = 0; i < sizeof seas / sizeof *seas; i++)
		ck_assert_int_ge(contrast(INK_DARK, ink_tone(seas[i]).fill),
		    READABLE);
}
END_TEST

START_TEST(contrast_is_that_of_the_standard)
{
	ck_assert_int_eq(contrast(0x000000, 0xffffff), 2100);
	ck_assert_int_eq(contrast(0x777777, 0xffffff), 447);
	ck_assert_int_eq(contrast(0xffffff, 0x777777), 447);
}
END_TEST

/* As one without red, green or blue cones sees a colour, roughly (Viénot and
 * others, 1999): coordinates of 0 to 255. */
static void
seen_by(int lacks, uint32_t c, int out[3])
{
	static const double by[4][3][3] = {
		{ { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
		{ { .152, 1.053, -.205 }, { .115, .786, .099 },
		    { -.004, -.048, 1.052 } },
		{ { .367, .861, -.228 }, { .280, .673, .047 },
		    { -.012, .043, .969 } },
		{ { 1.256, -.077, -.179 }, { -.078, .931, .148 },
		    { .005, .691, .304 } },
	};
	double rgb[3] = { c >> 16 & 255, c >> 8 & 255, c & 255 };

	for (int i = 0; i < 3; i++)
		out[i] = (int)(by[lacks][i][0] * rgb[0] +
		    by[lacks][i][1] * rgb[1] + by[lacks][i][2] * rgb[2]);
}

START_TEST(seats_can_be_told_apart)
{
	enum { APART = 40 };

	for (int lacks = 0; lacks < 4; lacks++)
		for (int a = 0; a <= 6; a++)
			for (int b = 0; b < a; b++) {
				int x[3], y[3], far = 0;

				seen_by(lacks, ink_seat(a).fill, x);
				seen_by(lacks, ink_seat(b).fill, y);
				for (int i = 0; i < 3; i++)
					far += (x[i] - y[i]) * (x[i] - y[i]);
				ck_assert_msg(far >= APART * APART,
				    "%d, %d without %d: %d", a, b, lacks, far);
			}
}
END_TEST

TESTS(letters_can_be_read, things_can_be_seen, contrast_is_that_of_the_standard,
    seats_can_be_told_apart)
