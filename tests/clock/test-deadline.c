/* SPDX-License-Identifier: MIT */

/* Deadlines from tables: length, days, pauses, summer time. No clock is asked,
 * so that what the machine's clock does meanwhile cannot matter here; what it
 * does to the daemon is in tests/daemon/test-clocks. */

#include "base/buf.h"
#include "base/clock.h"
#include "clock/deadline.h"
#include "tests/run.h"

enum { HOUR = 3600, DAY = 86400, STOPS = 4 };
enum {
	SUN = 1,
	MON = 2,
	TUE = 4,
	WED = 8,
	FRI = 32,
	SAT = 64,
	WORK = DEADLINE_ALL_DAYS & ~(SUN | SAT)
};

static int64_t
at(const char *text)
{
	char stamp[32];
	int64_t t;

	if (strcmp(text, "never") == 0)
		return DEADLINE_NEVER;
	/* "2026-11-27 18:00" */
	(void)snprintf(stamp, sizeof stamp, "%.10sT%.5s:00Z", text, text + 11);
	ck_assert_msg(clock_stamp_parse(stamp, strlen(stamp), &t) == 0, "%s",
	    text);
	return t;
}

static const char *
text_of(int64_t t, char out[CLOCK_STAMP_SIZE])
{
	if (t == DEADLINE_NEVER)
		return "never";
	clock_stamp(t, out);
	return out;
}

static void
same(size_t row, const char *what, int64_t got, const char *want)
{
	char out[CLOCK_STAMP_SIZE];

	ck_assert_msg(got == at(want), "row %zu, %s: %s, not %s", row, what,
	    text_of(got, out), want);
}

static size_t
stops_of(const char *const text[STOPS][2], bool exact, struct stop *out)
{
	size_t n = 0;

	while (n < STOPS && text[n][0] != NULL) {
		out[n] = (struct stop){ at(text[n][0]), at(text[n][1]), exact };
		n++;
	}
	return n;
}

struct row {
	struct pace pace;
	const char *since;
	int64_t extra;
	bool exact;
	const char *stop[STOPS][2];
	const char *due, *late;
};

#define AMS "Europe/Amsterdam"

