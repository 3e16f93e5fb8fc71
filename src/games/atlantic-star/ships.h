/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_SHIPS_H
#define ATLANTIC_STAR_SHIPS_H

/*
 * Which ship a player means (M4): an exact id beats a prefix; a prefix is
 * matched first among the ships that fit (agency for a charter, hand for a
 * voyage), then among all; what could only be mail ships is no ambiguity.
 */

#include "games/atlantic-star/data.h"

struct ships_match {
	int n; /* 0: unknown; else candidates */
	bool exact;
	bool fit;                 /* found among those that fit */
	bool mails;               /* only mail ships, by prefix */
	uint8_t ship[STAR_SHIPS]; /* sorted by id */
};

/* word folded, spaces as hyphens. fit: the ships that fit. */
void ships_match(const struct game_data *d, const char *word, size_t len,
    const uint8_t *fit, int n_fit, struct ships_match *out);

/* Up to `most` ids near a word, nearest first, each after a space but the
 * first; a mail ship at most once. */
void ships_near(const struct game_data *d, const char *word, size_t len,
    int most, struct buf *out);

#endif
