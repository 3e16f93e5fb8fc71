/* SPDX-License-Identifier: MIT */
/* Addresses whose mail comes back, numbers for the keeper, old mails. */
#include "scratch.h"
#include "store/counts.h"
#include "store/failing.h"
#include "store/trace.h"

static int64_t
put(struct db *db, int64_t game, int seat, int64_t player, const char *to,
    int64_t created)
{
	struct outbox_row r = { .game = game,
		.seat = seat,
		.player = player,
		.created = created,
		.next_try = created };
	char address[64], mid[32], raw[] = "From: x\r\n\r\ny\r\n";

	snprintf(address, sizeof address, "%s", to);
	snprintf(mid, sizeof mid, "m%lld@x", (long long)created);
	r.to = address;
	r.message_id = mid;
	r.raw = raw;
	r.raw_len = sizeof raw - 1;
	OK(outbox_add(db, &r, &e));
	return r.id;
}

static int
state_of(struct db *db, int64_t id)
{
	struct outbox_row r;
	int state;

	ck_assert_int_eq(outbox_get(db, id, &r, &e), 1);
	state = (int)r.state;
	outbox_row_release(&r);
	return state;
}

static void
sit(struct db *db, int64_t game, int seat, int64_t player)
{
	struct seat s;

	ck_assert_int_eq(seat_get(db, game, seat, &s, &e), 1);
	s.player = player;
	OK(seat_save(db, &s, &e));
	seat_release(&s);
}

START_TEST(test_life)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@x.org");
	int64_t game = scratch_game(db), first, second, notice;
	struct failing f;

	sit(db, game, 1, anna);
	ck_assert_int_eq(failing_get(db, "bob@x.org", &f, &e), 0);
	ck_assert_int_eq(failing_clear(db, 0, "anna@x.org", 5, &e), 0);
	for (int i = 0; i < FAILING_STOP; i++) {
		ck_assert_int_eq(
		    state_of(db, put(db, game, 1, anna, "anna@x.org", 10 + i)),
		    OUTBOX_WAITING);
		OK(failing_mark(db, "anna@x.org", true, 100 + i, &e));
	}
	OK(failing_mark(db, "anna@x.org", false, 200, &e));
	OK(failing_hold(db, "anna@x.org", 201, &e));
	ck_assert_int_eq(failing_get(db, "anna@x.org", &f, &e), 1);
	ck_assert_int_eq(f.since, 100);
	ck_assert_int_eq(f.bounces, FAILING_STOP);
	ck_assert_int_eq(f.held, 201);
	ck_assert_int_eq(f.player, anna);
	failing_release(&f);
	ck_assert_int_eq(scratch_number(db,
			     "SELECT count(*) FROM address WHERE failing > 0"),
	    1);
	/* About games nothing goes there any more; what is no game's does. */
	first = put(db, game, 1, anna, "anna@x.org", 301);
	second = put(db, game, 1, anna, "anna@x.org", 302);
	notice = put(db, 0, 0, anna, "anna@x.org", 303);
	ck_assert_int_eq(state_of(db, first), OUTBOX_FAILED);
	ck_assert_int_eq(state_of(db, second), OUTBOX_FAILED);
	ck_assert_int_eq(state_of(db, notice), OUTBOX_WAITING);
	/* The last one of the game comes after all. */
	ck_assert_int_eq(failing_clear(db, 0, "anna@x.org", 400, &e), 1);
	ck_assert_int_eq(state_of(db, first), OUTBOX_FAILED);
	ck_assert_int_eq(state_of(db, second), OUTBOX_WAITING);
	ck_assert_int_eq(failing_get(db, "anna@x.org", &f, &e), 1);
	ck_assert_int_eq(f.since, 0);
	ck_assert_int_eq(f.bounces, 0);
	failing_release(&f);
	db_close(db);
}
END_TEST

/* What came back goes out again, of each game the last; not if there was a
 * newer one, if the seat was left, or another of their addresses got it. */
