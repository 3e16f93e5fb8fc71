/* SPDX-License-Identifier: MIT */
/* Inbox, held mails and outbox (doc/design.md 4 and 7). */
#include "base/mem.h"
#include "scratch.h"
#include "store/mailbox.h"
#include "tests/last.h"

START_TEST(test_inbox_add)
{
	struct db *db = scratch_db();
	struct inbox_row r;
	int64_t a, b, c;

	ck_assert_int_eq(inbox_add(db, "imaps://h/INBOX", 7, 8, 900,
			     "raw\0\xff one", 8, &a, &e),
	    1);
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 901, "raw two", 7, &b, &e),
	    1);
	ck_assert_int_lt(a, b);
	/* The same bytes are stored once, wherever they come from. */
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 999, "raw\0\xff one", 8,
			     &c, &e),
	    0);
	ck_assert_int_eq(a, c);
	ck_assert_int_eq(inbox_get(db, a, &r, &e), 1);
	ck_assert_str_eq(r.mailbox, "imaps://h/INBOX");
	ck_assert_int_eq(r.uidvalidity, 7);
	ck_assert_int_eq(r.uid, 8);
	ck_assert_int_eq(r.received, 900);
	ck_assert_int_eq(r.state, INBOX_NEW);
	ck_assert_int_eq(r.attempts, 0);
	ck_assert_ptr_null(r.message_id);
	ck_assert_int_eq((int)r.raw_len, 8);
	ck_assert_mem_eq(r.raw, "raw\0\xff one", 8);
	inbox_row_release(&r);
	ck_assert_int_eq(inbox_get(db, 99, &r, &e), 0);
	/* In somebody's transaction it comes and goes with that. */
	OK(db_begin(db, &e));
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 1, "three", 5, &c, &e), 1);
	db_abort(db);
	ck_assert_int_eq(inbox_get(db, c, &r, &e), 0);
	db_close(db);
}
END_TEST

START_TEST(test_inbox_life)
{
	struct db *db = scratch_db();
	struct inbox_row rows[4], r;
	int64_t id[3];
	int n;

	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, i,
				     i == 0     ? "a" :
					 i == 1 ? "b" :
						  "c",
				     1, &id[i], &e),
		    1);
	ck_assert_int_eq(inbox_next(db, 2, rows, &e), 2);
	ck_assert_int_eq(rows[0].id, id[0]);
	ck_assert_int_eq(rows[1].id, id[1]);
	inbox_row_release(&rows[0]);
	inbox_row_release(&rows[1]);
	OK(inbox_attempt(db, id, 2, 1, &e));
	OK(inbox_attempt(db, id, 1, 1, &e));
	OK(inbox_attempt(db, id + 1, 1, 1, &e));
	OK(inbox_attempt(db, id + 1, 1, -1, &e));
	/* A count that is not committed does not count. */
	OK(db_begin(db, &e));
	OK(inbox_attempt(db, id + 2, 1, 1, &e));
	db_abort(db);
	OK(inbox_finish(db, id[0], INBOX_ASIDE, NULL, &e));
	ck_assert_int_eq(inbox_next(db, 4, rows, &e), 2);
	ck_assert_int_eq(rows[0].id, id[1]);
	ck_assert_int_eq(rows[0].attempts, 1);
	ck_assert_int_eq(rows[1].attempts, 0);
	inbox_row_release(&rows[0]);
	inbox_row_release(&rows[1]);
	OK(inbox_finish(db, id[1], INBOX_ANSWERED, "m@x", &e));
	OK(inbox_finish(db, id[1], INBOX_ANSWERED, NULL, &e));
	ck_assert_int_eq(inbox_get(db, id[1], &r, &e), 1);
	ck_assert_str_eq(r.message_id, "m@x");
	inbox_row_release(&r);
	OK(inbox_count(db, INBOX_NEW, &n, &e));
	ck_assert_int_eq(n, 1);
	OK(inbox_count(db, INBOX_ASIDE, &n, &e));
	ck_assert_int_eq(n, 1);
	ck_assert_int_eq(inbox_get(db, id[0], &r, &e), 1);
	ck_assert_int_eq(r.attempts, 2);
	inbox_row_release(&r);
	db_close(db);
}
END_TEST

