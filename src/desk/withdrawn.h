/* SPDX-License-Identifier: MIT */
#ifndef DESK_WITHDRAWN_H
#define DESK_WITHDRAWN_H

/*
 * Lines beside an order that say that it is not meant, and nothing else: "Not
 * yet!" below it, "Not:" above it. The words are of words.json ("amend",
 * "behind", "denial", "doubt"). Inside desk/ only.
 */

#include "desk/plain.h"

/* Whether it is no more than words that take back, "No, wait.", or a mere
 * apology: "Sorry!". */
bool withdrawn_sorry(const struct plain *p);
/* Whether a line below takes back, as far as a stop, what is above it: "Hmm,
 * no.", "Don't do this yet, I'll write tomorrow", "Only if Bruno agrees". */
bool withdrawn_below(const struct plain *p);
/* Whether a line below asks which of the orders above is right, "or 2?". */
bool withdrawn_asked(const struct plain *p);
/* Whether a line above leaves open, or denies, what follows it: "Not:", "I am
 * torn between". */
bool withdrawn_above(const struct job *j, const char *line);

#endif
