/* SPDX-License-Identifier: MIT */
#include "match/table_cache.h"

#include "base/mem.h"
#include "game/table.h"
#include "match/match.h"

struct table_cache {
	size_t max, n;
	uint64_t tick;
	struct slot {
		struct cached_table cached;
		uint64_t used;
	} *at;
};

void
shown_free(struct shown_position *shown)
{
	for (int s = 0; s <= SEATS_MAX && shown != NULL; s++)
		free(shown[s].position);
	free(shown);
}

static void
cached_table_release(struct cached_table *cached)
{
	table_free(cached->table);
	for (size_t i = 0; i < cached->n_recent; i++)
		free(cached->recent[i].words);
	free(cached->recent);
	shown_free(cached->shown);
}

struct table_cache *
table_cache_new(size_t max)
{
	struct table_cache *l = mem_zero(1, sizeof *l);

	l->max = max;
	l->at = mem_zero(max, sizeof *l->at);
	return l;
}

void
table_cache_clear(struct table_cache *l)
{
	if (l == NULL)
		return;
	for (size_t i = 0; i < l->n; i++)
		cached_table_release(&l->at[i].cached);
	l->n = 0;
}

void
table_cache_free(struct table_cache *l)
{
	if (l == NULL)
		return;
	table_cache_clear(l);
	free(l->at);
	free(l);
}

static void
remove_slot(struct table_cache *l, size_t i)
{
	l->at[i] = l->at[--l->n];
}

int
table_cache_take(struct table_cache *l, int64_t game, int seq,
    struct cached_table *out)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->at[i].cached.game != game)
			continue;
		*out = l->at[i].cached;
		remove_slot(l, i);
		if (out->seq == seq)
			return 1;
		cached_table_release(out);
		return 0;
	}
	return 0;
}

void
table_cache_put(struct table_cache *l, const struct cached_table *cached)
{
	if (l->n == l->max) {
		size_t oldest = 0;
		for (size_t i = 1; i < l->n; i++)
			if (l->at[i].used < l->at[oldest].used)
				oldest = i;
		cached_table_release(&l->at[oldest].cached);
		remove_slot(l, oldest);
	}
	l->at[l->n++] = (struct slot){ *cached, ++l->tick };
}
