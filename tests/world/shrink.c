/* SPDX-License-Identifier: MIT */
#include "tests/world/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* What is known of it so far. */
struct shrinking {
	struct history *h;
	const char *wrong;  /* the way in which it fails */
	struct deed *deeds; /* owned: it fails with these */
	size_t n;
	int played;
};

/* Whether it fails in that way with those deeds and days; they are kept then,
 * but those that do not come to it. */
static bool
fails(struct shrinking *s, const struct deed *deeds, size_t n, int days)
{
	struct history h = *s->h;
	bool same;

	h.deeds = deeds;
	h.n_deeds = n;
	h.days = days;
	s->played++;
	same = world_play(&h) > 0 &&
	    (s->wrong == NULL || s->wrong == world.wrong);
	if (same) {
		/* deeds may lie there */
		struct deed *was = s->deeds;

		s->wrong = world.wrong;
		s->n = world.fate.n_done;
		s->deeds = mem_zero(s->n + 1, sizeof *s->deeds);
		for (size_t i = 0; i < s->n; i++)
			s->deeds[i] = world.fate.done[i];
		s->h->days = days;
		free(was);
	}
	world_close();
	return same;
}

static void
fewer_days(struct shrinking *s)
{
	for (int days = 1; days < s->h->days; days++)
		if (fails(s, s->deeds, s->n, days))
			return;
}

/* Without so many deeds from there on. */
static bool
fails_without(struct shrinking *s, size_t from, size_t len)
{
	struct deed *rest = mem_zero(s->n + 1, sizeof *rest);
	size_t end = from + len < s->n ? from + len : s->n;
	bool same;

	memcpy(rest, s->deeds, from * sizeof *rest);
	memcpy(rest + from, s->deeds + end, (s->n - end) * sizeof *rest);
	same = fails(s, rest, s->n - (end - from), s->h->days);
	free(rest);
	return same;
}

/* Halves, then quarters, to single ones, till none can be spared. */
static void
fewer_deeds(struct shrinking *s)
{
	bool spared;

	for (size_t len = (s->n + 1) / 2; len > 0; len /= 2)
		do {
			spared = false;
			for (size_t from = 0; from < s->n;)
				if (fails_without(s, from, len))
					spared = true;
				else
					from += len;
		} while (len == 1 && spared);
}

int
shrink(struct history *h, struct deed **deeds)
{
	struct shrinking s = { .h = h };

	if (!fails(&s, h->deeds, h->n_deeds, h->days))
		return 0;
	fewer_days(&s);
	fewer_deeds(&s);
	fewer_days(&s);
	h->deeds = *deeds = s.deeds;
	h->n_deeds = s.n;
	return s.played;
}
