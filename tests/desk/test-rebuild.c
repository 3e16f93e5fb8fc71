/* SPDX-License-Identifier: MIT */

/* What the store derives from events can be made anew (store rebuild): nothing
 * changes where all is well, and what was damaged is found, named and put
 * right. */

#include <check.h>

#include "api.h"
#include "base/mem.h"
#include "log/canonical.h"
#include "match/rebuild.h"
#include "store/event.h"
#include "store/result.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;

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
	buf_release(&r.said);
	return r.differ;
}

static void
set_board(int64_t id, int seq, int board, const char *derived)
{
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(event_mend(api.db, id, seq, board, derived, &e), 0);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
}

/* A check alone writes nothing. */
START_TEST(rebuilt_from_events)
{
	struct buf log = BUF_INIT, again = BUF_INIT, said = BUF_INIT;
	int64_t id[API_GAMES];
	int n;

	scene_open(&api, true);
	n = api_found_all(id);
	for (int i = 0; i < n; i++) {
		if (!fresh_tries(i, 2))
			continue;
		api_adventures(id[i]);
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

/* What each rebuild finds once, a check and a writing one, and then no more. */
static void
found_once(int64_t id, const char *what)
{
	struct buf said = BUF_INIT;

	ck_assert_int_eq(rebuild(id, false, &said), 1);
	ck_assert_msg(strstr(said.data, what) != NULL, "%s", said.data);
	ck_assert_int_eq(rebuild(id, true, &said), 1);
	ck_assert_int_eq(rebuild(id, true, &said), 0);
	buf_release(&said);
}

/* The last byte is of the last event: the position does not show it. */
START_TEST(a_snapshot_with_another_past)
{
	struct buf snap = BUF_INIT;
	int64_t id;
	int seq;

	scene_open(&api, true);
	id = api_found(game_find("clippers"), 3, 1);
	api_begin(id);
	for (int i = 0; i < 5; i++)
		ck_assert(api_move(id));
	ck_assert_int_eq(position_get(api.db, id, &seq, &snap, &e), 1);
	snap.data[snap.len - 1] ^= 1;
	ck_assert_int_eq(position_put(api.db, id, seq, snap.data, snap.len, &e),
	    0);
	club_forget(api_house());
	found_once(id, "the snapshot differs");
	buf_release(&snap);
	scene_close(&api);
}
END_TEST

/* One of a machine that has its numbers the other way round is not taken: the
 * game is replayed, and goes on as it was. */
START_TEST(a_snapshot_of_another_machine)
{
	enum { MARK = 3, LONG = 8 };
	struct buf snap = BUF_INIT, said = BUF_INIT;
	int64_t id;
	int seq;

	scene_open(&api, true);
	id = api_found(game_find("clippers"), 3, 1);
	api_begin(id);
	for (int i = 0; i < 5; i++)
		ck_assert(api_move(id));
	ck_assert_int_eq(position_get(api.db, id, &seq, &snap, &e), 1);
	for (int i = 0; i < LONG / 2; i++) {
		char *a = snap.data + MARK + i;
		char *b = snap.data + MARK + LONG - 1 - i, byte = *a;

		*a = *b;
		*b = byte;
	}
	snap.data[snap.len / 2] ^= 1;
	ck_assert_int_eq(position_put(api.db, id, seq, snap.data, snap.len, &e),
	    0);
	club_forget(api_house());
	ck_assert(api_move(id));
	ck_assert_int_eq(rebuild(id, false, &said), 0);
	buf_release(&said);
	buf_release(&snap);
	scene_close(&api);
}
END_TEST

static void
change_result(int64_t id, int n)
{
	struct result row[SEATS_MAX];
	int seats = result_all(api.db, id, row, SEATS_MAX, &e);

	ck_assert_int_eq(seats, 3);
	ck_assert_int_eq(result_drop(api.db, id, &e), 0);
	row[1].waited += n;
	for (int s = 0; s < seats - !n; s++)
		ck_assert_int_eq(result_put(api.db, &row[s], &e), 0);
}

START_TEST(a_result_that_is_none)
{
	struct match *m;
	int64_t id;

	scene_open(&api, true);
	id = api_found(game_find("clippers"), 3, 1);
	api_begin(id);
	while (api_move(id))
		;
	change_result(id, 7);
	found_once(id, "the result differs");
	change_result(id, 0); /* a row is missing */
	found_once(id, "the result differs");
	m = api_open(id);
	m->game.ended++;
	ck_assert_int_eq(game_save(api.db, &m->game, &e), 0);
	happen(m, ON_CHANGE, 0); /* not kept in memory */
	match_drop(m);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	found_once(id, "the time of the game's end differs");
	scene_close(&api);
}
END_TEST

/* Who did an act and why follows from nothing: it stays what it was, in the
 * store and in the canonical form of the log. */
START_TEST(reasons_stay)
{
	struct buf log = BUF_INIT, canonical = BUF_INIT, said = BUF_INIT;
	int64_t id;

	scene_open(&api, true);
	id = api_found(game_find("claim"), 2, 1);
	api_begin(id);
	api_adventures(id);
	ck_assert_int_eq(rebuild(id, true, &said), 0);
	api_log(id, true, &log);
	ck_assert(strstr(log.data,
	    "\n> by the moderator Wim: a slip of the pen, I think\n"));
	ck_assert_msg(canonical_log(log.data, log.len, NULL, &canonical, &e) ==
		0,
	    "%s", e.text);
	ck_assert_str_eq(canonical.data, log.data);
	scene_close(&api);
	buf_release(&log);
	buf_release(&canonical);
	buf_release(&said);
}
END_TEST

/* The mails that follow on the next moves. */
static void
next_mails(bool with_rebuild, struct buf *out)
{
	struct buf said = BUF_INIT;
	struct seen m;
	int64_t id;

	scene_open(&api, true);
	id = api_found(game_find("clippers"), 3, 1);
	api_begin(id);
	for (int i = 0; i < 3; i++)
		ck_assert(api_move(id));
	(void)scene_skip(&api);
	if (with_rebuild) {
		ck_assert_int_eq(position_drop(api.db, id, &e), 0);
		club_forget(api_house());
		ck_assert_int_eq(rebuild(id, true, &said), 0);
	}
	for (int i = 0; i < 6; i++)
		ck_assert(api_move(id));
	while (scene_next(&api, &m) == 1) {
		buf_printf(out, "%s\n%s\n", m.to, m.text);
		seen_release(&m);
	}
	scene_close(&api);
	buf_release(&said);
}

/* News are told after it as they would have been. */
START_TEST(news_stay)
{
	struct buf plain = BUF_INIT, again = BUF_INIT;

	next_mails(false, &plain);
	next_mails(true, &again);
	ck_assert(strstr(plain.data, "SINCE YOUR LAST"));
	ck_assert_str_eq(again.data, plain.data);
	buf_release(&plain);
	buf_release(&again);
}
END_TEST

TESTS(rebuilt_from_events, a_snapshot_with_another_past,
    a_snapshot_of_another_machine, a_result_that_is_none, reasons_stay,
    news_stay)
