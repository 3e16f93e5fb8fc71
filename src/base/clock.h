/* SPDX-License-Identifier: MIT */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/*
 * The only source of time. A time is an int64_t of seconds since 1970 UTC
 * (leap seconds as POSIX counts them). Tests and benchmarks pin the clock;
 * also the environment variable PAQUEBOT_CLOCK=<RFC 3339> pins it at start, and
 * PAQUEBOT_CLOCK=@FILE to the moment that the file holds whenever the time is
 * asked (tests only, named in no manual but HACKING).
 * Zones are read from the system's zone database; a name that is not there
 * is refused, never silently UTC (doc/libraries.md 10).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int64_t clock_now(void);          /* pinned or real */
int clock_part_ms(void);          /* of its second so much is over; pinned: 0 */
int64_t clock_monotonic_ms(void); /* for timeouts and rates only */
int64_t clock_boot_ms(void); /* the same, and goes on while the host sleeps */
/* The time that another process has computed; 0 if it is gone. */
int64_t clock_cpu_ms(int pid);
void clock_pin(int64_t t); /* t < 0: real time again */

enum { CLOCK_STAMP_SIZE = 21 }; /* "2026-11-20T19:12:44Z" and NUL */
void clock_stamp(int64_t t, char out[CLOCK_STAMP_SIZE]); /* RFC 3339, UTC */
/* Its digits and letters alone: "20261120T191244Z" (RFC 5545). */
void clock_stamp_short(int64_t t, char out[CLOCK_STAMP_SIZE]);
/* -1: not one */
int clock_stamp_parse(const char *s, size_t len, int64_t *out);

/* A moment as people in a zone see it. */
struct clock_local {
	int year, month, day; /* month 1..12 */
	int hour, minute, second;
	int weekday;  /* 0 Sunday .. 6 */
	int offset;   /* seconds east of UTC */
	char abbr[8]; /* "CET"; may be "+03" */
};

bool clock_zone_known(const char *zone); /* "Europe/Amsterdam" */
/* -1 for an unknown zone (out is then UTC). */
int clock_local(int64_t t, const char *zone, struct clock_local *out);
/* The moment at which the clocks of a zone show year to second; the day may lie
 * beyond its month, weekday, offset and abbr are not read. A time that is shown
 * twice is the first of the two; one that is left out counts on from before,
 * as if the clocks had not been put forward. -1 for an unknown zone (out is
 * then by UTC). */
int clock_utc(const struct clock_local *l, const char *zone, int64_t *out);

/* The first moment after t at which the clocks of a zone show the minute of
 * the day (0..1439), or would if that minute were not left out that day. */
int64_t clock_next(int64_t t, const char *zone, int minute);

/* RFC 5322 date-time in UTC: "Fri, 27 Nov 2026 17:00:00 +0000". */
enum { CLOCK_MAILDATE_SIZE = 40 };
void clock_maildate(int64_t t, char out[CLOCK_MAILDATE_SIZE]);

#endif