/* 27 November 2026 is a Friday. Times are UTC; Amsterdam is an hour ahead. */
static const struct row table[] = {
	/* plain, extended, with grace */
	{ { 72 * HOUR, 0, 0, 0, AMS }, "2026-11-24 12:00", 0, false, { { 0 } },
	    "2026-11-27 12:00", "2026-11-27 12:00" },
	{ { 72 * HOUR, 24 * HOUR, 0, 0, AMS }, "2026-11-24 12:00", 5 * HOUR,
	    false, { { 0 } }, "2026-11-27 17:00", "2026-11-28 17:00" },
	/* days: clocks stand still on Saturday and Sunday */
	{ { 24 * HOUR, 24 * HOUR, 0, WORK, AMS }, "2026-11-27 12:00", 0, false,
	    { { 0 } }, "2026-11-30 12:00", "2026-12-01 12:00" },
	{ { 72 * HOUR, 24 * HOUR, 0, WORK, AMS }, "2026-11-24 12:00", 0, false,
	    { { 0 } }, "2026-11-27 12:00", "2026-11-30 12:00" },
	/* one day a week; from midnight to midnight in the zone */
	{ { 24 * HOUR, 0, 0, WED, AMS }, "2026-11-27 12:00", 0, false,
	    { { 0 } }, "2026-12-02 23:00", "2026-12-02 23:00" },
	{ { 24 * HOUR, 0, 0, SAT, AMS }, "2026-11-26 23:30", 0, false,
	    { { 0 } }, "2026-11-28 23:00", "2026-11-28 23:00" },
	{ { 24 * HOUR, 0, 0, SAT, "UTC" }, "2026-11-26 23:30", 0, false,
	    { { 0 } }, "2026-11-29 00:00", "2026-11-29 00:00" },
	/* the clocks go forward on Sunday 29 March 2026: hours are hours,
	 * and Monday begins at 22:00 */
	{ { 24 * HOUR, 0, 0, 0, AMS }, "2026-03-28 14:00", 0, false, { { 0 } },
	    "2026-03-29 14:00", "2026-03-29 14:00" },
	{ { 24 * HOUR, 0, 0, WORK, AMS }, "2026-03-27 14:00", 0, false,
	    { { 0 } }, "2026-03-30 13:00", "2026-03-30 13:00" },
	/* that Sunday has 23 hours: the last one runs a week later */
	{ { 24 * HOUR, 0, 0, SUN, AMS }, "2026-03-27 01:30", 0, false,
	    { { 0 } }, "2026-04-04 23:00", "2026-04-04 23:00" },
	/* and back on 25 October, which has 25 hours */
	{ { 24 * HOUR, 0, 0, SUN, AMS }, "2026-10-23 00:30", 0, false,
	    { { 0 } }, "2026-10-25 22:00", "2026-10-25 22:00" },
	{ { 24 * HOUR, 0, 0, WORK, AMS }, "2026-10-23 14:00", 0, false,
	    { { 0 } }, "2026-10-26 15:00", "2026-10-26 15:00" },
	{ { 24 * HOUR, 24 * HOUR, 0, WORK, "America/New_York" },
	    "2026-10-30 14:00", 0, false, { { 0 } }, "2026-11-02 15:00",
	    "2026-11-03 15:00" },
	/* a pause within; before; behind; that goes on */
	{ { 72 * HOUR, 0, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-25 00:00", "2026-11-25 06:00" } }, "2026-11-27 18:00",
	    "2026-11-27 18:00" },
	{ { 72 * HOUR, 0, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-20 00:00", "2026-11-24 12:00" } }, "2026-11-27 12:00",
	    "2026-11-27 12:00" },
	{ { 72 * HOUR, 0, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-27 12:01", "2026-11-29 12:00" } }, "2026-11-27 12:00",
	    "2026-11-27 12:00" },
	{ { 72 * HOUR, 24 * HOUR, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0,
	    false, { { "2026-11-27 11:59", "never" } }, "never", "never" },
	/* it began before the decision did */
	{ { 72 * HOUR, 0, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-20 00:00", "2026-11-25 12:00" } }, "2026-11-28 12:00",
	    "2026-11-28 12:00" },
	/* within the grace: due stays, the rest of the grace waits */
	{ { 72 * HOUR, 24 * HOUR, 0, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-27 18:00", "2026-11-28 18:00" } }, "2026-11-27 12:00",
	    "2026-11-29 12:00" },
	{ { 72 * HOUR, 24 * HOUR, 0, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-27 18:00", "never" } }, "2026-11-27 12:00", "never" },
	/* in the last moment of the grace, and of a turn without */
	{ { 72 * HOUR, 24 * HOUR, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0,
	    false, { { "2026-11-28 12:00", "2026-11-29 12:00" } },
	    "2026-11-27 12:00", "2026-11-30 00:00" },
	{ { 72 * HOUR, 24 * HOUR, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0,
	    true, { { "2026-11-28 12:00", "2026-11-29 12:00" } },
	    "2026-11-27 12:00", "2026-11-29 12:00" },
	{ { 72 * HOUR, 0, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-27 12:00", "never" } }, "2026-11-27 12:00", "never" },
	{ { 72 * HOUR, 24 * HOUR, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0,
	    false, { { "2026-11-28 12:01", "never" } }, "2026-11-27 12:00",
	    "2026-11-28 12:00" },
	/* and another stop takes its place, the moment that it ends */
	{ { 72 * HOUR, 24 * HOUR, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0,
	    true,
	    { { "2026-11-28 12:00", "2026-11-28 13:00" },
		{ "2026-11-28 13:00", "2026-12-02 12:00" } },
	    "2026-11-27 12:00", "2026-12-02 12:00" },
	/* five minutes were left: the minimum is, unless the stop is exact */
	{ { 72 * HOUR, 0, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-27 11:55", "2026-11-27 19:55" } }, "2026-11-28 07:55",
	    "2026-11-28 07:55" },
	{ { 72 * HOUR, 0, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0, true,
	    { { "2026-11-27 11:55", "2026-11-27 19:55" } }, "2026-11-27 20:00",
	    "2026-11-27 20:00" },
	/* overlapping and in any order: what is stopped twice stands once */
	{ { 72 * HOUR, 0, 0, 0, AMS }, "2026-11-24 12:00", 0, true,
	    { { "2026-11-26 00:00", "2026-11-26 12:00" },
		{ "2026-11-25 00:00", "2026-11-25 10:00" },
		{ "2026-11-25 08:00", "2026-11-25 12:00" } },
	    "2026-11-28 12:00", "2026-11-28 12:00" },
	{ { 72 * HOUR, 0, 0, 0, AMS }, "2026-11-24 12:00", 0, true,
	    { { "2026-11-25 00:00", "2026-11-25 12:00" },
		{ "2026-11-25 03:00", "2026-11-25 04:00" } },
	    "2026-11-28 00:00", "2026-11-28 00:00" },
	/* a stop without length, or turned round, is none */
	{ { 72 * HOUR, 0, 12 * HOUR, 0, AMS }, "2026-11-24 12:00", 0, false,
	    { { "2026-11-27 11:55", "2026-11-27 11:55" },
		{ "2026-11-27 11:56", "2026-11-20 00:00" } },
	    "2026-11-27 12:00", "2026-11-27 12:00" },
	/* an absence that begins in a weekend */
	{ { 24 * HOUR, 0, 0, WORK, AMS }, "2026-11-27 12:00", 0, true,
	    { { "2026-11-29 00:00", "2026-12-01 23:00" } }, "2026-12-02 12:00",
	    "2026-12-02 12:00" },
	/* and one that ends in it */
	{ { 24 * HOUR, 0, 0, WORK, AMS }, "2026-11-26 12:00", 0, true,
	    { { "2026-11-27 06:00", "2026-11-28 12:00" } }, "2026-11-30 05:00",
	    "2026-11-30 05:00" },
	/* an absence over the change of the clocks, whole days in Amsterdam */
	{ { 24 * HOUR, 0, 0, 0, AMS }, "2026-03-27 22:00", 0, true,
	    { { "2026-03-27 23:00", "2026-03-29 22:00" } }, "2026-03-30 21:00",
	    "2026-03-30 21:00" },
};

START_TEST(tables)
{
	struct stop stop[STOPS];

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		const struct row *r = &table[i];
		size_t n = stops_of(r->stop, r->exact, stop);
		int64_t due = deadline_due(&r->pace, at(r->since), r->extra,
		    stop, n);

		same(i, "due", due, r->due);
		same(i, "late", deadline_late(&r->pace, due, stop, n), r->late);
	}
}
END_TEST

START_TEST(no_clock)
{
	struct pace p = { .grace = DAY, .zone = "UTC" };

	ck_assert_int_eq(deadline_due(&p, 1000, DAY, NULL, 0), 0);
	ck_assert_int_eq(deadline_late(&p, 0, NULL, 0), 0);
}
END_TEST

/* A deadline never comes sooner for a stop more, nor for more time, and never
 * lies in a stop: over many random ones. */
START_TEST(more_is_never_less)
{
	uint32_t x = 1;
	struct stop stop[STOPS];

	for (int round = 0; round < 20000; round++) {
		struct pace p = { .minimum = 600, .zone = AMS };
		int64_t due[STOPS + 1];

		for (int i = 0; i < STOPS; i++) {
			x = x * 1664525u + 1013904223u;
			stop[i].from = 1795284000 + (x >> 10) % (9 * DAY);
			stop[i].until = stop[i].from + (x >> 5) % DAY;
			stop[i].exact = x & 1u << 31;
		}
		p.days = x >> 20 & DEADLINE_ALL_DAYS;
		p.turn = 1 + (x >> 3) % (4 * DAY);
		for (size_t n = 0; n <= STOPS; n++) {
			due[n] = deadline_due(&p, 1795284000, 0, stop, n);
			ck_assert(n == 0 || due[n] >= due[n - 1]);
			ck_assert(deadline_due(&p, 1795284000, HOUR, stop, n) >=
			    due[n]);
		}
		for (int i = 0; i < STOPS; i++)
			ck_assert(due[STOPS] <= stop[i].from ||
			    due[STOPS] >= stop[i].until);
	}
}
END_TEST

START_TEST(reminders)
{
	const int64_t list[] = { 24 * HOUR, 3 * HOUR, 0 };
	const int64_t since = 1000000, due = since + 72 * HOUR;
	int64_t which = -1;

	/* the longest first, each once */
	ck_assert_int_eq(deadline_remind(due, since, since, list, 3, -1,
			     &which),
	    due - 24 * HOUR);
	ck_assert_int_eq(which, 24 * HOUR);
	ck_assert_int_eq(deadline_remind(due, since, since, list, 3, which,
			     &which),
	    due - 3 * HOUR);
	/* an extension brings none of them back */
	ck_assert_int_eq(deadline_remind(due + DAY, since, since, list, 3,
			     24 * HOUR, &which),
	    due + DAY - 3 * HOUR);
	ck_assert_int_eq(deadline_remind(due, since, since, list, 2, 3 * HOUR,
			     &which),
	    0);
	/* of two that were missed the last one is sent */
	ck_assert_int_eq(deadline_remind(due, since, due - HOUR, list, 3, -1,
			     &which),
	    due - 3 * HOUR);
	ck_assert_int_eq(which, 3 * HOUR);
	/* not at the very opening, and none without a deadline */
	ck_assert_int_eq(deadline_remind(since + 24 * HOUR, since, since, list,
			     2, -1, &which),
	    since + 21 * HOUR);
	ck_assert_int_eq(deadline_remind(0, since, since, list, 3, -1, &which),
	    0);
	ck_assert_int_eq(deadline_remind(DEADLINE_NEVER, since, since, list, 3,
			     -1, &which),
	    0);
}
END_TEST

TESTS(tables, no_clock, more_is_never_less, reminders)
