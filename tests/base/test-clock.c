/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/zone.h"
#include "tests/run.h"

static int64_t
moment(const char *stamp)
{
	int64_t t;

	ck_assert_msg(clock_stamp_parse(stamp, strlen(stamp), &t) == 0, "%s",
	    stamp);
	return t;
}

/* "2026-03-29 03:00:00 0 +7200 CEST": date, weekday, offset, name. */
static void
assert_local(const char *stamp, const char *zone, const char *want)
{
	struct clock_local l;
	char got[80];

	ck_assert_int_eq(clock_local(moment(stamp), zone, &l), 0);
	(void)snprintf(got, sizeof got,
	    "%04d-%02d-%02d %02d:%02d:%02d %d %+d %s", l.year, l.month, l.day,
	    l.hour, l.minute, l.second, l.weekday, l.offset, l.abbr);
	ck_assert_str_eq(got, want);
}

START_TEST(stamps_go_there_and_back)
{
	static const struct {
		int64_t t;
		const char *stamp;
	} table[] = {
		{ 0, "1970-01-01T00:00:00Z" },
		{ -1, "1969-12-31T23:59:59Z" },
		{ 951782400, "2000-02-29T00:00:00Z" },
		{ 1795201964, "2026-11-20T19:12:44Z" },
		{ 4107542400, "2100-03-01T00:00:00Z" },
		{ 253402300799, "9999-12-31T23:59:59Z" },
		{ -62167219200, "0000-01-01T00:00:00Z" },
	};
	char out[CLOCK_STAMP_SIZE];

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		clock_stamp(table[i].t, out);
		ck_assert_str_eq(out, table[i].stamp);
		ck_assert_int_eq(moment(table[i].stamp), table[i].t);
	}
}
END_TEST

START_TEST(stamps_beyond_four_digits_are_clamped)
{
	char out[CLOCK_STAMP_SIZE];

	clock_stamp_short(1795201964, out);
	ck_assert_str_eq(out, "20261120T191244Z");
	clock_stamp(INT64_MAX, out);
	ck_assert_str_eq(out, "9999-12-31T23:59:59Z");
	clock_stamp(INT64_MIN, out);
	ck_assert_str_eq(out, "0000-01-01T00:00:00Z");
}
END_TEST

START_TEST(what_is_no_stamp_is_refused)
{
	static const char *const bad[] = { "", "2026-11-20", "x",
		"2026-11-20T19:12:44", "2026-11-20T19:12:44z",
		"2026-11-20 19:12:44Z", "2026-02-29T00:00:00Z",
		"2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
		"2026-00-01T00:00:00Z", "2026-11-31T00:00:00Z",
		"2026-11-00T00:00:00Z", "2026-11-20T24:00:00Z",
		"2026-11-20T19:60:44Z", "2026-11-20T19:12:60Z",
		"2026-11-20T19:12:4 Z", "-026-11-20T19:12:44Z",
		"2026-11-20T19:12:44Zx", "2026/11/20T19:12:44Z" };
	int64_t t;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(clock_stamp_parse(bad[i], strlen(bad[i]), &t) ==
			-1,
		    "%s", bad[i]);
}
END_TEST

START_TEST(the_calendar_agrees_with_counting)
{
	int year = 1600, month = 1, day = 1;
	static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31,
		30, 31 };

	for (int64_t n = zone_days(1600, 1, 1); year < 2450; n++) {
		int y, m, d;
		bool leap = (year % 4 == 0 && year % 100 != 0) ||
		    year % 400 == 0;

		zone_civil(n, &y, &m, &d);
		ck_assert(y == year && m == month && d == day);
		ck_assert_int_eq(zone_days(y, m, d), n);
		if (++day > lengths[month - 1] + (month == 2 && leap)) {
			day = 1;
			if (++month > 12) {
				month = 1;
				year++;
			}
		}
	}
}
END_TEST

