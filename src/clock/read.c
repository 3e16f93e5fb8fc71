/* SPDX-License-Identifier: MIT */
#include "clock/read.h"

#include <ctype.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/span.h"
#include "base/utf8.h"
#include "clock/clocks.h"
#include "game/names.h"

enum { HOUR = 3600, DAY = 86400, SPAN_MOST = 366 * DAY, FAR = 2 * SPAN_MOST };

/* Words of a line, folded: numbers and the letters behind them apart, so that
 * "72h" is "72" and "h", and hyphens, dots and commas alone. */
struct clock_reading {
	const struct names *words;
	const char *at;
	struct buf word; /* the present one; empty at the end */
};

static bool
is_sign(char c)
{
	return strchr("-,./:", c) != NULL;
}

static void
next(struct clock_reading *r)
{
	const char *p = r->at + strspn(r->at, " \t=");
	size_t n = 0;

	buf_clear(&r->word);
	if (isdigit((unsigned char)*p))
		n = strspn(p, "0123456789");
	else if (*p && is_sign(*p))
		n = 1;
	else
		n = strcspn(p, " \t=-,./:0123456789");
	if (n == 1 && is_sign(*p))
		buf_char(&r->word, *p);
	else
		utf8_fold(p, n, &r->word);
	r->at = p + n;
}

static void
begin(struct clock_reading *r, const struct names *words, const char *text)
{
	*r = (struct clock_reading){ .words = words, .at = text };
	next(r);
}

static bool
at_end(const struct clock_reading *r)
{
	return r->word.len == 0;
}

static bool
at_sign(struct clock_reading *r, char c)
{
	if (r->word.len != 1 || r->word.data[0] != c)
		return false;
	next(r);
	return true;
}

/* The id of a word of the kind, and goes on; NULL: it is none. */
static const char *
take(struct clock_reading *r, const char *kind, size_t prefix)
{
	const char *id;

	if (at_end(r) ||
	    names_find(r->words, kind, r->word.data, r->word.len, prefix,
		&id) != NAME_FOUND)
		return NULL;
	next(r);
	return id;
}

/* A number without its leading zeros, -1 for none. */
static int
take_number(struct clock_reading *r)
{
	long n;

	if (at_end(r) || !isdigit((unsigned char)r->word.data[0]) ||
	    r->word.len > 6)
		return -1;
	n = strtol(r->word.data, NULL, 10);
	next(r);
	return (int)n;
}

static int
refuse_at(struct clock_reading *r, const char *code, struct refusal *why)
{
	struct buf cut = BUF_INIT;

	utf8_cut(buf_text(&r->word), 40, &cut);
	refuse(why, code);
	if (cut.len)
		refusal_str(why, "word", cut.data);
	buf_release(&cut);
	return -1;
}

static int64_t
unit_seconds(const char *id)
{
	switch (*id) {
	case 'm':
		return 60;
	case 'h':
		return HOUR;
	case 'd':
		return DAY;
	default:
		return 7 * DAY;
	}
}

/* A number alone would be seconds to a machine and days to people. */
static int
take_span(struct clock_reading *r, int64_t *out, struct refusal *why)
{
	int n = take_number(r);
	const char *unit = n < 0 ? NULL : take(r, "unit", 0);

	if (unit == NULL)
		return refuse_at(r, "bad-span", why);
	*out = n * unit_seconds(unit);
	if (*out > SPAN_MOST) {
		*out = SPAN_MOST;
		return refuse(why, "span-too-long");
	}
	return 0;
}

/* 0 Sunday .. 6; -1 for none. */
static int
take_day(struct clock_reading *r)
{
	static const char *const ids[] = { "sun", "mon", "tue", "wed", "thu",
		"fri", "sat" };
	const char *id = take(r, "day", 2);

	for (int i = 0; id != NULL && i < 7; i++)
		if (strcmp(id, ids[i]) == 0)
			return i;
	return -1;
}

static int
take_days(struct clock_reading *r, unsigned *out, struct refusal *why)
{
	unsigned days = 0;
	const char *all = take(r, "clock", 0);

	if (all != NULL && strcmp(all, "all") == 0) {
		*out = DAYS_ALL;
		return 0;
	}
	do {
		int from = take_day(r), to = from;

		if (from < 0)
			return refuse_at(r, "bad-clock", why);
		if (at_sign(r, '-') && (to = take_day(r)) < 0)
			return refuse_at(r, "bad-clock", why);
		for (; from != to; from = (from + 1) % 7)
			days |= 1u << from;
		days |= 1u << to;
	} while (at_sign(r, ','));
	*out = days;
	return 0;
}

