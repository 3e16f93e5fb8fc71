/* SPDX-License-Identifier: MIT */
#include "base/span.h"
#include "tests/run.h"

START_TEST(lengths_are_read)
{
	static const struct {
		const char *text;
		int64_t want;
	} table[] = { { "0", 0 }, { "90", 90 }, { "90s", 90 }, { "5m", 300 },
		{ "72h", 259200 }, { "3d", 259200 }, { "2w", 1209600 },
		{ "3653d", 315619200 }, { "", -1 }, { "h", -1 }, { "-1h", -1 },
		{ "+1h", -1 }, { "1 h", -1 }, { "1hh", -1 }, { "1y", -1 },
		{ "1.5h", -1 }, { "3654d", -1 },
		{ "99999999999999999999h", -1 } };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int64_t got = -1;
		bool ok = span_parse(table[i].text, strlen(table[i].text),
		    &got);

		ck_assert_msg(ok == (table[i].want >= 0) &&
			got == table[i].want,
		    "%s: %lld", table[i].text, (long long)got);
	}
}
END_TEST

START_TEST(lengths_are_written)
{
	static const struct {
		int64_t n;
		const char *want;
	} table[] = { { 0, "0h" }, { 1, "1s" }, { 60, "1m" }, { 5400, "90m" },
		{ 259200, "72h" }, { 3601, "3601s" } };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct buf b = BUF_INIT;
		int64_t back;

		span_format(table[i].n, &b);
		ck_assert_str_eq(b.data, table[i].want);
		ck_assert(span_parse(b.data, b.len, &back));
		ck_assert_int_eq(back, table[i].n);
		buf_release(&b);
	}
}
END_TEST

START_TEST(lists_fall_and_hold_each_once)
{
	static const struct {
		const char *text, *want;
	} table[] = { { "", "" }, { "24h", "24h" }, { "3h,24h", "24h,3h" },
		{ "3h,1d,24h,180m", "24h,3h" },
		{ "1h,2h,3h,4h,5h", "5h,4h,3h,2h,1h" },
		{ "1h,2h,3h,4h,5h,6h", NULL }, { "1h,", NULL }, { ",1h", NULL },
		{ "1h,,2h", NULL }, { "1h 2h", NULL }, { "soon", NULL } };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int64_t at[SPAN_LIST];
		struct buf b = BUF_INIT;
		int n = span_list_parse(table[i].text, at);

		ck_assert_msg((n < 0) == (table[i].want == NULL), "%s",
		    table[i].text);
		if (n >= 0) {
			span_list_format(at, n, &b);
			ck_assert_str_eq(buf_text(&b), table[i].want);
		}
		buf_release(&b);
	}
}
END_TEST

START_TEST(days_there_and_back)
{
	static const struct {
		const char *text;
		int want;
		const char *back;
	} table[] = { { "all", 0x7f, "all" }, { "mon-fri", 0x3e, "mon-fri" },
		{ "sun", 1, "sun" }, { "mon,wed,fri", 0x2a, "mon,wed,fri" },
		{ "fri,mon", 0x22, "mon,fri" }, { "sat-sun", 0x41, "sat,sun" },
		{ "sat-mon", 0x43, "mon,sat,sun" }, { "mon-sun", 0x7f, "all" },
		{ "tue-thu,sun", 0x1d, "tue-thu,sun" }, { "", -1, "" },
		{ "mon-", -1, "" }, { "mon,", -1, "" }, { "monday", -1, "" },
		{ "xyz", -1, "" }, { "-mon", -1, "" }, { "mo", -1, "" } };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		unsigned days = 0;
		struct buf b = BUF_INIT;
		bool ok = days_parse(table[i].text, &days);

		ck_assert_msg(ok == (table[i].want >= 0), "%s", table[i].text);
		if (ok) {
			ck_assert_int_eq((int)days, table[i].want);
			days_format(days, &b);
			ck_assert_str_eq(b.data, table[i].back);
		}
		buf_release(&b);
	}
}
END_TEST

TESTS(lengths_are_read, lengths_are_written, lists_fall_and_hold_each_once,
    days_there_and_back)
