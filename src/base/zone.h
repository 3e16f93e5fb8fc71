/* SPDX-License-Identifier: MIT */
#ifndef BASE_ZONE_H
#define BASE_ZONE_H

/*
 * Time zones from the system's zone database (TZif files, RFC 8536), read by
 * ourselves because one process serves readers in many zones at once and the
 * C library knows one zone a process. A zone is read once, kept for the life
 * of the process and shared by all threads; it never changes. Moments behind
 * the last transition of the file follow the rule in its footer. For
 * base/clock; other rooms ask clock_local().
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ZONE_DIR "/usr/share/zoneinfo/" /* a zone is a file below it */

enum { ZONE_ABBR_SIZE = 8, ZONE_NAME_SIZE = 64 };

/* What the clocks of a zone show from some moment on. */
struct zone_type {
	int offset; /* seconds east of UTC */
	char abbr[ZONE_ABBR_SIZE];
};

/* A day of the year in the rule of a footer (RFC 8536 section 3.3). */
struct zone_day {
	char form; /* 'M', 'J' or 'n' */
	int month, week, day;
	int time; /* seconds after local midnight */
};

/* The rule of a footer. Without `summer`, standard time for ever. */
struct zone_rule {
	bool known, summer;
	struct zone_type std, dst;
	struct zone_day start, end;
};

struct zone;

enum { ZONES_NEAR = 3 };

/* Names of the database that may be meant by `name`, the nearest first: how
 * many. exact: the first is the same but for case and spaces. With a number in
 * either it is that or none. */
int zone_near(const char *name, char out[ZONES_NEAR][ZONE_NAME_SIZE],
    bool *exact);

/* The zone of that name; NULL if the database does not have it. Borrowed. */
const struct zone *zone_find(const char *name);

/* What its clocks show at t (seconds since 1970 UTC). */
void zone_at(const struct zone *z, int64_t t, struct zone_type *out);

/* Reads the bytes of a TZif file; NULL if they are none. The caller gives
 * it to zone_free(). Here for tests with damaged files. */
struct zone *zone_parse(const void *data, size_t len);
void zone_free(struct zone *z);

/* Reads a footer such as "CET-1CEST,M3.5.0,M10.5.0/3"; false if it is none. */
bool zone_rule_parse(const char *s, size_t len, struct zone_rule *out);
void zone_rule_at(const struct zone_rule *r, int64_t t, struct zone_type *out);

/* The calendar, proleptic Gregorian: days since 1970-01-01 and back. */
int64_t zone_days(int year, int month, int day);
void zone_civil(int64_t days, int *year, int *month, int *day);

#endif
