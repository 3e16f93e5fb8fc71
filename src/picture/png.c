/* SPDX-License-Identifier: MIT */
#include "picture/png.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/mem.h"

enum {
	STRIP = 32, /* rows; fewer take more bytes, more are seldom the same */
	CHUNK = 28, /* pixels of a row that are compared at once */
	KEPT = 4096,
	/* Of zlib. A ground is packed but once. */
	LEVEL = 4,
	LEVEL_GROUND = 9
};

/* Rows that were packed, for themselves. */
struct strip {
	uint8_t of[HASH_SIZE]; /* what it was made of */
	uint8_t *packed;       /* owned; NULL: none */
	size_t len, unpacked;
	uint32_t sum; /* Adler's, of what is unpacked */
};

struct png {
	z_stream z;
	struct strip kept[KEPT]; /* each where its name says */
	struct buf change;       /* of a strip: where it is not the ground */
	struct buf rows, packed;
};

struct png_ground {
	uint8_t of[HASH_SIZE];
	struct pixels p;
	struct colours colours;
	uint8_t *rows; /* owned: each after the word that nothing is done to
			  it (PNG, 9.2) */
	struct strip *strip; /* owned */
	int strips;
};

int
png_open(struct png **out, struct err *e)
{
	struct png *w = mem_zero(1, sizeof *w);

	/* No head and no sum: both are of the whole. */
	if (deflateInit2(&w->z, LEVEL, Z_DEFLATED, -15, 8,
		Z_DEFAULT_STRATEGY) != Z_OK) {
		free(w);
		return err_set(e, ERR_GIVEUP, "zlib does not start");
	}
	*out = w;
	return 0;
}

void
png_free(struct png *w)
{
	if (w == NULL)
		return;
	(void)deflateEnd(&w->z);
	for (int i = 0; i < KEPT; i++)
		free(w->kept[i].packed);
	buf_release(&w->change);
	buf_release(&w->rows);
	buf_release(&w->packed);
	free(w);
}

/* It ends where a byte does, and what follows does not look back. */
static int
pack(struct png *w, const uint8_t *rows, size_t len, struct strip *s,
    struct err *e)
{
	size_t most;

	(void)deflateReset(&w->z);
	most = deflateBound(&w->z, len) + 16;
	buf_clear(&w->packed);
	w->z.next_in = (Bytef *)(uintptr_t)rows;
	w->z.avail_in = (uInt)len;
	w->z.next_out = (Bytef *)buf_extend(&w->packed, most);
	w->z.avail_out = (uInt)most;
	if (deflate(&w->z, Z_FULL_FLUSH) != Z_OK || w->z.avail_in > 0 ||
	    w->z.avail_out == 0)
		return err_set(e, ERR_GIVEUP, "a picture cannot be packed");
	free(s->packed);
	s->len = w->z.total_out;
	s->packed = mem_alloc(s->len);
	memcpy(s->packed, w->packed.data, s->len);
	s->unpacked = len;
	s->sum = (uint32_t)adler32(1, rows, (uInt)len);
	return 0;
}