/* Local time to UTC: "2026-03-29 02:30:00" of a zone. */
static int64_t
utc_of(const char *local, const char *zone)
{
	struct clock_local l = { 0 };
	int64_t t = -1;

	l.year = (int)strtol(local, NULL, 10);
	l.month = (int)strtol(local + 5, NULL, 10);
	l.day = (int)strtol(local + 8, NULL, 10);
	l.hour = (int)strtol(local + 11, NULL, 10);
	l.minute = (int)strtol(local + 14, NULL, 10);
	l.second = (int)strtol(local + 17, NULL, 10);
	ck_assert_int_eq(clock_utc(&l, zone, &t), 0);
	return t;
}

START_TEST(local_time_becomes_utc)
{
	static const struct {
		const char *local, *zone, *want;
	} table[] = {
		{ "2026-11-27 18:00:00", "Europe/Amsterdam",
		    "2026-11-27T17:00:00Z" },
		{ "2026-07-01 00:00:00", "Europe/Amsterdam",
		    "2026-06-30T22:00:00Z" },
		/* left out in spring: counted on from before */
		{ "2026-03-29 01:59:59", "Europe/Amsterdam",
		    "2026-03-29T00:59:59Z" },
		{ "2026-03-29 02:30:00", "Europe/Amsterdam",
		    "2026-03-29T01:30:00Z" },
		{ "2026-03-29 03:00:00", "Europe/Amsterdam",
		    "2026-03-29T01:00:00Z" },
		/* shown twice in autumn: the first */
		{ "2026-10-25 01:59:59", "Europe/Amsterdam",
		    "2026-10-24T23:59:59Z" },
		{ "2026-10-25 02:30:00", "Europe/Amsterdam",
		    "2026-10-25T00:30:00Z" },
		{ "2026-10-25 03:00:00", "Europe/Amsterdam",
		    "2026-10-25T02:00:00Z" },
		{ "2026-03-08 02:30:00", "America/New_York",
		    "2026-03-08T07:30:00Z" },
		{ "2026-11-01 01:30:00", "America/New_York",
		    "2026-11-01T05:30:00Z" },
		{ "2026-04-05 02:30:00", "Pacific/Auckland",
		    "2026-04-04T13:30:00Z" },
		{ "2026-09-27 02:30:00", "Pacific/Auckland",
		    "2026-09-26T14:30:00Z" },
		{ "2026-10-04 02:15:00", "Australia/Lord_Howe",
		    "2026-10-03T15:45:00Z" },
		/* a day that a whole island left out */
		{ "2011-12-31 00:00:00", "Pacific/Apia",
		    "2011-12-30T10:00:00Z" },
		/* days beyond the month */
		{ "2026-02-30 12:00:00", "UTC", "2026-03-02T12:00:00Z" },
		{ "2026-12-32 12:00:00", "Asia/Kolkata",
		    "2027-01-01T06:30:00Z" },
	};
	char out[CLOCK_STAMP_SIZE];

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		clock_stamp(utc_of(table[i].local, table[i].zone), out);
		ck_assert_msg(strcmp(out, table[i].want) == 0,
		    "%s %s: %s, not %s", table[i].local, table[i].zone, out,
		    table[i].want);
	}
}
END_TEST

/* There and back over every hour of a year, in zones with and without summer:
 * only a time that is shown twice comes back as another. */
START_TEST(local_time_there_and_back)
{
	static const char *const zones[] = { "UTC", "Europe/Amsterdam",
		"America/New_York", "Pacific/Auckland", "Australia/Lord_Howe",
		"Asia/Kolkata" };
	int64_t from = moment("2026-01-01T00:00:00Z");

	for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
		for (int64_t t = from; t < from + 366 * 86400; t += 1800) {
			struct clock_local l, again;
			int64_t back;

			ck_assert_int_eq(clock_local(t, zones[i], &l), 0);
			ck_assert_int_eq(clock_utc(&l, zones[i], &back), 0);
			ck_assert_int_eq(clock_local(back, zones[i], &again),
			    0);
			ck_assert(back == t ||
			    (back < t && again.hour == l.hour &&
				again.day == l.day));
		}
}
END_TEST

START_TEST(an_unknown_zone_is_read_as_utc)
{
	struct clock_local l = { .year = 2026, .month = 11, .day = 20 };
	int64_t t;

	ck_assert_int_eq(clock_utc(&l, "Europe/Nowhere", &t), -1);
	ck_assert_int_eq(t, moment("2026-11-20T00:00:00Z"));
}
END_TEST

