/* SPDX-License-Identifier: MIT */
#include "log/standings.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

void
standings_add(struct standings *a, struct outcome *o)
{
	a->at = mem_more(a->at, (size_t)a->n, sizeof *a->at);
	a->at[a->n++] = *o;
	memset(o, 0, sizeof *o);
}

/* Numbers of games count as numbers: 9 before 10. */
static int
by_id(const char *a, const char *b)
{
	size_t la = strlen(a), lb = strlen(b);

	return la != lb ? (la < lb ? -1 : 1) : strcmp(a, b);
}

static int
by_end(const void *x, const void *y)
{
	const struct outcome *a = x, *b = y;

	if (a->ended != b->ended)
		return a->ended < b->ended ? -1 : 1;
	if (by_id(a->id, b->id) != 0)
		return by_id(a->id, b->id);
	return strcmp(a->game, b->game);
}

static int
by_name(const void *x, const void *y)
{
	const struct standings_player *a = x, *b = y;

	return strcmp(a->name, b->name);
}

static int
by_game(const void *x, const void *y)
{
	const struct tally *a = x, *b = y;
	int rc = strcmp(a->game, b->game);

	return rc != 0 ? rc : a->seats - b->seats;
}

static int
by_rated_game(const void *x, const void *y)
{
	return strcmp(((const struct rated *)x)->game,
	    ((const struct rated *)y)->game);
}

static struct standings_player *
find(const struct standings *a, const char *name)
{
	struct standings_player key = { .name = (char *)(uintptr_t)name };

	return a->players == 0 ?
	    NULL :
	    bsearch(&key, a->player, (size_t)a->players, sizeof key, by_name);
}

const struct standings_player *
standings_find(const struct standings *a, const char *name)
{
	return find(a, name);
}

/* Every name that is credited in a closed game once, in order. */
static void
gather_players(struct standings *a)
{
	int n = 0, kept = 0;

	for (int i = 0; i < a->n; i++)
		n += a->at[i].seats;
	a->player = mem_zero((size_t)n + 1, sizeof *a->player);
	n = 0;
	for (int i = 0; i < a->n; i++)
		for (int s = 1; s <= a->at[i].seats; s++)
			if (a->at[i].seat[s].credited &&
			    a->at[i].end != REPLAY_OPEN)
				a->player[n++].name = a->at[i].seat[s].name;
	qsort(a->player, (size_t)n, sizeof *a->player, by_name);
	for (int i = 0; i < n; i++)
		if (kept == 0 ||
		    strcmp(a->player[kept - 1].name, a->player[i].name) != 0)
			a->player[kept++] = a->player[i];
	a->players = kept;
	for (int i = 0; i < kept; i++)
		a->player[i].name = mem_dup(a->player[i].name);
}

static struct tally *
tally_of(struct standings_player *p, const struct outcome *o)
{
	struct tally *t;

	for (int i = 0; i < p->tallies; i++)
		if (p->tally[i].seats == o->seats &&
		    strcmp(p->tally[i].game, o->game) == 0)
			return &p->tally[i];
	p->tally = mem_more(p->tally, (size_t)p->tallies, sizeof *p->tally);
	t = &p->tally[p->tallies++];
	memset(t, 0, sizeof *t);
	snprintf(t->game, sizeof t->game, "%s", o->game);
	t->seats = o->seats;
	return t;
}

long
tally_mean(const struct tally *t)
{
	return t->games > 0 ? lround(10 * (double)t->points / t->games) : 0;
}

static struct rated *
rated_of(struct standings_player *p, const char *game)
{
	struct rated *r;

	for (int i = 0; i < p->ratings; i++)
		if (strcmp(p->rated[i].game, game) == 0)
			return &p->rated[i];
	p->rated = mem_more(p->rated, (size_t)p->ratings, sizeof *p->rated);
	r = &p->rated[p->ratings++];
	memset(r, 0, sizeof *r);
	snprintf(r->game, sizeof r->game, "%s", game);
	r->now = rating_new();
	return r;
}

