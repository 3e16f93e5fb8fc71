/* SPDX-License-Identifier: MIT */

/* Days and moments as people write them: "24 dec 2026", "dec 24th",
 * "2026-12-24", "Friday", "the 3rd". */

#include <ctype.h>

#include "base/clock.h"
#include "base/mem.h"
#include "clock/read.h"
#include "clock/reading.h"

enum { DAY = 86400, FAR = 2 * 366 * DAY, MONTHS = 62 /* days */ };

/* As it is written: what is not named is 0, the weekday -1. either: its first
 * word may be the weekday or the month, as "mar" to Italians. */
struct date {
	int year, month, day, weekday;
	bool either;
};

static const struct date no_date = { .weekday = -1 };

static bool
take_word(struct clock_reading *r, const char *id)
{
	int place;
	const char *is = reading_peek(r, "absence", 0, &place);

	if (is == NULL || strcmp(is, id) != 0)
		return false;
	r->nth |= reading_peek(r, "nth", 0, &place) != NULL;
	reading_next(r);
	return true;
}

/* What says nothing: "the 3rd of", "24.", "dec 24,". */
static void
skip(struct clock_reading *r)
{
	while (take_word(r, "the") || reading_sign(r, ',') ||
	    (!isdigit((unsigned char)*r->at) && reading_sign(r, '.')))
		;
}

/* "until", "fino al", "tot en met". */
static bool
take_bound(struct clock_reading *r, const char *id)
{
	bool any = false;

	while (take_word(r, id)) {
		any = true;
		skip(r);
	}
	return any;
}

/* The day of a month that a word is, "third"; NULL: none. */
static const char *
peek_nth(const struct clock_reading *r)
{
	int place;
	const char *id = reading_peek(r, "nth", 0, &place);

	return id != NULL && isdigit((unsigned char)*id) ? id : NULL;
}

/* A weekday, or a month before its day; by what the word is sooner in the
 * writer's language. "otto" is eight, and no ottobre. */
static void
take_first(struct clock_reading *r, struct date *out)
{
	int of_day, of_month;
	const char *day = reading_peek(r, "day", 3, &of_day);
	const char *month = reading_peek(r, "month", 3, &of_month);

	if ((day == NULL && month == NULL) || peek_nth(r) != NULL)
		return;
	if (day != NULL && (month == NULL || of_day <= of_month))
		out->weekday = reading_weekday(day);
	if (month != NULL && (day == NULL || of_month <= of_day))
		out->month = (int)strtol(month, NULL, 10);
	reading_next(r);
	skip(r);
}

/* A number with minutes is an hour; "the first" is no number, nor is "the
 * twenty-first". */
static int
take_day(struct clock_reading *r)
{
	const char *tens = reading_take(r, "tens", 0);
	bool hyphen = tens != NULL && reading_sign(r, '-');
	const char *first = peek_nth(r);
	bool hour = *r->at == ':' ||
	    (*r->at == '.' && isdigit((unsigned char)r->at[1]));

	if (first != NULL) {
		reading_next(r);
		return (int)strtol(first, NULL, 10) +
		    (tens != NULL ? (int)strtol(tens, NULL, 10) : 0);
	}
	if (tens != NULL)
		return hyphen ? -1 : (int)strtol(tens, NULL, 10);
	return hour ? -1 : reading_number(r);
}

static int
take_rest(struct clock_reading *r, int year, struct date *out)
{
	if (out->month || out->weekday >= 0 || !reading_sign(r, '-'))
		return -1;
	out->year = year;
	out->month = reading_number(r);
	out->day = reading_sign(r, '-') ? reading_number(r) : 0;
	return out->month < 1 || out->month > 12 || out->day < 1 ? -1 : 0;
}

static void
take_year(struct clock_reading *r, struct date *out)
{
	/* What is shorter is an hour. */
	if (!out->month || !reading_digits(r) || r->word.len < 3)
		return;
	out->year = reading_number(r);
	if (out->either)
		out->weekday = -1;
	out->either = false;
}

static int
take_date(struct clock_reading *r, struct date *out)
{
	const char *month = NULL;
	int n;

	*out = no_date;
	skip(r);
	take_first(r, out);
	n = take_day(r);
	if (n == 0)
		return -1;
	if (n > 31) {
		if (take_rest(r, n, out))
			return -1;
	} else if (n > 0) {
		out->day = n;
		skip(r);
		if (!out->month || out->weekday >= 0)
			month = reading_take(r, "month", 3);
		out->either = out->month && out->weekday >= 0;
	} else if (out->weekday >= 0) {
		out->month = 0;
	}
	if (month != NULL) {
		out->month = (int)strtol(month, NULL, 10);
		out->either = false;
		skip(r);
	}
	take_year(r, out);
	return (out->month && !out->day) || (!out->day && out->weekday < 0) ||
		(out->year && (out->year < 2000 || out->year > 9000)) ?
	    -1 :
	    0;
}

static void
day_at(struct clock_local l, const char *zone, int64_t *from, int64_t *until)
{
	(void)clock_utc(&l, zone, from);
	l.day++;
	(void)clock_utc(&l, zone, until);
}

/* Without a year the first such that is not over after `after`. False if the
 * month has no such day; but the 29th of February of no year is the last of any
 * February. */