static const char *
clock_file(const char *text)
{
	static char path[64];
	struct err err;

	(void)snprintf(path, sizeof path, "/tmp/paquebot-clock-%d",
	    (int)getpid());
	ck_assert_int_eq(file_write(path, text, strlen(text), 0600, &err), 0);
	return path;
}

/* In a child, for the environment is read once. */
START_TEST(a_file_moves_the_clock)
{
	char at[80];

	(void)snprintf(at, sizeof at, "@%s",
	    clock_file("2026-11-20T19:12:44Z\n"));
	(void)setenv("PAQUEBOT_CLOCK", at, 1);
	ck_assert_int_eq(clock_now(), moment("2026-11-20T19:12:44Z"));
	(void)clock_file("2026-11-21T03:00:00Z");
	ck_assert_int_eq(clock_now(), moment("2026-11-21T03:00:00Z"));
	(void)clock_file("2026-11-20T03:00:00Z");
	ck_assert_int_eq(clock_now(), moment("2026-11-20T03:00:00Z"));
	/* Half written, or gone: the last moment stays. */
	(void)clock_file("2026-11");
	ck_assert_int_eq(clock_now(), moment("2026-11-20T03:00:00Z"));
	(void)unlink(at + 1);
	ck_assert_int_eq(clock_now(), moment("2026-11-20T03:00:00Z"));
	(void)unsetenv("PAQUEBOT_CLOCK");
}
END_TEST

START_TEST(summer_time_begins_and_ends)
{
	static const struct {
		const char *at, *zone, *want;
	} table[] = {
		{ "2026-03-29T00:59:59Z", "Europe/Amsterdam",
		    "2026-03-29 01:59:59 0 +3600 CET" },
		{ "2026-03-29T01:00:00Z", "Europe/Amsterdam",
		    "2026-03-29 03:00:00 0 +7200 CEST" },
		{ "2026-10-25T00:59:59Z", "Europe/Amsterdam",
		    "2026-10-25 02:59:59 0 +7200 CEST" },
		{ "2026-10-25T01:00:00Z", "Europe/Amsterdam",
		    "2026-10-25 02:00:00 0 +3600 CET" },
		{ "2026-03-08T06:59:59Z", "America/New_York",
		    "2026-03-08 01:59:59 0 -18000 EST" },
		{ "2026-03-08T07:00:00Z", "America/New_York",
		    "2026-03-08 03:00:00 0 -14400 EDT" },
		{ "2026-11-01T06:00:00Z", "America/New_York",
		    "2026-11-01 01:00:00 0 -18000 EST" },
		/* the southern half: summer lies around the new year */
		{ "2026-04-04T13:59:59Z", "Pacific/Auckland",
		    "2026-04-05 02:59:59 0 +46800 NZDT" },
		{ "2026-04-04T14:00:00Z", "Pacific/Auckland",
		    "2026-04-05 02:00:00 0 +43200 NZST" },
		{ "2026-12-31T11:00:00Z", "Pacific/Auckland",
		    "2027-01-01 00:00:00 5 +46800 NZDT" },
		/* half an hour of summer; names that are numbers */
		{ "2026-01-15T00:00:00Z", "Australia/Lord_Howe",
		    "2026-01-15 11:00:00 4 +39600 +11" },
		{ "2026-07-15T00:00:00Z", "Australia/Lord_Howe",
		    "2026-07-15 10:30:00 3 +37800 +1030" },
		{ "2026-07-15T00:00:00Z", "Asia/Kolkata",
		    "2026-07-15 05:30:00 3 +19800 IST" },
		{ "2026-11-27T17:00:00Z", "UTC",
		    "2026-11-27 17:00:00 5 +0 UTC" },
		/* before the first rule of summer time */
		{ "1890-01-01T00:00:00Z", "America/New_York",
		    "1889-12-31 19:00:00 2 -18000 EST" },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		assert_local(table[i].at, table[i].zone, table[i].want);
}
END_TEST

START_TEST(far_dates_follow_the_footer)
{
	assert_local("2199-07-01T12:00:00Z", "Europe/Amsterdam",
	    "2199-07-01 14:00:00 1 +7200 CEST");
	assert_local("2199-01-01T12:00:00Z", "Europe/Amsterdam",
	    "2199-01-01 13:00:00 2 +3600 CET");
	assert_local("3000-12-01T12:00:00Z", "Australia/Sydney",
	    "3000-12-01 23:00:00 1 +39600 AEDT");
}
END_TEST

START_TEST(unknown_zones_are_refused)
{
	/* doc/libraries.md 10: never silently UTC */
	static const char *const bad[] = { "", "Europe/Atlantis", "CEST2",
		"europe/amsterdam", "/etc/passwd", "../zoneinfo/UTC",
		"Europe/../UTC", "Europe", "Europe/", "posix/UTC", "right/UTC",
		"tzdata.zi", "Europe/Amsterdam ", "Europe//Amsterdam",
		"zone.tab", "localtime", "Factory",
		("a123456789012345678901234567890123456789012345678901234567890"
		 "1234567890") };
	struct clock_local l;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_msg(!clock_zone_known(bad[i]), "%s", bad[i]);
		ck_assert_int_eq(clock_local(0, bad[i], &l), -1);
		ck_assert_str_eq(l.abbr, "UTC");
		ck_assert_int_eq(l.offset, 0);
	}
	ck_assert(clock_zone_known("Europe/Rome"));
	ck_assert(clock_zone_known("UTC"));
	ck_assert(clock_zone_known("Etc/GMT+5"));
}
END_TEST

