/* SPDX-License-Identifier: MIT */

/* A server that is thrown away in the middle of its games and comes back from
 * their logs alone: they end as they would have, byte for byte. And what the
 * store derives from events can be made anew (store rebuild). */

#include <check.h>

#include "base/clock.h"
#include "base/mem.h"
#include "game/table.h"
#include "match/clocks.h"
#include "match/import.h"
#include "match/rebuild.h"
#include "api.h"
#include "store/event.h"
#include "store/player.h"
#include "tests/run.h"

enum { GAMES_MAX = 16 };

static struct err e;

/* What a game may have behind it: moves taken back, a broadcast, a seat that
 * was given away, one that a computer has. */
static void
adventures(int64_t id)
{
	struct match *m;
	struct refusal why;

	for (int i = 0; i < 9; i++)
		ck_assert(api_move(id));
	m = api_open(id);
	ck_assert_int_eq(match_undo(m, m->game.board - 2, &why, &e), 0);
	api_finish(m);
	m = api_open(id);
	ck_assert_int_eq(event_chat(api.db, id, m->game.seq,
	    "'p1 Well played,\\nall of you", &e), 0);
	ck_assert_int_eq(match_replace(m, 1, "Gina", "gina@example.net", &why,
	    &e), 0);
	api_finish(m);
	for (int i = 0; i < 12; i++)
		ck_assert(api_move(id));
}

static int
found_all(int64_t *id)
{
	int n = 0;

	for (int k = 0; game_registry[k]; k++) {
		const struct game_rules *r = game_registry[k];

		id[n] = api_found(r, r->min_seats, (uint8_t)(n + 1));
		api_begin(id[n++]);
		id[n] = api_found(r, r->max_seats, (uint8_t)(n + 1));
		api_begin(id[n++]);
	}
	return n;
}

static void
take_over(const struct buf *log, int seats, int64_t want)
{
	static const char *const address[] = { NULL, "g@new.example",
		"b@new.example", "c@new.example", "d@new.example",
		"e@new.example", "f@new.example" };
	struct import how = { .seats = seats };
	int64_t id;

	for (int s = 1; s <= seats; s++)
		how.seat[s].address = address[s];
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_msg(match_import(api_house(), log->data, log->len, NULL, &how,
	    &id, &e) == 0, "%s", e.text);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	ck_assert_int_eq(id, want);
}

static int
seats_of(const struct buf *log)
{
	const char *p = strstr(log->data, "\nSeats: ");
	int n = 0;

	for (p += 8; *p != '\n'; p++)
		n += *p == 'p';
	return n;
}

/* Every running game's seat gets one mail with the new token. */
static void
check_mails(const struct buf *log, int n)
{
	struct seen m;
	int mails = 0, seats = 0;

	for (int i = 0; i < n; i++)
		seats += seats_of(&log[i]);
	while (scene_next(&api, &m) == 1) {
		mails++;
		ck_assert(strstr(m.to, "@new.example") != NULL);
		ck_assert(strstr(m.reply_to, "games+") != NULL);
		seen_release(&m);
	}
	ck_assert_int_eq(mails, seats);
}

START_TEST(thrown_away)
{
	int64_t id[GAMES_MAX];
	struct buf half[GAMES_MAX] = { BUF_INIT };
	struct buf whole[GAMES_MAX] = { BUF_INIT };
	struct buf log = BUF_INIT;
	int n;

	scene_open(&api, true);
	n = found_all(id);
	for (int i = 0; i < n; i++) {
		adventures(id[i]);
		api_log(id[i], true, &half[i]);
		while (api_move(id[i]))
			;
		api_log(id[i], true, &whole[i]);
		ck_assert(strstr(whole[i].data, "\n%end finished ") != NULL);
	}
	scene_close(&api);

	scene_open(&api, true);
	for (int i = 0; i < n; i++)
		take_over(&half[i], seats_of(&half[i]), id[i]);
	check_mails(half, n);
	for (int i = 0; i < n; i++) {
		api_log(id[i], true, &log);
		ck_assert_str_eq(log.data, half[i].data);
		while (api_move(id[i]))
			;
		api_log(id[i], true, &log);
		ck_assert_str_eq(log.data, whole[i].data);
	}
	scene_close(&api);
	for (int i = 0; i < n; i++) {
		buf_release(&half[i]);
		buf_release(&whole[i]);
	}
	buf_release(&log);
}
END_TEST

