/* SPDX-License-Identifier: MIT */
/* What waits for a word of somebody, and addresses that come and go. */
#include "base/mem.h"
#include "scratch.h"
#include "store/request.h"

static int64_t
ask(struct db *db, enum request_kind kind, const char *address, int64_t player,
    int64_t game, int64_t created)
{
	struct request r = { .kind = kind,
		.address = (char *)(uintptr_t)address,
		.player = player,
		.game = game,
		.seat = game ? 2 : 0,
		.created = created };

	OK(request_add(db, &r, &e));
	return r.id;
}

START_TEST(test_one_use)
{
	struct db *db = scratch_db();
	struct request r;
	int64_t id = ask(db, REQUEST_SIGNUP, "eve@example.com", 0, 0, 1000);

	ck_assert_int_eq(request_get(db, id, &r, &e), 1);
	ck_assert_str_eq(r.address, "eve@example.com");
	ck_assert_str_eq(r.name, "");
	ck_assert_int_eq(r.kind, REQUEST_SIGNUP);
	ck_assert(request_open(&r, 1000 + REQUEST_SECONDS));
	ck_assert(!request_open(&r, 1001 + REQUEST_SECONDS));
	request_release(&r);
	ck_assert(!request_open(&r, 1000));
	ck_assert_int_eq(request_close(db, id, REQUEST_GRANTED, &e), 1);
	ck_assert_int_eq(request_close(db, id, REQUEST_DECLINED, &e), 0);
	ck_assert_int_eq(request_get(db, id, &r, &e), 1);
	ck_assert_int_eq(r.state, REQUEST_GRANTED);
	ck_assert(!request_open(&r, 1000));
	request_release(&r);
	ck_assert_int_eq(request_get(db, id + 1, &r, &e), 0);
	ck_assert_int_eq(request_close(db, id + 1, REQUEST_GRANTED, &e), 0);
	db_close(db);
}
END_TEST

static void
count_is(struct db *db, int64_t player, const char *address, int64_t since,
    int want)
{
	int n;

	OK(request_count(db, REQUEST_INVITATION, player, address, since, &n,
	    &e));
	ck_assert_int_eq(n, want);
}

START_TEST(test_counting)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org");
	int64_t bruno = scratch_player(db, "Bruno", "bruno@example.org");
	int64_t game = scratch_game(db), last;
	struct request r;

	ask(db, REQUEST_INVITATION, "eve@example.com", anna, game, 100);
	last = ask(db, REQUEST_INVITATION, "eve@example.com", bruno, game, 200);
	ask(db, REQUEST_ADDRESS, "eve@example.com", anna, 0, 300);
	count_is(db, anna, NULL, 0, 1);
	count_is(db, anna, NULL, 101, 0);
	count_is(db, 0, "eve@example.com", 100, 2);
	count_is(db, 0, "eve@example.com", 101, 1);
	count_is(db, bruno, "eve@example.com", 0, 1);
	count_is(db, 0, "adam@example.com", 0, 0);
	ck_assert_int_eq(request_last(db, REQUEST_INVITATION, "eve@example.com",
			     game, &r, &e),
	    1);
	ck_assert_int_eq(r.id, last);
	request_release(&r);
	ck_assert_int_eq(request_last(db, REQUEST_INVITATION, "eve@example.com",
			     game + 1, &r, &e),
	    0);
	ck_assert_int_eq(request_of_seat(db, game, 2, &r, &e), 1);
	ck_assert_int_eq(r.id, last);
	request_release(&r);
	ck_assert_int_eq(request_of_seat(db, game, 1, &r, &e), 0);
	db_close(db);
}
END_TEST

static int
count_row(void *arg, const struct request *r)
{
	*(int64_t *)arg += r->id;
	return 0;
}

