/* SPDX-License-Identifier: MIT */

/*
 * The moves of every game in the words of every language that is shipped:
 * what a mail offers is read as the move that it stands for, by a writer of
 * that language among the words of all of them, and also with its verb cut
 * to three letters, as the rules promise.
 */

#include <string.h>

#include "base/mem.h"
#include "game/rules.h"
#include "tests/run.h"
#include "tests/text/langs.h"

enum { MOVES_TRIED = 40, TURNS = 120 };

static struct texts *texts;
static struct err e;

/* One game that is played at random. */
struct trial {
	const struct game_kind *kind;
	void *pos; /* owned */
	struct rng r;
	struct moves legal;
	int said; /* moves that were in other words */
};

static void
assert_read(struct trial *t, int seat, const char *lang, const char *said,
    const char *canonical)
{
	const struct game_kind *k = t->kind;
	struct refusal why = { 0 };
	struct buf again = BUF_INIT;
	struct move mv;

	ck_assert_msg(k->rules->parse(k->data, t->pos, seat,
			  texts_names(texts, k->rules->name, lang), said, &mv,
			  &why) == 0,
	    "%s, \"%s\" for \"%s\": %s", lang, said, canonical, why.code);
	k->rules->format(k->data, t->pos, seat, &mv, &again);
	ck_assert_str_eq(buf_text(&again), canonical);
	buf_release(&again);
}

/* "rondreis oostzee ..." -> "ron oostzee ...". */
static void
cut_verb(const char *said, struct buf *out)
{
	size_t n = strcspn(said, " ");

	buf_add(out, said, n < 3 ? n : 3);
	buf_str(out, said + n);
}

static void
check_move(struct trial *t, int seat, const struct move *mv)
{
	const struct game_kind *k = t->kind;
	struct buf canonical = BUF_INIT, said = BUF_INIT, cut = BUF_INIT;
	const char *lang;

	k->rules->format(k->data, t->pos, seat, mv, &canonical);
	for (size_t i = 0; (lang = langs_other(texts, i)); i++) {
		buf_clear(&said);
		buf_clear(&cut);
		ck_assert(texts_localise(texts, lang, k->rules->name,
		    buf_text(&canonical), &said));
		assert_read(t, seat, lang, said.data, canonical.data);
		cut_verb(said.data, &cut);
		assert_read(t, seat, lang, cut.data, canonical.data);
		t->said += strcmp(said.data, canonical.data) != 0;
	}
	buf_release(&canonical);
	buf_release(&said);
	buf_release(&cut);
}

static int
first_seat(seat_set set)
{
	int seat = 1;

	while (!(set & SEAT_BIT(seat)))
		seat++;
	return seat;
}

static void
chance(struct trial *t)
{
	const struct game_kind *k = t->kind;
	struct event ev;

	k->rules->draw(k->data, t->pos, &t->r, &ev);
	ck_assert_int_eq(k->rules->chance(k->data, t->pos, &ev, NULL, &e), 0);
}

/* Tries some of the legal moves, makes one of them. */
static void
turn(struct trial *t)
{
	const struct game_kind *k = t->kind;
	int seat = first_seat(k->rules->to_act(k->data, t->pos));
	struct refusal why = { 0 };
	int step;

	k->rules->legal(k->data, t->pos, seat, &t->legal);
	step = t->legal.n / MOVES_TRIED + 1;
	for (int i = 0; i < t->legal.n; i += step)
		check_move(t, seat, &t->legal.at[i]);
	ck_assert_int_eq(
	    k->rules->apply(k->data, t->pos, seat,
		&t->legal.at[rng_below(&t->r, (uint32_t)t->legal.n)], NULL,
		&why),
	    0);
}

START_TEST(what_is_offered_is_read)
{
	struct trial t = { .legal = MOVES_INIT };
	const struct game_rules *rules;

	ck_assert_int_eq(game_open(game_registry[_i]->name, &t.kind, &e), 0);
	rules = t.kind->rules;
	t.pos = mem_alloc(rules->position_size);
	rng_init_number(&t.r, 7);
	ck_assert_int_eq(game_setup(rules, t.kind->data, rules->max_seats, NULL,
			     t.pos, &e),
	    0);
	for (int i = 0; i < TURNS && !game_over(t.pos); i++) {
		if (game_chance_due(rules, t.kind->data, t.pos))
			chance(&t);
		else
			turn(&t);
	}
	ck_assert(langs_other(texts, 0) == NULL || t.said > TURNS);
	moves_release(&t.legal);
	free(t.pos);
}
END_TEST

CASES(tests)
{
	int games = 0;

	if (texts_open(PAQUEBOT_SRCDIR "/templates", &texts, &e)) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	while (game_registry[games] != NULL)
		games++;
	tcase_add_loop_test(t, what_is_offered_is_read, 0, games);
}
