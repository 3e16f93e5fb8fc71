/* SPDX-License-Identifier: MIT */
#include "picture/colours.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "picture/ink.h"

/* Colours of a ground that are taken; more of them are not seen, and cost. */
enum { OF_GROUND = 12 };

struct hue {
	uint32_t colour; /* the first that came */
	uint32_t weight;
	int bucket;
};

static int
apart(uint32_t a, uint32_t b)
{
	int r = (int)(a >> 16 & 255) - (int)(b >> 16 & 255);
	int g = (int)(a >> 8 & 255) - (int)(b >> 8 & 255);
	int h = (int)(a & 255) - (int)(b & 255);

	return 2 * r * r + 4 * g * g + h * h;
}

/* For all of a bucket alike, whichever of them is asked for first. */
uint8_t
colours_near(struct colours *c, uint32_t colour)
{
	uint32_t middle = (colour & 0xf8f8f8) | 0x040404;
	int best = 0, least = apart(c->at[0], middle);

	for (int i = 1; i < c->n; i++) {
		int d = apart(c->at[i], middle);

		if (d < least) {
			least = d;
			best = i;
		}
	}
	c->of[colours_bucket(colour)] = (uint8_t)best;
	return (uint8_t)best;
}

static void
add(struct colours *c, uint32_t colour)
{
	int bucket = colours_bucket(colour);

	if (c->of[bucket] < COLOURS_MOST || c->n == COLOURS_MOST)
		return;
	c->of[bucket] = (uint8_t)c->n;
	c->at[c->n++] = colour & 0xffffff;
}

static int
by_weight(const void *a, const void *b)
{
	const struct hue *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return x->bucket < y->bucket ? -1 : x->bucket > y->bucket;
}

/* What fills a place before the edges of others: so a run of equal pixels
 * weighs the square of its length. */
static void
weigh(const struct pixels *p, struct hue *hue)
{
	for (int y = 0; y < p->height; y++) {
		const uint32_t *row = p->at + (size_t)y * p->stride;

		for (int x = 0, n; x < p->width; x += n) {
			struct hue *h = &hue[colours_bucket(row[x])];

			for (n = 1; x + n < p->width && row[x + n] == row[x];)
				n++;
			if (h->weight == 0)
				h->colour = row[x];
			h->weight += (uint32_t)(n * n);
			h->bucket = colours_bucket(row[x]);
		}
	}
}

void
colours_make(struct colours *c, const struct pixels *ground)
{
	struct hue *hue = mem_zero(COLOURS_BUCKETS, sizeof *hue);
	uint32_t inks[INKS_MOST];
	int n = ink_named(inks);

	memset(c->of, COLOURS_MOST, sizeof c->of);
	c->n = 0;
	for (int i = 0; i < n; i++)
		add(c, inks[i]);
	n = ink_fills(inks);
	for (int i = 0; i < n; i++)
		add(c, inks[i]);
	weigh(ground, hue);
	qsort(hue, COLOURS_BUCKETS, sizeof *hue, by_weight);
	for (int i = 0; i < OF_GROUND && hue[i].weight > 0; i++)
		add(c, hue[i].colour);
	/* Signs are edged with dark. */
	for (int i = 0; i < n; i++)
		add(c, ink_mix(inks[i], INK_DARK));
	free(hue);
}
