/* SPDX-License-Identifier: MIT */

/* Mails that several daemons judge, each game's in its order (store/claim.h):
 * which game one concerns, and what becomes of one that goes elsewhere. */

#include <check.h>

#include "identity/concerns.h"
#include "scene.h"
#include "store/inbox.h"
#include "tests/run.h"

static struct err e;

static void
two_games(struct scene *s)
{
	scene_open(s, true);
	for (int i = 1; i <= 2; i++) {
		ck_assert_int_eq(scene_game(s, "Anna Bruno", "-", 5), i);
		scene_moderate(s, i, "begin");
	}
	(void)scene_skip(s);
}

/* What the first seat would write to the last mail that it got. */
static void
reply(struct scene *s, int64_t game, const char *text, struct buf *raw)
{
	struct seen m;

	scene_last(s, game, 1, &m);
	scene_reply(s, &m, m.to, text, raw);
	seen_release(&m);
}

static int64_t
concerns(const struct scene *s, const struct buf *raw)
{
	return identity_concerns(&s->desk.club, raw->data, raw->len);
}

/* The address of the first seat, as it stands in a reply. */
static void
address_of(struct scene *s, int64_t game, struct buf *out)
{
	struct seen m;

	scene_last(s, game, 1, &m);
	buf_str(out, m.reply_to);
	seen_release(&m);
}

START_TEST(which_game)
{
	static const char *const none[] = { "To: games@example.org\r\n\r\nx",
		"To: games+x@example.org\r\n\r\n",
		"To: Games <games+u.1.k3v9@example.org>\r\n\r\n", "\r\n", "" };
	struct scene s;
	struct buf raw = BUF_INIT, one = BUF_INIT, two = BUF_INIT,
		   both = BUF_INIT;

	two_games(&s);
	address_of(&s, 1, &one);
	address_of(&s, 2, &two);
	reply(&s, 2, "board\n", &raw);
	ck_assert_int_eq(concerns(&s, &raw), 2);
	/* One beside our own, and what stands in the body. */
	buf_printf(&both, "CC: <games@example.org>,\r\n A <%s>\r\n\r\n%s",
	    one.data, two.data);
	ck_assert_int_eq(concerns(&s, &both), 1);
	buf_clear(&both);
	/* An address that was ours, and another's. */
	buf_printf(&both, "To: chess+%s, a+news@example.net\r\n\r\n",
	    strchr(one.data, '+') + 1);
	ck_assert_int_eq(concerns(&s, &both), 1);
	buf_clear(&both);
	buf_printf(&both, "To: %s\r\nCc: %s\r\n\r\n", one.data, two.data);
	ck_assert_int_eq(concerns(&s, &both), 0);
	buf_clear(&both);
	buf_printf(&both, "To: %s, %s\r\n\r\n", one.data,
	    "games+u.1.k3v9abcdefghijkl@example.org");
	ck_assert_int_eq(concerns(&s, &both), 0);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		ck_assert_int_eq(identity_concerns(&s.desk.club, none[i],
				     strlen(none[i])),
		    0);
	buf_release(&raw);
	buf_release(&one);
	buf_release(&two);
	buf_release(&both);
	scene_close(&s);
}
END_TEST

/* One that is taken in the order of that game. */
static struct inbox_row
take(struct scene *s, int64_t written_to, int64_t concerns, const char *text)
{
	struct buf raw = BUF_INIT;
	struct inbox_row r;
	int64_t id;

	reply(s, written_to, text, &raw);
	id = scene_store(s, raw.data, raw.len);
	buf_release(&raw);
	ck_assert_int_eq(inbox_attempt(s->db, &id, 1, 1, &e), 0);
	ck_assert_int_eq(inbox_get(s->db, id, &r, &e), 1);
	r.concerns = concerns;
	return r;
}

static int
judge(struct scene *s, struct inbox_row *rows, int n)
{
	int failed = 0;

	ck_assert_int_eq(db_begin(s->db, &e), 0);
	ck_assert_int_eq(desk_judge(&s->desk, rows, n, &failed, &e), 0);
	ck_assert_int_eq(db_commit(s->db, &e), 0);
	return failed;
}

static void
stands(struct scene *s, const struct inbox_row *row, enum inbox_state state,
    int attempts)
{
	struct inbox_row now;

	ck_assert_int_eq(inbox_get(s->db, row->id, &now, &e), 1);
	ck_assert_int_eq(now.state, state);
	ck_assert_int_eq(now.attempts, attempts);
	ck_assert_int_eq(now.concerns, 0);
	inbox_row_release(&now);
}

/* While a mail of before it waits, whoever has that, one that opens another
 * game than it was taken for is not judged, nor what came behind it: it waits
 * for all. */
START_TEST(goes_elsewhere)
{
	struct scene s;
	struct inbox_row row[3];

	two_games(&s);
	row[0] = take(&s, 2, 2, "board\n");
	row[1] = take(&s, 1, 2, "press p2\nhello\nendpress\n");
	row[2] = take(&s, 2, 2, "board\n");
	ck_assert_int_eq(judge(&s, row + 1, 2), 2);
	stands(&s, &row[1], INBOX_NEW, 0);
	stands(&s, &row[2], INBOX_NEW, 0);
	ck_assert_int_eq(scene_skip(&s), 0);
	/* In its turn it may. */
	ck_assert_int_eq(judge(&s, row, 3), 0);
	ck_assert_int_eq(scene_skip(&s), 4);
	for (int i = 0; i < 3; i++) {
		stands(&s, &row[i], INBOX_ANSWERED, i == 0);
		inbox_row_release(&row[i]);
	}
	/* And one that keeps to its game at any time. */
	row[0] = take(&s, 2, 2, "board\n");
	row[1] = take(&s, 1, 1, "board\n");
	ck_assert_int_eq(judge(&s, row + 1, 1), 0);
	stands(&s, &row[0], INBOX_NEW, 1);
	inbox_row_release(&row[0]);
	inbox_row_release(&row[1]);
	scene_close(&s);
}
END_TEST

TESTS(which_game, goes_elsewhere)
