/* SPDX-License-Identifier: MIT */

/* Tokens (doc/design.md 6.2): what is read back is what was written, and
 * nothing that was changed, or made under another key or for another holder, is
 * good. */

#include <check.h>
#include <ctype.h>

#include "post/token.h"
#include "tests/run.h"

static const uint8_t key[32] = { 1, 2, 3 }, other[32] = { 1, 2, 4 };

static void
make(struct token *t, struct buf *out)
{
	buf_clear(out);
	token_detail(key, t, out);
}

START_TEST(test_round_trip)
{
	struct token t = { .role = TOKEN_SEAT,
		.number = 42,
		.seat = 2,
		.holder = 3,
		.board = 77 },
		     r;
	struct buf b = BUF_INIT;

	make(&t, &b);
	ck_assert_int_eq(strncmp(b.data, "42.p2.77.", 9), 0);
	ck_assert_uint_eq(b.len, 9 + 16); /* 80 bits in base32 */
	ck_assert_int_eq(token_read(key, b.data, b.len, &r), 0);
	ck_assert_int_eq(r.role, TOKEN_SEAT);
	ck_assert_int_eq((int)r.number, 42);
	ck_assert_int_eq(r.seat, 2);
	ck_assert_int_eq(r.board, 77);
	r.holder = 3;
	ck_assert(token_good(key, &r));
	ck_assert(!token_good(other, &r));
	/* An old holder's token dies (doc/design.md 6.2). */
	r.holder = 4;
	ck_assert(!token_good(key, &r));
	/* Mail programs may change case. */
	for (size_t i = 0; i < b.len; i++)
		b.data[i] = (char)toupper((unsigned char)b.data[i]);
	ck_assert_int_eq(token_read(key, b.data, b.len, &r), 0);
	r.holder = 3;
	ck_assert(token_good(key, &r));
	buf_release(&b);
}
END_TEST

static const enum token_role counted[] = { TOKEN_CONFIRM, TOKEN_REQUEST,
	TOKEN_DIGEST };
enum { COUNTED = sizeof counted / sizeof *counted };

/* A number at random stands in what is good once, and in a digest's; the epoch
 * does not, but counts. */
START_TEST(test_nonce_and_epoch)
{
	struct buf b = BUF_INIT;

	for (size_t i = 0; i < COUNTED; i++) {
		struct token t = { .role = counted[i],
			.number = 17,
			.nonce = 123456789,
			.epoch = 5 },
			     r;

		make(&t, &b);
		ck_assert_int_eq(token_read(key, b.data, b.len, &r), 0);
		ck_assert_int_eq(r.role, counted[i]);
		ck_assert_int_eq((int)r.number, 17);
		ck_assert_int_eq((int)r.nonce, 123456789);
		ck_assert(!token_good(key, &r));
		r.epoch = 5;
		ck_assert(token_good(key, &r));
		r.nonce++;
		ck_assert(!token_good(key, &r));
	}
	buf_release(&b);
}
END_TEST

/* Numbers of rows count what the club has received and written: no letter of
 * the detail tells them, nor its length, nor what two of them share. */
START_TEST(test_counts_nothing)
{
	static const int64_t numbers[] = { 0, 1, 17, 18, 999999999999999 };
	struct buf b = BUF_INIT, before = BUF_INIT;
	struct token r;

	for (size_t i = 0; i < COUNTED; i++)
		for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
			struct token t = { .role = counted[i],
				.number = numbers[n],
				.nonce = n % 2 == 0 ? 999999999 : 0 };
			size_t alike = 0;

			make(&t, &b);
			ck_assert_uint_eq(b.len, 2 + 16 + 1 + 16);
			ck_assert_uint_eq(strspn(b.data + 2,
					      "abcdefghijklmnopqrstuvwxyz"
					      "234567"),
			    16);
			for (size_t k = 2; before.len && k < 18; k++)
				alike += b.data[k] == before.data[k];
			ck_assert_uint_lt(alike, 8);
			ck_assert_int_eq(token_read(key, b.data, b.len, &r), 0);
			ck_assert(r.number == t.number && r.nonce == t.nonce);
			ck_assert(token_good(key, &r));
			/* Under another key they are other numbers. */
			ck_assert_int_eq(token_read(other, b.data, b.len, &r),
			    0);
			ck_assert(r.number != t.number && r.nonce != t.nonce);
			buf_clear(&before);
			buf_str(&before, b.data);
		}
	buf_release(&b);
	buf_release(&before);
}
END_TEST

