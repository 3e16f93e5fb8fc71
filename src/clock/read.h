/* SPDX-License-Identifier: MIT */
#ifndef CLOCK_READ_H
#define CLOCK_READ_H

/*
 * What people write about clocks, in their words (words.json: kinds clock,
 * late, day, month, unit, absence, nth, tens). Used by the mailed commands, by
 * `paquebot moderate` and where games are founded.
 */

#include "game/rules.h"
#include "store/clock.h"

struct names;

/* "72h grace 24h min 12h days mon-fri remind 24h,3h late bot", or "off": what
 * is named changes in c, the rest stays. */
int clock_read(const struct names *words, const char *text, struct clock_row *c,
    struct refusal *why);
/* "24h", "24 h", "3 days"; more is refused. */
int clock_read_span(const struct names *words, const char *text, int64_t *out,
    struct refusal *why);
/* "24 dec to 2 jan", "from the 3rd to the 10th", "to friday", "2026-12-24":
 * from midnight to midnight in the zone, the next such days after now. */
int clock_read_absence(const struct names *words, const char *zone,
    const char *text, int64_t now, int64_t *from, int64_t *until,
    struct refusal *why);
/* "24 dec 18:00", "friday 18:00", "until the 24th", of which the end of the
 * day is meant: in the zone, the next such day after now. */
int clock_read_moment(const struct names *words, const char *zone,
    const char *text, int64_t now, int64_t *out, struct refusal *why);
/* The same, of which the beginning of the day is meant. */
int clock_read_start(const struct names *words, const char *zone,
    const char *text, int64_t now, int64_t *out, struct refusal *why);
/* "turn" or "turn p2", of a game with so many seats; seat 0: all. */
int clock_read_process(const struct names *words, const char *text, int seats,
    int *seat, struct refusal *why);

#endif
