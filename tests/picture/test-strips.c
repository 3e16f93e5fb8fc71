/* SPDX-License-Identifier: MIT */

/* What is packed once serves again, and only where it is the same. */

#include <string.h>
#include <zlib.h>

#include "base/mem.h"
#include "picture/png.h"
#include "picture/strips.h"
#include "tests/picture/pixels.h"
#include "tests/run.h"

enum { WIDE = 96, HIGH = 256, SPOTS = 40, KEYS = 5000 };

/* Rows of a ground of its own, and what is painted there. */
struct paper {
	uint32_t was[HIGH][WIDE], now[HIGH][WIDE];
	uint64_t row[HIGH];
	struct pixels ground, page;
	struct touched touched;
	struct png_ground *g;
	struct colours colours;
};

static void
begin_paper(struct png *w, uint32_t ink, struct paper *p)
{
	for (int y = 0; y < HIGH; y++)
		for (int x = 0; x < WIDE; x++)
			p->was[y][x] = (uint32_t)(y / 8 * 8) << 16 |
			    (x == y % WIDE ? 0x4000U : 0U) | ink;
	p->ground = (struct pixels){ p->was[0], WIDE, WIDE, HIGH };
	p->page = (struct pixels){ p->now[0], WIDE, WIDE, HIGH };
	p->touched = (struct touched){ p->row, HIGH };
	p->g = png_ground(w, &p->ground);
	colours_make(&p->colours, &p->ground);
}

/* The same few colours at one place or another; a pen says more than that. */
static void
paint(struct paper *p, int number)
{
	int x = number * 7 % (WIDE - 8), y = number * 31 % HIGH;

	memcpy(p->now, p->was, sizeof p->now);
	memset(p->row, 0, sizeof p->row);
	for (int i = 0; i < 8; i++)
		p->now[y][x + i] = p->was[(i % 3) * 20][i];
	for (int at = x / TOUCH_PART; at <= (x + 7) / TOUCH_PART; at++)
		p->row[y] |= (uint64_t)1 << at;
	p->row[(y + 1) % HIGH] |= 1;
}

/* Each is the nearest of the ground's colours. */
static void
check_pixels(const struct buf *png, const struct paper *p, struct colours *c)
{
	const char *data = png->data + 33;
	unsigned char rows[HIGH][WIDE + 1];
	uLongf len = sizeof rows;

	data += pixels_number(data) + 12; /* behind the table */
	ck_assert_int_eq(uncompress(rows[0], &len, (const Bytef *)data + 8,
			     pixels_number(data)),
	    Z_OK);
	ck_assert_uint_eq(len, sizeof rows);
	for (int y = 0; y < HIGH; y++)
		for (int x = 0; x < WIDE; x++)
			ck_assert_uint_eq(rows[y][x + 1],
			    colours_find(c, p->now[y][x]));
}

/* Each place on each ground, twice. */
START_TEST(a_strip_serves_its_own_place_alone)
{
	struct png *w = png_new();
	struct paper *p = mem_zero(2, sizeof *p);

	begin_paper(w, 8, &p[0]);
	begin_paper(w, 16, &p[1]);
	for (int n = 0; n < 4 * SPOTS; n++) {
		struct paper *on = &p[n / SPOTS % 2];
		struct buf png = BUF_INIT;

		paint(on, n % SPOTS);
		png_bytes(w, on->g, &on->page, &on->touched, &png);
		check_pixels(&png, on, &on->colours);
		buf_release(&png);
	}
	png_ground_free(p[0].g);
	png_ground_free(p[1].g);
	free(p);
	png_free(w);
}
END_TEST

/* So they are told apart whether they were packed or remembered. */
START_TEST(a_strip_is_packed_once)
{
	struct strips *s = strips_new();
	struct buf first = BUF_INIT, again = BUF_INIT;
	uint8_t key[HASH_SIZE] = { 1 }, rows[2][100];
	uint32_t sum = 1, sum_again = 1;

	memset(rows[0], 'a', sizeof rows[0]);
	memset(rows[1], 'b', sizeof rows[1]);
	strips_put(s, key, rows[0], sizeof rows[0], &sum, &first);
	strips_put(s, key, rows[1], sizeof rows[1], &sum_again, &again);
	ck_assert_uint_eq(first.len, again.len);
	ck_assert(memcmp(first.data, again.data, first.len) == 0);
	ck_assert_uint_eq(sum, sum_again);
	key[HASH_SIZE - 1] = 1;
	buf_clear(&again);
	strips_put(s, key, rows[1], sizeof rows[1], &sum_again, &again);
	ck_assert(first.len != again.len ||
	    memcmp(first.data, again.data, first.len) != 0);
	ck_assert_uint_eq(sum_again,
	    adler32(adler32(1, rows[0], sizeof rows[0]), rows[1],
		sizeof rows[1]));
	buf_release(&first);
	buf_release(&again);
	strips_free(s);
}
END_TEST

/* What gives way is packed again, and what is asked for stays. */
START_TEST(there_is_room_for_so_many)
{
	struct strips *s = strips_new();
	uint8_t mine[HASH_SIZE] = { 0 }, row[2] = "x";
	struct buf first = BUF_INIT, out = BUF_INIT;
	uint32_t sum = 1;

	strips_put(s, mine, row, 1, &sum, &first);
	for (int n = 1; n < KEYS; n++) {
		uint8_t key[HASH_SIZE] = { (uint8_t)(n >> 8), (uint8_t)n, 1 };

		row[0] = (uint8_t)n;
		buf_clear(&out);
		strips_put(s, key, row, 1, &sum, &out);
		buf_clear(&out);
		row[0] = 'y';
		strips_put(s, mine, row, 1, &sum, &out);
		ck_assert_uint_eq(out.len, first.len);
		ck_assert(memcmp(out.data, first.data, out.len) == 0);
	}
	buf_release(&first);
	buf_release(&out);
	strips_free(s);
}
END_TEST

TESTS(a_strip_serves_its_own_place_alone, a_strip_is_packed_once,
    there_is_room_for_so_many)