START_TEST(rules_of_all_forms)
{
	static const struct {
		const char *rule;
		const char *at;
		int offset;
	} table[] = {
		{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-07-01T00:00:00Z", 7200 },
		{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-12-01T00:00:00Z", 3600 },
		{ "<-03>3", "2026-12-01T00:00:00Z", -10800 },
		{ "IST-5:30", "2026-12-01T00:00:00Z", 19800 },
		{ "A-1BCD", "2026-12-01T00:00:00Z", -1 },
		{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200 },
		{ "CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600 },
		/* J60 is 1 March in every year; 59 (from 0) is 29 February
		 * in a leap year and 1 March otherwise */
		{ "EST5EDT,J60/0,J300/0", "2028-03-01T04:59:59Z", -18000 },
		{ "EST5EDT,J60/0,J300/0", "2028-03-01T05:00:00Z", -14400 },
		{ "EST5EDT,J60/0,J300/0", "2027-03-01T05:00:00Z", -14400 },
		{ "EST5EDT,J59/0,J300/0", "2028-02-28T05:00:00Z", -14400 },
		{ "EST5EDT,59/0,299/0", "2028-02-29T05:00:00Z", -14400 },
		{ "EST5EDT,59/0,299/0", "2027-02-28T05:00:00Z", -18000 },
		/* Greenland's rule: hours below zero */
		{ "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z",
		    -7200 },
		{ "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z",
		    -3600 },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct zone_rule r;
		struct zone_type type;
		bool known = zone_rule_parse(table[i].rule,
		    strlen(table[i].rule), &r);

		ck_assert_int_eq(known, table[i].offset != -1);
		if (!known)
			continue;
		zone_rule_at(&r, moment(table[i].at), &type);
		ck_assert_msg(type.offset == table[i].offset, "%s %s: %d",
		    table[i].rule, table[i].at, type.offset);
	}
}
END_TEST

START_TEST(bad_rules_are_refused)
{
	static const char *const bad[] = { "", "CET", "CE-1", "CET-1CEST",
		"CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
		"CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
		"CET-1CEST,M3.5.0,M10.5.0x", "<CET-1", "CET-168", "LONGNAME-1",
		"CET-1CEST,J0,J300", "CET-1CEST,366,300" };
	struct zone_rule r;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!zone_rule_parse(bad[i], strlen(bad[i]), &r),
		    "%s", bad[i]);
}
END_TEST

START_TEST(damaged_files_are_refused)
{
	struct buf bytes = BUF_INIT;
	struct err e;
	struct zone *z;

	ck_assert_int_eq(file_read("/usr/share/zoneinfo/Europe/Amsterdam",
			     100000, &bytes, &e),
	    0);
	z = zone_parse(bytes.data, bytes.len);
	ck_assert_ptr_nonnull(z);
	zone_free(z);
	/* Each prefix ends inside something; the sanitizers watch. */
	for (size_t n = 0; n < bytes.len; n++) {
		char *cut = malloc(n + 1);

		ck_assert_ptr_nonnull(cut);
		memcpy(cut, bytes.data, n);
		ck_assert_ptr_null(zone_parse(cut, n));
		free(cut);
	}
	/* Flipped bytes may still be a zone, but never one that crashes. */
	for (size_t n = 0; n < bytes.len; n++) {
		struct zone_type type;

		bytes.data[n] = (char)(bytes.data[n] ^ 0xff);
		z = zone_parse(bytes.data, bytes.len);
		if (z != NULL)
			zone_at(z, 0, &type);
		zone_free(z);
		bytes.data[n] = (char)(bytes.data[n] ^ 0xff);
	}
	buf_release(&bytes);
}
END_TEST

START_TEST(files_that_count_leap_seconds_are_refused)
{
	/* Two empty blocks, the smallest a file can be: one type, UTC. */
	char file[2 * (44 + 10) + 12 + 6] = "TZif2";
	char *second = file + 44 + 10;
	struct zone *z;

	file[39] = second[39] = 1; /* types */
	file[43] = second[43] = 4; /* bytes of names */
	memcpy(second, file, 5);
	memcpy(second + 44 + 6, "UTC", 4);
	memcpy(second + 44 + 10, "\nUTC0\n", 6);
	z = zone_parse(file, sizeof file);
	ck_assert_ptr_nonnull(z);
	zone_free(z);
	/* the same with a leap second, which is in POSIX time no second */
	second[31] = 1;
	memcpy(second + 44 + 10 + 12, "\nUTC0\n", 6);
	ck_assert_ptr_null(zone_parse(file, sizeof file));
}
END_TEST

static void *
ask_many(void *unused)
{
	static const char *const zones[] = { "Europe/Paris", "Asia/Tokyo",
		"America/Lima", "Africa/Cairo", "Europe/Berlin" };
	static const int offsets[] = { 3600, 32400, -18000, 7200, 3600 };
	const int64_t t = moment("2026-01-01T00:00:00Z");

	for (int i = 0; i < 5000; i++) {
		struct clock_local l;

		ck_assert_int_eq(clock_local(t, zones[i % 5], &l), 0);
		ck_assert_int_eq(l.offset, offsets[i % 5]);
	}
	return unused;
}

START_TEST(threads_share_the_zones)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_many,
				     NULL),
		    0);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
}
END_TEST

