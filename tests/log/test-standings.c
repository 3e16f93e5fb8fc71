/* SPDX-License-Identifier: MIT */
/* Outcomes, statistics and ratings (paquebot-ratings(7)). */
#include <math.h>

#include "base/mem.h"
#include "log/record.h"
#include "log/standings.h"
#include "log/turnlog.h"
#include "tests/game/toy.h"
#include "tests/run.h"

/* A game of the toy's under way, written as it goes. */
struct scribe {
	struct table *t;
	struct events events;
	struct moves legal;
	struct buf log;
	int64_t now;
};

#define START 1795000000

static void
scribe_open(struct scribe *s)
{
	static const uint8_t seed[RNG_KEY_SIZE] = { 7 };
	char hash[65] = "", hex[65] = "";
	struct turnlog_head head = { .game = "toy",
		.draws = DRAWS_NOW,
		.version = 1,
		.id = "9",
		.started = "2026-11-18T11:06:40Z",
		.seats = 2,
		.options = "-",
		.data_hash = hash,
		.seed_commit = hex,
		.seat_name = { NULL, "Anna", "Bruno" } };
	struct options none = { 0 };
	struct err e;

	memset(s, 0, sizeof *s);
	memset(hex, '0', 64);
	memcpy(hash, toy_kind.data_hash, 64);
	ck_assert_int_eq(table_new(&toy_kind, 2, &none, &s->t, &e), 0);
	table_seed(s->t, seed);
	turnlog_write_head(&s->log, &head);
	s->now = START;
	ck_assert_int_eq(table_settle(s->t, &s->events, &e), 0);
	record_events(s->t, 1, &s->events, false, s->now, &s->log);
}

static int
scribe_seat(const struct scribe *s)
{
	seat_set act = toy_rules.to_act(toy_kind.data, table_position(s->t));

	return act & SEAT_BIT(1) ? 1 : act ? 2 : 0;
}

/* The seat that is to act makes its last listed move, after so many seconds;
 * what chance then shows is written too. */
static int
scribe_move(struct scribe *s, int after)
{
	int seat = scribe_seat(s), seq = table_seq(s->t) + 1;
	struct refusal why;
	struct err e;

	toy_rules.legal(toy_kind.data, table_position(s->t), seat, &s->legal);
	s->now += after;
	events_clear(&s->events);
	ck_assert_int_eq(table_move(s->t, seat, &s->legal.at[s->legal.n - 1],
			     &s->events, &why),
	    0);
	ck_assert_int_eq(table_settle(s->t, &s->events, &e), 0);
	record_events(s->t, seq, &s->events, false, s->now, &s->log);
	return seat;
}

/* A move of any seat's, after so many seconds; after < 0: without a stamp. */
static void
scribe_make(struct scribe *s, int seat, struct move m, int after)
{
	int seq = table_seq(s->t) + 1;
	struct refusal why;

	s->now += after > 0 ? after : 0;
	events_clear(&s->events);
	ck_assert_int_eq(table_move(s->t, seat, &m, &s->events, &why), 0);
	record_events(s->t, seq, &s->events, false, after < 0 ? -1 : s->now,
	    &s->log);
}

static void
scribe_operator(struct scribe *s, const char *verb, const char *args)
{
	struct buf words = BUF_INIT;
	struct err e;

	ck_assert_int_eq(table_operator(s->t, verb, args, &e), 0);
	buf_printf(&words, "%s%s%s", verb, *args ? " " : "", args);
	turnlog_write_event(&s->log, table_seq(s->t), -1, words.data, s->now);
	buf_release(&words);
}

static void
scribe_finish(struct scribe *s)
{
	int score[SEATS_MAX + 1] = { 0 };

	while (scribe_seat(s))
		(void)scribe_move(s, scribe_seat(s) == 1 ? 60 : 600);
	game_scores(&toy_rules, toy_kind.data, table_position(s->t), score);
	turnlog_write_end(&s->log, "finished", 2, score);
}

