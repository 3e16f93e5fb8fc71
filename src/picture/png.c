/* SPDX-License-Identifier: MIT */
#include "picture/png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/mem.h"

/*
 * Pictures of few colours take a third of the bytes with a table of them. The
 * colours are sorted into buckets of five bits each; the buckets most used get
 * a place in the table, the rest the nearest that has one: edges that were made
 * smooth, where nobody sees it.
 */
enum {
	BITS = 5,
	BUCKETS = 1 << 3 * BITS,
	COLOURS = 32,
	/* Of zlib: half as fast again as 6, for a tenth more bytes. */
	LEVEL = 2
};

struct hue {
	uint32_t colour; /* the first that came */
	uint32_t count;
	int at;
};

/* Pixels of one colour beside each other. */
struct stretch {
	uint16_t bucket, length;
};

/* Kept from picture to picture: to get so much memory anew takes as long as to
 * use it. */
struct png {
	uint16_t place[BUCKETS];    /* of a bucket in use, from 1 */
	uint8_t of[BUCKETS];        /* its place in the table */
	struct hue bucket[BUCKETS]; /* those in use, densely */
	int n;
	struct stretch *stretch; /* owned: all of the picture, row by row */
	size_t stretches;
	uint8_t *rows; /* owned: as they are packed */
	size_t room;   /* pixels of both */
	z_stream z;
};

int
png_open(struct png **out, struct err *e)
{
	struct png *w = mem_zero(1, sizeof *w);

	if (deflateInit(&w->z, LEVEL) != Z_OK) {
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
	free(w->stretch);
	free(w->rows);
	free(w);
}

/* Each row has a byte of its own before it. */
static void
make_room(struct png *w, const struct pixels *p)
{
	size_t pixels = ((size_t)p->width + 1) * (size_t)p->height;

	if (pixels > w->room) {
		free(w->stretch);
		free(w->rows);
		w->stretch = mem_alloc(pixels * sizeof *w->stretch);
		w->rows = mem_alloc(pixels);
		w->room = pixels;
	}
	w->n = 0;
	w->stretches = 0;
	memset(w->place, 0, sizeof w->place);
}

static int
bucket_of(uint32_t c)
{
	return (int)((c >> 19 & 31) << 10 | (c >> 11 & 31) << 5 |
	    (c >> 3 & 31));
}

static int
by_use(const void *a, const void *b)
{
	const struct hue *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static int
apart(uint32_t a, uint32_t b)
{
	int r = (int)(a >> 16 & 255) - (int)(b >> 16 & 255);
	int g = (int)(a >> 8 & 255) - (int)(b >> 8 & 255);
	int h = (int)(a & 255) - (int)(b & 255);

	return 2 * r * r + 4 * g * g + h * h;
}

static uint8_t
nearest(const struct png *t, uint32_t c)
{
	int best = 0, least = apart(t->bucket[0].colour, c);

	for (int i = 1; i < COLOURS && least > 0; i++) {
		int d = apart(t->bucket[i].colour, c);

		if (d < least) {
			least = d;
			best = i;
		}
	}
	return (uint8_t)best;
}

static void
use(struct png *w, uint32_t colour, uint32_t times)
{
	int at = bucket_of(colour);

	if (w->place[at] == 0) {
		w->bucket[w->n] = (struct hue){ colour & 0xffffff, 0, at };
		w->place[at] = (uint16_t)++w->n;
	}
	w->bucket[w->place[at] - 1].count += times;
}

/* A run of equal pixels is counted at once: most are in one. */
static void
count(struct png *w, const struct pixels *p)
{
	for (int i = 0; i < p->kept; i++)
		use(w, p->keep[i], 1U << 31);
	for (int y = 0; y < p->height; y++) {
		const uint32_t *row = p->at + (size_t)y * p->stride;

		for (int x = 0, n; x < p->width; x += n) {
			for (n = 1; x + n < p->width && row[x + n] == row[x];)
				n++;
			/* What fills a place before the edges of others. */
			use(w, row[x], (uint32_t)(n * n));
			w->stretch[w->stretches++] = (struct stretch){
				(uint16_t)bucket_of(row[x]), (uint16_t)n
			};
		}
	}
}

static void
make_table(struct png *w)
{
	qsort(w->bucket, (size_t)w->n, sizeof *w->bucket, by_use);
	for (int i = 0; i < w->n; i++)
		w->of[w->bucket[i].at] = i < COLOURS ?
		    (uint8_t)i :
		    nearest(w, w->bucket[i].colour);
}

/* Each row after the word that nothing is done to it. */
static size_t
make_rows(struct png *w, int width)
{
	uint8_t *to = w->rows;
	int left = 0;

	for (size_t i = 0; i < w->stretches; i++) {
		const struct stretch *s = &w->stretch[i];

		if (left == 0) {
			*to++ = 0;
			left = width;
		}
		memset(to, w->of[s->bucket], s->length);
		to += s->length;
		left -= s->length;
	}
	return (size_t)(to - w->rows);
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
put_head(const struct png *w, const struct pixels *p, struct buf *out)
{
	struct buf b = BUF_INIT;

	buf_add(out, "\211PNG\r\n\032\n", 8);
	put_number((uint32_t)p->width, &b);
	put_number((uint32_t)p->height, &b);
	buf_add(&b, "\10\3\0\0\0", 5);
	put_chunk("IHDR", b.data, b.len, out);
	buf_clear(&b);
	for (int i = 0; i < w->n && i < COLOURS; i++)
		for (int shift = 16; shift >= 0; shift -= 8)
			buf_char(&b, (char)(w->bucket[i].colour >> shift));
	put_chunk("PLTE", b.data, b.len, out);
	buf_release(&b);
}

int
png_bytes(struct png *w, const struct pixels *p, struct buf *out, struct err *e)
{
	size_t most, len;
	uint8_t *packed;
	int rc = 0;

	make_room(w, p);
	count(w, p);
	make_table(w);
	len = make_rows(w, p->width);
	(void)deflateReset(&w->z);
	most = deflateBound(&w->z, len);
	packed = mem_alloc(most);
	w->z.next_in = w->rows;
	w->z.avail_in = (uInt)len;
	w->z.next_out = packed;
	w->z.avail_out = (uInt)most;
	if (deflate(&w->z, Z_FINISH) == Z_STREAM_END) {
		put_head(w, p, out);
		put_chunk("IDAT", packed, w->z.total_out, out);
		put_chunk("IEND", "", 0, out);
	} else {
		rc = err_set(e, ERR_GIVEUP, "a picture cannot be packed");
	}
	free(packed);
	return rc;
}