START_TEST(test_again)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@x.org");
	int64_t bob = scratch_player(db, "Bob", "bob@x.org");
	int64_t game[5], id[5], older, copy;
	struct outbox_row r;
	char drop[80];

	OK(address_add(db, anna, "anna@y.org", &e));
	for (int i = 0; i < 5; i++) {
		game[i] = scratch_game(db);
		sit(db, game[i], 1, anna);
	}
	older = put(db, game[0], 1, anna, "anna@x.org", 10);
	for (int i = 0; i < 5; i++) {
		id[i] = put(db, game[i], 1, anna, "anna@x.org", 20 + i);
		OK(outbox_sent(db, &id[i], 1, 30, &e));
		ck_assert_int_eq(outbox_bounced(db, id[i], "5.4.4", 100, &e),
		    1);
	}
	OK(outbox_sent(db, &older, 1, 30, &e));
	ck_assert_int_eq(outbox_bounced(db, older, "5.4.4", 100, &e), 1);
	OK(failing_mark(db, "anna@x.org", false, 100, &e));
	sit(db, game[1], 1, bob);
	ck_assert_int_eq(outbox_redirect(db, id[2], "anna@y.org", 101, &copy,
			     &e),
	    1);
	put(db, game[3], 1, anna, "anna@x.org", 110);
	/* Its body was forgotten: there is nothing to send. */
	snprintf(drop, sizeof drop,
	    "DELETE FROM outbox_body WHERE outbox = %lld RETURNING outbox",
	    (long long)id[4]);
	ck_assert_int_eq(scratch_number(db, drop), id[4]);
	/* Not for a mail of somebody else's. */
	ck_assert_int_eq(failing_clear(db, bob, "anna@x.org", 400, &e), 0);
	ck_assert_int_eq(state_of(db, id[0]), OUTBOX_SENT);
	ck_assert_int_eq(failing_clear(db, anna, "anna@x.org", 400, &e), 1);
	ck_assert_int_eq(state_of(db, id[0]), OUTBOX_WAITING);
	ck_assert_int_eq(state_of(db, older), OUTBOX_SENT);
	for (int i = 1; i < 4; i++)
		ck_assert_int_eq(state_of(db, id[i]), OUTBOX_SENT);
	ck_assert_int_eq(scratch_number(db,
			     "SELECT count(*) FROM outbox WHERE state = 0"),
	    3);
	/* It may come back once more. */
	ck_assert_int_eq(outbox_get(db, id[0], &r, &e), 1);
	ck_assert(!r.bounced && !r.returned && r.last_error == NULL);
	outbox_row_release(&r);
	ck_assert_int_eq(outbox_bounced(db, id[0], "5.4.4", 500, &e), 1);
	db_close(db);
}
END_TEST

START_TEST(test_other)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@x.org"), copy, id;
	struct buf to = BUF_INIT;
	struct outbox_row r;

	OK(address_add(db, anna, "anna@y.org", &e));
	OK(failing_mark(db, "anna@x.org", false, 7, &e));
	ck_assert_int_eq(failing_other(db, anna, &to, &e), 1);
	ck_assert_str_eq(to.data, "anna@y.org");
	/* Mail goes there now, and back when the first works again. */
	buf_clear(&to);
	ck_assert_int_eq(address_primary(db, anna, &to, &e), 1);
	ck_assert_str_eq(to.data, "anna@y.org");
	id = put(db, 0, 0, anna, "anna@x.org", 1);
	ck_assert_int_eq(outbox_redirect(db, id, "anna@y.org", 9, &copy, &e),
	    1);
	ck_assert_int_eq(outbox_get(db, copy, &r, &e), 1);
	ck_assert_str_eq(r.to, "anna@y.org");
	ck_assert_str_eq(r.message_id, "m1@x");
	ck_assert_int_eq(r.created, 9);
	outbox_row_release(&r);
	ck_assert_int_eq(outbox_by_message_id(db, "m1@x", 0, &r, &e), 1);
	ck_assert_int_eq(r.id, id);
	outbox_row_release(&r);
	ck_assert_int_eq(outbox_by_message_id(db, "m1@x", id, &r, &e), 1);
	ck_assert_int_eq(r.id, copy);
	outbox_row_release(&r);
	ck_assert_int_eq(outbox_by_message_id(db, "m1@x", copy, &r, &e), 0);
	/* Both fail: the first is as good as the other. */
	OK(failing_mark(db, "anna@y.org", false, 8, &e));
	buf_clear(&to);
	ck_assert_int_eq(failing_other(db, anna, &to, &e), 0);
	ck_assert_int_eq(address_primary(db, anna, &to, &e), 1);
	ck_assert_str_eq(to.data, "anna@x.org");
	ck_assert_int_eq(failing_clear(db, 0, "anna@x.org", 9, &e), 1);
	buf_release(&to);
	db_close(db);
}
END_TEST

