/* SPDX-License-Identifier: MIT */
#ifndef DESK_SENSES_H
#define DESK_SENSES_H

/*
 * What the words of a line say of an order beside it, for withdrawn.c. Inside
 * desk/ only.
 */

#include "desk/plain.h"

enum { SENSES_WORDS = 5 }; /* of a phrase, at most */

/* What some words say of an order beside them. */
enum sense {
	SENSE_MORE,     /* another thing */
	SENSE_COURTESY, /* nothing */
	SENSE_DEED, /* what is denied, of the order too, "yet", or who does */
	SENSE_SORRY,
	SENSE_AMEND, /* that it was wrong, alone: "no" */
	SENSE_BACK,  /* that it is not to be done, alone: "never mind" */
	SENSE_NOT    /* that what they stand beside is not */
};

/* Words of a clause one after the other. */
struct senses {
	const struct plain *p, *order; /* order NULL: of none */
	int at;                        /* behind those that were read */
	enum sense sense;              /* theirs */
	bool denied; /* "not" stands before them, in the clause */
};

/* The next of them; false: there are none. */
bool senses_next(struct senses *r);
/* The longest phrase of such a kind that begins at i: how many words; 0. */
int senses_phrase(const struct plain *p, int i, const char *kind,
    const char *const *ids);
/* Behind words of courtesy from i on. */
int senses_behind_courtesy(const struct plain *p, int i);
/* Whether a token ends a clause; and whether one ends before token i: "not D2 |
 * but B6". */
bool senses_stop(const struct plain *p, int i);
bool senses_parted(const struct plain *p, int i);
/* "No blue", in which "no", the last that was read, takes nothing back. */
bool senses_none(const struct senses *r, int from);

#endif