static int
rows_of(int height, int strip)
{
	int left = height - strip * STRIP;

	return left < STRIP ? left : STRIP;
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

int
png_ground(struct png *w, const struct pixels *p, const uint8_t of[HASH_SIZE],
    struct png_ground **out, struct err *e)
{
	struct png_ground *g = mem_zero(1, sizeof *g);
	size_t wide = (size_t)p->width + 1;
	int rc = 0;

	memcpy(g->of, of, sizeof g->of);
	g->p = *p;
	g->strips = (p->height + STRIP - 1) / STRIP;
	g->strip = mem_zero((size_t)g->strips, sizeof *g->strip);
	g->rows = mem_alloc(wide * (size_t)p->height);
	colours_make(&g->colours, p);
	index_rows(g);
	(void)deflateParams(&w->z, LEVEL_GROUND, Z_DEFAULT_STRATEGY);
	for (int i = 0; i < g->strips && rc == 0; i++)
		rc = pack(w, g->rows + wide * STRIP * (size_t)i,
		    wide * (size_t)rows_of(p->height, i), &g->strip[i], e);
	(void)deflateReset(&w->z);
	(void)deflateParams(&w->z, LEVEL, Z_DEFAULT_STRATEGY);
	if (rc != 0)
		png_ground_free(g);
	else
		*out = g;
	return rc;
}

void
png_ground_free(struct png_ground *g)
{
	if (g == NULL)
		return;
	for (int i = 0; i < g->strips; i++)
		free(g->strip[i].packed);
	free(g->strip);
	free(g->rows);
	free(g);
}

/* Where pixels of a row stand, which follow by the table: all of them, or one
 * for all. */
struct chunk {
	uint16_t x;
	uint8_t y, n;
	uint16_t even; /* so that there are no other bytes in it */
};

static void
change(struct png *w, struct png_ground *g, const uint32_t *at, int x, int y,
    int n)
{
	bool even = memcmp(at, at + 1, (size_t)(n - 1) * 4) == 0;
	struct chunk c = { (uint16_t)x, (uint8_t)y, (uint8_t)n, even };
	uint8_t colour[CHUNK];

	n = even ? 1 : n;
	for (int i = 0; i < n; i++)
		colour[i] = colours_find(&g->colours, at[i]);
	buf_add(&w->change, &c, sizeof c);
	buf_add(&w->change, colour, (size_t)n);
}

/* What is not as on the ground; nothing: all is. */
static void
compare(struct png *w, struct png_ground *g, const struct pixels *p, int strip)
{
	int rows = rows_of(p->height, strip);

	buf_clear(&w->change);
	for (int y = 0; y < rows; y++) {
		size_t at = (size_t)(strip * STRIP + y);
		const uint32_t *now = p->at + at * p->stride;
		const uint32_t *was = g->p.at + at * g->p.stride;

		for (int x = 0; x < p->width; x += CHUNK) {
			int n = p->width - x < CHUNK ? p->width - x : CHUNK;

			if (memcmp(now + x, was + x, (size_t)n * 4) != 0)
				change(w, g, now + x, x, y, n);
		}
	}
}

static void
make_rows(struct png *w, const struct png_ground *g, int strip, int rows)
{
	size_t wide = (size_t)g->p.width + 1;
	const char *at = w->change.data;

	buf_clear(&w->rows);
	buf_add(&w->rows, g->rows + wide * STRIP * (size_t)strip,
	    wide * (size_t)rows);
	while (at < w->change.data + w->change.len) {
		struct chunk c;
		char *to;

		memcpy(&c, at, sizeof c);
		at += sizeof c;
		to = w->rows.data + wide * c.y + c.x + 1;
		if (c.even)
			memset(to, *at, c.n);
		else
			memcpy(to, at, c.n);
		at += c.even ? 1 : c.n;
	}
}

/* Ours as it is packed; borrowed until the next. */
static const struct strip *
find_strip(struct png *w, struct png_ground *g, const struct pixels *p, int i,
    struct err *e)
{
	int rows = rows_of(p->height, i);
	uint8_t of[HASH_SIZE];
	struct strip *s;
	size_t changed;

	compare(w, g, p, i);
	changed = w->change.len;
	if (changed == 0 && rows == rows_of(g->p.height, i))
		return &g->strip[i];
	buf_add(&w->change, g->of, sizeof g->of);
	buf_add(&w->change, (int[]){ i, rows }, 2 * sizeof(int));
	hash_sha256(w->change.data, w->change.len, of);
	buf_truncate(&w->change, changed);
	s = &w->kept[(of[0] | of[1] << 8) % KEPT];
	if (s->packed != NULL && memcmp(s->of, of, sizeof of) == 0)
		return s;
	make_rows(w, g, i, rows);
	if (pack(w, (const uint8_t *)w->rows.data, w->rows.len, s, e) != 0)
		return NULL;
	memcpy(s->of, of, sizeof of);
	return s;
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

int
png_bytes(struct png *w, struct png_ground *g, const struct pixels *p,
    struct buf *out, struct err *e)
{
	struct buf all = BUF_INIT;
	uint32_t sum = 1;
	int rc = 0;

	/* RFC 1950, 2.2; then its blocks, an empty one that is the last (RFC
	 * 1951, 3.2.3), and Adler's sum of them. */
	buf_add(&all, "\170\1", 2);
	for (int i = 0; i * STRIP < p->height && rc == 0; i++) {
		const struct strip *s = find_strip(w, g, p, i, e);

		if (s == NULL) {
			rc = -1;
			break;
		}
		buf_add(&all, s->packed, s->len);
		sum = (uint32_t)adler32_combine(sum, s->sum,
		    (z_off_t)s->unpacked);
	}
	buf_add(&all, "\3\0", 2);
	put_number(sum, &all);
	if (rc == 0) {
		put_head(&g->colours, p, out);
		put_chunk("IDAT", all.data, all.len, out);
		put_chunk("IEND", "", 0, out);
	}
	buf_release(&all);
	return rc;
}