START_TEST(test_counts)
{
	struct db *db = scratch_db();
	struct counts c;
	int64_t id;

	OK(counts_read(db, 1000, &c, &e));
	ck_assert_int_eq(c.players, 0);
	ck_assert_int_eq(c.outbox_oldest, 0);
	scratch_player(db, "Anna", "anna@x.org");
	scratch_game(db);
	OK(failing_mark(db, "anna@x.org", false, 7, &e));
	put(db, 0, 0, 0, "anna@x.org", 30);
	id = put(db, 0, 0, 0, "anna@x.org", 20);
	OK(outbox_failed(db, put(db, 0, 0, 0, "a@b.org", 10), "550", &e));
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 9, "x", 1, &id, &e), 1);
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 9, "y", 1, &id, &e), 1);
	OK(inbox_finish(db, id, INBOX_ASIDE, NULL, &e));
	OK(counts_read(db, 1000, &c, &e));
	ck_assert_int_eq(c.games[GAME_RUNNING], 1);
	ck_assert_int_eq(c.games[GAME_SETUP], 0);
	ck_assert_int_eq(c.players >= 1, 1);
	ck_assert_int_eq(c.failing, 1);
	ck_assert_int_eq(c.outbox_waiting, 2);
	ck_assert_int_eq(c.outbox_failed, 1);
	ck_assert_int_eq(c.outbox_oldest, 20);
	ck_assert_int_eq(c.inbox_new, 1);
	ck_assert_int_eq(c.inbox_aside, 1);
	db_close(db);
}
END_TEST

/* What is held can be confirmed for two weeks, however old the mail is: until
 * then it is there, and then as long as other mail. */
START_TEST(test_prune_held)
{
	enum { HELD = 2000, LAPSED = HELD + HOLD_SECONDS };
	struct db *db = scratch_db();
	int64_t at = 0, id[3];
	char raw[16];

	for (int i = 0; i < 3; i++) {
		snprintf(raw, sizeof raw, "mail %d", i);
		ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 10, raw,
				     strlen(raw), &id[i], &e),
		    1);
		OK(inbox_finish(db, id[i], INBOX_HELD, NULL, &e));
		OK(hold_add(db,
		    &(struct hold){ .inbox = id[i],
			.board = -1,
			.created = HELD + i,
			.address = "carla@x.org" },
		    &e));
	}
	/* Its turn has gone. */
	ck_assert_int_eq(hold_take(db, id[2], &(struct hold){ 0 }, &e), 1);
	ck_assert_int_eq(prune_inbox(db, &(struct prune){ HELD + 5, 5 }, &at,
			     &e),
	    1);
	for (int i = 0; i < 3; i++) {
		struct prune p = { LAPSED + 5 + i, 5 };

		ck_assert_int_eq(prune_inbox(db, &p, &at, &e), i > 0);
		ck_assert_int_eq(at, 0);
		ck_assert_int_eq(scratch_number(db,
				     "SELECT count(*) FROM inbox_body"),
		    2 - i);
	}
	db_close(db);
}
END_TEST

#define PRUNE(before) ((struct prune){ 100, 100 - (before) })

/* Old bodies go, in batches; rows stay, and so does what somebody may still
 * ask for. */
