/* SPDX-License-Identifier: MIT */

/* What is kept of games that are over, and the mails that tell it: stats,
 * ratings (paquebot-ratings(7)). */

#include <check.h>

#include "api.h"
#include "match/rebuild.h"
#include "match/results.h"
#include "store/result.h"
#include "store/sql.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;

/* A game of two to its end. */
static int64_t
play(const struct game_rules *rules, int seats, uint8_t seed)
{
	int64_t id = api_found(rules, seats, seed);

	api_begin(id);
	while (api_move(id))
		;
	return id;
}

static void
read_standings(struct standings *a)
{
	ck_assert_msg(results_read(api_house(), a, &e) == 0, "%s", e.text);
}

/* The rows say what the log says. */
static void
compare(const struct standings *rows, int64_t id)
{
	struct buf log = BUF_INIT;
	struct outcome o;
	const struct outcome *row = NULL;

	api_log(id, false, &log);
	ck_assert_int_eq(outcome_of_log(log.data, log.len, NULL, &o, &e), 0);
	for (int i = 0; i < rows->n; i++)
		if (strcmp(rows->at[i].id, o.id) == 0)
			row = &rows->at[i];
	ck_assert_ptr_nonnull(row);
	ck_assert_str_eq(row->game, o.game);
	ck_assert_int_eq(row->ended, o.ended);
	ck_assert_int_eq(row->end, o.end);
	for (int s = 1; s <= o.seats; s++) {
		const struct outcome_seat *a = &row->seat[s], *b = &o.seat[s];

		ck_assert_int_eq(a->score, b->score);
		ck_assert_int_eq(a->rank, b->rank);
		ck_assert_int_eq(a->moves, b->moves);
		ck_assert_int_eq(a->answers, b->answers);
		ck_assert_int_eq(a->waited, b->waited);
		ck_assert_int_eq(a->credited, b->credited);
		ck_assert_int_eq(a->rated, b->rated);
		if (a->credited)
			ck_assert_str_eq(a->name, b->name);
	}
	outcome_release(&o);
	buf_release(&log);
}

START_TEST(rows_of_finished_games)
{
	struct standings a;
	int64_t id[16];
	int n = 0;

	scene_open(&api, true);
	for (int k = 0; game_registry[k]; k++)
		if (fresh_tries(k, 2))
			id[n++] = play(game_registry[k],
			    game_registry[k]->max_seats, (uint8_t)(k + 1));
	read_standings(&a);
	ck_assert_int_eq(a.n, n);
	for (int i = 0; i < n; i++)
		compare(&a, id[i]);
	standings_release(&a);
	scene_close(&api);
}
END_TEST

/* An end that is taken back is none; one that comes again counts once. Where
 * it has shown what was hidden it stays. */
START_TEST(an_end_taken_back)
{
	struct standings a;
	struct refusal why;
	struct match *m;
	int64_t id;

	scene_open(&api, true);
	ck_assert_ptr_nonnull(game_registry[0]->vary);
	id = play(game_registry[0], 2, 3);
	m = api_open(id);
	ck_assert_int_eq(match_undo(m, m->game.board - 3, &why, &e), -1);
	ck_assert_str_eq(why.code, "game-disclosed");
	match_drop(m);
	db_abort(api.db);
	desk_forget(&api.desk);
	scene_close(&api);
	scene_open(&api, true);
	ck_assert_ptr_null(game_find("clippers")->vary);
	id = play(game_find("clippers"), 2, 3);
	m = api_open(id);
	ck_assert_int_eq(match_undo(m, m->game.board - 3, &why, &e), 0);
	api_finish(m);
	read_standings(&a);
	ck_assert_int_eq(a.n, 0);
	standings_release(&a);
	while (api_move(id))
		;
	read_standings(&a);
	ck_assert_int_eq(a.n, 1);
	compare(&a, id);
	standings_release(&a);
	scene_close(&api);
}
END_TEST

/* A game that its moderator takes out of ratings before it begins counts in no
 * statistics either, in the log as in the rows. */