START_TEST(test_listing)
{
	struct db *db = scratch_db();
	int64_t a = ask(db, REQUEST_SIGNUP, "a@example.com", 0, 0, 1);
	int64_t b = ask(db, REQUEST_SIGNUP, "b@example.com", 0, 0, 2), sum = 0;

	ask(db, REQUEST_ADDRESS, "c@example.com", 0, 0, 3);
	ck_assert_int_eq(request_close(db, a, REQUEST_DECLINED, &e), 1);
	OK(request_each(db, REQUEST_SIGNUP, count_row, &sum, &e));
	ck_assert_int_eq(sum, b);
	db_close(db);
}
END_TEST

/* The language is no part of the name, and need not be there. */
START_TEST(test_language)
{
	struct db *db = scratch_db();
	struct request r = { .kind = REQUEST_SIGNUP, .created = 1 };

	r.address = mem_dup("a@example.com");
	r.name = mem_dup("Anna");
	r.lang = mem_dup("nl");
	OK(request_add(db, &r, &e));
	request_release(&r);
	ck_assert_int_eq(request_last(db, REQUEST_SIGNUP, "a@example.com", 0,
			     &r, &e),
	    1);
	ck_assert_str_eq(r.name, "Anna");
	ck_assert_str_eq(r.lang, "nl");
	request_release(&r);
	ask(db, REQUEST_SIGNUP, "b@example.com", 0, 0, 1);
	ck_assert_int_eq(request_last(db, REQUEST_SIGNUP, "b@example.com", 0,
			     &r, &e),
	    1);
	ck_assert_ptr_null(r.lang);
	request_release(&r);
	db_close(db);
}
END_TEST

/* Never the last one, never another's. */
START_TEST(test_drop)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org");
	int64_t bruno = scratch_player(db, "Bruno", "bruno@example.org");
	struct buf b = BUF_INIT;
	int64_t holder;

	ck_assert_int_eq(address_drop(db, anna, "anna@example.org", &e), 0);
	OK(address_add(db, anna, "a@example.org", &e));
	ck_assert_int_eq(address_drop(db, bruno, "a@example.org", &e), 0);
	ck_assert_int_eq(address_drop(db, anna, "x@example.org", &e), 0);
	ck_assert_int_eq(address_drop(db, anna, "anna@example.org", &e), 1);
	ck_assert_int_eq(address_primary(db, anna, &b, &e), 1);
	ck_assert_str_eq(buf_text(&b), "a@example.org");
	ck_assert_int_eq(address_drop(db, anna, "a@example.org", &e), 0);
	ck_assert_int_eq(player_holder(db, anna, &holder, &e), 1);
	ck_assert_int_eq(holder, 1);
	OK(player_renew(db, anna, &e));
	ck_assert_int_eq(player_holder(db, anna, &holder, &e), 1);
	ck_assert_int_eq(holder, 2);
	ck_assert_int_eq(player_holder(db, bruno + 1, &holder, &e), 0);
	buf_release(&b);
	db_close(db);
}
END_TEST

static int64_t
held(struct db *db, const char *raw, const char *address, int64_t created)
{
	struct hold h = { .board = -1, .created = created, .address = address };

	OK(inbox_add(db, "test", 1, 1, created, raw, strlen(raw), &h.inbox,
	       &e) < 0);
	OK(hold_add(db, &h, &e));
	return h.inbox;
}

START_TEST(test_strangers)
{
	struct db *db = scratch_db();
	int64_t one = held(db, "1", "eve@example.com", 10);
	struct hold h;
	int n;

	held(db, "2", "eve@example.com", 20);
	held(db, "3", NULL, 20);
	OK(hold_count(db, "eve@example.com", 10, &n, &e));
	ck_assert_int_eq(n, 2);
	OK(hold_count(db, "eve@example.com", 11, &n, &e));
	ck_assert_int_eq(n, 1);
	ck_assert_int_eq(hold_take(db, one, &h, &e), 1);
	ck_assert_int_eq(h.player, 0);
	OK(hold_count(db, "eve@example.com", 0, &n, &e));
	ck_assert_int_eq(n, 1);
	db_close(db);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_one_use);
	tcase_add_test(t, test_counting);
	tcase_add_test(t, test_listing);
	tcase_add_test(t, test_language);
	tcase_add_test(t, test_drop);
	tcase_add_test(t, test_strangers);
}