enum { HOUR = 3600, DAY = 24 * HOUR };

/* Act i of many that change clocks, some hours after the one before. */
static void
wind(int64_t id, int i)
{
	const struct clock_row row = { 50 * HOUR, 4 * HOUR, 12 * HOUR, 0x3e,
		CLOCK_WAIT, 30 * DAY, "24h,3h", "Europe/Amsterdam" };
	struct match *m = api_open(id);
	struct refusal why = { 0 };
	int seat = 1, rc = 0;
	seat_set act = match_to_act(m);

	while (!(act & SEAT_BIT(seat)))
		seat++;
	clock_pin(m->now + 8 * HOUR + i);
	m->now = clock_now();
	switch (i) {
	case 0: rc = clock_change(m, &row, &why, &e); break;
	case 1: rc = clock_extend(m, 90, &why, &e); break;
	case 2: rc = clock_pause(m, &why, &e); break;
	case 3: rc = clock_resume(m, &why, &e); break;
	case 4: rc = clock_absence(m, 1, m->now + HOUR, m->now + 3 * DAY,
		    &why, &e); break;
	case 5: rc = clock_back(m, 1, &why, &e); break;
	case 6: rc = clock_hold(m, seat, m->now + 20 * HOUR, &e) - 1; break;
	case 7: rc = clock_outage(m, m->now - 4 * HOUR, m->now, &e) < 0; break;
	case 8: rc = clock_absence(m, seat, m->now, m->now + 40 * HOUR, &why,
		    &e); break;
	default: rc = clock_pause(m, &why, &e); break;
	}
	ck_assert_msg(rc == 0, "%d: %s", i, why.code);
	api_finish(m);
}

/* A move in this very moment, not at the minute of api_move. */
static void
move_on(int64_t id)
{
	struct match *m = api_open(id);
	seat_set act = match_to_act(m);
	struct moves legal = MOVES_INIT;
	struct refusal why;
	int seat = 1;

	while (!(act & SEAT_BIT(seat)))
		seat++;
	clock_pin(m->now + HOUR);
	m->now = clock_now();
	m->kind->rules->legal(m->kind->data, table_position(m->table), seat,
	    &legal);
	ck_assert_int_eq(match_move(m, seat, &legal.at[legal.n - 1], &why,
	    &e), 0);
	moves_release(&legal);
	api_finish(m);
}

/* What there is to know of a game's clocks, in words. */
static void
clocks_of(int64_t id, struct buf *out)
{
	struct match *m;

	buf_clear(out);
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	clock_words(&m->clock, out);
	buf_printf(out, clock_paused(m) ? " paused" : " running");
	for (int s = 1; s <= m->seats; s++)
		buf_printf(out, "\np%d due %lld late %lld away %lld held %d", s,
		    (long long)m->pace[s].due, (long long)m->pace[s].late,
		    (long long)clock_away(m, s), clock_held(m, s) > m->now);
	match_drop(m);
}

/* The clocks of a game are in its log: settings, what was added, what stands
 * still and how long it stood, and when each decision opened. */