static void
count_game(struct standings *a, const struct outcome *o)
{
	for (int s = 1; s <= o->seats; s++) {
		const struct outcome_seat *seat = &o->seat[s];
		struct tally *t;

		if (!seat->credited || o->end == REPLAY_OPEN)
			continue;
		t = tally_of(find(a, seat->name), o);
		t->answers += seat->answers;
		t->waited += seat->waited;
		if (o->end != REPLAY_FINISHED) {
			t->abandoned++;
			continue;
		}
		t->games++;
		t->points += seat->score;
		t->wins += outcome_won(o, s);
		t->shared += seat->rank == 1 && !outcome_won(o, s);
	}
}

static void
add_step(struct rated *r, const struct outcome *o, struct rating after)
{
	r->step = mem_more(r->step, (size_t)r->n, sizeof *r->step);
	r->step[r->n++] = (struct rating_step){ o, after };
	r->now = after;
}

/* A name that sits twice at one table is not rated there: a player does not
 * play themselves. */
static bool
sits_twice(const struct outcome *o, int seat)
{
	for (int s = 1; s <= o->seats; s++)
		if (s != seat && o->seat[s].credited &&
		    strcmp(o->seat[s].name, o->seat[seat].name) == 0)
			return true;
	return false;
}

static void
rate_game(struct standings *a, const struct outcome *o)
{
	struct rating r[SEATS_MAX];
	int rank[SEATS_MAX], seat[SEATS_MAX], n = 0;

	if (o->end != REPLAY_FINISHED)
		return;
	for (int s = 1; s <= o->seats; s++) {
		if (!o->seat[s].rated || sits_twice(o, s))
			continue;
		seat[n] = s;
		rank[n] = o->seat[s].rank;
		r[n++] = rated_of(find(a, o->seat[s].name), o->game)->now;
	}
	if (n > 1)
		rating_game(r, rank, n);
	for (int i = 0; i < n && n > 1; i++)
		add_step(rated_of(find(a, o->seat[seat[i]].name), o->game), o,
		    r[i]);
}

void
standings_more(struct standings *a, const struct outcome *o)
{
	count_game(a, o);
	rate_game(a, o);
}

void
standings_close(struct standings *a)
{
	if (a->n == 0)
		return;
	qsort(a->at, (size_t)a->n, sizeof *a->at, by_end);
	gather_players(a);
	for (int i = 0; i < a->n; i++)
		standings_more(a, &a->at[i]);
	for (int i = 0; i < a->players; i++) {
		struct standings_player *p = &a->player[i];

		if (p->tallies > 0)
			qsort(p->tally, (size_t)p->tallies, sizeof *p->tally,
			    by_game);
		if (p->ratings > 0)
			qsort(p->rated, (size_t)p->ratings, sizeof *p->rated,
			    by_rated_game);
	}
}

void
standings_release(struct standings *a)
{
	for (int i = 0; i < a->n; i++)
		outcome_release(&a->at[i]);
	for (int i = 0; i < a->players; i++) {
		for (int k = 0; k < a->player[i].ratings; k++)
			free(a->player[i].rated[k].step);
		free(a->player[i].rated);
		free(a->player[i].tally);
		free(a->player[i].name);
	}
	free(a->player);
	free(a->at);
	memset(a, 0, sizeof *a);
}

const struct rated *
standings_rated(const struct standings_player *p, const char *game)
{
	for (int i = 0; i < p->ratings; i++)
		if (strcmp(p->rated[i].game, game) == 0 && p->rated[i].n > 0)
			return &p->rated[i];
	return NULL;
}

int
standings_ranking(const struct standings *a, const char *game,
    const struct standings_player **out)
{
	int n = 0;

	for (int i = 0; i < a->players; i++) {
		const struct rated *r = standings_rated(&a->player[i], game);
		int at = n;

		if (r == NULL)
			continue;
		for (; at > 0 &&
		    rating_shown(&standings_rated(out[at - 1], game)->now) <
			rating_shown(&r->now);
		    at--)
			out[at] = out[at - 1];
		out[at] = &a->player[i];
		n++;
	}
	return n;
}

int
standings_place(const struct standings *a, const struct standings_player *p,
    const char *game)
{
	long own = rating_shown(&standings_rated(p, game)->now);
	int place = 1;

	for (int i = 0; i < a->players; i++) {
		const struct rated *r = standings_rated(&a->player[i], game);

		place += r != NULL && rating_shown(&r->now) > own;
	}
	return place;
}