START_TEST(test_prune)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@x.org");
	int64_t game = scratch_game(db), at = 0, ids[3], out[3], id;
	char raw[16];
	int n = 0;

	for (int i = 0; i < 450; i++) {
		snprintf(raw, sizeof raw, "mail %d", i);
		ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, i < 440 ? 10 : 99,
				     raw, strlen(raw), &id, &e),
		    1);
		if (i < 3)
			ids[i] = id;
		OK(inbox_finish(db, id, i == 1 ? INBOX_NEW : INBOX_ANSWERED,
		    NULL, &e));
		OK(trace_judged(db, id,
		    &(struct judgement){ .verdict = "obeyed",
			.sender = "anna@x.org",
			.at = 1 },
		    &e));
	}
	OK(inbox_put_aside(db, ids[0], NULL, 60, &e));
	do {
		int some = prune_inbox(db, &PRUNE(50), &at, &e);
		ck_assert_int_ge(some, 0);
		n += some;
	} while (at);
	ck_assert_int_eq(n, 438);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM inbox"), 450);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM inbox_body"),
	    12);
	/* Who wrote is forgotten with what was written. */
	ck_assert_int_eq(
	    scratch_number(db,
		"SELECT count(*) FROM inbox WHERE sender IS NOT NULL"),
	    12);
	/* What was set aside is kept from then on, and waits no longer. */
	ck_assert_int_eq(inbox_count(db, INBOX_ASIDE, &n, &e), 0);
	ck_assert_int_eq(n, 1);
	ck_assert_int_eq(prune_inbox(db, &PRUNE(61), &at, &e), 1);
	ck_assert_int_eq(inbox_count(db, INBOX_ASIDE, &n, &e), 0);
	ck_assert_int_eq(n, 0);
	ck_assert_int_eq(inbox_settle(db, ids[0], true, &e), 0);
	/* Judged once is judged for good. */
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 10, "mail 2", 6, &id, &e),
	    0);
	ck_assert_int_eq(id, ids[2]);

	for (int i = 0; i < 3; i++) {
		out[i] = put(db, game, 1, anna, "anna@x.org", 10 + i);
		OK(outbox_sent(db, &out[i], 1, 20, &e));
		OK(trace_attempt(db, out[i], 20, "sent", "250 ok", &e));
	}
	OK(trace_attempt(db, out[2] + 100, 20, "sent", "dropped", &e));
	put(db, game, 2, anna, "anna@x.org", 5); /* waits */
	id = put(db, 0, 0, anna, "anna@x.org", 6);
	OK(outbox_sent(db, &id, 1, 20, &e));
	ck_assert_int_eq(prune_outbox(db, &PRUNE(50), &at, &e), 3);
	ck_assert_int_eq(at, 0);
	ck_assert_int_eq(scratch_number(db,
			     "SELECT min(outbox) FROM outbox_body"),
	    out[2]);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM outbox_body"),
	    2);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM attempt"), 1);
	ck_assert_int_eq(outbox_bounced(db, out[2], "5.1.1", 60, &e), 1);
	ck_assert_int_eq(outbox_drop(db, out[2], &e), 1);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM attempt"), 0);
	db_close(db);
}
END_TEST

/* What is young is not read, however much it is; what bears a date to come, by
 * a clock that was wrong, does not end the walk. */
START_TEST(test_prune_young)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@x.org"), at = 0, id;
	static const int created[] = { 500, 10, 11, 50, 100, 12 };

	for (int i = 0; i < 6; i++)
		for (int n = created[i] == 100 ? 300 : 1; n > 0; n--) {
			id = put(db, 0, 0, anna, "anna@x.org", created[i]);
			OK(outbox_sent(db, &id, 1, 20, &e));
		}
	ck_assert_int_eq(prune_outbox(db, &PRUNE(50), &at, &e), 2);
	ck_assert_int_eq(at, 0);
	ck_assert_int_eq(prune_outbox(db, &PRUNE(51), &at, &e), 1);
	ck_assert_int_eq(prune_outbox(db, &(struct prune){ 200, 50 }, &at, &e),
	    199);
	ck_assert_int_gt(at, 0);
	ck_assert_int_eq(prune_outbox(db, &(struct prune){ 200, 50 }, &at, &e),
	    102);
	ck_assert_int_eq(at, 0);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM outbox_body"),
	    1);
	db_close(db);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_life);
	tcase_add_test(t, test_again);
	tcase_add_test(t, test_other);
	tcase_add_test(t, test_counts);
	tcase_add_test(t, test_prune);
	tcase_add_test(t, test_prune_held);
	tcase_add_test(t, test_prune_young);
}