START_TEST(clocks_come_back)
{
	enum { ACTS = 10 };
	struct clock_row first = { 24 * HOUR, 0, 6 * HOUR, 0, CLOCK_WAIT,
		30 * DAY, "", "Europe/Amsterdam" };
	struct buf log[ACTS][4] = { { BUF_INIT } };
	struct buf told[ACTS][4] = { { BUF_INIT } }, now = BUF_INIT;
	int64_t at[ACTS], id[4];
	int n = 0;

	scene_open(&api, true);
	api_house()->clock = first;
	for (; game_registry[n]; n++) {
		id[n] = api_found(game_registry[n],
		    game_registry[n]->min_seats, (uint8_t)(n + 1));
		api_begin(id[n]);
	}
	for (int i = 0; i < ACTS; i++) {
		for (int k = 0; k < n; k++) {
			wind(id[k], i);
			move_on(id[k]);
			move_on(id[k]);
			api_log(id[k], true, &log[i][k]);
		}
		at[i] = clock_now();
		for (int k = 0; k < n; k++)
			clocks_of(id[k], &told[i][k]);
	}
	ck_assert(strstr(log[9][0].data, " slip=4h "));
	scene_close(&api);
	for (int i = 0; i < ACTS; i++) {
		scene_open(&api, true);
		api_house()->clock = first;
		clock_pin(at[i]);
		for (int k = 0; k < n; k++) {
			take_over(&log[i][k], seats_of(&log[i][k]), id[k]);
			api_log(id[k], true, &now);
			ck_assert_str_eq(now.data, log[i][k].data);
			clocks_of(id[k], &now);
			ck_assert_str_eq(now.data, told[i][k].data);
			buf_release(&log[i][k]);
			buf_release(&told[i][k]);
		}
		scene_close(&api);
	}
	buf_release(&now);
}
END_TEST

/* The store was lost for a week: nobody is late for what nobody could answer,
 * and a pause is one still. */
START_TEST(late_while_lost)
{
	struct clock_row first = { 24 * HOUR, 0, 6 * HOUR, 0, CLOCK_PASS, 0, "",
		"UTC" };
	struct buf log = BUF_INIT;
	struct match *m;
	int64_t id, week;

	scene_open(&api, true);
	api_house()->clock = first;
	id = api_found(game_find("clippers"), 3, 1);
	api_begin(id);
	api_log(id, true, &log);
	week = clock_now() + 7 * DAY;
	scene_close(&api);
	scene_open(&api, true);
	api_house()->clock = first;
	clock_pin(week);
	take_over(&log, 3, id);
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	ck_assert_int_eq(m->pace[1].due, week + 6 * HOUR);
	match_drop(m);
	scene_close(&api);
	buf_release(&log);
}
END_TEST

static int
refused(const struct buf *log, struct import *how, const char *text)
{
	int64_t id;
	int rc;

	ck_assert_int_eq(db_begin(api.db, &e), 0);
	rc = match_import(api_house(), log->data, log->len, NULL, how, &id, &e);
	db_abort(api.db);
	house_forget(api_house());
	ck_assert_int_eq(rc, -1);
	ck_assert_msg(strstr(e.text, text) != NULL, "%s", e.text);
	return (int)e.kind;
}

START_TEST(what_is_not_taken)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT, copy = BUF_INIT;
	struct match *m;
	int64_t id, other;

	how.seat[1].address = "a@new.example";
	how.seat[2].address = "b@new.example";
	scene_open(&api, true);
	id = api_found(game_find("atlantic-star"), 2, 9);
	api_begin(id);
	for (int i = 0; i < 10; i++)
		ck_assert(api_move(id));

	api_log(id, false, &log);
	ck_assert_int_eq(refused(&log, &how, "no Seed"), ERR_GIVEUP);
	api_log(id, true, &log);
	how.seats = 1;
	ck_assert_int_eq(refused(&log, &how, "2 seats"), ERR_GIVEUP);
	how.seats = 2;
	how.seat[2].address = "a@new.example";
	ck_assert_int_eq(refused(&log, &how, "cannot sit"), ERR_GIVEUP);
	how.seat[2].address = "b@new.example";

	/* A log that was changed: the seed does not give its deck. */
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	ck_assert_int_eq(match_log(m, 1, false, &copy, &e), 0);
	match_drop(m);
	ck_assert_int_eq(refused(&copy, &how, "redacted"), ERR_GIVEUP);
	copy.len = 0;
	buf_add(&copy, log.data, log.len);
	memcpy(strstr(copy.data, " p1 charter"), " p2 charter", 11);
	ck_assert_int_eq(refused(&copy, &how, "not-your-turn"), ERR_CORRUPT);

	/* Its number is taken here: it gets the next one. */
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(match_import(api_house(), log.data, log.len, NULL, &how,
	    &other, &e), 0);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	ck_assert_int_eq(other, id + 1);
	scene_close(&api);
	buf_release(&log);
	buf_release(&copy);
}
END_TEST