static bool
day_of_month(const struct date *d, const char *zone, int64_t after,
    int64_t *from, int64_t *until)
{
	struct clock_local l = { .month = d->month }, shown;

	(void)clock_local(after, zone, &shown);
	l.year = d->year ? d->year : shown.year;
	for (;; l.year++) {
		l.day = d->day;
		day_at(l, zone, from, until);
		(void)clock_local(*from, zone, &shown);
		if (!d->year && d->month == 2 && d->day == 29 &&
		    shown.month != 2) {
			l.day--;
			day_at(l, zone, from, until);
		} else if (shown.month != d->month || shown.day != d->day) {
			return false;
		}
		if (d->year || *until > after)
			break;
	}
	(void)clock_local(*from, zone, &shown);
	return d->weekday < 0 || d->weekday == shown.weekday;
}

/* The next of that number, which must be on the weekday that is named, or the
 * next weekday. */
static bool
day_near(const struct date *d, const char *zone, int64_t after, int64_t *from,
    int64_t *until)
{
	struct clock_local l, shown;

	(void)clock_local(after, zone, &shown);
	l = (struct clock_local){ .year = shown.year,
		.month = shown.month,
		.day = shown.day };
	for (int i = 0; i < MONTHS; i++, l.day++) {
		day_at(l, zone, from, until);
		(void)clock_local(*from, zone, &shown);
		if (*until > after &&
		    (d->day ? d->day == shown.day :
			      d->weekday == shown.weekday))
			return d->weekday < 0 || d->weekday == shown.weekday;
	}
	return false;
}

/* The day from midnight to midnight. A word that may be the weekday is, if the
 * day comes so. */
static bool
whole_day(struct date d, const char *zone, int64_t after, int64_t *from,
    int64_t *until)
{
	if (d.either && day_near(&d, zone, after, from, until))
		return true;
	if (d.either)
		d.weekday = -1;
	return d.month ? day_of_month(&d, zone, after, from, until) :
			 day_near(&d, zone, after, from, until);
}

/* "from 3 to 10 dec": the last such day before the other. */
static void
borrow_month(struct date *a, const struct date *b)
{
	if (a->month || !a->day || !b->month)
		return;
	a->month = b->month - (a->day > b->day);
	a->year = b->year;
	if (a->month)
		return;
	a->month = 12;
	a->year -= a->year != 0;
}

int
clock_read_absence(const struct names *words, const char *zone,
    const char *text, int64_t now, int64_t *from, int64_t *until,
    struct refusal *why)
{
	struct date a = no_date, b;
	struct clock_reading r;
	int64_t start;
	bool good = true, open, to;

	reading_begin(&r, words, text);
	skip(&r);
	open = to = take_bound(&r, "to");
	if (!open) {
		(void)take_bound(&r, "from");
		good = take_date(&r, &a) == 0;
		skip(&r);
		to = reading_sign(&r, '-') || take_bound(&r, "to");
	}
	b = a;
	if (good && to)
		good = take_date(&r, &b) == 0;
	skip(&r);
	*from = now;
	borrow_month(&a, &b);
	good = good && reading_ended(&r) &&
	    (open || whole_day(a, zone, now, from, until)) &&
	    whole_day(b, zone, *from > now ? *from : now, &start, until);
	buf_release(&r.word);
	/* Who names a day years ahead has slipped in the year. */
	good = good && *from < now + FAR;
	return good ? 0 : refuse(why, "bad-absence");
}

/* "18:00", or "18.00", of that day. */
static bool
take_hour(struct clock_reading *r, const char *zone, int64_t day, int64_t *out)
{
	struct clock_local l;
	int hour = reading_number(r), minute = -1;

	if (hour >= 0 && (reading_sign(r, ':') || reading_sign(r, '.')))
		minute = reading_number(r);
	if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
		return false;
	(void)clock_local(day, zone, &l);
	l.hour = hour;
	l.minute = minute;
	(void)clock_utc(&l, zone, out);
	return true;
}

/* start: of a day without an hour its beginning is meant. A number alone is no
 * day but "the 3rd": it may be an hour. */
static int
read_moment(const struct names *words, const char *zone, const char *text,
    bool start, int64_t now, int64_t *out, struct refusal *why)
{
	struct clock_reading r;
	struct date day;
	int64_t from;
	bool good;

	reading_begin(&r, words, text);
	skip(&r);
	(void)take_bound(&r, "to");
	good = take_date(&r, &day) == 0 &&
	    (day.month || day.weekday >= 0 || r.nth) &&
	    whole_day(day, zone, now, &from, out);
	skip(&r);
	if (good && start)
		*out = from;
	if (good && !reading_ended(&r))
		good = take_hour(&r, zone, from, out);
	good = good && reading_ended(&r);
	buf_release(&r.word);
	if (!good)
		return refuse(why, "bad-moment");
	if (*out >= now + FAR)
		return refuse(why, "span-too-long");
	return *out > now ? 0 : refuse(why, "moment-over");
}

int
clock_read_moment(const struct names *words, const char *zone, const char *text,
    int64_t now, int64_t *out, struct refusal *why)
{
	return read_moment(words, zone, text, false, now, out, why);
}

int
clock_read_start(const struct names *words, const char *zone, const char *text,
    int64_t now, int64_t *out, struct refusal *why)
{
	return read_moment(words, zone, text, true, now, out, why);
}
