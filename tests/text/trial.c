/* SPDX-License-Identifier: MIT */
#include "tests/text/trial.h"

#include <check.h>

#include "base/mem.h"
#include "game/verbs.h"

static struct err e;

const char *const trial_who[SEATS_MAX + 1] = { NULL, "Anna", "Bruno", "Carla",
	"Dirk", "Eva", "Frits" };

static const char *
title(const void *data, const char *kind, const char *id)
{
	const struct game_kind *k = data;

	return verbs_title(k->data, kind, id);
}

struct dress
trial_dress(const struct trial *t, const char *lang, const char *const *who,
    int reader)
{
	return (struct dress){ .lang = lang,
		.game = t->kind->rules->name,
		.title = title,
		.data = t->kind,
		.who = who,
		.reader = reader };
}

void *
trial_seen(const struct trial *t, int reader)
{
	void *pos = malloc(t->kind->rules->position_size);

	game_see(t->kind->rules, t->kind->data, t->pos, reader, pos);
	return pos;
}

int
trial_seat(seat_set set)
{
	int seat = 1;

	while (!(set & SEAT_BIT(seat)))
		seat++;
	return seat;
}

void
trial_step(struct trial *t)
{
	const struct game_kind *k = t->kind;
	struct refusal why = { 0 };
	struct event ev;
	struct move mv;
	int seat;

	if (game_chance_due(k->rules, k->data, t->pos)) {
		k->rules->draw(k->data, t->pos, &t->r, &ev);
		ck_assert_int_eq(k->rules->chance(k->data, t->pos, &ev, NULL,
				     &e),
		    0);
		return;
	}
	seat = trial_seat(k->rules->to_act(k->data, t->pos));
	k->rules->legal(k->data, t->pos, seat, &t->legal);
	mv = t->legal.at[rng_below(&t->r, (uint32_t)t->legal.n)];
	if (rng_below(&t->r, 3) > 0)
		k->rules->wits.choose(k->data, t->pos, seat, &t->r, &mv);
	ck_assert_int_eq(k->rules->apply(k->data, t->pos, seat, &mv, NULL,
			     &why),
	    0);
}

void
trial_begin(struct trial *t, const char *game, int seats)
{
	memset(t, 0, sizeof *t);
	ck_assert_int_eq(game_open(game, &t->kind, &e), 0);
	t->pos = mem_alloc(t->kind->rules->position_size);
	rng_init_number(&t->r, (uint64_t)seats);
	ck_assert_int_eq(game_setup(t->kind->rules, t->kind->data, seats, NULL,
			     t->pos, &e),
	    0);
}

void
trial_end(struct trial *t)
{
	moves_release(&t->legal);
	free(t->pos);
}