static void
scribe_outcome(struct scribe *s, struct outcome *o)
{
	struct err e;

	ck_assert_msg(outcome_of_log(s->log.data, s->log.len, &toy_kind, o,
			  &e) == 0,
	    "%s\n%s", e.text, s->log.data);
	table_free(s->t);
	events_release(&s->events);
	moves_release(&s->legal);
	buf_release(&s->log);
}

START_TEST(a_game_in_figures)
{
	struct scribe s;
	struct outcome o;

	scribe_open(&s);
	scribe_finish(&s);
	scribe_outcome(&s, &o);
	ck_assert_str_eq(o.game, "toy");
	ck_assert_str_eq(o.id, "9");
	ck_assert_int_eq(o.end, REPLAY_FINISHED);
	ck_assert_int_eq(o.started, START);
	ck_assert_int_gt(o.ended, START);
	ck_assert_int_gt(o.draws, 1);
	for (int i = 1; i <= 2; i++) {
		ck_assert(o.seat[i].credited);
		ck_assert_int_gt(o.seat[i].moves, 5);
		ck_assert_int_gt(o.seat[i].answers, 4);
		ck_assert_int_eq(o.seat[i].waited,
		    o.seat[i].answers * (i == 1 ? 60 : 600));
		ck_assert_int_eq(o.seat[i].rank,
		    1 + (o.seat[3 - i].score > o.seat[i].score));
	}
	outcome_release(&o);
}
END_TEST

/* What is undone counts for nothing but the time that it took. */
START_TEST(undone_moves)
{
	struct scribe plain, undone;
	struct outcome a, b;
	int seq;

	scribe_open(&plain);
	scribe_open(&undone);
	seq = table_seq(undone.t) + 1;
	ck_assert_int_eq(scribe_move(&undone, 60), 1);
	scribe_operator(&undone, "undo", seq == 2 ? "2" : "?");
	scribe_finish(&plain);
	scribe_finish(&undone);
	scribe_outcome(&plain, &a);
	scribe_outcome(&undone, &b);
	ck_assert_int_eq(a.undos, 0);
	ck_assert_int_eq(b.undos, 1);
	ck_assert_int_eq(a.seat[1].moves, b.seat[1].moves);
	ck_assert_int_eq(a.seat[1].answers + 1, b.seat[1].answers);
	outcome_release(&a);
	outcome_release(&b);
}
END_TEST

/* A seat goes to who held it last if they made half of its moves. */
START_TEST(replaced_seats)
{
	struct scribe early, late, empty;
	struct outcome o;

	scribe_open(&early);
	(void)scribe_move(&early, 60);
	scribe_operator(&early, "eject", "p2");
	scribe_operator(&early, "replace", "p2");
	scribe_finish(&early);
	scribe_outcome(&early, &o);
	ck_assert(o.seat[1].credited && o.seat[2].credited);
	outcome_release(&o);

	scribe_open(&late);
	for (int i = 0; i < 8; i++)
		(void)scribe_move(&late, 60);
	while (scribe_seat(&late) != 2)
		(void)scribe_move(&late, 60);
	while (table_seq(late.t) < 28)
		(void)scribe_move(&late, 60);
	scribe_operator(&late, "replace", "p2");
	scribe_finish(&late);
	scribe_outcome(&late, &o);
	ck_assert(o.seat[1].credited && !o.seat[2].credited);
	outcome_release(&o);

	scribe_open(&empty);
	scribe_operator(&empty, "eject", "p1");
	scribe_finish(&empty);
	scribe_outcome(&empty, &o);
	ck_assert(!o.seat[1].credited && o.seat[2].credited);
	ck_assert_int_eq(o.seat[1].answers, 0);
	outcome_release(&o);
}
END_TEST

/* A decision is answered once: who goes on in their turn does not answer again
 * because another has done something meanwhile. */