static int
note_aside(void *arg, const struct inbox_row *r)
{
	int64_t *last = arg;

	ck_assert_int_eq(r->state, INBOX_ASIDE);
	ck_assert_str_eq(r->mailbox, "pipe");
	*last = r->id;
	return 0;
}

START_TEST(test_inbox_aside)
{
	struct db *db = scratch_db();
	struct inbox_row r;
	int64_t id, last = 0;

	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 9, "x", 1, &id, &e), 1);
	ck_assert_int_eq(inbox_settle(db, id, true, &e), 0);
	OK(inbox_finish(db, id, INBOX_ASIDE, NULL, &e));
	OK(inbox_apart(db, note_aside, &last, &e));
	ck_assert_int_eq(last, id);
	ck_assert_int_eq(inbox_settle(db, id, true, &e), 1);
	/* Tried with care: it may have ended the process before. */
	ck_assert_int_eq(inbox_get(db, id, &r, &e), 1);
	ck_assert_int_eq(r.state, INBOX_NEW);
	ck_assert_int_eq(r.attempts, 1);
	inbox_row_release(&r);
	OK(inbox_finish(db, id, INBOX_ASIDE, NULL, &e));
	ck_assert_int_eq(inbox_settle(db, id, false, &e), 1);
	ck_assert_int_eq(inbox_settle(db, id, true, &e), 0);
	db_close(db);
}
END_TEST

START_TEST(test_hold)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org");
	int64_t game = scratch_game(db), id[3];
	struct hold h;

	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, i,
				     i == 0     ? "a" :
					 i == 1 ? "b" :
						  "c",
				     1, &id[i], &e),
		    1);
	h = (struct hold){ .inbox = id[0],
		.player = anna,
		.game = game,
		.seat = 2,
		.turn = 5,
		.board = 7,
		.created = 6 };
	OK(hold_add(db, &h, &e));
	h = (struct hold){ .inbox = id[1], .turn = 9 };
	OK(hold_add(db, &h, &e));
	h = (struct hold){ .inbox = id[2], .game = game, .turn = 4 };
	OK(hold_add(db, &h, &e));
	OK(hold_lapse(db, game, 5, &e));
	ck_assert_int_eq(hold_take(db, id[2], &h, &e), 0);
	ck_assert_int_eq(hold_take(db, id[0], &h, &e), 1);
	ck_assert_int_eq(h.inbox, id[0]);
	ck_assert_int_eq(h.player, anna);
	ck_assert_int_eq(h.game, game);
	ck_assert_int_eq(h.seat, 2);
	ck_assert_int_eq(h.turn, 5);
	ck_assert_int_eq(h.board, 7);
	ck_assert_int_eq(h.created, 6);
	/* Good for one use. */
	ck_assert_int_eq(hold_take(db, id[0], &h, &e), 0);
	ck_assert_int_eq(hold_take(db, id[1], &h, &e), 1);
	ck_assert_int_eq(h.game, 0);
	db_close(db);
}
END_TEST

static int64_t
add_mail(struct db *db, int64_t game, int seat, int64_t next, const char *mid)
{
	char to[] = "anna@example.org", raw[] = "To: anna\r\n\r\nhello\r\n";
	struct outbox_row r = { .game = game,
		.seat = seat,
		.to = to,
		.raw = raw,
		.raw_len = sizeof raw - 1,
		.next_try = next,
		.created = 100 };

	r.message_id = mem_dup(mid);
	OK(outbox_add(db, &r, &e));
	free(r.message_id);
	return r.id;
}

static int
count_row(void *arg, const struct outbox_row *r)
{
	int *n = arg;

	ck_assert_ptr_null(r->raw);
	(*n)++;
	return 0;
}

