/* SPDX-License-Identifier: MIT */
/* Pictures of mails: written with them, made later, and never twice. */
#include "base/mem.h"
#include "scratch.h"
#include "store/picture.h"

static int64_t
add(struct db *db, const char *to, const char *drawing)
{
	struct outbox_row r = { .to = mem_dup(to),
		.message_id = mem_dup("1@x"),
		.raw = mem_dup("plain"),
		.raw_len = 5,
		.next_try = 1,
		.created = 1,
		.picture = mem_dup("abc") };
	int64_t id;

	buf_str(&r.pictured, "head\r\n=_picture\r\n\r\ntail");
	buf_str(&r.drawing, drawing);
	OK(outbox_add(db, &r, &e));
	id = r.id;
	outbox_row_release(&r);
	return id;
}

static void
is(struct db *db, int64_t id, const char *raw, bool due)
{
	struct outbox_row r;

	ck_assert_int_eq(outbox_get(db, id, &r, &e), 1);
	ck_assert_uint_eq(r.raw_len, strlen(raw));
	ck_assert_mem_eq(r.raw, raw, r.raw_len);
	ck_assert_int_eq(r.picture != NULL, due);
	outbox_row_release(&r);
}

START_TEST(made_once)
{
	struct db *db = scratch_db();
	struct buf drawing = BUF_INIT;
	int64_t a = add(db, "a@x.org", "tree"), b = add(db, "b@x.org", "other");

	is(db, a, "plain", true);
	ck_assert_int_eq(picture_due(db, "abc", &drawing, &e), 1);
	ck_assert_str_eq(drawing.data, "tree");
	OK(picture_made(db, "abc", "QUJD", 4, &e));
	ck_assert_int_eq(picture_due(db, "abc", &drawing, &e), 0);
	/* Whoever made it again has not. */
	OK(picture_made(db, "abc", "REVG", 4, &e));
	is(db, a, "head\r\nQUJD\r\n\r\ntail", false);
	is(db, b, "head\r\nQUJD\r\n\r\ntail", false);
	buf_release(&drawing);
	db_close(db);
}
END_TEST

START_TEST(one_that_cannot_be_made)
{
	struct db *db = scratch_db();
	int64_t a = add(db, "a@x.org", "tree");

	OK(picture_made(db, "abc", "", 0, &e));
	is(db, a, "plain", false);
	db_close(db);
}
END_TEST

/* One of two mails goes without; it showed one once. */
START_TEST(omitted)
{
	struct db *db = scratch_db();
	int64_t a = add(db, "a@x.org", "tree"), b = add(db, "b@x.org", "tree");

	OK(picture_made(db, "abc", "QUJD", 4, &e));
	ck_assert_int_eq(picture_omit(db, a, &e), 1);
	ck_assert_int_eq(picture_omit(db, a, &e), 0);
	is(db, a, "plain", false);
	is(db, b, "head\r\nQUJD\r\n\r\ntail", false);
	db_close(db);
}
END_TEST

/* With the mail that is dropped, or some time after the last went out. */
START_TEST(forgotten)
{
	struct db *db = scratch_db();
	int64_t a = add(db, "a@x.org", "tree"), b = add(db, "b@x.org", "tree");

	OK(picture_made(db, "abc", "QUJD", 4, &e));
	ck_assert_int_eq(outbox_drop(db, a, &e), 1);
	OK(picture_prune(db, 100, &e));
	is(db, b, "head\r\nQUJD\r\n\r\ntail", false);
	OK(outbox_sent(db, &b, 1, 50, &e));
	OK(picture_prune(db, 50, &e));
	is(db, b, "head\r\nQUJD\r\n\r\ntail", false);
	OK(picture_prune(db, 51, &e));
	is(db, b, "plain", false);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM picture"), 0);
	db_close(db);
}
END_TEST

/* One behind the other, as they are asked for; and all of them or none. */
START_TEST(several)
{
	struct db *db = scratch_db();
	struct outbox_row r = { .to = mem_dup("a@x.org"),
		.message_id = mem_dup("1@x"),
		.raw = mem_dup("plain"),
		.raw_len = 5,
		.picture = mem_dup("abc") };

	buf_str(&r.pictured, "1\r\n=_picture\r\n2\r\n=_picture\r\n3");
	OK(outbox_add(db, &r, &e));
	is(db, r.id, "plain", true);
	OK(picture_made(db, "abc", "QUJD\r\nRA==\r\n\r\nREVG", 18, &e));
	is(db, r.id, "1\r\nQUJD\r\nRA==\r\n2\r\nREVG\r\n3", false);
	outbox_row_release(&r);
	db_close(db);
}
END_TEST

CASES(pictures)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	ADD_TESTS(t, made_once, one_that_cannot_be_made, omitted, forgotten,
	    several);
}
