/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_ROLL_H
#define ARCHIVE_ROLL_H

/*
 * Games in the order in which they ended, as pages of ROLL_PAGE. They are
 * numbered from the oldest, so one that is full stays as it is but for its
 * link to the next. The newest games stand on a main page beside them, which
 * changes with each: the list of all, or a player's page. So a roll needs no
 * more cards than those of the last full page and of what came after it,
 * however many games it has.
 */

#include "archive/listing.h"

enum { ROLL_PAGE = 200 };

struct roll {
	struct cJSON *cards; /* owned: the last of them */
	int n;               /* all that there are */
};

/* Where its pages are; borrowed. */
struct roll_place {
	const struct site *site;
	const char *dir, *below; /* DIR/below/ */
	const char *stem;        /* of the files' names; "" */
	const char *main;        /* from there to the main page */
	const char *player;      /* whose it is; NULL: everybody's */
};

/* Takes the array of cards over; NULL: none. */
void roll_open(struct roll *r, struct cJSON *cards, int n);
void roll_close(struct roll *r);
/* Another, the last to end; what is full is written. */
int roll_add(struct roll *r, const struct roll_place *at,
    const struct cJSON *card, struct err *e);

/* The last n cards, at most; the caller's. */
struct cJSON *roll_last(const struct roll *r, int n);
/* The rows of the newest page, and "older" for its layout, if there are more;
 * base: listing_row's; below: from the main page to the others. */
int roll_newest(const struct roll *r, const struct roll_place *at,
    const char *base, const char *below, struct cJSON *ctx, struct err *e);
/* The number of the page that a file is called by, 0: none of the roll's. */
int roll_number(const char *stem, const char *file, const char *ending);

#endif
