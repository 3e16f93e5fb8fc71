/* SPDX-License-Identifier: MIT */
#include "picture/parcel.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"

/* What stands first, then bytes, squeezed: where zeros are, one and how many.
 * Most of a drawing is the rest of short words. */
struct parcel_front {
	char mark[8];
	uint32_t squeezed, len;
};
static const char parcel_mark[8] = "drawing";

/* What they begin with: what a build's drawings are made of, and how many of
 * each. */
struct parcel_head {
	uint32_t size[3], n[3];
	int32_t width, height, scene;
	char seat[DRAWING_SEATS][48];
};

static const struct parcel_head parcel_head = {
	.size = { sizeof(struct drawing_point), sizeof(struct drawing_line),
	    sizeof(struct drawing_piece) }
};

static void
squeeze(const struct buf *in, struct buf *out)
{
	size_t zeros, words;

	for (size_t i = 0; i < in->len; i += zeros) {
		words = strnlen(in->data + i, in->len - i);
		buf_add(out, in->data + i, words);
		i += words;
		for (zeros = 0; zeros < UCHAR_MAX && i + zeros < in->len &&
		    in->data[i + zeros] == '\0';)
			zeros++;
		if (zeros > 0)
			buf_add(out, (char[]){ '\0', (char)zeros }, 2);
	}
}

/* false: they are not so many, or not to be read. */
static bool
unsqueeze(const char *at, size_t left, size_t len, struct buf *out)
{
	while (left > 0 && out->len <= len) {
		size_t words = strnlen(at, left);

		buf_add(out, at, words);
		if (words == left)
			break;
		if (left - words < 2)
			return false;
		memset(buf_extend(out, (unsigned char)at[words + 1]), 0,
		    (unsigned char)at[words + 1]);
		at += words + 2;
		left -= words + 2;
	}
	return out->len == len;
}

void
parcel_pack(const struct drawing *d, struct buf *out)
{
	struct parcel_front front = { .squeezed = 0 };
	struct parcel_head h = parcel_head;
	struct buf all = BUF_INIT, squeezed = BUF_INIT;

	h.n[0] = (uint32_t)d->n_points;
	h.n[1] = (uint32_t)d->n_lines;
	h.n[2] = (uint32_t)d->n_pieces;
	h.width = d->width;
	h.height = d->height;
	h.scene = (int32_t)d->scene;
	memcpy(h.seat, d->seat, sizeof h.seat);
	buf_add(&all, &h, sizeof h);
	buf_add(&all, d->points, d->n_points * sizeof *d->points);
	buf_add(&all, d->lines, d->n_lines * sizeof *d->lines);
	buf_add(&all, d->pieces, d->n_pieces * sizeof *d->pieces);
	squeeze(&all, &squeezed);
	memcpy(front.mark, parcel_mark, sizeof front.mark);
	front.squeezed = (uint32_t)squeezed.len;
	front.len = (uint32_t)all.len;
	buf_add(out, &front, sizeof front);
	buf_add(out, squeezed.data, squeezed.len);
	buf_release(&all);
	buf_release(&squeezed);
}

/* A list of n out of the bytes, which are enough. */
static void *
take(const char **at, size_t n, size_t size)
{
	void *list = mem_zero(n + 1, size);

	memcpy(list, *at, n * size);
	*at += n * size;
	return list;
}

static bool
is_sound(const struct drawing *d)
{
	int n = (int)d->n_points;

	for (size_t i = 0; i < d->n_lines; i++)
		if (d->lines[i].from < 0 || d->lines[i].from >= n ||
		    d->lines[i].to < 0 || d->lines[i].to >= n)
			return false;
	for (size_t i = 0; i < d->n_pieces; i++)
		if (d->pieces[i].at < 0 || d->pieces[i].at >= n)
			return false;
	return d->scene <= DRAWING_BERTHS;
}

/* The bytes of a parcel, into a drawing. */
static int
open_bytes(const char *at, size_t len, struct drawing *out)
{
	enum { MOST = 4096 };
	struct parcel_head h;
	size_t all = sizeof h;

	if (len < sizeof h)
		return -1;
	memcpy(&h, at, sizeof h);
	at += sizeof h;
	for (int i = 0; i < 3; i++) {
		if (h.size[i] != parcel_head.size[i] || h.n[i] > MOST)
			return -1;
		all += (size_t)h.n[i] * h.size[i];
	}
	if (all != len)
		return -1;
	*out = (struct drawing){ .width = h.width,
		.height = h.height,
		.scene = (enum drawing_scene)h.scene };
	memcpy(out->seat, h.seat, sizeof out->seat);
	out->points = take(&at, out->n_points = h.n[0], sizeof *out->points);
	out->lines = take(&at, out->n_lines = h.n[1], sizeof *out->lines);
	out->pieces = take(&at, out->n_pieces = h.n[2], sizeof *out->pieces);
	if (is_sound(out))
		return 0;
	drawing_release(out);
	return -1;
}

int
parcel_open(const void *data, size_t len, size_t *used, struct drawing *out)
{
	struct parcel_front front;
	struct buf all = BUF_INIT;
	int rc = -1;

	if (len < sizeof front)
		return -1;
	memcpy(&front, data, sizeof front);
	if (memcmp(front.mark, parcel_mark, sizeof front.mark) != 0 ||
	    front.squeezed > len - sizeof front)
		return -1;
	*used = sizeof front + front.squeezed;
	if (unsqueeze((const char *)data + sizeof front, front.squeezed,
		front.len, &all))
		rc = open_bytes(all.data, all.len, out);
	buf_release(&all);
	return rc;
}
