/* SPDX-License-Identifier: MIT */
#define BASE_CLOCK_OWN
#include "base/clock.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/zone.h"

enum { DAY = 86400 };

static _Atomic int64_t pinned = -1;
static const char *moving; /* the file that pins it; NULL */
static pthread_once_t environment_read = PTHREAD_ONCE_INIT;

static const char *const day_names[] = { "Sun", "Mon", "Tue", "Wed", "Thu",
	"Fri", "Sat" };
static const char *const month_names[] = { "Jan", "Feb", "Mar", "Apr", "May",
	"Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

/* False if there is no moment in the file, as while it is written anew. */
static bool
read_moving(int64_t *out)
{
	char text[CLOCK_STAMP_SIZE] = "";
	FILE *f = fopen(moving, "re");
	size_t n = f == NULL ? 0 : fread(text, 1, sizeof text - 1, f);

	if (f != NULL)
		(void)fclose(f);
	return clock_stamp_parse(text, n, out) == 0;
}

/* A pin that cannot be read would make a test run on real time unseen. */
static void
read_environment(void)
{
	const char *s = getenv("PAQUEBOT_CLOCK");
	int64_t t;

	if (s == NULL || *s == '\0')
		return;
	if (*s == '@')
		moving = s + 1;
	if (*s == '@' ? !read_moving(&t) :
			clock_stamp_parse(s, strlen(s), &t) != 0) {
		(void)fprintf(stderr, "PAQUEBOT_CLOCK is not a time: %s\n", s);
		abort();
	}
	pinned = t;
}

static struct timespec
now_of(clockid_t id)
{
	struct timespec now;

	if (clock_gettime(id, &now) != 0)
		abort();
	return now;
}

int64_t
clock_now(void)
{
	int64_t t;

	(void)pthread_once(&environment_read, read_environment);
	if (moving != NULL && read_moving(&t))
		pinned = t;
	t = pinned;
	return t >= 0 ? t : now_of(CLOCK_REALTIME).tv_sec;
}

int
clock_part_ms(void)
{
	return pinned >= 0 ? 0 :
			     (int)(now_of(CLOCK_REALTIME).tv_nsec / 1000000);
}

int64_t
clock_monotonic_ms(void)
{
	struct timespec now = now_of(CLOCK_MONOTONIC);

	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t
clock_boot_ms(void)
{
	struct timespec now = now_of(CLOCK_BOOTTIME);

	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t
clock_cpu_ms(int pid)
{
	struct timespec t;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 ||
	    clock_gettime(clock, &t) != 0)
		return 0;
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void
clock_pin(int64_t t)
{
	(void)pthread_once(&environment_read, read_environment);
	moving = NULL;
	pinned = t < 0 ? -1 : t;
}

/* Splits t, seen `offset` seconds east, into its parts. */
static void
split(int64_t t, int offset, struct clock_local *out)
{
	int64_t local = t + offset;
	int64_t days = local / DAY;
	int second = (int)(local % DAY);

	if (second < 0) {
		second += DAY;
		days--;
	}
	zone_civil(days, &out->year, &out->month, &out->day);
	out->hour = second / 3600;
	out->minute = second / 60 % 60;
	out->second = second % 60;
	out->weekday = (int)(((days + 4) % 7 + 7) % 7);
	out->offset = offset;
}

/* Years a four-digit date can show; outside them the nearest moment. */
static int64_t
clamp(int64_t t)
{
	const int64_t first = -62167219200, last = 253402300799;

	return t < first ? first : t > last ? last : t;
}

static char *
put_digits(char *out, int n, int digits)
{
	for (int i = digits - 1; i >= 0; i--) {
		out[i] = (char)('0' + n % 10);
		n /= 10;
	}
	return out + digits;
}

void
clock_stamp(int64_t t, char out[CLOCK_STAMP_SIZE])
{
	struct clock_local l;
	char *p = out;

	split(clamp(t), 0, &l);
	p = put_digits(p, l.year, 4);
	*p++ = '-';
	p = put_digits(p, l.month, 2);
	*p++ = '-';
	p = put_digits(p, l.day, 2);
	*p++ = 'T';
	p = put_digits(p, l.hour, 2);
	*p++ = ':';
	p = put_digits(p, l.minute, 2);
	*p++ = ':';
	p = put_digits(p, l.second, 2);
	*p++ = 'Z';
	*p = '\0';
}

void
clock_stamp_short(int64_t t, char out[CLOCK_STAMP_SIZE])
{
	char *to = out;

	clock_stamp(t, out);
	for (const char *p = out; *p != '\0'; p++)
		if (*p != '-' && *p != ':')
			*to++ = *p;
	*to = '\0';
}

/* The digits s[at..at+n), or -1. */
static int
get_digits(const char *s, int at, int n)
{
	int value = 0;

	for (int i = at; i < at + n; i++) {
		if (s[i] < '0' || s[i] > '9')
			return -1;
		value = value * 10 + (s[i] - '0');
	}
	return value;
}

static int
month_days(int year, int month)
{
	int next_year = month == 12 ? year + 1 : year;
	int next = month == 12 ? 1 : month + 1;

	return (int)(zone_days(next_year, next, 1) - zone_days(year, month, 1));
}

int
clock_stamp_parse(const char *s, size_t len, int64_t *out)
{
	int year, month, day, hour, minute, second;

	if (len != CLOCK_STAMP_SIZE - 1 || s[4] != '-' || s[7] != '-' ||
	    s[10] != 'T' || s[13] != ':' || s[16] != ':' || s[19] != 'Z')
		return -1;
	year = get_digits(s, 0, 4);
	month = get_digits(s, 5, 2);
	day = get_digits(s, 8, 2);
	hour = get_digits(s, 11, 2);
	minute = get_digits(s, 14, 2);
	second = get_digits(s, 17, 2);
	if (year < 0 || month < 1 || month > 12 || day < 1 ||
	    day > month_days(year, month) || hour < 0 || hour > 23 ||
	    minute < 0 || minute > 59 || second < 0 || second > 59)
		return -1;
	*out = zone_days(year, month, day) * DAY + hour * 3600 + minute * 60 +
	    second;
	return 0;
}

bool
clock_zone_known(const char *zone)
{
	return zone_find(zone) != NULL;
}

int
clock_local(int64_t t, const char *zone, struct clock_local *out)
{
	const struct zone *z = zone_find(zone);
	struct zone_type type = { 0, "UTC" };

	if (z != NULL)
		zone_at(z, t, &type);
	memset(out, 0, sizeof *out);
	split(t, type.offset, out);
	_Static_assert(sizeof out->abbr == sizeof type.abbr, "abbr");
	memcpy(out->abbr, type.abbr, sizeof out->abbr);
	return z == NULL ? -1 : 0;
}

int64_t
clock_next(int64_t t, const char *zone, int minute)
{
	struct clock_local l;
	int64_t day, when;

	(void)clock_local(t, zone, &l);
	day = zone_days(l.year, l.month, l.day);
	for (int64_t d = day - 1;; d++) {
		when = d * DAY + minute * 60 - l.offset;
		/* The offset of that moment may be another. */
		for (int i = 0; i < 2; i++) {
			(void)clock_local(when, zone, &l);
			when = d * DAY + minute * 60 - l.offset;
		}
		if (when > t)
			return when;
	}
}

/* Two days apart lie no two changes of a zone's clocks, so that the offsets a
 * day before and a day behind are those around the one that may lie between. */
int
clock_utc(const struct clock_local *l, const char *zone, int64_t *out)
{
	const struct zone *z = zone_find(zone);
	struct zone_type before = { 0, "UTC" }, after = before, then;
	int64_t t = zone_days(l->year, l->month, 1) + l->day - 1;

	t = t * DAY + l->hour * 3600 + l->minute * 60 + l->second;
	*out = t;
	if (z == NULL)
		return -1;
	zone_at(z, t - DAY, &before);
	zone_at(z, t + DAY, &after);
	*out = t - before.offset;
	zone_at(z, *out, &then);
	if (then.offset == before.offset)
		return 0;
	zone_at(z, t - after.offset, &then);
	if (then.offset == after.offset)
		*out = t - after.offset;
	return 0;
}

void
clock_maildate(int64_t t, char out[CLOCK_MAILDATE_SIZE])
{
	struct clock_local l;

	split(clamp(t), 0, &l);
	(void)snprintf(out, CLOCK_MAILDATE_SIZE,
	    "%s, %02d %s %04d %02d:%02d:%02d +0000", day_names[l.weekday],
	    l.day, month_names[l.month - 1], l.year, l.hour, l.minute,
	    l.second);
}