/* A seat that nobody had when the log was written is a computer's here too,
 * whatever address was given; a finished game mails nobody. */
START_TEST(ejected_and_finished)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT;
	struct player p;
	struct outbox_row row;
	struct match *m;
	struct refusal why;
	int64_t id, other;

	how.seat[1].address = "a@new.example";
	how.seat[2].computer = true;
	scene_open(&api, true);
	id = api_found(game_find("atlantic-star"), 2, 9);
	api_begin(id);
	m = api_open(id);
	ck_assert_int_eq(match_resign(m, 1, &why, &e), 0);
	api_finish(m);
	api_log(id, true, &log);
	(void)scene_skip(&api);
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(match_import(api_house(), log.data, log.len, NULL, &how,
	    &other, &e), 0);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	ck_assert_int_eq(match_look(api_house(), other, &m, &e), 1);
	ck_assert(m->seat[1].computer && !m->seat[1].player);
	/* It waits for somebody, as it did where it was before. */
	ck_assert_int_eq(m->game.state, GAME_RUNNING);
	ck_assert_int_eq(scene_skip(&api), 0);
	match_drop(m);
	m = api_open(other);
	ck_assert_int_eq(match_deserted(m, &e), 1);
	ck_assert_int_eq(player_by_address(api.db, "a@new.example", &p, &e),
	    1);
	ck_assert_int_eq(match_takeover(m, 1, p.id, p.name, &why, &e), 0);
	player_release(&p);
	api_finish(m);
	ck_assert_int_eq(outbox_last_to_seat(api.db, other, 1, &row, &e), 1);
	outbox_row_release(&row);
	scene_close(&api);
	buf_release(&log);
}
END_TEST

static int
rebuild(int64_t id, bool write, struct buf *said)
{
	struct rebuilt r;

	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_msg(match_rebuild(api_house(), id, write, &r, &e) == 1, "%s",
	    e.text);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	buf_clear(said);
	buf_str(said, buf_text(&r.said));
	rebuilt_release(&r);
	return r.differ;
}

static void
set_board(int64_t id, int seq, int board, const char *derived)
{
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(event_mend(api.db, id, seq, board, derived, &e), 0);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
}

/* Nothing changes where all is well; what was damaged is found, named and put
 * right; a check alone writes nothing. */
START_TEST(rebuilt_from_events)
{
	struct buf log = BUF_INIT, again = BUF_INIT, said = BUF_INIT;
	int64_t id[GAMES_MAX];
	int n;

	scene_open(&api, true);
	n = found_all(id);
	for (int i = 0; i < n; i++) {
		adventures(id[i]);
		api_log(id[i], true, &log);
		ck_assert_msg(rebuild(id[i], true, &said) == 0, "%s",
		    said.data);
		ck_assert_int_eq(position_drop(api.db, id[i], &e), 0);
		ck_assert_int_eq(rebuild(id[i], true, &said), 0);
		set_board(id[i], 6, 3, "no such thing\n");
		ck_assert_int_eq(rebuild(id[i], false, &said), 2);
		ck_assert_int_eq(rebuild(id[i], true, &said), 2);
		ck_assert(strstr(said.data, "board number of event 6 "));
		ck_assert(strstr(said.data, "derived line of event 6 "));
		ck_assert_int_eq(rebuild(id[i], true, &said), 0);
		api_log(id[i], true, &again);
		ck_assert_str_eq(log.data, again.data);
		while (api_move(id[i]))
			;
		ck_assert_int_eq(rebuild(id[i], true, &said), 0);
	}
	scene_close(&api);
	buf_release(&log);
	buf_release(&again);
	buf_release(&said);
}
END_TEST

int
main(void)
{
	return RUN_TESTS("import", thrown_away, clocks_come_back,
	    late_while_lost, what_is_not_taken, ejected_and_finished,
	    rebuilt_from_events);
}