static int
take_remind(struct clock_reading *r, struct clock_row *c, struct refusal *why)
{
	struct buf list = BUF_INIT, text = BUF_INIT;
	int64_t one, at[SPAN_LIST];
	const char *off = take(r, "clock", 0);
	int n, rc = 0;

	if (off != NULL && strcmp(off, "off") != 0)
		return refuse_at(r, "bad-clock", why);
	while (off == NULL && rc == 0) {
		rc = take_span(r, &one, why);
		if (list.len)
			buf_char(&list, ',');
		if (rc == 0)
			span_format(one, &list);
		if (!at_sign(r, ','))
			break;
	}
	n = rc == 0 ? span_list_parse(buf_text(&list), at) : 0;
	if (n < 0)
		rc = refuse(why, "too-many-reminders");
	if (rc == 0) {
		span_list_format(at, n, &text);
		snprintf(c->remind, sizeof c->remind, "%s", buf_text(&text));
	}
	buf_release(&list);
	buf_release(&text);
	return rc;
}

static int
take_late(struct clock_reading *r, struct clock_row *c, struct refusal *why)
{
	const char *id = take(r, "late", 3);

	return id != NULL && clock_late_named(id, &c->late) ?
	    0 :
	    refuse_at(r, "bad-clock", why);
}

static int
take_part(struct clock_reading *r, const char *key, struct clock_row *c,
    bool *minimum, struct refusal *why)
{
	if (strcmp(key, "turn") == 0)
		return take_span(r, &c->turn, why);
	if (strcmp(key, "grace") == 0)
		return take_span(r, &c->grace, why);
	if (strcmp(key, "min") == 0) {
		*minimum = true;
		return take_span(r, &c->minimum, why);
	}
	if (strcmp(key, "days") == 0)
		return take_days(r, &c->days, why);
	if (strcmp(key, "remind") == 0)
		return take_remind(r, c, why);
	if (strcmp(key, "late") == 0)
		return take_late(r, c, why);
	return refuse_at(r, "bad-clock", why);
}

static int
check(struct clock_row *c, bool minimum, struct refusal *why)
{
	if (c->turn < 60)
		return refuse(why, "clock-too-short");
	if (c->minimum > c->turn && minimum)
		return refuse(why, "minimum-too-long");
	if (c->minimum > c->turn)
		c->minimum = c->turn;
	return 0;
}

int
clock_read(const struct names *words, const char *text, struct clock_row *c,
    struct refusal *why)
{
	struct clock_row new = *c;
	struct clock_reading r;
	bool minimum = false;
	int rc = 0;

	begin(&r, words, text);
	if (at_end(&r))
		rc = refuse_at(&r, "bad-clock", why);
	else if (isdigit((unsigned char)r.word.data[0]))
		rc = take_span(&r, &new.turn, why);
	while (rc == 0 && !at_end(&r)) {
		const char *key = take(&r, "clock", 3);
		if (key != NULL && strcmp(key, "off") == 0 && at_end(&r)) {
			c->turn = 0;
			buf_release(&r.word);
			return 0;
		}
		rc = key != NULL ? take_part(&r, key, &new, &minimum, why) :
				   refuse_at(&r, "bad-clock", why);
	}
	if (rc == 0)
		rc = check(&new, minimum, why);
	if (rc == 0)
		*c = new;
	buf_release(&r.word);
	return rc;
}

int
clock_read_span(const struct names *words, const char *text, int64_t *out,
    struct refusal *why)
{
	struct clock_reading r;
	int rc;

	begin(&r, words, text);
	rc = take_span(&r, out, why);
	if (rc == 0 && (!at_end(&r) || !*out))
		rc = refuse_at(&r, "bad-span", why);
	buf_release(&r.word);
	return rc;
}

