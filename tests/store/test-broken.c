/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <sqlite3.h>

#include "scratch.h"
#include "store/again.h"
#include "store/ahead.h"
#include "store/alarm.h"
#include "store/audit.h"
#include "store/calendar.h"
#include "store/clock.h"
#include "store/contact.h"
#include "store/counts.h"
#include "store/digest.h"
#include "store/due.h"
#include "store/engine.h"
#include "store/event.h"
#include "store/failing.h"
#include "store/forget.h"
#include "store/game.h"
#include "store/inbox.h"
#include "store/knowledge.h"
#include "store/leftover.h"
#include "store/mailbox.h"
#include "store/observer.h"
#include "store/outbox.h"
#include "store/outgoing.h"
#include "store/owed.h"
#include "store/player.h"
#include "store/press.h"
#include "store/request.h"
#include "store/result.h"
#include "store/seat.h"
#include "store/sql.h"
#include "store/thought.h"
#include "store/trace.h"
#include "store/trouble.h"

/* A database that has lost its tables while it is open, and one whose
 * statements are interrupted at their first step: whatever is asked of it, the
 * answer is an error that says so. */

enum { LOST, INTERRUPTED, WAYS };

static struct buf buf;
static int n;
static int64_t id = 1;
/* Whatever a function reads or fills besides: nothing. */
static void *any;
static const char *says;

