/* SPDX-License-Identifier: MIT */
#include "match/lives.h"

#include "base/mem.h"
#include "game/table.h"
#include "match/match.h"

struct lives {
	size_t max, n;
	uint64_t tick;
	struct slot { struct life life; uint64_t used; } *at;
};

static void
life_release(struct life *life)
{
	table_free(life->table);
	for (size_t i = 0; i < life->n_recent; i++)
		free(life->recent[i].words);
	free(life->recent);
}

struct lives *
lives_new(size_t max)
{
	struct lives *l = mem_zero(1, sizeof *l);

	l->max = max;
	l->at = mem_zero(max, sizeof *l->at);
	return l;
}

void
lives_clear(struct lives *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->n; i++)
		life_release(&l->at[i].life);
	l->n = 0;
}

void
lives_free(struct lives *l)
{
	if (!l)
		return;
	lives_clear(l);
	free(l->at);
	free(l);
}

static void
remove_slot(struct lives *l, size_t i)
{
	l->at[i] = l->at[--l->n];
}

int
lives_take(struct lives *l, int64_t game, int seq, struct life *out)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->at[i].life.game != game)
			continue;
		*out = l->at[i].life;
		remove_slot(l, i);
		if (out->seq == seq)
			return 1;
		life_release(out);
		return 0;
	}
	return 0;
}

void
lives_put(struct lives *l, const struct life *life)
{
	if (l->n == l->max) {
		size_t oldest = 0;
		for (size_t i = 1; i < l->n; i++)
			if (l->at[i].used < l->at[oldest].used)
				oldest = i;
		life_release(&l->at[oldest].life);
		remove_slot(l, oldest);
	}
	l->at[l->n++] = (struct slot){ *life, ++l->tick };
}
