/* SPDX-License-Identifier: MIT */
#include "picture/png.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/*
 * Pictures of few colours take a third of the bytes with a table of them. The
 * colours are sorted into buckets of five bits each; the buckets most used get
 * a place in the table, the rest the nearest that has one: edges that were made
 * smooth, where nobody sees it.
 */
enum { BITS = 5, BUCKETS = 1 << 3 * BITS, COLOURS = 64 };

struct hue {
	uint32_t colour; /* the first that came */
	uint32_t count;
	int at;
};

struct hues {
	uint8_t of[BUCKETS];        /* its place in the table */
	struct hue bucket[BUCKETS]; /* those in use, densely */
	int n;
};

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
nearest(const struct hues *t, uint32_t c)
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

/* A run of equal pixels is counted at once: most are in one. */
static void
count(const struct pixels *p, struct hues *t)
{
	uint16_t *place = mem_zero(BUCKETS, sizeof *place);

	for (int y = 0; y < p->height; y++) {
		const uint32_t *row = p->at + (size_t)y * p->stride;

		for (int x = 0, n; x < p->width; x += n) {
			int at = bucket_of(row[x]);

			for (n = 1; x + n < p->width && row[x + n] == row[x];)
				n++;
			if (place[at] == 0) {
				t->bucket[t->n] = (struct hue){
					row[x] & 0xffffff, 0, at
				};
				place[at] = (uint16_t)++t->n;
			}
			t->bucket[place[at] - 1].count += (uint32_t)n;
		}
	}
	free(place);
}

static void
make_table(const struct pixels *p, struct hues *t)
{
	count(p, t);
	qsort(t->bucket, (size_t)t->n, sizeof *t->bucket, by_use);
	for (int i = 0; i < t->n; i++)
		t->of[t->bucket[i].at] = i < COLOURS ?
		    (uint8_t)i :
		    nearest(t, t->bucket[i].colour);
}

static uint8_t *
indexed(const struct pixels *p, const struct hues *t)
{
	uint8_t *out = mem_alloc((size_t)p->width * (size_t)p->height);

	for (int y = 0; y < p->height; y++) {
		const uint32_t *row = p->at + (size_t)y * p->stride;
		uint8_t *to = out + (size_t)y * (size_t)p->width;

		for (int x = 0; x < p->width; x++)
			to[x] = t->of[bucket_of(row[x])];
	}
	return out;
}

int
png_bytes(const struct pixels *p, struct buf *out, struct err *e)
{
	struct hues *t = mem_zero(1, sizeof *t);
	png_image image = { .version = PNG_IMAGE_VERSION,
		.width = (png_uint_32)p->width,
		.height = (png_uint_32)p->height,
		.format = PNG_FORMAT_RGB_COLORMAP };
	uint8_t map[3 * COLOURS] = { 0 }, *at;
	png_alloc_size_t most, len;
	char *to;
	int rc = 0;

	make_table(p, t);
	at = indexed(p, t);
	image.colormap_entries = (png_uint_32)(t->n < COLOURS ? t->n : COLOURS);
	for (size_t i = 0; i < image.colormap_entries; i++)
		for (size_t k = 0; k < 3; k++)
			map[3 * i + k] = (uint8_t)(t->bucket[i].colour >>
			    (16 - 8 * k));
	most = len = PNG_IMAGE_PNG_SIZE_MAX(image);
	to = mem_alloc(most);
	if (png_image_write_to_memory(&image, to, &len, 0, at, 0, map) == 0)
		rc = err_set(e, ERR_GIVEUP, "a picture cannot be written: %s",
		    image.message);
	else
		buf_add(out, to, len);
	png_image_free(&image);
	free(to);
	free(at);
	free(t);
	return rc;
}