/* "24 dec 2026", "dec 24", "2026-12-24"; a year that is not named is 0. */
static int
take_date(struct clock_reading *r, struct clock_local *out)
{
	const char *month;
	int n = take_number(r);

	if (n > 31) {
		out->year = n;
		if (!at_sign(r, '-') || (out->month = take_number(r)) < 1 ||
		    !at_sign(r, '-'))
			return -1;
		out->day = take_number(r);
		return out->day < 1 || out->month > 12 || out->year < 2000 ||
			out->year > 9000 ?
		    -1 :
		    0;
	}
	month = take(r, "month", 3);
	if (month == NULL)
		return -1;
	if (n < 0)
		n = take_number(r);
	out->day = n;
	out->month = (int)strtol(month, NULL, 10);
	(void)at_sign(r, ',');
	/* What is shorter is an hour. */
	if (!at_end(r) && isdigit((unsigned char)r->word.data[0]) &&
	    r->word.len > 2)
		out->year = take_number(r);
	return n < 1 || n > 31 ||
		(out->year && (out->year < 2000 || out->year > 9000)) ?
	    -1 :
	    0;
}

/* The day from midnight to midnight; without a year the first such that is not
 * over after `after`. False if the month has no such day; but the 29th of
 * February of no year is the last of any February. */
static bool
whole_day(struct clock_local day, const char *zone, int64_t after,
    int64_t *from, int64_t *until)
{
	struct clock_local l = { .year = day.year, .month = day.month }, shown;

	(void)clock_local(after, zone, &shown);
	if (!day.year)
		l.year = shown.year;
	for (;; l.year++) {
		l.day = day.day;
		(void)clock_utc(&l, zone, from);
		(void)clock_local(*from, zone, &shown);
		if (!day.year && day.month == 2 && day.day == 29 &&
		    shown.month != 2) {
			l.day--;
			(void)clock_utc(&l, zone, from);
		} else if (shown.month != day.month || shown.day != day.day) {
			return false;
		}
		l.day++;
		(void)clock_utc(&l, zone, until);
		if (day.year || *until > after)
			return true;
	}
}

int
clock_read_absence(const struct names *words, const char *zone,
    const char *text, int64_t now, int64_t *from, int64_t *until,
    struct refusal *why)
{
	struct clock_local a = { 0 }, b = { 0 };
	struct clock_reading r;
	const char *id;
	int64_t start;
	bool good, to;

	begin(&r, words, text);
	id = take(&r, "absence", 0);
	to = id != NULL && strcmp(id, "to") == 0;
	good = id == NULL || to || strcmp(id, "from") == 0;
	*from = now;
	if (good && !to) {
		good = take_date(&r, &a) == 0 &&
		    whole_day(a, zone, now, from, until);
		b = a;
		id = at_end(&r) ? NULL : take(&r, "absence", 0);
		if (!at_end(&r) && id == NULL)
			to = at_sign(&r, '-');
		to = to || (id != NULL && strcmp(id, "to") == 0);
	}
	if (good && to) {
		b = (struct clock_local){ 0 };
		good = take_date(&r, &b) == 0;
	}
	good = good && at_end(&r) &&
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
	int hour = take_number(r), minute = -1;

	if (hour >= 0 && (at_sign(r, ':') || at_sign(r, '.')))
		minute = take_number(r);
	if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
		return false;
	(void)clock_local(day, zone, &l);
	l.hour = hour;
	l.minute = minute;
	(void)clock_utc(&l, zone, out);
	return true;
}

/* start: of a day without an hour its beginning is meant. */
static int
read_moment(const struct names *words, const char *zone, const char *text,
    bool start, int64_t now, int64_t *out, struct refusal *why)
{
	struct clock_local day = { 0 };
	struct clock_reading r;
	const char *id;
	int64_t from;
	bool good;

	begin(&r, words, text);
	id = take(&r, "absence", 0);
	good = (id == NULL || strcmp(id, "to") == 0) &&
	    take_date(&r, &day) == 0 && whole_day(day, zone, now, &from, out);
	if (good && start)
		*out = from;
	if (good && !at_end(&r))
		good = take_hour(&r, zone, from, out);
	good = good && at_end(&r);
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

/* "turn", of all that are to act, or of one seat: "turn p2". */
int
clock_read_process(const struct names *words, const char *text, int seats,
    int *seat, struct refusal *why)
{
	struct clock_reading r;
	const char *id;
	bool good;

	*seat = 0;
	begin(&r, words, text);
	id = take(&r, "clock", 3);
	good = id != NULL && strcmp(id, "turn") == 0;
	if (good && !at_end(&r)) {
		good = strcmp(r.word.data, "p") == 0;
		next(&r);
		*seat = take_number(&r);
		good = good && *seat >= 1 && *seat <= seats && at_end(&r);
	}
	buf_release(&r.word);
	return good ? 0 : refuse(why, "bad-process");
}