START_TEST(the_clock_can_be_pinned)
{
	int64_t real = clock_now(), before = clock_monotonic_ms();

	ck_assert_int_gt(real, moment("2024-01-01T00:00:00Z"));
	clock_pin(1000);
	ck_assert_int_eq(clock_now(), 1000);
	ck_assert_int_ge(clock_monotonic_ms(), before);
	clock_pin(-1);
	ck_assert_int_ge(clock_now(), real);
}
END_TEST

START_TEST(the_environment_pins_it_too)
{
	ck_assert_int_eq(setenv("PAQUEBOT_CLOCK", "2026-11-20T19:12:44Z", 1),
	    0);
	ck_assert_int_eq(clock_now(), 1795201964);
	clock_pin(5);
	ck_assert_int_eq(clock_now(), 5);
}
END_TEST

START_TEST(a_pin_that_is_no_time_aborts)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		(void)setenv("PAQUEBOT_CLOCK", "yesterday", 1);
		(void)clock_now();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

START_TEST(mail_dates)
{
	char out[CLOCK_MAILDATE_SIZE];

	clock_maildate(moment("2026-11-27T17:00:00Z"), out);
	ck_assert_str_eq(out, "Fri, 27 Nov 2026 17:00:00 +0000");
	clock_maildate(moment("2026-03-01T04:05:06Z"), out);
	ck_assert_str_eq(out, "Sun, 01 Mar 2026 04:05:06 +0000");
}
END_TEST

