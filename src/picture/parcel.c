/* SPDX-License-Identifier: MIT */
#include "picture/parcel.h"

#include <stdint.h>
#include <string.h>

#include "base/mem.h"

/* What stands first: what a build's drawings are made of, and how many of each.
 */
struct parcel_head {
	char mark[8];
	uint32_t size[3], n[3];
	int32_t width, height, scene;
	char seat[DRAWING_SEATS][48];
};

static const struct parcel_head parcel_head = { .mark = "drawing",
	.size = { sizeof(struct drawing_point), sizeof(struct drawing_line),
	    sizeof(struct drawing_piece) } };

void
parcel_pack(const struct drawing *d, struct buf *out)
{
	struct parcel_head h = parcel_head;

	h.n[0] = (uint32_t)d->n_points;
	h.n[1] = (uint32_t)d->n_lines;
	h.n[2] = (uint32_t)d->n_pieces;
	h.width = d->width;
	h.height = d->height;
	h.scene = (int32_t)d->scene;
	memcpy(h.seat, d->seat, sizeof h.seat);
	buf_add(out, &h, sizeof h);
	buf_add(out, d->points, d->n_points * sizeof *d->points);
	buf_add(out, d->lines, d->n_lines * sizeof *d->lines);
	buf_add(out, d->pieces, d->n_pieces * sizeof *d->pieces);
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

int
parcel_open(const void *data, size_t len, size_t *used, struct drawing *out)
{
	enum { MOST = 4096 };
	struct parcel_head h;
	const char *at = data;
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
	if (memcmp(h.mark, parcel_head.mark, sizeof h.mark) != 0 || all > len)
		return -1;
	*out = (struct drawing){ .width = h.width,
		.height = h.height,
		.scene = (enum drawing_scene)h.scene };
	memcpy(out->seat, h.seat, sizeof out->seat);
	out->points = take(&at, out->n_points = h.n[0], sizeof *out->points);
	out->lines = take(&at, out->n_lines = h.n[1], sizeof *out->lines);
	out->pieces = take(&at, out->n_pieces = h.n[2], sizeof *out->pieces);
	*used = all;
	if (is_sound(out))
		return 0;
	drawing_release(out);
	return -1;
}