START_TEST(test_outbox_add)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org");
	int64_t game = scratch_game(db), id = add_mail(db, game, 2, 50, "1@x");
	char to[] = "b@x", mid[] = "2@x", raw[] = "raw";
	struct outbox_row r,
	    n = { .player = anna,
		    .to = to,
		    .message_id = mid,
		    .raw = raw,
		    .raw_len = 3 };

	ck_assert_int_eq(outbox_get(db, id, &r, &e), 1);
	ck_assert_int_eq(r.game, game);
	ck_assert_int_eq(r.seat, 2);
	ck_assert_int_eq(r.player, 0);
	ck_assert_str_eq(r.to, "anna@example.org");
	ck_assert_str_eq(r.message_id, "1@x");
	ck_assert_int_eq(r.state, OUTBOX_WAITING);
	ck_assert_int_eq(r.next_try, 50);
	ck_assert_int_eq(r.created, 100);
	ck_assert_int_eq((int)r.raw_len, 19);
	ck_assert_str_eq(r.raw, "To: anna\r\n\r\nhello\r\n");
	outbox_row_release(&r);
	OK(outbox_add(db, &n, &e));
	ck_assert_int_eq(outbox_by_message_id(db, "2@x", 0, &r, &e), 1);
	ck_assert_int_eq(r.player, anna);
	ck_assert_int_eq(r.id, n.id);
	outbox_row_release(&r);
	ck_assert_int_eq(outbox_by_message_id(db, "3@x", 0, &r, &e), 0);
	id = add_mail(db, game, 2, 50, "4@x");
	add_mail(db, game, 1, 50, "5@x");
	ck_assert_int_eq(last_to_seat(db, game, 2, &r, &e), 1);
	ck_assert_int_eq(r.id, id);
	outbox_row_release(&r);
	ck_assert_int_eq(last_to_seat(db, game, 3, &r, &e), 0);
	db_close(db);
}
END_TEST

static int
due(struct db *db, int64_t now, int limit, struct outbox_row *rows)
{
	int64_t when = 0, id = 0;

	return outbox_due_after(db, now, &when, &id, limit, rows, &e);
}

START_TEST(test_outbox_due)
{
	struct db *db = scratch_db();
	int64_t a = add_mail(db, 0, 0, 30, "1@x"),
		b = add_mail(db, 0, 0, 10, "2@x");
	int64_t c = add_mail(db, 0, 0, 90, "3@x"), when = 0;
	int64_t after = 0;
	struct outbox_row rows[3];
	int n = -1;

	ck_assert_int_eq(due(db, 50, 3, rows), 2);
	ck_assert_int_eq(rows[0].id, b);
	ck_assert_int_eq(rows[1].id, a);
	ck_assert_int_eq((int)rows[0].raw_len, 19);
	outbox_row_release(&rows[0]);
	outbox_row_release(&rows[1]);
	/* They are about no game; only the keeper is no stranger. */
	OK(outbox_strangers(db, 99, "", &n, &e));
	ck_assert_int_eq(n, 3);
	OK(outbox_strangers(db, 99, "keeper@example.org", &n, &e));
	ck_assert_int_eq(n, 3);
	OK(outbox_strangers(db, 99, "anna@example.org", &n, &e));
	ck_assert_int_eq(n, 0);
	/* Behind those that are under way. */
	ck_assert_int_eq(outbox_due_after(db, 50, &when, &after, 1, rows, &e),
	    1);
	ck_assert_int_eq(after, b);
	outbox_row_release(&rows[0]);
	ck_assert_int_eq(outbox_due_after(db, 50, &when, &after, 3, rows, &e),
	    1);
	ck_assert_int_eq(rows[0].id, a);
	outbox_row_release(&rows[0]);
	ck_assert_int_eq(outbox_due_after(db, 50, &when, &after, 3, rows, &e),
	    0);
	ck_assert_int_eq(outbox_next_due(db, &when, &e), 1);
	ck_assert_int_eq(when, 10);
	OK(outbox_sent(db, (int64_t[]){ a, b }, 2, 60, &e));
	ck_assert_int_eq(due(db, 50, 3, rows), 0);
	ck_assert_int_eq(outbox_next_due(db, &when, &e), 1);
	ck_assert_int_eq(when, 90);
	OK(outbox_sent(db, &c, 1, 91, &e));
	ck_assert_int_eq(outbox_next_due(db, &when, &e), 0);
	ck_assert_int_eq(outbox_get(db, a, &rows[0], &e), 1);
	ck_assert_int_eq(rows[0].state, OUTBOX_SENT);
	ck_assert_int_eq(rows[0].sent, 60);
	outbox_row_release(&rows[0]);
	db_close(db);
}
END_TEST