/* The same minute of the day, whatever summer time does to the day. */
START_TEST(the_next_hour_of_a_zone)
{
	static const struct {
		const char *from, *zone;
		int minute;
		const char *want;
	} t[] = {
		{ "2026-11-20T10:00:00Z", "UTC", 600, "2026-11-21T10:00:00Z" },
		{ "2026-11-20T09:59:59Z", "UTC", 600, "2026-11-20T10:00:00Z" },
		{ "2026-11-20T17:30:00Z", "Europe/Amsterdam", 1080,
		    "2026-11-21T17:00:00Z" },
		{ "2026-03-28T18:00:00Z", "Europe/Amsterdam", 1080,
		    "2026-03-29T16:00:00Z" },
		{ "2026-10-24T18:00:00Z", "Europe/Amsterdam", 1080,
		    "2026-10-25T17:00:00Z" },
		{ "2026-11-20T23:30:00Z", "Pacific/Kiritimati", 0,
		    "2026-11-21T10:00:00Z" },
		{ "2026-11-20T12:00:00Z", "Pacific/Pago_Pago", 1439,
		    "2026-11-21T10:59:00Z" },
	};

	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		ck_assert_int_eq(clock_next(moment(t[i].from), t[i].zone,
				     t[i].minute),
		    moment(t[i].want));
	/* Half past two is left out that day, and comes the day after. */
	ck_assert_int_lt(clock_next(moment("2026-03-29T00:00:00Z"),
			     "Europe/Amsterdam", 150),
	    moment("2026-03-30T01:00:00Z"));
}
END_TEST

START_TEST(names_near_a_zone)
{
	static const char *const offsets[] = { "GMT+2", "UTC+2", "gmt-11",
		"UTC+02", "GMT2", "Etc/GMT+22", "UTC+1:00" };
	char near[ZONES_NEAR][ZONE_NAME_SIZE];
	bool exact;

	ck_assert_int_gt(zone_near("europe/amsterdam", near, &exact), 0);
	ck_assert(exact);
	ck_assert_str_eq(near[0], "Europe/Amsterdam");
	ck_assert_int_gt(zone_near("Amsterdm", near, &exact), 0);
	ck_assert(!exact);
	ck_assert_str_eq(near[0], "Europe/Amsterdam");
	ck_assert_int_gt(zone_near("america/new york", near, &exact), 0);
	ck_assert(exact);
	ck_assert_int_eq(zone_near("Mars/Olympus", near, &exact), 0);
	/* Etc/GMT+2 is west, and who writes so means east. */
	for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
		ck_assert_msg(zone_near(offsets[i], near, &exact) == 0,
		    "%s: %s", offsets[i], near[0]);
	ck_assert_int_gt(zone_near("etc/gmt+2", near, &exact), 0);
	ck_assert(exact);
	ck_assert_str_eq(near[0], "Etc/GMT+2");
	ck_assert_int_eq(zone_near("", near, &exact), 0);
	ck_assert_int_eq(zone_near("../../etc/passwd", near, &exact), 0);
	ck_assert_int_eq(zone_near("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
				   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
			     near, &exact),
	    0);
}
END_TEST

OWN_PROCESSES

TESTS(the_next_hour_of_a_zone, names_near_a_zone, stamps_go_there_and_back,
    stamps_beyond_four_digits_are_clamped, what_is_no_stamp_is_refused,
    the_calendar_agrees_with_counting, local_time_becomes_utc,
    local_time_there_and_back, an_unknown_zone_is_read_as_utc,
    a_file_moves_the_clock, summer_time_begins_and_ends,
    far_dates_follow_the_footer, unknown_zones_are_refused, rules_of_all_forms,
    bad_rules_are_refused, damaged_files_are_refused,
    files_that_count_leap_seconds_are_refused, threads_share_the_zones,
    the_clock_can_be_pinned, the_environment_pins_it_too,
    a_pin_that_is_no_time_aborts, mail_dates)
