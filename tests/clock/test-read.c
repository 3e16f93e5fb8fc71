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
words_in(const char *lang)
{
	struct err e;

	if (texts == NULL) {
		mem_init_json();
		ck_assert_int_eq(texts_open(NULL, &texts, &e), 0);
	}
	return texts_names(texts, NULL, lang);
}

static const struct names *
words(void)
{
	return words_in("en");
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

/* As people write days in their language, on that same Tuesday. */
START_TEST(days_as_written)
{
	static const struct {
		const char *lang, *text, *days; /* of November, or behind it */
	} table[] = {
		{ "en", "until and including 26 november", "24-26" },
		{ "en", "through Friday", "24-27" },
		{ "en", "from the 3rd to the 10th", "33-40" },
		{ "en", "from the 28th of November to the 3rd", "28-33" },
		{ "en", "from 28 to 3 dec", "28-33" },
		{ "en", "dec 3rd - dec 10th inclusive", "33-40" },
		{ "en", "friday to monday", "27-30" },
		{ "en", "Fri 27 Nov to Mon, 30 Nov", "27-30" },
		{ "en", "from the first to the 3rd of december", "31-33" },
		{ "en", "from the first to the third", "31-33" },
		{ "en", "december twentieth", "50-50" },
		{ "en", "december first", "31-31" },
		{ "en",
		    "from the twenty-first of December to the "
		    "thirty-first of December",
		    "51-61" },
		{ "en", "the twenty second to twenty eighth dec", "52-58" },
		{ "en", "today", NULL },
		{ "en", "Thu 27 Nov", NULL },
		{ "en", "friday of november", NULL },
		{ "nl", "t/m 27 november", "24-27" },
		{ "nl", "tot en met 26 november", "24-26" },
		{ "nl", "van 3 t/m 10 december", "33-40" },
		{ "nl", "van de 3e tot de 10e dec.", "33-40" },
		{ "nl", "van de eerste tot de 3e december", "31-33" },
		{ "nl", "eerste tot de derde", "31-33" },
		{ "nl", "tot tweeëntwintigste december", "24-52" },
		{ "nl", "tot vrijdag", "24-27" },
		{ "nl", "van vr 27 nov. t/m ma 30 nov.", "27-30" },
		{ "it", "fino al 26 novembre", "24-26" },
		{ "it", "sino al 26 novembre compreso", "24-26" },
		{ "it", "dal 24 novembre all'8 dicembre", "24-38" },
		{ "it", "dal 24 novembre all\u20198 dicembre", "24-38" },
		{ "it", "dal 3 al 10 dicembre", "33-40" },
		{ "it", "dal 1\u00b0 dicembre", "31-31" },
		{ "it", "1\u00ba dicembre", "31-31" },
		{ "it", "dal primo al 3 dicembre", "31-33" },
		{ "it", "dal primo al tre", "31-33" },
		{ "it", "dal tre al ventuno dicembre", "33-51" },
		{ "it", "dall'otto all'undici dicembre", "38-41" },
		{ "it", "dall\u2019otto all\u2019undici dicembre", "38-41" },
		{ "it", "dal sette all'otto dicembre", "37-38" },
		{ "it", "venti-trenta dicembre", "50-60" },
		{ "it", "fino a domenica compresa", "24-29" },
		{ "it", "gio al ven", "26-27" },
		{ "it", "da luned\u00ec a venerd\u00ec", "30-34" },
		{ "it", "fino a mar", "24-24" },
		{ "it", "fino a mar 24", "24-24" },
	};
	const int64_t now = 1795546800, first = 1795474800 - 24 * 86400;

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int64_t from = 0, until = 0;
		struct refusal why = { 0 };
		struct buf b = BUF_INIT;

		if (clock_read_absence(words_in(table[i].lang),
			"Europe/Amsterdam", table[i].text, now, &from, &until,
			&why) == 0)
			buf_printf(&b, "%d-%d", (int)((from - first) / 86400),
			    (int)((until - first) / 86400) - 1);
		ck_assert_msg(strcmp(buf_text(&b),
				  table[i].days != NULL ? table[i].days : "") ==
			0,
		    "%s: %s", table[i].text, buf_text(&b));
		buf_release(&b);
	}
}
END_TEST

/* A word that is a day of the week and a month is what is near. */
START_TEST(moments)
{
	static const struct {
		const char *lang, *text, *at;
	} table[] = {
		{ "it", "mar 24 20:30", "2026-11-24T19:30:00Z" },
		{ "it", "mar 24", "2026-11-24T23:00:00Z" },
		{ "it", "mar 1 18:00", "2026-12-01T17:00:00Z" },
		{ "it", "mar 25 18:00", "2027-03-25T17:00:00Z" },
		{ "it", "mar 24 2027", "2027-03-24T23:00:00Z" },
		{ "it", "mar 8 dic alle 18:00", "2026-12-08T17:00:00Z" },
		{ "it", "24 mar 18:00", "2027-03-24T17:00:00Z" },
		{ "it", "entro venerd\u00ec alle 18.00",
		    "2026-11-27T17:00:00Z" },
		{ "en", "mar 24 18:00", "2027-03-24T17:00:00Z" },
		{ "en", "Friday 18:00", "2026-11-27T17:00:00Z" },
		{ "en", "Friday at 18.00", "2026-11-27T17:00:00Z" },
		{ "en", "until 24 dec", "2026-12-24T23:00:00Z" },
		{ "nl", "mar 24 18:00", "2027-03-24T17:00:00Z" },
		{ "nl", "vrijdag om 18:00", "2026-11-27T17:00:00Z" },
		/* hours, or days */
		{ "en", "the 25th", "2026-11-25T23:00:00Z" },
		{ "en", "until the 27th", "2026-11-27T23:00:00Z" },
		{ "en", "the 27th at 18:00", "2026-11-27T17:00:00Z" },
		{ "en", "the first", "2026-12-01T23:00:00Z" },
		{ "nl", "tot de 27e", "2026-11-27T23:00:00Z" },
		{ "it", "fino al 27", "2026-11-27T23:00:00Z" },
		{ "it", "fino al primo", "2026-12-01T23:00:00Z" },
		{ "en", "25", NULL },
		{ "en", "until 18", NULL },
		{ "en", "at 18", NULL },
		{ "nl", "om 18", NULL },
		{ "it", "fino alle 18", NULL },
		{ "en", "18:00", NULL },
		{ "en", "25 18:00", NULL },
		{ "en", "", NULL },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct refusal why = { 0 };
		char at[CLOCK_STAMP_SIZE] = "";
		int64_t t = 0;

		if (clock_read_moment(words_in(table[i].lang),
			"Europe/Amsterdam", table[i].text, 1795546800, &t,
			&why) == 0)
			clock_stamp(t, at);
		ck_assert_msg(strcmp(at,
				  table[i].at != NULL ? table[i].at : "") == 0,
		    "%s: %s", table[i].text, at);
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

TESTS(settings, absences, days_as_written, moments, lengths)