/* What was mailed before numbers were sealed is good as long as it was to be:
 * the token itself is made as ever. */
START_TEST(test_numbers_in_clear)
{
	static const char *const mailed[COUNTED] = {
		"c.17.123456789.iwqswn5oossecuy6",
		"r.17.123456789.fa5ypn2wryxxfy3z",
		"d.17.123456789.ujkm7v7iv6er3hfo"
	};
	static const char player[] = "u.17.3ezroaktodtpbt2c",
			  observer[] = "42.o5.77.dyzfyzstz6xbn7s3";
	struct token r;

	for (size_t i = 0; i < COUNTED; i++) {
		ck_assert_int_eq(token_read(key, mailed[i], strlen(mailed[i]),
				     &r),
		    0);
		ck_assert_int_eq(r.role, counted[i]);
		ck_assert_int_eq((int)r.number, 17);
		ck_assert_int_eq((int)r.nonce, 123456789);
		r.epoch = 5;
		ck_assert(token_good(key, &r));
	}
	ck_assert_int_eq(token_read(key, player, strlen(player), &r), 0);
	ck_assert(r.role == TOKEN_PLAYER && r.number == 17);
	r.holder = 5;
	ck_assert(token_good(key, &r));
	ck_assert_int_eq(token_read(key, observer, strlen(observer), &r), 0);
	ck_assert(r.role == TOKEN_OBSERVER && r.number == 42 && r.seat == 5);
	ck_assert_int_eq(r.board, 77);
	r.holder = 6;
	ck_assert(token_good(key, &r));
}
END_TEST

/* Who watches is named by letters; a player's number is sealed. */
START_TEST(test_players)
{
	struct token t = { .role = TOKEN_OBSERVER,
		.number = 42,
		.mark = "k3v9",
		.holder = 6,
		.board = 77 },
		     u = { .role = TOKEN_PLAYER, .number = 17, .holder = 5 }, r;
	struct buf b = BUF_INIT;

	make(&t, &b);
	ck_assert_int_eq(strncmp(b.data, "42.ok3v9.77.", 12), 0);
	ck_assert_int_eq(token_read(key, b.data, b.len, &r), 0);
	ck_assert_str_eq(r.mark, "k3v9");
	ck_assert(r.seat == 0 && r.board == 77 && r.number == 42);
	r.holder = 6;
	ck_assert(token_good(key, &r));
	r.mark[0] = 'l';
	ck_assert(!token_good(key, &r));
	make(&u, &b);
	ck_assert_uint_eq(b.len, 2 + 16 + 1 + 16);
	ck_assert_int_eq(token_read(key, b.data, b.len, &r), 0);
	ck_assert(r.number == 17 && r.role == TOKEN_PLAYER);
	r.holder = 5;
	ck_assert(token_good(key, &r));
	buf_release(&b);
}
END_TEST

START_TEST(test_every_claim_counts)
{
	struct token t = { .role = TOKEN_SEAT,
		.number = 42,
		.seat = 2,
		.holder = 1,
		.board = 77 },
		     r;
	struct buf b = BUF_INIT;

	make(&t, &b);
	for (size_t i = 0; i < b.len; i++) {
		char was = b.data[i];
		for (const char *c = "0123456789abcdefghijklmnopqrstuvwxyz.";
		    *c; c++) {
			if (*c == was)
				continue;
			b.data[i] = *c;
			if (token_read(key, b.data, b.len, &r) == 0) {
				r.holder = 1;
				ck_assert_msg(!token_good(key, &r), "%s",
				    b.data);
			}
		}
		b.data[i] = was;
	}
	buf_release(&b);
}
END_TEST

START_TEST(test_roles)
{
	static const enum token_role role[] = { TOKEN_MODERATOR, TOKEN_OBSERVER,
		TOKEN_PLAYER, TOKEN_CONFIRM, TOKEN_REQUEST };
	struct buf b = BUF_INIT;
	struct token r;

	for (size_t i = 0; i < sizeof role / sizeof *role; i++) {
		struct token t = { .role = role[i],
			.number = 7,
			.seat = role[i] == TOKEN_OBSERVER ? 12345 : 0 };
		make(&t, &b);
		ck_assert_int_eq(token_read(key, b.data, b.len, &r), 0);
		ck_assert_int_eq(r.seat, t.seat);
		ck_assert_int_eq(r.role, role[i]);
		ck_assert_int_eq((int)r.number, 7);
		ck_assert(token_good(key, &r));
		r.role = role[(i + 1) % 5];
		ck_assert(!token_good(key, &r));
	}
	buf_release(&b);
}
END_TEST

