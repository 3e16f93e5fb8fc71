/* SPDX-License-Identifier: MIT */
/* Outcomes and statistics (paquebot-ratings(7)). */
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

/* The time that the one before took is not that of who takes the seat. */
START_TEST(answers_of_the_last_holder)
{
	struct scribe s;
	struct outcome o;

	scribe_open(&s);
	while (scribe_seat(&s) != 2)
		(void)scribe_move(&s, 60);
	(void)scribe_move(&s, 90000);
	while (scribe_seat(&s) == 2)
		(void)scribe_move(&s, 60);
	scribe_operator(&s, "eject", "p2");
	scribe_operator(&s, "replace", "p2");
	scribe_finish(&s);
	scribe_outcome(&s, &o);
	ck_assert(o.seat[2].credited);
	ck_assert_int_gt(o.seat[2].answers, 2);
	ck_assert_int_eq(o.seat[2].waited, o.seat[2].answers * 600);
	ck_assert_int_eq(o.seat[1].waited, o.seat[1].answers * 60);
	outcome_release(&o);
}
END_TEST

/* A game in which of the first turns of the second seat so many are ended by an
 * act of the clock. */
static void
late_game(const char *act, int turns, struct outcome *o)
{
	struct scribe s;
	int seat = 0;

	scribe_open(&s);
	while (scribe_seat(&s) != 0) {
		if (scribe_seat(&s) == 2 && seat != 2 && turns-- > 0)
			scribe_operator(&s, "set-clock", act);
		seat = scribe_seat(&s);
		(void)scribe_move(&s, 60);
	}
	scribe_finish(&s);
	scribe_outcome(&s, o);
	ck_assert(o->seat[1].credited && o->seat[1].rated);
}

/* What is moved for a seat is no move of its holder's: with more than a third
 * of such turns it is not rated, with more than half of such moves the game is
 * not theirs (paquebot-ratings(7)). The toy has twelve turns, six a seat. */
START_TEST(late_turns)
{
	static const struct {
		const char *act;
		int turns;
		bool credited, rated;
	} cases[] = {
		{ "p2 over=bot", 2, true, true },
		{ "p2 over=bot", 3, true, false },
		{ "p2 over=pass", 3, true, false },
		{ "p2 process=pass", 3, true, false },
		{ "p2 over=wait", 6, true, true },
		{ "p1 over=bot", 6, true, true },
		{ "p2 due=2026-11-19T11:06:40Z", 6, true, true },
		{ "p2 over=bot", 5, false, false },
		{ "p2 over=bot", 6, false, false },
	};
	struct outcome o;

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		late_game(cases[i].act, cases[i].turns, &o);
		ck_assert_msg(o.seat[2].credited == cases[i].credited &&
			o.seat[2].rated == cases[i].rated,
		    "%s, %d turns", cases[i].act, cases[i].turns);
		outcome_release(&o);
	}
}
END_TEST

/* Whoever comes back by an undo, or takes the seat over, moves by themselves:
 * two turns that end late are no more than a third. */
static void
late_no_more(const char *verb, int returns)
{
	struct scribe s;
	struct outcome o;
	int seat = 0, turns = 0;

	scribe_open(&s);
	while (scribe_seat(&s) != 0) {
		if (scribe_seat(&s) == 2 && seat != 2 &&
		    turns++ < returns + 2) {
			char undone[12];

			(void)snprintf(undone, sizeof undone, "%d",
			    table_seq(s.t) + 1);
			scribe_operator(&s, "set-clock", "p2 over=bot");
			if (turns <= returns)
				scribe_operator(&s, verb,
				    strcmp(verb, "undo") == 0 ? undone : "p2");
		}
		seat = scribe_seat(&s);
		(void)scribe_move(&s, 60);
	}
	scribe_finish(&s);
	scribe_outcome(&s, &o);
	ck_assert_msg(o.seat[2].credited && o.seat[2].rated, "%s", verb);
	outcome_release(&o);
}

START_TEST(own_turns_after_late_ones)
{
	late_no_more("undo", 4);
	late_no_more("replace", 1);
}
END_TEST

/* Nobody is rated at a table with a computer player. */
START_TEST(computers_table)
{
	struct scribe s;
	struct outcome o;
	struct buf log = BUF_INIT;
	struct err e;
	const char *top;

	scribe_open(&s);
	scribe_finish(&s);
	top = strstr(s.log.data, "\n\n") + 1;
	buf_add(&log, s.log.data, (size_t)(top - s.log.data));
	buf_str(&log, "Computers: p1\n");
	buf_str(&log, top);
	ck_assert_msg(outcome_of_log(log.data, log.len, &toy_kind, &o, &e) == 0,
	    "%s", e.text);
	ck_assert(!o.seat[1].credited && o.seat[2].credited);
	ck_assert(!o.seat[1].rated && !o.seat[2].rated);
	outcome_release(&o);
	scribe_outcome(&s, &o);
	ck_assert(o.seat[1].rated && o.seat[2].rated);
	outcome_release(&o);
	buf_release(&log);
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
		s->rated = s->credited;
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

START_TEST(mean_points)
{
	static const struct {
		struct tally t;
		long mean;
	} cases[] = {
		{ { .points = 17, .games = 3 }, 57 },
		{ { .points = 16, .games = 3 }, 53 },
		{ { .points = -17, .games = 3 }, -57 },
		{ { .points = -1, .games = 4 }, -3 },
		{ { .points = 1, .games = 4 }, 3 },
		{ { .points = 0, .games = 0 }, 0 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		ck_assert_int_eq(tally_mean(&cases[i].t), cases[i].mean);
}
END_TEST

/* Equal ratings share a place. */
START_TEST(places)
{
	static const int rank[] = { 1, 2, 2, 4 };
	static const struct {
		const char *name;
		int place;
	} cases[] = { { "C", 1 }, { "A", 2 }, { "B", 2 }, { "D", 4 } };
	struct standings a = { 0 };

	add(&a, 10, "1", REPLAY_FINISHED, "CABD", rank);
	standings_close(&a);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(standings_place(&a,
				     standings_find(&a, cases[i].name), "toy"),
		    cases[i].place);
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
	    answers_of_the_last_holder, late_turns, own_turns_after_late_ones,
	    computers_table, one_answer_a_decision, moves_without_stamps,
	    not_a_log, standings_in_any_order, standings_count, mean_points,
	    places, nobody_plays_himself);
}
