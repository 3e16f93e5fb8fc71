/* SPDX-License-Identifier: MIT */

/* What people write about clocks, read by the shipped words. */

#include "base/clock.h"
#include "base/mem.h"
#include "clock/acts.h"
#include "clock/read.h"
#include "tests/run.h"
#include "text/texts.h"

static struct texts *texts;

static const struct names *
words(void)
{
	struct err e;

	if (texts == NULL) {
		mem_init_json();
		ck_assert_int_eq(texts_open(NULL, &texts, &e), 0);
	}
	return texts_names(texts, NULL, "en");
}

START_TEST(settings)
{
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "72h",
		    "turn=72h grace=24h min=12h days=all remind=off "
		    "late=wait" },
		{ "3d grace 0h",
		    "turn=72h grace=0h min=12h days=all remind=off late=wait" },
		{ "2 weeks late bot",
		    "turn=336h grace=24h min=12h days=all remind=off "
		    "late=bot" },
		{ "late eject",
		    "turn=48h grace=24h min=12h days=all remind=off "
		    "late=eject" },
		{ "LATE=Pass Days=Mon-Fri",
		    "turn=48h grace=24h min=12h days=mon-fri remind=off "
		    "late=pass" },
		{ "days sat,sunday,wed remind 3h,24h,1d",
		    "turn=48h grace=24h min=12h days=wed,sat,sun remind=24h,3h "
		    "late=wait" },
		{ "days all remind off",
		    "turn=48h grace=24h min=12h days=all remind=off "
		    "late=wait" },
		/* a shorter turn takes an unnamed minimum with it */
		{ "6h",
		    "turn=6h grace=24h min=6h days=all remind=off late=wait" },
		{ "off", "off" },
		{ "none", "off" },
		{ "", "bad-clock" },
		{ "soon", "bad-clock" },
		{ "72", "bad-span" },
		{ "72h 24h", "bad-clock" },
		{ "72h grace", "bad-span" },
		{ "72h late", "bad-clock" },
		{ "late never", "bad-clock" },
		{ "days", "bad-clock" },
		{ "days mon-", "bad-clock" },
		{ "days mon-fri,", "bad-clock" },
		{ "remind 1h,2h,3h,4h,5h,6h", "too-many-reminders" },
		{ "remind 1h,", "bad-span" },
		{ "6h min 12h", "minimum-too-long" },
		{ "30000d", "span-too-long" },
		{ "0h", "clock-too-short" },
		{ "-5h", "bad-clock" },
		{ "99999999999999999999h", "bad-span" },
		{ "72h; drop table game", "bad-span" },
		{ "off 72h", "bad-clock" },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct clock_row c = { .turn = 172800,
			.grace = 86400,
			.minimum = 43200,
			.days = 0x7f,
			.zone = "UTC" };
		const struct clock_row before = c;
		struct refusal why = { 0 };
		struct buf b = BUF_INIT;

		if (clock_read(words(), table[i].text, &c, &why) == 0) {
			clock_words(&c, &b);
		} else {
			buf_str(&b, why.code);
			ck_assert_int_eq(memcmp(&c, &before, sizeof c), 0);
		}
		ck_assert_msg(strcmp(b.data, table[i].want) == 0, "%s: %s",
		    table[i].text, b.data);
		buf_release(&b);
	}
}
END_TEST

/* It is Tuesday 24 November 2026, 20:00 in Amsterdam. */
START_TEST(absences)
{
	static const struct {
		const char *text, *from, *until;
	} table[] = {
		{ "24 dec to 2 jan", "2026-12-23T23:00:00Z",
		    "2027-01-02T23:00:00Z" },
		{ "from 24 december until 2 january", "2026-12-23T23:00:00Z",
		    "2027-01-02T23:00:00Z" },
		{ "dec 24 - jan 2", "2026-12-23T23:00:00Z",
		    "2027-01-02T23:00:00Z" },
		{ "24 Dec 2026 to 2 Jan 2027", "2026-12-23T23:00:00Z",
		    "2027-01-02T23:00:00Z" },
		{ "2026-12-24 to 2027-01-02", "2026-12-23T23:00:00Z",
		    "2027-01-02T23:00:00Z" },
		{ "to 1 dec", "2026-11-24T19:00:00Z", "2026-12-01T23:00:00Z" },
		{ "24 nov", "2026-11-23T23:00:00Z", "2026-11-24T23:00:00Z" },
		/* yesterday's date is next year's */
		{ "23 nov", "2027-11-22T23:00:00Z", "2027-11-23T23:00:00Z" },
		/* over the changes of the clocks: whole days there */
		{ "28 mar to 29 mar", "2027-03-27T23:00:00Z",
		    "2027-03-29T22:00:00Z" },
		{ "31 oct", "2027-10-30T22:00:00Z", "2027-10-31T23:00:00Z" },
		{ "29 feb 2028", "2028-02-28T23:00:00Z",
		    "2028-02-29T23:00:00Z" },
		/* the last of February, as long as no year is said */
		{ "29 feb", "2027-02-27T23:00:00Z", "2027-02-28T23:00:00Z" },
		{ "20 feb to 29 feb", "2027-02-19T23:00:00Z",
		    "2027-02-28T23:00:00Z" },
		{ "29 feb to 2 mar", "2027-02-27T23:00:00Z",
		    "2027-03-02T23:00:00Z" },
		{ "29 feb 2027", NULL, NULL },
		{ "2027-02-29", NULL, NULL },
		/* nobody is away in years that they can hardly mean */
		{ "999999-12-31", NULL, NULL },
		{ "9999-12-31", NULL, NULL },
		{ "24 dec 2062", NULL, NULL },
		{ "2062-12-24", NULL, NULL },
		{ "1926-12-24 to 2026-12-24", NULL, NULL },
		{ "", NULL, NULL },
		{ "to", NULL, NULL },
		{ "tomorrow", NULL, NULL },
		{ "31 feb", NULL, NULL },
		{ "24 dec to", NULL, NULL },
		{ "32 dec", NULL, NULL },
		{ "24 dec to 2 jan please", NULL, NULL },
		{ "0 dec", NULL, NULL },
		{ "2026-13-01", NULL, NULL },
		{ "24 dec 99999", NULL, NULL },
		{ "24 dec to 40 jan", NULL, NULL },
	};
	const int64_t now = 1795546800;

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int64_t from = 0, until = 0;
		struct refusal why = { 0 };
		char a[CLOCK_STAMP_SIZE], b[CLOCK_STAMP_SIZE];
		int rc = clock_read_absence(words(), "Europe/Amsterdam",
		    table[i].text, now, &from, &until, &why);

		ck_assert_msg((rc == 0) == (table[i].from != NULL), "%s",
		    table[i].text);
		if (rc != 0) {
			ck_assert_str_eq(why.code, "bad-absence");
			continue;
		}
		clock_stamp(from, a);
		clock_stamp(until, b);
		ck_assert_msg(strcmp(a, table[i].from) == 0 &&
			strcmp(b, table[i].until) == 0,
		    "%s: %s %s", table[i].text, a, b);
	}
}
END_TEST

START_TEST(lengths)
{
	struct refusal why = { 0 };
	int64_t n = 0;

	ck_assert_int_eq(clock_read_span(words(), "24 hours", &n, &why), 0);
	ck_assert_int_eq(n, 86400);
	ck_assert_int_eq(clock_read_span(words(), "0h", &n, &why), -1);
	ck_assert_int_eq(clock_read_span(words(), "24h more", &n, &why), -1);
	ck_assert_str_eq(why.code, "bad-span");
}
END_TEST

TESTS(settings, absences, lengths)
