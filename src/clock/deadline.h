/* SPDX-License-Identifier: MIT */
#ifndef CLOCK_DEADLINE_H
#define CLOCK_DEADLINE_H

/*
 * When a decision is due. A pure function of when it opened, of the time it
 * may take and of the times in which its clock stood still: pauses, absences,
 * holds and outages of ours. So a deadline is never moved by adding to it but
 * worked out anew, and is the same whatever order things came in.
 *
 * On days of the week that are not among those given, from midnight to midnight
 * in the zone, clocks stand still too: 24 hours from Friday noon end on Monday
 * noon.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Later than anything: a clock that stands still until somebody says. */
#define DEADLINE_NEVER INT64_MAX

enum { DEADLINE_ALL_DAYS = 0x7f };

struct pace {
	int64_t turn;     /* seconds; 0: no clock */
	int64_t grace;    /* behind the deadline */
	int64_t minimum;  /* left at least after a stop */
	unsigned days;    /* bit 0 Sunday .. 6; 0: all */
	const char *zone; /* borrowed */
};

/* A time in which the clock stands still. Several may overlap. */
struct stop {
	int64_t from, until; /* until DEADLINE_NEVER: still going */
	bool exact;          /* what was left stays, however short */
};

/* When a decision is due that opened at since and was given extra seconds; 0
 * without a clock. Stops in any order, also such as begin later. */
int64_t deadline_due(const struct pace *p, int64_t since, int64_t extra,
    const struct stop *stop, size_t n);
/* When the late rule may act on a decision due then. What begins at that moment
 * stops it too: who asked for it in the last second asked in time. */
int64_t deadline_late(const struct pace *p, int64_t due,
    const struct stop *stop, size_t n);
/* The seconds that run between the two moments. */
int64_t deadline_runs(const struct pace *p, int64_t from, int64_t until,
    const struct stop *stop, size_t n);
/*
 * The next reminder: the longest of the list (falling, seconds before the
 * deadline) that is shorter than the last that was sent (-1: none yet) and did
 * not lie before the opening already. Its moment, and its length in *which; 0:
 * none is left. Of several that are past now the last counts.
 */
int64_t deadline_remind(int64_t due, int64_t since, int64_t now,
    const int64_t *list, int n, int64_t sent, int64_t *which);

#endif
