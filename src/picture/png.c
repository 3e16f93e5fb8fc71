/* SPDX-License-Identifier: MIT */
#include "picture/png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/mem.h"
#include "picture/pack.h"

/* Adler's, of the bytes of rows (RFC 1950, 2.2). */
struct sum {
	uint32_t a, b;
};
enum { BASE = 65521 };

struct png {
	struct pack words; /* of the picture */
	/* Rows that are not the ground's, in turns. */
	uint8_t row[2 * PACK_WIDE];
};

struct png_ground {
	struct pixels p;
	struct colours colours;
	size_t wide;       /* bytes of a row */
	uint8_t *rows;     /* owned: each after the word that nothing is done to
			  it (PNG, 9.2) */
	struct pack words; /* of all of them */
	size_t *first;     /* owned: the first of each row, and the end */
	struct sum *sum;   /* owned: of each row */
};

struct png *
png_new(void)
{
	return mem_zero(1, sizeof(struct png));
}

void
png_free(struct png *w)
{
	if (w == NULL)
		return;
	pack_release(&w->words);
	free(w);
}

static struct sum
sum_of(const uint8_t *row, size_t wide)
{
	uint32_t sum = (uint32_t)adler32(1, row, (uInt)wide);

	return (struct sum){ sum & 0xffff, sum >> 16 };
}

/* That of a row goes to that of what stands before it. */
static void
add_sum(struct sum *all, struct sum row, size_t wide)
{
	uint64_t before = (uint64_t)all->a + BASE - 1;

	all->b = (uint32_t)((all->b + row.b + wide % BASE * before) % BASE);
	all->a = (uint32_t)((before + row.a) % BASE);
}

static void
index_rows(struct png_ground *g)
{
	uint8_t *to = g->rows;

	for (int y = 0; y < g->p.height; y++) {
		const uint32_t *row = g->p.at + (size_t)y * g->p.stride;

		*to++ = 0;
		for (int x = 0; x < g->p.width; x++)
			*to++ = colours_find(&g->colours, row[x]);
	}
}

struct png_ground *
png_ground(const struct pixels *p)
{
	struct png_ground *g = mem_zero(1, sizeof *g);
	size_t high = (size_t)p->height;

	g->p = *p;
	g->wide = (size_t)p->width + 1;
	if (g->wide > PACK_WIDE)
		abort();
	g->rows = mem_alloc(g->wide * high);
	g->first = mem_zero(high + 1, sizeof *g->first);
	g->sum = mem_zero(high, sizeof *g->sum);
	colours_make(&g->colours, p);
	index_rows(g);
	for (size_t y = 0; y < high; y++) {
		const uint8_t *row = g->rows + y * g->wide;

		pack_row(&g->words, row, y > 0 ? row - g->wide : NULL, g->wide);
		g->first[y + 1] = g->words.n;
		g->sum[y] = sum_of(row, g->wide);
	}
	return g;
}

void
png_ground_free(struct png_ground *g)
{
	if (g == NULL)
		return;
	pack_release(&g->words);
	free(g->first);
	free(g->sum);
	free(g->rows);
	free(g);
}

/* Some pixels in the colours of the table; mostly they are all the same. */
static void
index_part(struct colours *c, const uint32_t *at, size_t n, uint8_t *out)
{
	if (memcmp(at, at + 1, (n - 1) * sizeof *at) == 0) {
		memset(out, colours_find(c, *at), n);
		return;
	}
	*out = colours_find(c, *at);
	for (size_t i = 1; i < n; i++)
		out[i] = at[i] == at[i - 1] ? out[i - 1] :
					      colours_find(c, at[i]);
}

/* What becomes of the sum of a row where it is not the ground's: a byte is in
 * the second half once for each from it on. */
static struct sum
sum_changed(const struct png_ground *g, size_t y, const uint8_t *row,
    uint64_t others)
{
	const uint8_t *was = g->rows + y * g->wide;
	int a = 0, b = 0;

	for (; others != 0; others &= others - 1) {
		size_t from = PACK_PART * (size_t)__builtin_ctzll(others);
		size_t end = from + PACK_PART;

		end = end < g->wide ? end : g->wide;
		for (size_t i = from; i < end; i++) {
			a += row[i] - was[i];
			b += (int)(g->wide - i) * (row[i] - was[i]);
		}
	}
	return (struct sum){ (uint32_t)(((int)g->sum[y].a + a % BASE + BASE) %
				 BASE),
		(uint32_t)(((int)g->sum[y].b + b % BASE + BASE) % BASE) };
}