START_TEST(one_answer_a_decision)
{
	struct scribe s;
	struct outcome o;

	scribe_open(&s);
	scribe_make(&s, 1, toy_move(TOY_TAKE, 0), 60);
	scribe_make(&s, 2, toy_move(TOY_STAKE, 3), 7);
	scribe_make(&s, 1, toy_move(TOY_TAKE, 0), 3600);
	scribe_outcome(&s, &o);
	ck_assert_int_eq(o.seat[1].moves, 2);
	ck_assert_int_eq(o.seat[1].answers, 1);
	ck_assert_int_eq(o.seat[1].waited, 60);
	ck_assert_int_eq(o.seat[2].answers, 0);
	outcome_release(&o);
}
END_TEST

/* The time of an answer needs a stamp on both ends. */
START_TEST(moves_without_stamps)
{
	struct scribe s;
	struct outcome o;

	scribe_open(&s);
	scribe_make(&s, 1, toy_move(TOY_TAKE, 0), -1);
	scribe_make(&s, 1, toy_move(TOY_TAKE, 0), 60);
	scribe_outcome(&s, &o);
	ck_assert_int_eq(o.seat[1].answers, 0);
	ck_assert_int_eq(o.ended, START + 60);
	outcome_release(&o);
}
END_TEST

START_TEST(not_a_log)
{
	struct outcome o;
	struct err e;

	ck_assert_int_eq(outcome_of_log("x\n", 2, &toy_kind, &o, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_ptr_null(o.id);
}
END_TEST

static void
near(double is, double want)
{
	ck_assert_msg(fabs(is - want) < 1e-6, "%.9f is not %.9f", is, want);
}

/* Two new players: c^2 = 2 (sigma^2 + beta^2), p = 1/2, worked by hand. */
START_TEST(rating_of_two)
{
	struct rating r[2] = { rating_new(), rating_new() };
	const int rank[] = { 1, 2 };
	double v = 625.0 / 9, c = sqrt(2 * v * 1.25);

	near(r[0].mu, 25);
	near(r[0].sigma, 25.0 / 3);
	ck_assert_int_eq(rating_shown(&r[0]), 0);
	rating_game(r, rank, 2);
	near(r[0].mu, 25 + v / c / 2);
	near(r[1].mu, 25 - v / c / 2);
	near(r[0].sigma, 25.0 / 3 * sqrt(1 - 25.0 / 3 / c * v / c / c / 4));
	near(r[1].sigma, r[0].sigma);
	/* The figure that other implementations print. */
	near(r[0].mu, 27.635231383);
	near(r[0].sigma, 8.065506316);
}
END_TEST

/* Algorithm 4 again, for three seats two of which share the first place, the
 * sums written out. */
START_TEST(rating_of_a_tie)
{
	struct rating r[3] = { { 25, 25.0 / 3 }, { 30, 5 }, { 20, 4 } };
	const int rank[] = { 1, 1, 3 };
	double beta2 = 625.0 / 36;
	double c = sqrt(625.0 / 9 + 25 + 16 + 3 * beta2);
	double e0 = exp(25 / c), e1 = exp(30 / c), e2 = exp(20 / c);
	double all = e0 + e1 + e2;
	double p0 = e0 / all, p1 = e1 / all, p2 = e2 / all;

	rating_game(r, rank, 3);
	/* Seat 0: q = 0 and q = 1, both shared by two. */
	near(r[0].mu, 25 + 625.0 / 9 / c * ((1 - p0) / 2 - p0 / 2));
	near(r[1].mu, 30 + 25 / c * ((1 - p1) / 2 - p1 / 2));
	/* Seat 2 is behind both, and last: the third sum is 1 - 1. */
	near(r[2].mu, 20 + 16 / c * (-p2 / 2 - p2 / 2));
	near(r[2].sigma,
	    4 * sqrt(1 - 4 / c * 16 / c / c * (2 * p2 * (1 - p2) / 2)));
}
END_TEST

/* The model of the paper's section 5.5, of which Algorithm 4 is the gradient
 * and the diagonal of the Hessian: each place is won against those at or
 * behind it, and who shares one shares its weight. */
static double
log_likelihood(const double *mu, const int *rank, int n, double c)
{
	double sum = 0;

	for (int q = 0; q < n; q++) {
		double field = 0;
		int sharers = 0;

		for (int s = 0; s < n; s++) {
			field += rank[s] >= rank[q] ? exp(mu[s] / c) : 0;
			sharers += rank[s] == rank[q];
		}
		sum += (mu[q] / c - log(field)) / sharers;
	}
	return sum;
}

/* Its first and second derivative by mu[i], by differences. */
static void
derive(double *mu, const int *rank, int n, double c, int i, double *first,
    double *second)
{
	const double h = 1e-2, at = mu[i];
	double below, here = log_likelihood(mu, rank, n, c), above;

	mu[i] = at - h;
	below = log_likelihood(mu, rank, n, c);
	mu[i] = at + h;
	above = log_likelihood(mu, rank, n, c);
	mu[i] = at;
	*first = (above - below) / (2 * h);
	*second = (above - 2 * here + below) / (h * h);
}

static void
check_by_model(const struct rating *before, const struct rating *after,
    const int *rank, int n)
{
	double mu[SEATS_MAX], c = 0, first, second;

	for (int i = 0; i < n; i++) {
		mu[i] = before[i].mu;
		c += before[i].sigma * before[i].sigma + 625.0 / 36;
	}
	c = sqrt(c);
	for (int i = 0; i < n; i++) {
		double v = before[i].sigma * before[i].sigma;

		derive(mu, rank, n, c, i, &first, &second);
		ck_assert_msg(fabs(after[i].mu - (mu[i] + v * first)) < 1e-4,
		    "mu %.7f", after[i].mu);
		ck_assert_msg(fabs(after[i].sigma -
				  sqrt(v *
				      (1 + before[i].sigma / c * v * second))) <
			1e-4,
		    "sigma %.7f", after[i].sigma);
	}
}

/* Ratings and places of every kind, ties of two and more among them. */
START_TEST(rating_by_the_model)
{
	struct rng r;
	int ties = 0;

	rng_init_number(&r, 5);
	for (int game = 0; game < 500; game++) {
		struct rating before[SEATS_MAX] = { { 0 } };
		struct rating after[SEATS_MAX];
		int n = 2 + (int)rng_below(&r, SEATS_MAX - 1);
		int points[SEATS_MAX], rank[SEATS_MAX];

		for (int i = 0; i < n; i++) {
			before[i].mu = 10 + rng_below(&r, 3000) / 100.0;
			before[i].sigma = 1 + rng_below(&r, 733) / 100.0;
			points[i] = (int)rng_below(&r, 5);
		}
		for (int i = 0; i < n; i++) {
			rank[i] = 1;
			for (int s = 0; s < n; s++) {
				rank[i] += points[s] > points[i];
				ties += s != i && points[s] == points[i];
			}
		}
		memcpy(after, before, sizeof after);
		rating_game(after, rank, n);
		check_by_model(before, after, rank, n);
	}
	ck_assert_int_gt(ties, 500);
}
END_TEST

static void
add(struct standings *a, int64_t ended, const char *id, enum replay_end end,
    const char *names, const int *rank)
{
	struct outcome o = { .game = "toy",
		.ended = ended,
		.end = end,
		.id = mem_dup(id) };

	for (const char *p = names; *p; p++) {
		struct outcome_seat *s = &o.seat[++o.seats];

		s->name = mem_ndup(p, 1);
		s->credited = *p != '-';
		s->rank = rank[o.seats - 1];
		s->score = 100 - s->rank;
	}
	standings_add(a, &o);
}

/* The order of the games is that of their ends, whatever came in first. */
START_TEST(standings_in_any_order)
{
	static const int first[] = { 1, 2, 3 }, tie[] = { 1, 1, 3 };
	struct standings a = { 0 }, b = { 0 };
	const struct standings_player *best[8];

	add(&a, 10, "9", REPLAY_FINISHED, "ABC", first);
	add(&a, 10, "10", REPLAY_FINISHED, "BAC", tie);
	add(&a, 30, "2", REPLAY_FINISHED, "CA-", first);
	add(&a, 40, "3", REPLAY_CANCELLED, "AB", first);
	add(&a, 50, "4", REPLAY_OPEN, "AB", first);
	add(&b, 50, "4", REPLAY_OPEN, "AB", first);
	add(&b, 10, "10", REPLAY_FINISHED, "BAC", tie);
	add(&b, 40, "3", REPLAY_CANCELLED, "AB", first);
	add(&b, 30, "2", REPLAY_FINISHED, "CA-", first);
	add(&b, 10, "9", REPLAY_FINISHED, "ABC", first);
	standings_close(&a);
	standings_close(&b);
	ck_assert_int_eq(a.players, 3);
	ck_assert_ptr_null(standings_find(&a, "-"));
	for (int i = 0; i < 3; i++) {
		const struct rated *x = standings_rated(&a.player[i], "toy");
		const struct rated *y = standings_rated(&b.player[i], "toy");

		ck_assert_str_eq(a.player[i].name, b.player[i].name);
		ck_assert_int_eq(x->n, y->n);
		for (int k = 0; k < x->n; k++) {
			ck_assert_str_eq(x->step[k].game->id,
			    y->step[k].game->id);
			ck_assert(memcmp(&x->step[k].after, &y->step[k].after,
				      sizeof(struct rating)) == 0);
		}
	}
	ck_assert_int_eq(standings_ranking(&a, "toy", best), 3);
	for (int i = 0; i < 2; i++)
		ck_assert_int_gt(rating_shown(&best[i]->rated[0].now),
		    rating_shown(&best[i + 1]->rated[0].now));
	ck_assert_int_eq(standings_ranking(&a, "other", best), 0);
	standings_release(&a);
	standings_release(&b);
}
END_TEST

START_TEST(standings_count)
{
	static const int first[] = { 1, 2, 3 }, tie[] = { 1, 1, 3 };
	struct standings a = { 0 };
	const struct standings_player *p;

	add(&a, 10, "9", REPLAY_FINISHED, "ABC", first);
	add(&a, 20, "10", REPLAY_FINISHED, "BAC", tie);
	add(&a, 30, "2", REPLAY_CANCELLED, "BAC", first);
	add(&a, 40, "3", REPLAY_FINISHED, "AB", first);
	add(&a, 50, "4", REPLAY_OPEN, "AB", first);
	standings_close(&a);
	p = standings_find(&a, "A");
	ck_assert_int_eq(p->tallies, 2);
	ck_assert_int_eq(p->tally[0].seats, 2);
	ck_assert_int_eq(p->tally[0].games, 1);
	ck_assert_int_eq(p->tally[1].games, 2);
	ck_assert_int_eq(p->tally[1].wins, 1);
	ck_assert_int_eq(p->tally[1].shared, 1);
	ck_assert_int_eq(p->tally[1].abandoned, 1);
	ck_assert_int_eq(p->tally[1].points, 99 + 99);
	standings_release(&a);
}
END_TEST

/* Who sits twice at a table is not rated for beating themselves there. */
START_TEST(nobody_plays_himself)
{
	static const int first[] = { 1, 2, 3 };
	struct standings a = { 0 };

	add(&a, 10, "1", REPLAY_FINISHED, "AAB", first);
	standings_close(&a);
	ck_assert_ptr_null(standings_rated(standings_find(&a, "A"), "toy"));
	ck_assert_ptr_null(standings_rated(standings_find(&a, "B"), "toy"));
	ck_assert_int_eq(standings_find(&a, "A")->tally[0].games, 2);
	standings_release(&a);
}
END_TEST

CASES(tests)
{
	mem_init_json();
	ADD_TESTS(t, a_game_in_figures, undone_moves, replaced_seats,
	    one_answer_a_decision, moves_without_stamps, not_a_log,
	    rating_of_two, rating_of_a_tie, rating_by_the_model,
	    standings_in_any_order, standings_count, nobody_plays_himself);
}
