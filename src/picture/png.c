/* SPDX-License-Identifier: MIT */
#include "picture/png.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "picture/strips.h"

/* Rows that are packed together: strips of half as many are larger by 3 % in
 * all. One strip is smaller by 2 %, so what is large is packed so; and where an
 * eighth was painted, it takes longer to tell what was kept. */
enum { STRIP = 64, LARGE = 145000, MUCH = 8 };

struct png {
	struct strips *strips; /* owned */
	uint64_t grounds;      /* so many have been made */
	struct buf packed, key;
	struct buf was; /* of the ground, what a picture has other */
};

struct png_ground {
	uint64_t number;
	struct pixels p;
	struct colours colours;
	size_t wide;   /* bytes of a row */
	uint8_t *rows; /* owned: each after the word that nothing is done to
			  it (PNG, 9.2); a picture's while that is written */
};

struct png *
png_new(void)
{
	struct png *w = mem_zero(1, sizeof *w);

	w->strips = strips_new();
	return w;
}

void
png_free(struct png *w)
{
	if (w == NULL)
		return;
	strips_free(w->strips);
	buf_release(&w->packed);
	buf_release(&w->key);
	buf_release(&w->was);
	free(w);
}

/* Some pixels in the colours of the table; mostly they are all the same. */
static void
index_part(struct colours *c, const uint32_t *at, size_t n, uint8_t *out)
{
	*out = colours_find(c, *at);
	if (memcmp(at, at + 1, (n - 1) * sizeof *at) == 0) {
		memset(out, *out, n);
		return;
	}
	for (size_t i = 1; i < n; i++)
		out[i] = at[i] == at[i - 1] ? out[i - 1] :
					      colours_find(c, at[i]);
}

struct png_ground *
png_ground(struct png *w, const struct pixels *p)
{
	struct png_ground *g = mem_zero(1, sizeof *g);

	g->number = ++w->grounds;
	g->p = *p;
	g->wide = (size_t)p->width + 1;
	if (p->width > TOUCH_WIDE)
		abort();
	g->rows = mem_zero((size_t)p->height, g->wide);
	colours_make(&g->colours, p);
	for (size_t y = 0; y < (size_t)p->height; y++)
		index_part(&g->colours, p->at + y * p->stride, g->wide - 1,
		    g->rows + y * g->wide + 1);
	return g;
}

void
png_ground_free(struct png_ground *g)
{
	if (g == NULL)
		return;
	free(g->rows);
	free(g);
}

/* A part of a row from a pixel on. */
static size_t
part_len(const struct png_ground *g, size_t at)
{
	size_t left = at < g->wide - 1 ? g->wide - 1 - at : 0;

	return left < TOUCH_PART ? left : TOUCH_PART;
}

/* The parts of rows that were touched and are not as on the ground, in the
 * colours of the table; the others count no longer. */
static void
index_touched(struct png *w, struct png_ground *g, const struct pixels *p,
    struct touched *touched)
{
	buf_clear(&w->was);
	for (size_t y = 0; y < (size_t)p->height; y++) {
		const uint32_t *now = p->at + y * p->stride;
		const uint32_t *was = g->p.at + y * g->p.stride;
		uint64_t left = touched->row[y];

		for (; left != 0; left &= left - 1) {
			size_t at = TOUCH_PART * (size_t)__builtin_ctzll(left);
			size_t n = part_len(g, at);
			uint8_t *to = g->rows + y * g->wide + 1 + at;

			if (memcmp(now + at, was + at, n * sizeof *now) == 0) {
				touched->row[y] &= ~(left & -left);
				continue;
			}
			buf_add(&w->was, to, n);
			index_part(&g->colours, now + at, n, to);
		}
	}
}

static void
restore(const struct png *w, struct png_ground *g, int height,
    const struct touched *touched)
{
	const char *from = w->was.data;

	for (size_t y = 0; y < (size_t)height; y++)
		for (uint64_t left = touched->row[y]; left != 0;
		    left &= left - 1) {
			size_t at = TOUCH_PART * (size_t)__builtin_ctzll(left);
			size_t n = part_len(g, at);

			memcpy(g->rows + y * g->wide + 1 + at, from, n);
			from += n;
		}
}

static void
put_number(uint32_t n, struct buf *out)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		buf_char(out, (char)(n >> shift));
}

/* Behind the data of a chunk: the sum of its name and data (PNG, 5.3). */
static void
put_sum(size_t from, struct buf *out)
{
	put_number(pack_sum(out->data + from, out->len - from), out);
}

static void
put_chunk(const char *name, const void *data, size_t len, struct buf *out)
{
	size_t from;

	put_number((uint32_t)len, out);
	from = out->len;
	buf_str(out, name);
	buf_add(out, data, len);
	put_sum(from, out);
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

/* All that a strip is made of: its ground, its place, and what was touched. */
static void
key_of(struct png *w, const struct png_ground *g, size_t y, size_t n,
    const struct touched *touched, uint8_t key[HASH_SIZE])
{
	uint64_t head[] = { g->number, y, n };

	buf_clear(&w->key);
	buf_add(&w->key, head, sizeof head);
	buf_add(&w->key, touched->row + y, n * sizeof *touched->row);
	for (size_t end = y + n; y < end; y++)
		for (uint64_t left = touched->row[y]; left != 0;
		    left &= left - 1) {
			size_t at = TOUCH_PART * (size_t)__builtin_ctzll(left);

			buf_add(&w->key, g->rows + y * g->wide + 1 + at,
			    part_len(g, at));
		}
	hash_sha256(w->key.data, w->key.len, key);
}

/* In zlib's format (RFC 1950), so many rows a strip. */
static void
put_rows(struct png *w, const struct png_ground *g, size_t height, size_t strip,
    const struct touched *touched)
{
	uint32_t sum = 1;

	buf_clear(&w->packed);
	buf_add(&w->packed, "\x78\1", 2);
	for (size_t y = 0; y < height; y += strip) {
		size_t n = height - y < strip ? height - y : strip;
		uint8_t key[HASH_SIZE];

		if (n < height)
			key_of(w, g, y, n, touched, key);
		strips_put(w->strips, n < height ? key : NULL,
		    g->rows + y * g->wide, n * g->wide, &sum, &w->packed);
	}
	buf_add(&w->packed, "\3", 2); /* a last block without anything */
	put_number(sum, &w->packed);
}

void
png_bytes(struct png *w, struct png_ground *g, const struct pixels *p,
    struct touched *touched, struct buf *out)
{
	size_t height = (size_t)p->height;
	bool much;

	index_touched(w, g, p, touched);
	much = w->was.len > height * g->wide / MUCH;
	put_rows(w, g, height, much ? height : STRIP, touched);
	if (w->packed.len > LARGE && !much)
		put_rows(w, g, height, height, touched);
	restore(w, g, p->height, touched);
	put_head(&g->colours, p, out);
	put_chunk("IDAT", w->packed.data, w->packed.len, out);
	put_chunk("IEND", "", 0, out);
}
