/* SPDX-License-Identifier: MIT */
#ifndef CLOCK_READING_H
#define CLOCK_READING_H

/*
 * A line about clocks, word by word. Words are folded: numbers and the letters
 * behind them apart, so that "72h" is "72" and "h", and hyphens, dots, commas
 * and colons alone. Inside clock/ only.
 */

#include "base/buf.h"
#include "game/names.h"

struct clock_reading {
	const struct names *words;
	const char *at;  /* behind the present word */
	struct buf word; /* the caller's to release; empty at the end */
	bool nth;        /* "the", "th": a number here is a day of a month */
};

void reading_begin(struct clock_reading *r, const struct names *words,
    const char *text);
void reading_next(struct clock_reading *r);
bool reading_ended(const struct clock_reading *r);
/* The id of the present word of a kind; NULL: it is none. *place as of
 * names_place. */
const char *reading_peek(const struct clock_reading *r, const char *kind,
    size_t prefix, int *place);
/* The same, and goes on. */
const char *reading_take(struct clock_reading *r, const char *kind,
    size_t prefix);
/* Goes on if the present word is that sign. */
bool reading_sign(struct clock_reading *r, char c);
bool reading_digits(const struct clock_reading *r);
/* A number without its leading zeros, and goes on; -1 for none. */
int reading_number(struct clock_reading *r);
/* 0 Sunday .. 6, of the id of a day of the week. */
int reading_weekday(const char *id);

#endif