#define FAILS(call) \
	do { \
		e.text[0] = '\0'; \
		ck_assert_msg((call) == -1, "%s does not fail", #call); \
		ck_assert_msg(strstr(e.text, says) != NULL, "%s: %s", #call, \
		    e.text); \
	} while (0)

static int
yes(void *arg)
{
	return arg == NULL;
}

static void
interrupt(struct db *db, int (*handler)(void *))
{
	struct sql q = sql_ask(db, &e, "SELECT 1");

	sqlite3_progress_handler(sqlite3_db_handle(q.stmt), 1, handler, NULL);
	ck_assert_int_eq(sql_end(&q), 0);
}

static struct db *
broken(int way)
{
	struct db *db = scratch_db();

	any = calloc(1, 1 << 16);
	if (way == INTERRUPTED) {
		says = "interrupted";
		interrupt(db, yes);
		return db;
	}
	says = "no such table";
	ck_assert_int_eq(
	    scratch_system(
		"sqlite3 games.db \"SELECT 'DROP TABLE ' || name || ';' FROM "
		"sqlite_master WHERE type = 'table' AND name NOT LIKE "
		"'sqlite%'\" >drop && (echo 'PRAGMA foreign_keys = OFF;'; cat "
		"drop) | sqlite3 games.db"),
	    0);
	return db;
}

static void
close_broken(struct db *db)
{
	interrupt(db, NULL);
	db_close(db);
	free(any);
	buf_release(&buf);
}

START_TEST(the_again)
{
	struct db *db = broken(_i);

	FAILS(again_find(db, 1, any, 1, &id, &e));
	FAILS(again_note(db, 1, any, &e));
	FAILS(again_supersede(db, 1, any, &e));
	FAILS(again_obeyed(db, "", "", 1, 1, 1, &id, &e));
	FAILS(again_lost(db, 1, &id, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_ahead)
{
	struct db *db = broken(_i);

	FAILS(ahead_put(db, any, &e));
	FAILS(ahead_get(db, 1, 1, 1, any, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_alarm)
{
	struct db *db = broken(_i);

	FAILS(alarm_put(db, any, &e));
	FAILS(alarm_each(db, NULL, NULL, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_audit)
{
	struct db *db = broken(_i);

	FAILS(audit_add(db, 1, "x", "x", 1, &e));
	FAILS(audit_each(db, 1, NULL, NULL, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_calendar)
{
	struct db *db = broken(_i);

	FAILS(calendar_get(db, 1, 1, any, &e));
	FAILS(calendar_put(db, any, &e));
	FAILS(calendar_drop(db, 1, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_clock)
{
	struct db *db = broken(_i);

	FAILS(clock_get(db, 1, any, &e));
	FAILS(clock_put(db, 1, any, &e));
	FAILS(clock_seat_all(db, 1, any, &e));
	FAILS(clock_seat_put(db, 1, 1, any, &e));
	FAILS(clock_keep(db, 1, 1, 1, any, &e));
	FAILS(clock_kept_all(db, 1, 1, any, &e));
	FAILS(clock_stop_put(db, 1, any, &e));
	FAILS(clock_stop_drop(db, 1, &e));
	FAILS(clock_next_late(db, any, &e));
	FAILS(clock_next_remind(db, any, &e));
	FAILS(outage_back(db, 2, 1, &e));
	FAILS(clock_put_off(db, any, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_counts)
{
	struct db *db = broken(_i);

	FAILS(counts_read(db, 1, any, &e));
	FAILS(prune_inbox(db, &(struct prune){ 2, 1 }, &id, &e));
	FAILS(prune_outbox(db, &(struct prune){ 2, 1 }, &id, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_digest)
{
	struct db *db = broken(_i);

	FAILS(digest_add(db, any, 1, &e));
	FAILS(digest_show(db, 1, any, &e));
	FAILS(digest_get(db, 1, any, &e));
	FAILS(digest_seats(db, 1, any, 1, &e));
	FAILS(digest_forget(db, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_due)
{
	struct db *db = broken(_i);
	struct due due = { .game = 1, .times = 1, .claim = 1 }, *all;
	struct due_state state;

	FAILS(due_put(db, 1, &e));
	FAILS(due_look(db, &state, &e));
	FAILS(due_take(db, 0, &due, &e));
	FAILS(due_renew(db, &due, 1, &e));
	FAILS(due_leave(db, &due, "", &e));
	FAILS(due_done(db, &due, &e));
	FAILS(due_all(db, &all, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_engine)
{
	struct db *db = broken(_i);

	FAILS(db_secret_make(db, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_event)
{
	struct db *db = broken(_i);

	FAILS(event_add(db, 1, any, &e));
	FAILS(event_chat(db, 1, 1, "x", &e));
	FAILS(event_mend(db, 1, 1, 1, "x", &e));
	FAILS(event_each(db, 1, 1, NULL, NULL, &e));
	FAILS(event_last_of(db, 1, 1, false, any, &e));
	FAILS(event_of_board(db, 1, 1, any, &e));
	FAILS(event_board(db, 1, 1, any, &e));
	FAILS(position_put(db, 1, 1, "x", 1, &e));
	FAILS(position_get(db, 1, &n, &buf, &e));
	FAILS(position_drop(db, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_failing)
{
	struct db *db = broken(_i);

	FAILS(failing_get(db, "x", any, &e));
	FAILS(failing_mark(db, "x", 1, 1, &e));
	FAILS(failing_clear(db, 1, "x", 1, &e));
	FAILS(failing_hold(db, "x", 1, &e));
	FAILS(failing_other(db, 1, &buf, &e));
	FAILS(failing_each(db, 1, NULL, NULL, &e));
	close_broken(db);
}
END_TEST

/* What is encoded, if anything is, does not matter here. */
static void
reads(const void *raw, size_t len, struct buf *out)
{
	(void)raw;
	(void)len;
	(void)out;
}

START_TEST(the_forget)
{
	struct db *db = broken(_i);

	FAILS(forget_player(db, 1, 1, reads, &e));
	close_broken(db);
}
END_TEST

static int left; /* steps of the engine until one is interrupted */

static int
count_down(void *arg)
{
	return arg == NULL && --left < 0;
}

/* Wherever it is cut off, nobody is forgotten by halves. */
START_TEST(forget_by_halves)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org"),
		game = scratch_game(db);
	int rc = -1;

	ck_assert_int_ge(sql_do(db, &e,
			     "UPDATE game SET state = 2 WHERE id = $1",
			     INT(game)),
	    0);
	ck_assert_int_ge(sql_do(db, &e,
			     "UPDATE seat SET player = $1 WHERE seat = 1",
			     INT(anna)),
	    0);
	OK(audit_add(db, game, "Anna", "pause: for Anna", 1, &e) < 0);
	ck_assert_int_ge(
	    sql_do(db, &e,
		"INSERT INTO press (game, author, name, everybody, text, at) "
		"VALUES ($1, 1, 'Anna', 1, 'Anna is here', 1)",
		INT(game)),
	    0);
	ck_assert_int_ge(
	    sql_do(db, &e,
		"INSERT INTO inbox (id, sha256, mailbox, uidvalidity, uid, "
		"received, state, attempts, sender) VALUES (1, x'00', 'x', 0, "
		"0, 1, 1, 1, 'anna@example.org')"),
	    0);
	ck_assert_int_ge(sql_do(db, &e,
			     "INSERT INTO inbox_body (inbox, raw) VALUES (1, "
			     "CAST('Hi Anna' AS BLOB))"),
	    0);
	left = INT_MAX;
	interrupt(db, count_down);
	for (int steps = 0; rc != 0; steps += 5) {
		OK(db_begin(db, &e));
		left = steps;
		rc = forget_player(db, anna, 1, reads, &e);
		left = INT_MAX;
		if (rc == 0)
			break;
		ck_assert_ptr_nonnull(strstr(e.text, "interrupted"));
		db_abort(db);
		ck_assert_int_eq(
		    scratch_number(db,
			"SELECT count(*) FROM player, press, audit, "
			"inbox_body WHERE player.name = 'Anna' AND "
			"press.name = 'Anna' AND who = 'Anna'"),
		    1);
	}
	OK(db_commit(db, &e));
	ck_assert_int_eq(scratch_number(db,
			     "SELECT count(*) FROM player, press, audit WHERE "
			     "player.name = 'Anna' OR press.name = 'Anna' OR "
			     "text LIKE '%Anna%' OR who = 'Anna'"),
	    0);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM inbox_body"),
	    0);
	interrupt(db, NULL);
	db_close(db);
}
END_TEST

START_TEST(the_game)
{
	struct db *db = broken(_i);

	FAILS(game_fork_all(db, &e));
	FAILS(game_fork_chains(db, &e));
	FAILS(game_add(db, any, &e));
	FAILS(game_save(db, any, &e));
	FAILS(game_lock(db, 1, any, &e));
	FAILS(game_get(db, 1, any, &e));
	FAILS(game_each(db, 1, 1, NULL, NULL, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_inbox)
{
	struct db *db = broken(_i);

	FAILS(inbox_add(db, "x", 1, 1, 1, "x", 1, &id, &e));
	FAILS(inbox_next(db, 1, any, &e));
	FAILS(inbox_oldest(db, &id, &e));
	FAILS(inbox_attempt(db, &id, 1, 1, &e));
	FAILS(inbox_attempt(db, &id, 1, -1, &e));
	FAILS(inbox_finish(db, 1, 1, "x", &e));
	FAILS(inbox_put_aside(db, 1, "x", 1, &e));
	FAILS(inbox_defer(db, 1, "x", 1, &e));
	FAILS(inbox_deferred(db, "x", &n, &e));
	FAILS(inbox_wake(db, 1, 1, &e));
	FAILS(inbox_get(db, 1, any, &e));
	FAILS(inbox_apart(db, NULL, NULL, &e));
	FAILS(inbox_settle(db, 1, 1, &e));
	FAILS(inbox_count(db, 1, &n, &e));
	FAILS(hold_add(db, any, &e));
	FAILS(hold_take(db, 1, any, &e));
	FAILS(hold_count(db, "x", 1, &n, &e));
	FAILS(hold_open(db, 1, 1, &n, &e));
	FAILS(hold_lapse(db, 1, 1, &e));
	FAILS(hold_drop(db, 1, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_knowledge)
{
	struct db *db = broken(_i);

	FAILS(knowledge_add(db, 1, 1, 1, 1, &e));
	FAILS(knowledge_beyond(db, 1, 1, 1, &e));
	FAILS(knowledge_barred(db, 1, 1, &e));
	FAILS(knowledge_left(db, 1, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_mailbox)
{
	struct db *db = broken(_i);

	FAILS(mailbox_read(db, "", any, &e));
	FAILS(mailbox_write(db, "", any, &e));
	FAILS(mailbox_prune(db, "\n", &e));
	close_broken(db);
}
END_TEST

START_TEST(the_observer)
{
	struct db *db = broken(_i);

	FAILS(observer_add(db, any, &e));
	FAILS(observer_save(db, any, &e));
	FAILS(observer_get(db, 1, any, &e));
	FAILS(observer_find(db, 1, 1, any, &e));
	FAILS(observer_all(db, 1, any, 1, &e));
	FAILS(observer_games(db, 1, &id, 1, &e));
	FAILS(observer_count(db, 1, &e));
	FAILS(observer_drop(db, 1, 1, &e));
	FAILS(observer_drop_all(db, 1, &e));
	FAILS(observers_allowed(db, 1, &e));
	FAILS(observers_allow(db, 1, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_outbox)
{
	struct db *db = broken(_i);

	FAILS(outbox_add(db, any, &e));
	FAILS(outbox_due_after(db, 1, &id, &id, 1, any, &e));
	FAILS(outbox_due_probe(db, 1, "x", any, &e));
	FAILS(outbox_due_else(db, 1, "x", &e));
	FAILS(outbox_sent(db, &id, 1, 1, &e));
	FAILS(outbox_later(db, 1, 1, "x", &e));
	FAILS(outbox_wait(db, 1, 1, "x", &e));
	FAILS(outbox_failed(db, 1, "x", &e));
	FAILS(outbox_clock_back(db, 1, 1, &e));
	FAILS(outbox_retry(db, 1, 1, &e));
	FAILS(outbox_retry_all(db, "x", 1, 1, &e));
	FAILS(outbox_drop(db, 1, &e));
	FAILS(outbox_get(db, 1, any, &e));
	FAILS(outbox_by_message_id(db, "x", 0, any, &e));
	FAILS(outbox_recall(db, 1, 1, &e));
	FAILS(outbox_notices(db, "x", 1, &n, &e));
	FAILS(outbox_strangers(db, 1, "x", &n, &e));
	FAILS(outbox_because(db, "x", 1, 1, &id, &e));
	FAILS(outbox_strangers_of(db, 1, "x", &n, &e));
	FAILS(outbox_each(db, 1, NULL, NULL, &e));
	FAILS(outbox_bounced(db, 1, "x", 1, &e));
	FAILS(outbox_returned(db, 1, "x", 1, 1, &n, &e));
	FAILS(outbox_redirect(db, 1, "x", 1, &id, &e));
	FAILS(outbox_next_due(db, &id, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_outgoing)
{
	struct db *db = broken(_i);

	FAILS(outgoing_read(db, any, &e));
	FAILS(outgoing_stop(db, 1, 1, "x", 1, 1, &e));
	FAILS(outgoing_shut(db, 1, &e));
	FAILS(outgoing_unheard(db, &id, &e));
	FAILS(outgoing_run(db, 1, &e));
	FAILS(outgoing_try(db, 1, &e));
	FAILS(outgoing_pause(db, 1, &e));
	FAILS(outgoing_resume(db, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_owed)
{
	struct db *db = broken(_i);

	FAILS(owed_all(db, 1, 1, &(struct owed *){ 0 }, &e));
	FAILS(owed_drop(db, 1, 1, &e));
	FAILS(owed_next(db, any, &e));
	FAILS(owed_later(db, 1, 1, 1, &e));
	FAILS(owed_clock_back(db, 1, &e));
	FAILS(leftover_clock_back(db, 1, &e));
	FAILS(inbox_clock_back(db, 1, &e));
	FAILS(thought_clock_back(db, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_player)
{
	struct db *db = broken(_i);

	FAILS(player_add(db, any, &e));
	FAILS(player_save(db, any, &e));
	FAILS(player_get(db, 1, any, &e));
	FAILS(player_by_address(db, "x", any, &e));
	FAILS(player_digests(db, 1, &id, 1, &e));
	FAILS(player_clock_back(db, 1, &e));
	FAILS(player_next_digest(db, &id, &e));
	FAILS(player_holder(db, 1, &id, &e));
	FAILS(player_seat_holder(db, 1, 1, &id, &e));
	FAILS(player_renew(db, 1, &e));
	FAILS(player_names(db, NULL, NULL, &e));
	FAILS(player_each(db, 0, NULL, NULL, &e));
	FAILS(address_add(db, 1, "x", &e));
	FAILS(address_added(db, "x", 1, &e));
	FAILS(address_stays(db, "x", 1, &id, &e));
	FAILS(address_each(db, 1, NULL, NULL, &e));
	FAILS(address_drop(db, 1, "x", &e));
	FAILS(address_primary(db, 1, &buf, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_press)
{
	struct db *db = broken(_i);

	FAILS(press_waiting(db, 1, 1, 1, any, 1, &e));
	FAILS(press_told(db, 1, 1, 1, &e));
	FAILS(press_broadcasts(db, 1, 1, any, 1, &e));
	FAILS(press_last(db, 1, &id, &e));
	FAILS(press_count(db, 1, 1, 1, &n, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_request)
{
	struct db *db = broken(_i);

	FAILS(request_add(db, any, &e));
	FAILS(request_get(db, 1, any, &e));
	FAILS(request_last(db, 1, "x", 1, any, &e));
	FAILS(request_of_seat(db, 1, 1, any, &e));
	FAILS(request_close(db, 1, 1, &e));
	FAILS(request_count(db, 1, 1, "x", 1, &n, &e));
	FAILS(request_each(db, 1, NULL, NULL, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_result)
{
	struct db *db = broken(_i);

	FAILS(result_put(db, any, &e));
	FAILS(result_drop(db, 1, &e));
	FAILS(result_all(db, 1, any, 1, &e));
	FAILS(result_each(db, NULL, NULL, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_seat)
{
	struct db *db = broken(_i);

	FAILS(seat_add(db, any, &e));
	FAILS(seat_save(db, any, &e));
	FAILS(seat_get(db, 1, 1, any, &e));
	FAILS(seat_each(db, 1, NULL, NULL, &e));
	FAILS(seat_names(db, NULL, NULL, &e));
	FAILS(seat_all(db, 1, any, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_leftover)
{
	struct db *db = broken(_i);

	FAILS(leftover_put(db, any, 1, &e));
	FAILS(leftover_get(db, "x", "x", any, &e));
	FAILS(leftover_due(db, &id, &e));
	FAILS(leftover_each(db, NULL, NULL, &e));
	FAILS(leftover_count(db, &n, &e));
	FAILS(leftover_drop(db, 1, &e));
	FAILS(leftover_retry(db, 1, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_trace)
{
	struct db *db = broken(_i);

	FAILS(trace_judged(db, 1, any, &e));
	FAILS(trace_attempt(db, 1, 1, "x", "x", &e));
	FAILS(trace_each(db, 1, "x", NULL, NULL, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_contact)
{
	struct db *db = broken(_i);

	FAILS(contact_get(db, 1, 1, 1, any, &e));
	close_broken(db);
}
END_TEST

START_TEST(the_trouble)
{
	struct db *db = broken(_i);

	FAILS(trouble_add(db, "x", 1, &e));
	FAILS(trouble_waiting(db, &id, &n, &e));
	FAILS(trouble_each(db, 1, NULL, NULL, &e));
	FAILS(trouble_told(db, &e));
	close_broken(db);
}
END_TEST

/* What was on the stack before, where a struct comes to lie. */
static __attribute__((noinline)) int
soil(int with)
{
	volatile unsigned char there[8192];

	for (size_t i = 0; i < sizeof there; i++)
		there[i] = (unsigned char)with;
	return there[with];
}

/* Wherever it is cut off, nothing that it did not read is freed. */
START_TEST(fork_by_halves)
{
	struct db *db = scratch_db();
	int failed = 0;

	(void)scratch_game(db);
	left = INT_MAX;
	interrupt(db, count_down);
	for (int steps = 0, rc = -1; rc != 0; steps++) {
		OK(db_begin(db, &e));
		ck_assert_int_eq(soil(0x55), 0x55);
		left = steps;
		rc = game_fork_chains(db, &e);
		left = INT_MAX;
		db_abort(db);
		if (rc == 0)
			break;
		ck_assert_ptr_nonnull(strstr(e.text, "interrupted"));
		failed++;
	}
	ck_assert_int_gt(failed, 20);
	interrupt(db, NULL);
	db_close(db);
}
END_TEST

CASES(tests)
{
	static const TTest *const *const all[] = { &the_again, &the_ahead,
		&the_alarm, &the_audit, &the_calendar, &the_clock, &the_counts,
		&the_digest, &the_due, &the_engine, &the_event, &the_failing,
		&the_forget, &the_game, &the_inbox, &the_knowledge,
		&the_mailbox, &the_observer, &the_outbox, &the_outgoing,
		&the_owed, &the_player, &the_press, &the_request, &the_result,
		&the_seat, &the_leftover, &the_trace, &the_contact,
		&the_trouble };

	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		tcase_add_loop_test(t, *all[i], 0, WAYS);
	tcase_add_test(t, forget_by_halves);
	tcase_add_test(t, fork_by_halves);
}
