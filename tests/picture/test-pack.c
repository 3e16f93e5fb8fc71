/* SPDX-License-Identifier: MIT */

/* Rows as a block of deflate: zlib reads what was written, whatever the bytes
 * are, and also where a part of the rows was told before. */

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "picture/pack.h"
#include "tests/run.h"

enum { HIGH = 40, WIDEST = 701 };

/* That is all of it, and no byte stands behind it. */
static void
check_unpacked(const struct buf *packed, const uint8_t *rows, size_t len)
{
	uint8_t *out = mem_alloc(len + 1);
	z_stream z = { .next_in = (Bytef *)packed->data,
		.avail_in = (uInt)packed->len,
		.next_out = out,
		.avail_out = (uInt)len + 1 };

	ck_assert_int_eq(inflateInit2(&z, -15), Z_OK);
	ck_assert_int_eq(inflate(&z, Z_FINISH), Z_STREAM_END);
	ck_assert_uint_eq(z.total_out, len);
	ck_assert_uint_eq(z.avail_in, 0);
	ck_assert(memcmp(out, rows, len) == 0);
	ck_assert_int_eq(inflateEnd(&z), Z_OK);
	free(out);
}

/* Runs of one of so many bytes, some of them as long as a row; or what stands
 * above. */
static void
fill(struct rng *r, uint8_t *rows, size_t wide, uint32_t bytes)
{
	for (size_t i = 0; i < HIGH * wide;) {
		size_t n = 1 + rng_below(r, rng_below(r, 4) ? 9 : 800);
		uint8_t byte = (uint8_t)rng_below(r, bytes);
		bool above = i >= wide && rng_below(r, 3) == 0;

		for (; n > 0 && i < HIGH * wide; n--, i++)
			rows[i] = above ? rows[i - wide] : byte;
	}
}

static void
tell_all(struct pack *w, const uint8_t *rows, size_t wide, size_t *first)
{
	for (size_t y = 0; y < HIGH; y++) {
		first[y] = w->n;
		pack_row(w, rows + y * wide,
		    y > 0 ? rows + (y - 1) * wide : NULL, wide);
	}
	first[HIGH] = w->n;
}

/* Other bytes in some parts of some rows; which parts. */
static uint64_t
change(struct rng *r, uint8_t *row, size_t wide)
{
	uint64_t others = 0;

	for (uint32_t n = rng_below(r, 2) * rng_below(r, 5); n > 0; n--) {
		size_t at = rng_below(r, (uint32_t)wide);

		row[at] = (uint8_t)rng_below(r, 256);
		others |= (uint64_t)1 << at / PACK_PART;
	}
	return others;
}

START_TEST(rows_come_back)
{
	static const size_t wides[] = { 2, 3, 5, 17, 258, 300, WIDEST, 1024 };
	static const uint32_t bytes[] = { 1, 2, 40, 256 };
	struct pack w = { 0 };
	struct buf packed = BUF_INIT;
	struct rng r;

	rng_init_number(&r, 1);
	for (size_t i = 0; i < 8 * 4; i++) {
		size_t wide = wides[i / 4], first[HIGH + 1];
		uint8_t *rows = mem_alloc(HIGH * wide);

		fill(&r, rows, wide, bytes[i % 4]);
		w.n = 0;
		buf_clear(&packed);
		tell_all(&w, rows, wide, first);
		pack_write(&w, wide, &packed);
		check_unpacked(&packed, rows, HIGH * wide);
		free(rows);
	}
	pack_release(&w);
	buf_release(&packed);
}
END_TEST

START_TEST(changed_rows_come_back)
{
	struct pack was = { 0 }, w = { 0 };
	struct buf packed = BUF_INIT;
	struct rng r;

	rng_init_number(&r, 2);
	for (int i = 0; i < 50; i++) {
		size_t first[HIGH + 1], wide = i % 5 ? WIDEST : PACK_WIDE;
		uint8_t *rows = mem_alloc(HIGH * wide);
		uint64_t before = 0;

		fill(&r, rows, wide, 8);
		was.n = w.n = 0;
		buf_clear(&packed);
		tell_all(&was, rows, wide, first);
		for (size_t y = 0; y < HIGH; y++) {
			uint64_t others = change(&r, rows + y * wide, wide);

			pack_changed(&w, was.at + first[y],
			    first[y + 1] - first[y], others | before,
			    rows + y * wide,
			    y > 0 ? rows + (y - 1) * wide : NULL, wide);
			before = others;
		}
		pack_write(&w, wide, &packed);
		check_unpacked(&packed, rows, HIGH * wide);
		free(rows);
	}
	pack_release(&was);
	pack_release(&w);
	buf_release(&packed);
}
END_TEST

/* Bytes of which each comes more often than all before together would have
 * codes longer than deflate has. */
START_TEST(no_code_is_too_long)
{
	struct pack w = { 0 };
	struct buf packed = BUF_INIT, rows = BUF_INIT;

	for (uint16_t i = 0; i < 18; i++)
		for (uint32_t n = (uint32_t)2 << i; n > 0; n--) {
			pack_add(&w, &i, 1);
			buf_char(&rows, (char)i);
		}
	pack_write(&w, WIDEST, &packed);
	check_unpacked(&packed, (const uint8_t *)rows.data, rows.len);
	pack_release(&w);
	buf_release(&rows);
	buf_release(&packed);
}
END_TEST

TESTS(rows_come_back, changed_rows_come_back, no_code_is_too_long)
