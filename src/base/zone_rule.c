/* SPDX-License-Identifier: MIT */
#include "base/zone.h"

enum { DAY = 86400 };

/* What is left of the text of a rule. */
struct rule_cursor {
	const char *at, *end;
};

int64_t
zone_days(int year, int month, int day)
{
	/* Years begin in March here, so that the leap day is the last. */
	int64_t y = (int64_t)year - (month <= 2);
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t of_era = y - era * 400;
	int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day -
	    1;

	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 +
	    of_year - 719468;
}

void
zone_civil(int64_t days, int *year, int *month, int *day)
{
	int64_t n = days + 719468;
	int64_t era = (n >= 0 ? n : n - 146096) / 146097;
	int64_t of_era = n - era * 146097;
	int64_t y = (of_era - of_era / 1460 + of_era / 36524 -
			of_era / 146096) /
	    365;
	int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
	int64_t m = (5 * of_year + 2) / 153;

	*day = (int)(of_year - (153 * m + 2) / 5 + 1);
	*month = (int)(m < 10 ? m + 3 : m - 9);
	*year = (int)(y + era * 400 + (*month <= 2));
}

static bool
cursor_take(struct rule_cursor *c, char want)
{
	if (c->at >= c->end || *c->at != want)
		return false;
	c->at++;
	return true;
}

/* A number of at most three digits, min..max. */
static bool
cursor_number(struct rule_cursor *c, int min, int max, int *out)
{
	int n = 0, digits = 0;

	while (c->at < c->end && *c->at >= '0' && *c->at <= '9' && digits < 4) {
		n = n * 10 + (*c->at++ - '0');
		digits++;
	}
	*out = n;
	return digits > 0 && n >= min && n <= max;
}

/* [+-]hh[:mm[:ss]] in seconds; RFC 8536 allows hours up to 167. */
static bool
cursor_time(struct rule_cursor *c, int *out)
{
	int sign = 1, hours, minutes = 0, seconds = 0;

	if (cursor_take(c, '-'))
		sign = -1;
	else
		(void)cursor_take(c, '+');
	if (!cursor_number(c, 0, 167, &hours))
		return false;
	if (cursor_take(c, ':')) {
		if (!cursor_number(c, 0, 59, &minutes))
			return false;
		if (cursor_take(c, ':') && !cursor_number(c, 0, 59, &seconds))
			return false;
	}
	*out = sign * (hours * 3600 + minutes * 60 + seconds);
	return true;
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A name of three letters or more, or anything in angle brackets. */
static bool
cursor_abbr(struct rule_cursor *c, char out[ZONE_ABBR_SIZE])
{
	bool angle = cursor_take(c, '<');
	size_t n = 0;

	while (c->at < c->end && (angle ? *c->at != '>' : is_letter(*c->at))) {
		if (n + 1 >= ZONE_ABBR_SIZE)
			return false;
		out[n++] = *c->at++;
	}
	out[n] = '\0';
	return n >= 3 && (!angle || cursor_take(c, '>'));
}

static bool
cursor_day(struct rule_cursor *c, struct zone_day *out)
{
	*out = (struct zone_day){ .form = 'n', .time = 2 * 3600 };
	if (cursor_take(c, 'M')) {
		out->form = 'M';
		if (!cursor_number(c, 1, 12, &out->month) ||
		    !cursor_take(c, '.') ||
		    !cursor_number(c, 1, 5, &out->week) ||
		    !cursor_take(c, '.') || !cursor_number(c, 0, 6, &out->day))
			return false;
	} else if (cursor_take(c, 'J')) {
		out->form = 'J';
		if (!cursor_number(c, 1, 365, &out->day))
			return false;
	} else if (!cursor_number(c, 0, 365, &out->day)) {
		return false;
	}
	return !cursor_take(c, '/') || cursor_time(c, &out->time);
}

/* Daylight saving of a rule: "CEST[-2],start,end". */
static bool
cursor_summer(struct rule_cursor *c, struct zone_rule *out)
{
	out->summer = true;
	if (!cursor_abbr(c, out->dst.abbr))
		return false;
	out->dst.offset = out->std.offset + 3600;
	if (c->at < c->end && *c->at != ',') {
		if (!cursor_time(c, &out->dst.offset))
			return false;
		out->dst.offset = -out->dst.offset;
	}
	return cursor_take(c, ',') && cursor_day(c, &out->start) &&
	    cursor_take(c, ',') && cursor_day(c, &out->end);
}

bool
zone_rule_parse(const char *s, size_t len, struct zone_rule *out)
{
	struct rule_cursor c = { s, s + len };

	memset(out, 0, sizeof *out);
	if (!cursor_abbr(&c, out->std.abbr) ||
	    !cursor_time(&c, &out->std.offset))
		return false;
	/* POSIX counts west of Greenwich as positive; we count east. */
	out->std.offset = -out->std.offset;
	if (c.at < c.end && !cursor_summer(&c, out))
		return false;
	out->known = c.at == c.end;
	return out->known;
}

static bool
is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* The day's local midnight plus its time, in seconds since 1970, not yet
 * corrected by the offset. */
static int64_t
day_in_year(const struct zone_day *d, int year)
{
	int64_t day;

	if (d->form == 'M') {
		int64_t first = zone_days(year, d->month, 1);
		int64_t next = d->month == 12 ?
		    zone_days(year + 1, 1, 1) :
		    zone_days(year, d->month + 1, 1);
		/* 1970-01-01 was a Thursday, weekday 4. */
		int64_t weekday = ((first + 4) % 7 + 7) % 7;

		day = first + (d->day - weekday + 7) % 7 + 7 * (d->week - 1);
		while (day >= next)
			day -= 7;
	} else {
		day = zone_days(year, 1, 1) + d->day;
		/* Form J counts from 1 and never counts 29 February. */
		if (d->form == 'J' && (!is_leap(year) || d->day < 60))
			day--;
	}
	return day * DAY + d->time;
}

void
zone_rule_at(const struct zone_rule *r, int64_t t, struct zone_type *out)
{
	int64_t local = t + r->std.offset, days = local / DAY, start, end;
	int year, month, day;
	bool summer;

	*out = r->std;
	if (!r->summer)
		return;
	if (local % DAY < 0)
		days--;
	zone_civil(days, &year, &month, &day);
	start = day_in_year(&r->start, year) - r->std.offset;
	end = day_in_year(&r->end, year) - r->dst.offset;
	/* On the southern half summer lies around the turn of the year. */
	summer = start < end ? t >= start && t < end : t >= start || t < end;
	if (summer)
		*out = r->dst;
}