START_TEST(unrated)
{
	struct standings a;
	struct buf log = BUF_INIT;
	int64_t id;

	scene_open(&api, true);
	id = api_found(game_registry[0], 2, 6);
	scene_moderate(&api, id, "unrated off");
	scene_moderate(&api, id, "unrated: a friendly one");
	api_begin(id);
	while (api_move(id))
		;
	api_log(id, false, &log);
	ck_assert_msg(strstr(log.data, "rated=no") != NULL, "%s", log.data);
	read_standings(&a);
	ck_assert_int_eq(a.n, 1);
	compare(&a, id);
	ck_assert_int_eq(a.players, 0);
	standings_release(&a);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

/* A computer player's seat counts for nobody, in the log as in the rows. */
START_TEST(computers_and_cancelled)
{
	struct standings a;
	struct refusal why;
	struct match *m;
	struct buf log = BUF_INIT;
	int64_t id, other;

	scene_open(&api, true);
	id = scene_game(&api, "Anna =Deep", "-", 4);
	m = api_open(id);
	ck_assert_int_eq(match_begin(m, &why, &e), 0);
	api_finish(m);
	while (api_move(id))
		;
	api_log(id, false, &log);
	ck_assert(strstr(log.data, "\nComputers: p2\n\n") != NULL);
	other = scene_game(&api, "Anna Bruno", "-", 5);
	m = api_open(other);
	ck_assert_int_eq(match_begin(m, &why, &e), 0);
	api_finish(m);
	ck_assert(api_move(other));
	m = api_open(other);
	ck_assert_int_eq(match_cancel(m, true, &why, &e), 0);
	api_finish(m);
	read_standings(&a);
	ck_assert_int_eq(a.n, 2);
	compare(&a, id);
	compare(&a, other);
	ck_assert_int_eq(a.players, 2);
	ck_assert_ptr_null(standings_rated(standings_find(&a, "Anna"),
	    "atlantic-star"));
	ck_assert_int_eq(standings_find(&a, "Anna")->tally[0].games, 1);
	ck_assert_int_eq(standings_find(&a, "Anna")->tally[0].abandoned, 1);
	standings_release(&a);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

static void
read_logs(const int64_t *id, int n, struct standings *a)
{
	memset(a, 0, sizeof *a);
	for (int i = n; i-- > 0;) {
		struct buf log = BUF_INIT;
		struct outcome o;

		api_log(id[i], false, &log);
		ck_assert_int_eq(outcome_of_log(log.data, log.len, NULL, &o,
				     &e),
		    0);
		standings_add(a, &o);
		buf_release(&log);
	}
	standings_close(a);
}

static void
same_player(const struct standings_player *a, const struct standings_player *b)
{
	ck_assert_str_eq(a->name, b->name);
	ck_assert_int_eq(a->tallies, b->tallies);
	ck_assert_int_eq(a->ratings, b->ratings);
	for (int i = 0; i < a->tallies; i++) {
		const struct tally *x = &a->tally[i], *y = &b->tally[i];

		ck_assert_str_eq(x->game, y->game);
		ck_assert(x->seats == y->seats && x->games == y->games &&
		    x->wins == y->wins && x->shared == y->shared &&
		    x->abandoned == y->abandoned && x->points == y->points &&
		    x->answers == y->answers && x->waited == y->waited);
	}
	for (int i = 0; i < a->ratings; i++) {
		const struct rated *x = &a->rated[i], *y = &b->rated[i];

		ck_assert_int_eq(x->n, y->n);
		for (int k = 0; k < x->n; k++) {
			ck_assert_str_eq(x->step[k].game->id,
			    y->step[k].game->id);
			ck_assert(memcmp(&x->step[k].after, &y->step[k].after,
				      sizeof(struct rating)) == 0);
		}
	}
}

/* A store and the logs of its games, in any order, rate alike: with seats that
 * changed hands, moves taken back, a game that was cancelled, one that goes
 * on, and one that never began. */
START_TEST(store_and_logs_agree)
{
	int64_t id[API_GAMES + 1];
	struct standings a, b;
	struct refusal why;
	struct match *m;
	int n;

	scene_open(&api, true);
	n = api_found_all(id);
	for (int i = 0; i < n; i++) {
		api_adventures(id[i]);
		while (i > 1 && api_move(id[i]))
			;
	}
	id[n++] = api_found(game_registry[0], 2, 99);
	for (int i = 0; i < n; i += n - 1) {
		m = api_open(id[i]);
		ck_assert_int_eq(match_cancel(m, true, &why, &e), 0);
		api_finish(m);
	}
	read_standings(&a);
	read_logs(id, n, &b);
	ck_assert_int_eq(a.players, b.players);
	for (int i = 0; i < a.players; i++)
		same_player(&a.player[i], &b.player[i]);
	ck_assert_ptr_nonnull(standings_rated(standings_find(&a, "Gina"),
	    "claim"));
	standings_release(&a);
	standings_release(&b);
	scene_close(&api);
}
END_TEST

START_TEST(lost_rows_come_back)
{
	struct standings a;
	struct rebuilt r;
	int64_t id;

	scene_open(&api, true);
	id = play(game_registry[0], 2, 6);
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(result_drop(api.db, id, &e), 0);
	ck_assert_int_eq(match_rebuild(api_house(), id, true, &r, &e), 1);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	buf_release(&r.said);
	read_standings(&a);
	compare(&a, id);
	standings_release(&a);
	scene_close(&api);
}
END_TEST

static void
ask(int64_t game, const char *line, const char *const *want)
{
	struct seen m;

	(void)scene_skip(&api);
	scene_say(&api, game, 1, line);
	ck_assert_int_eq(scene_next(&api, &m), 1);
	for (; *want; want++)
		ck_assert_msg(seen_has(&m, *want), "%s not in:\n%s", *want,
		    m.text);
	seen_release(&m);
}

#define ASK(line, ...) \
	ask(game, line, (const char *const[]){ __VA_ARGS__, NULL })

/* Both are public, are asked by name, and are about this store's games. */
START_TEST(asked_by_mail)
{
	int64_t game;

	scene_open(&api, true);
	game = api_found(game_registry[0], 2, 7);
	ASK("stats", "No game of yours has ended yet");
	ASK("ratings", "Nobody is rated at Atlantic Star yet");
	play(game_registry[0], 3, 8);
	play(game_registry[1], 3, 9);
	ASK("stats", "YOUR GAMES", "Atlantic Star", "Clippers", "time to",
	    "1 minute", "Rating at Clippers");
	ASK("stats bruno", "GAMES OF BRUNO");
	ASK("stats br", "GAMES OF BRUNO");
	api.desk.club.archive = "https://games.example.org/archive";
	ASK("stats bruno",
	    "https://games.example.org/archive/index.html#q=Bruno\n");
	api.desk.club.archive = NULL;
	ASK("ratings", "RATINGS, ATLANTIC STAR", "(you)", "Carla");
	ASK("ratings clippers", "RATINGS, CLIPPERS");
	ASK("ratings chess", "I know no game \"chess\"");
	ASK("stats nobody", "Nobody called \"nobody\"");
	scene_close(&api);
}
END_TEST

/* 17 points in three games, or as many below zero, are no 5.6 a game. */
START_TEST(points_are_rounded)
{
	int64_t game = 0;

	scene_open(&api, true);
	for (uint8_t i = 0; i < 3; i++)
		game = play(game_registry[0], 2, i);
	ck_assert_int_ge(sql_do(api.db, &e,
			     "UPDATE result SET score = CASE seat "
			     "WHEN 1 THEN 6 ELSE -6 END - CASE WHEN game = $1 "
			     "THEN 3 - 2 * seat ELSE 0 END",
			     ID(game)),
	    0);
	ASK("stats", " 5.7,");
	ASK("stats bruno", " -5.7,");
	scene_close(&api);
}
END_TEST

/* Equal ratings have one place, in both mails. */
START_TEST(equal_ratings)
{
	int64_t game;

	scene_open(&api, true);
	game = play(game_registry[0], 2, 8);
	ck_assert_int_ge(sql_do(api.db, &e, "UPDATE result SET rank = 1"), 0);
	ASK("ratings", "\n 1  Anna", "\n 1  Bruno");
	ASK("stats bruno", ", place 1,");
	scene_close(&api);
}
END_TEST

TESTS(rows_of_finished_games, an_end_taken_back, unrated,
    computers_and_cancelled, store_and_logs_agree, lost_rows_come_back,
    asked_by_mail, points_are_rounded, equal_ratings)