/* A row that is not all as on the ground, in the colours of the table; returns
 * in which parts it is not. */
static uint64_t
index_row(struct png_ground *g, const struct pixels *p, size_t y, uint8_t *row,
    struct sum *sum)
{
	enum { MANY = 12 };
	const uint32_t *now = p->at + y * p->stride;
	const uint32_t *was = g->p.at + y * g->p.stride;
	uint64_t others = 0;

	memcpy(row, g->rows + y * g->wide, g->wide);
	for (size_t part = 0, at = 1; at < g->wide; part++) {
		size_t end = (part + 1) * PACK_PART;

		end = end < g->wide ? end : g->wide;
		if (memcmp(now + at - 1, was + at - 1,
			(end - at) * sizeof *now) != 0) {
			others |= (uint64_t)1 << part;
			index_part(&g->colours, now + at - 1, end - at,
			    row + at);
		}
		at = end;
	}
	*sum = __builtin_popcountll(others) > MANY ?
	    sum_of(row, g->wide) :
	    sum_changed(g, y, row, others);
	return others;
}

static bool
is_painted(const struct png_ground *g, const struct pixels *p, size_t y)
{
	return memcmp(p->at + y * p->stride, g->p.at + y * g->p.stride,
		   (g->wide - 1) * sizeof *p->at) != 0;
}

/* The words that tell a picture, and the sum of its bytes. */
static uint32_t
tell(struct png *w, struct png_ground *g, const struct pixels *p, bool *painted)
{
	const uint8_t *above = NULL;
	uint64_t others = 0, before = 0; /* in the row above */
	struct sum all = { 1, 0 };

	w->words.n = 0;
	for (size_t y = 0; y < (size_t)p->height; y++) {
		const uint8_t *row = g->rows + y * g->wide;
		const uint16_t *told = g->words.at + g->first[y];
		size_t n = g->first[y + 1] - g->first[y];
		struct sum sum = g->sum[y];

		painted[y] = is_painted(g, p, y);
		if (painted[y]) {
			uint8_t *own = w->row + (y % 2) * PACK_WIDE;

			others = index_row(g, p, y, own, &sum);
			row = own;
		}
		if (others != 0 || before != 0)
			pack_changed(&w->words, told, n, others | before, row,
			    above, g->wide);
		else
			pack_add(&w->words, told, n);
		add_sum(&all, sum, g->wide);
		before = others;
		others = 0;
		above = row;
	}
	return all.b << 16 | all.a;
}

static void
put_number(uint32_t n, struct buf *out)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		buf_char(out, (char)(n >> shift));
}

/* PNG, 5.3: its length, name, data and sum. */
static void
put_chunk(const char *name, const void *data, size_t len, struct buf *out)
{
	size_t from;

	put_number((uint32_t)len, out);
	from = out->len;
	buf_str(out, name);
	buf_add(out, data, len);
	put_number((uint32_t)crc32(0, (const Bytef *)out->data + from,
		       (uInt)(out->len - from)),
	    out);
}

/* PNG, 11.2.1 and 11.2.2: eight bits a pixel, of a table. */
static void
put_head(const struct colours *c, const struct pixels *p, struct buf *out)
{
	struct buf b = BUF_INIT;

	buf_add(out, "\211PNG\r\n\032\n", 8);
	put_number((uint32_t)p->width, &b);
	put_number((uint32_t)p->height, &b);
	buf_add(&b, "\10\3\0\0\0", 5);
	put_chunk("IHDR", b.data, b.len, out);
	buf_clear(&b);
	for (int i = 0; i < c->n; i++)
		for (int shift = 16; shift >= 0; shift -= 8)
			buf_char(&b, (char)(c->at[i] >> shift));
	put_chunk("PLTE", b.data, b.len, out);
	buf_release(&b);
}

void
png_bytes(struct png *w, struct png_ground *g, const struct pixels *p,
    bool *painted, struct buf *out)
{
	struct buf all = BUF_INIT;
	uint32_t sum = tell(w, g, p, painted);

	buf_add(&all, "\170\1", 2); /* RFC 1950, 2.2 */
	pack_write(&w->words, g->wide, &all);
	put_number(sum, &all);
	put_head(&g->colours, p, out);
	put_chunk("IDAT", all.data, all.len, out);
	put_chunk("IEND", "", 0, out);
	buf_release(&all);
}
