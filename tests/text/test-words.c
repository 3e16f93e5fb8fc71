/* SPDX-License-Identifier: MIT */

/*
 * The moves of every game in the words of every language that is shipped:
 * what a mail offers is read as the move that it stands for, by a writer of
 * that language among the words of all of them, and also with its verb cut
 * to three letters, as the rules promise.
 */

#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "game/reading.h"
#include "game/rules.h"
#include "game/verbs.h"
#include "tests/run.h"
#include "tests/srcdir.h"
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

/* "vavaʻu" is vavau, "bora bora" bora-bora. */
static bool
same_letters(const char *title, const char *id)
{
	for (; *title != '\0'; title++) {
		if ((unsigned char)*title >= 0x80)
			continue;
		if ((*title == ' ' ? '-' : *title) != *id++)
			return false;
	}
	return *id == '\0';
}

/* A word of the writer's language, or what a thing is called in all of them. */
static bool
is_known(const struct trial *t, const char *lang, const char *word, size_t len)
{
	static const char *const kinds[] = { "ship", "island", "place", "sea" };
	const struct names *names = texts_names(texts, t->kind->rules->name,
	    lang);
	struct buf id = BUF_INIT, title = BUF_INIT;
	bool known = false;

	buf_add(&id, word, len);
	for (size_t i = 0; i < names->n; i++)
		known |= names->at[i].rank == 0 &&
		    strcmp(names->at[i].word, id.data) == 0;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const char *name = verbs_title(t->kind->data, kinds[i],
		    id.data);

		if (name == NULL)
			continue;
		buf_clear(&title);
		utf8_fold(name, strlen(name), &title);
		known |= same_letters(title.data, id.data);
	}
	buf_release(&id);
	buf_release(&title);
	return known;
}

/* No English word is left in a move that is in another language. */
static void
assert_own_words(const struct trial *t, const char *lang, const char *said)
{
	for (const char *p = said; *p != '\0';) {
		size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789-");

		ck_assert_msg(n == 0 || strcspn(p, "0123456789") < n ||
			is_known(t, lang, p, n),
		    "%s: \"%.*s\" is English in \"%s\"", lang, (int)n, p, said);
		p += n + (p[n] != '\0' && n == 0);
	}
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
		assert_own_words(t, lang, said.data);
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

static void
open_trial(struct trial *t, const char *game)
{
	*t = (struct trial){ .legal = MOVES_INIT };
	ck_assert_int_eq(game_open(game, &t->kind, &e), 0);
	t->pos = mem_alloc(t->kind->rules->position_size);
	rng_init_number(&t->r, 7);
	ck_assert_int_eq(game_setup(t->kind->rules, t->kind->data,
			     t->kind->rules->max_seats, NULL, t->pos, &e),
	    0);
}

static void
close_trial(struct trial *t)
{
	moves_release(&t->legal);
	free(t->pos);
}

START_TEST(what_is_offered_is_read)
{
	struct trial t;

	open_trial(&t, game_registry[_i]->name);
	for (int i = 0; i < TURNS && !game_over(t.pos); i++) {
		if (game_chance_due(t.kind->rules, t.kind->data, t.pos))
			chance(&t);
		else
			turn(&t);
	}
	ck_assert(langs_other(texts, 0) == NULL || t.said > TURNS);
	close_trial(&t);
}
END_TEST

/* What the games' books call things, and what we called them before. */
static const struct {
	const char *game, *lang, *said, *canonical;
} books[] = {
	{ "antwerp", "nl", "vaar vaargeul wit", "sail white" },
	{ "antwerp", "nl", "vaar kanaal wit", "sail white" },
	{ "antwerp", "nl", "vaar purper", "sail purple" },
	{ "antwerp", "nl", "vaar paars", "sail purple" },
	{ "antwerp", "nl", "ruil opdracht o05", "exchange o05" },
	{ "antwerp", "nl", "ruil bestelling o05", "exchange o05" },
	{ "antwerp", "nl", "vervul o05", "fulfil o05" },
	{ "antwerp", "nl", "lever o05", "fulfil o05" },
	{ "antwerp", "nl", "voltooi opdracht o05", "fulfil o05" },
	{ "atlantic-star", "nl", "krediet oostzee 8000", "loan baltic 8000" },
	{ "atlantic-star", "nl", "leen oostzee 8000", "loan baltic 8000" },
	{ "atlantic-star", "nl", "lening oostzee 8.000", "loan baltic 8000" },
	{ "atlantic-star", "it", "prestito baltico 8000", "loan baltic 8000" },
	{ "atlantic-star", "it", "credito baltico 8000", "loan baltic 8000" },
	{ "claim", "nl", "stuw paars=2", "stow purple=2" },
	{ "claim", "nl", "stuw purper=2", "stow purple=2" },
	{ "clippers", "nl", "leg purper tahiti>moorea",
	    "lay purple tahiti>moorea" },
	{ "clippers", "nl", "leg paars tahiti>moorea",
	    "lay purple tahiti>moorea" },
	{ "clippers", "nl", "leg een rood staafje tahiti>moorea",
	    "lay red tahiti>moorea" },
	{ "clippers", "nl", "leg een rood stokje tahiti>moorea",
	    "lay red tahiti>moorea" },
	{ "clippers", "nl", "open rode handelsroute tahiti>moorea",
	    "open red tahiti>moorea" },
	{ "clippers", "nl", "open rode lijn tahiti>moorea",
	    "open red tahiti>moorea" },
	{ "clippers", "it", "posa bastoncino viola tahiti>moorea",
	    "lay purple tahiti>moorea" },
	{ "claim", "en", "fly b 6", "fly ship B6 cost=1" },
	{ "claim", "en", "flyb6", "fly ship B6 cost=1" },
	{ "claim", "en", "Fly to B 6", "fly ship B6 cost=1" },
	{ "claim", "it", "vola in b 6", "fly ship B6 cost=1" },
	{ "claim", "it", "vola a 6", "" },
	{ "antwerp", "en", "load toys s 1", "load toys S1" },
};

static bool
means(const struct trial *t, const char *lang, const char *said,
    const char *canonical)
{
	const struct game_kind *k = t->kind;
	int seat = first_seat(k->rules->to_act(k->data, t->pos));
	struct buf again = BUF_INIT;
	struct refusal why = { 0 };
	struct move mv;
	bool read = reading_move(k, t->pos, seat,
			texts_names(texts, NULL, lang),
			texts_names(texts, k->rules->name, lang), said, &mv,
			&why) == 0;

	if (read) {
		ck_assert_msg(*canonical != '\0', "\"%s\" is read", said);
		k->rules->format(k->data, t->pos, seat, &mv, &again);
		ck_assert_str_eq(buf_text(&again), canonical);
	}
	buf_release(&again);
	return read;
}

/* At the first moment of a game when such a move is asked for. */
START_TEST(the_books_words_are_read)
{
	struct trial t;
	int turns = 0;

	open_trial(&t, books[_i].game);
	for (; turns < TURNS; turns++) {
		if (game_chance_due(t.kind->rules, t.kind->data, t.pos))
			chance(&t);
		else if (means(&t, books[_i].lang, books[_i].said,
			     books[_i].canonical))
			break;
		else
			turn(&t);
	}
	ck_assert_msg(turns < TURNS || *books[_i].canonical == '\0',
	    "\"%s\" is not read", books[_i].said);
	close_trial(&t);
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
	tcase_add_loop_test(t, the_books_words_are_read, 0,
	    sizeof books / sizeof *books);
}
