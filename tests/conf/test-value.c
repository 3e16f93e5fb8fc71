/* SPDX-License-Identifier: MIT */
#include "base/near.h"
#include "conf/value.h"
#include "tests/run.h"

START_TEST(durations)
{
	static const struct {
		const char *text;
		int64_t want;
	} table[] = { { "0", 0 }, { "none", 0 }, { "90", 90 }, { "90s", 90 },
		{ "5m", 300 }, { "72h", 259200 }, { "3d", 259200 },
		{ "2w", 1209600 }, { "3653d", 315619200 }, { "", -1 },
		{ "h", -1 }, { "-1h", -1 }, { "1 h", -1 }, { "1hh", -1 },
		{ "1y", -1 }, { "1.5h", -1 }, { "3654d", -1 },
		{ "99999999999999999999s", -1 },
		{ "9223372036854775807w", -1 } };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int64_t got = -1;
		bool ok = value_duration(table[i].text, &got);

		ck_assert_msg(ok == (table[i].want >= 0), "%s", table[i].text);
		ck_assert_msg(got == table[i].want, "%s", table[i].text);
	}
}
END_TEST

START_TEST(numbers)
{
	static const char *const bad[] = { "", "-", "x", "1x", " 1", "+1",
		"0x10", "11", "-1", "99999999999999999999" };
	long long n = 0;

	ck_assert(value_number("0", 0, 10, &n) && n == 0);
	ck_assert(value_number("10", 0, 10, &n) && n == 10);
	ck_assert(value_number("-5", -5, 10, &n) && n == -5);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!value_number(bad[i], 0, 10, &n), "%s", bad[i]);
}
END_TEST

START_TEST(booleans)
{
	bool b = false;

	ck_assert(value_bool("yes", &b) && b);
	ck_assert(value_bool("No", &b) && !b);
	ck_assert(value_bool("TRUE", &b) && b);
	ck_assert(value_bool("off", &b) && !b);
	ck_assert(!value_bool("", &b));
	ck_assert(!value_bool("1", &b));
}
END_TEST

START_TEST(mailboxes)
{
	/* doc/libraries.md 6 and 7 */
	static const struct {
		const char *text, *want;
	} table[] = { { "a@example.org", "a@example.org" },
		{ "Paquebot <games@example.org>", "games@example.org" },
		{ "Café <a+b@x.example>", "a+b@x.example" }, { "<a@b>", "a@b" },
		{ "\"A, B & Co\" <a@b>", "a@b" },
		{ "\"Chess @ <home>\"<a@b>", "a@b" },
		{ "\"A \\\"B\\\\\" <a@b>", "a@b" }, { "\"A <a@b>", NULL },
		{ "\"A\" B <a@b>", NULL }, { "\"A\", C <a@b>", NULL },
		{ "\"A\"", NULL }, { "\"A\\", NULL }, { "\"A\n\" <a@b>", NULL },
		{ "\"a b\"@c", NULL }, { "\"\xff\" <a@b>", NULL }, { "", NULL },
		{ "a", NULL }, { "@b", NULL }, { "a@", NULL },
		{ "a@b@c", NULL }, { "a b@c", NULL }, { "a@b, c@d", NULL },
		{ "A <a@b>, C <c@d>", NULL }, { "A <a@b", NULL },
		{ "A <a@b> x", NULL }, { "x@y <a@b>", NULL },
		{ "A\r\nBcc: z <a@b>", NULL }, { "a@b\r\nRCPT TO:<c@d>", NULL },
		{ "A <\"a b\"@c>", NULL }, { "A <a@[1.2.3.4]>", NULL },
		{ "A <é@b>", NULL }, { "\xff <a@b>", NULL }, { "<>", NULL } };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char *address = NULL;
		bool ok = value_mailbox(table[i].text, &address);

		ck_assert_msg(ok == (table[i].want != NULL), "%s",
		    table[i].text);
		if (ok)
			ck_assert_str_eq(address, table[i].want);
		free(address);
	}
}
END_TEST

START_TEST(loopback)
{
	ck_assert(value_loopback("127.0.0.1"));
	ck_assert(value_loopback("127.0.0.2"));
	ck_assert(value_loopback("127.255.255.254"));
	ck_assert(value_loopback("::1"));
	ck_assert(!value_loopback("localhost"));
	ck_assert(!value_loopback("128.0.0.1"));
	ck_assert(!value_loopback("126.0.0.1"));
	ck_assert(!value_loopback("::2"));
	ck_assert(!value_loopback("127.0.0.1.example.org"));
	ck_assert(!value_loopback("::ffff:127.0.0.1"));
	ck_assert(!value_loopback(""));
}
END_TEST

START_TEST(distances)
{
	ck_assert_uint_eq(near_distance("host", "host"), 0);
	ck_assert_uint_eq(near_distance("hots", "host"), 1);
	ck_assert_uint_eq(near_distance("hst", "host"), 1);
	ck_assert_uint_eq(near_distance("hosts", "host"), 1);
	ck_assert_uint_eq(near_distance("hoxt", "host"), 1);
	ck_assert_uint_eq(near_distance("", "host"), 4);
	ck_assert_uint_eq(near_distance("kitten", "sitting"), 3);
	/* longer than the table of the computation */
	ck_assert_uint_eq(
	    near_distance(
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"a"),
	    60);
}
END_TEST

TESTS(durations, numbers, booleans, mailboxes, loopback, distances)