START_TEST(test_malformed)
{
	static const char *const bad[] = { "", ".", "42", "42.p2", "42.p2.77",
		"42.p2.77.", "42.p7.77.abcdefghijklmnop",
		"42.p0.77.abcdefghijklmnop", "42.o.77.abcdefghijklmnop",
		"42.o0.77.abcdefghijklmnop", "42.ok3v.77.abcdefghijklmnop",
		"42.ok3v9c.77.abcdefghijklmnop",
		"42.o9999999999.77.abcdefghijklmnop",
		"42.q2.77.abcdefghijklmnop", "042.p2.77.abcdefghijklmnop",
		"42.p2.77.abcdefghijklmno", "42.p2.77.abcdefghijklmnopq",
		"42.p2.-7.abcdefghijklmnop", "42.p2.77.abcdefghijklmn=p",
		"42.p2.99999999999.abcdefghijklmnop", "x.17.abcdefghijklmnop",
		"c.17", "c..abcdefghijklmnop",
		"9999999999999999.p1.1.abcdefghijklmnop",
		"42.p2.77.abcdefghijklmnop.", " 42.p2.77.abcdefghijklmnop" };
	struct token r;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(token_read(key, bad[i], strlen(bad[i]), &r) == -1,
		    "%s", bad[i]);
}
END_TEST

START_TEST(test_subject)
{
	struct token t = { .role = TOKEN_SEAT,
		.number = 42,
		.seat = 2,
		.holder = 1,
		.board = 77 },
		     r;
	struct buf b = BUF_INIT, s = BUF_INIT;

	make(&t, &b);
	buf_printf(&s, "AW: Re: [Problem] [pq%s] Your turn", b.data);
	ck_assert_int_eq(token_in_subject(key, s.data, &r), 0);
	r.holder = 1;
	ck_assert(token_good(key, &r));
	ck_assert_int_eq((int)token_game_in_subject(s.data), 42);
	ck_assert_int_eq((int)token_game_in_subject("Re: [pq7] x"), 7);
	ck_assert_int_eq((int)token_game_in_subject("[PQ7]"), 7);
	ck_assert_int_eq((int)token_game_in_subject("[pq7x] y"), 0);
	ck_assert_int_eq((int)token_game_in_subject("[list] hello"), 0);
	ck_assert_int_eq((int)token_game_in_subject("[pq"), 0);
	ck_assert_int_eq(token_in_subject(key, "[pq42] Your turn", &r), -1);
	buf_release(&b);
	buf_release(&s);
}
END_TEST

START_TEST(test_hide)
{
	struct token t = { .role = TOKEN_SEAT,
		.number = 42,
		.seat = 2,
		.board = 77 };
	static const char *const around[][2] = { { "games+", "@example.org" },
		{ "<mailto:games%2B", "%40example.org>" }, { "Re: [pq", "] x" },
		{ "", "" }, { "say ", "." } };
	struct buf b = BUF_INIT, s = BUF_INIT;
	char same[] = "www.internationalise.org, 42.p2.77, 4.5.6, a.b";
	char was[sizeof same];

	for (int i = 0; i < 20; i++) {
		t.role = i < 10 ? TOKEN_SEAT : TOKEN_DIGEST;
		make(&t, &b);
		for (size_t k = 0; i % 2 && k < b.len; k++)
			b.data[k] = (char)toupper((unsigned char)b.data[k]);
		buf_clear(&s);
		buf_printf(&s, "%s%s%s", around[i / 2 % 5][0], b.data,
		    around[i / 2 % 5][1]);
		token_hide(key, s.data);
		ck_assert_ptr_null(strstr(s.data, b.data + b.len - 16));
		ck_assert_msg(strstr(s.data, "----------------") != NULL, "%s",
		    s.data);
	}
	memcpy(was, same, sizeof same);
	token_hide(key, same);
	ck_assert_str_eq(same, was);
	buf_release(&b);
	buf_release(&s);
}
END_TEST

TESTS(test_round_trip, test_nonce_and_epoch, test_counts_nothing,
    test_numbers_in_clear, test_players, test_every_claim_counts, test_roles,
    test_malformed, test_subject, test_hide)