START_TEST(test_outbox_verdicts)
{
	struct db *db = scratch_db();
	int64_t a = add_mail(db, 0, 0, 0, "1@x"),
		b = add_mail(db, 0, 0, 0, "2@x");
	struct outbox_row r;
	int n = 0;

	OK(outbox_later(db, a, 700, "450 busy", &e));
	ck_assert_int_eq(outbox_get(db, a, &r, &e), 1);
	ck_assert_int_eq(r.attempts, 1);
	ck_assert_int_eq(r.next_try, 700);
	ck_assert_str_eq(r.last_error, "450 busy");
	outbox_row_release(&r);
	OK(outbox_failed(db, b, "550 no", &e));
	ck_assert_int_eq(outbox_get(db, b, &r, &e), 1);
	ck_assert_int_eq(r.state, OUTBOX_FAILED);
	ck_assert_str_eq(r.last_error, "550 no");
	outbox_row_release(&r);
	OK(outbox_each(db, OUTBOX_FAILED, count_row, &n, &e));
	ck_assert_int_eq(n, 1);
	ck_assert_int_eq(outbox_retry(db, b, 800, &e), 1);
	ck_assert_int_eq(outbox_retry(db, 99, 800, &e), 0);
	ck_assert_int_eq(due(db, 800, 1, &r), 1);
	outbox_row_release(&r);
	ck_assert_int_eq(outbox_bounced(db, a, "5.1.1", 77, &e), 1);
	ck_assert_int_eq(outbox_bounced(db, a, "5.1.1", 77, &e), 0);
	ck_assert_int_eq(outbox_bounced(db, 99, "x", 77, &e), 0);
	n = 0;
	OK(outbox_each(db, -1, count_row, &n, &e));
	ck_assert_int_eq(n, 2);
	n = 0;
	OK(outbox_each(db, OUTBOX_SENT, count_row, &n, &e));
	ck_assert_int_eq(n, 0);
	ck_assert_int_eq(outbox_drop(db, a, &e), 1);
	ck_assert_int_eq(outbox_drop(db, a, &e), 0);
	/* What is out may come back, and is known then. */
	OK(outbox_sent(db, &b, 1, 850, &e));
	ck_assert_int_eq(outbox_drop(db, b, &e), 0);
	ck_assert_int_eq(outbox_bounced(db, b, "5.1.1", 860, &e), 1);
	ck_assert_int_eq(outbox_get(db, a, &r, &e), 0);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM outbox_body"),
	    1);
	/* Without a text it would be due for ever, and never be sent. */
	OK(outbox_failed(db, b, "550 no", &e));
	ck_assert_int_eq(scratch_number(db,
			     "DELETE FROM outbox_body RETURNING outbox"),
	    b);
	ck_assert_int_eq(outbox_retry(db, b, 800, &e), 0);
	ck_assert_int_eq(scratch_number(db, "SELECT state FROM outbox"),
	    OUTBOX_FAILED);
	db_close(db);
}
END_TEST

/* Of a mailbox that the configuration has no more nothing is kept, and one
 * whose name is a part of another's is another. */
START_TEST(test_mailboxes)
{
	static const char *const names[] = { "", "near", "nearer" };
	struct db *db = scratch_db();
	struct mailbox m = { .works = 7 };

	for (size_t i = 0; i < 3; i++)
		OK(mailbox_write(db, names[i], &m, &e));
	OK(mailbox_prune(db, "\n\nnear\nnearer\n", &e));
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM mailbox"), 3);
	OK(mailbox_prune(db, "\n\nnearer\n", &e));
	OK(mailbox_read(db, "near", &m, &e));
	ck_assert_int_eq(m.works, 0);
	OK(mailbox_read(db, "nearer", &m, &e));
	ck_assert_int_eq(m.works, 7);
	OK(mailbox_prune(db, "\nnearer\n", &e));
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM mailbox"), 1);
	OK(mailbox_write(db, "", &m, &e));
	db_close(db);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_inbox_add);
	tcase_add_test(t, test_inbox_life);
	tcase_add_test(t, test_inbox_aside);
	tcase_add_test(t, test_hold);
	tcase_add_test(t, test_outbox_add);
	tcase_add_test(t, test_outbox_due);
	tcase_add_test(t, test_outbox_verdicts);
	tcase_add_test(t, test_mailboxes);
}
