/* SPDX-License-Identifier: MIT */
#ifndef DESK_WITHDRAWN_H
#define DESK_WITHDRAWN_H

/*
 * Lines beside an order that say that it is not meant: "Not yet!" below it,
 * "Not:" above it, "B6 instead". The words are of words.json ("amend",
 * "behind", "denial", "doubt", "remark"). Inside desk/ only.
 */

#include "desk/plain.h"

/* Whether a line only sounds as if it denied something, or went on: "Why not",
 * "But not for long!", "Sorry I did not write". */
bool withdrawn_never(const struct job *j, const char *line);
/* Whether it is no more than words that take back, "No, wait.", or a mere
 * apology: "Sorry!". */
bool withdrawn_sorry(const struct plain *p);
/* Whether a line below takes back, as far as a stop, the order above it: "Hmm,
 * no.", "Don't do this yet, I'll write tomorrow", "Only if Bruno agrees", "Not
 * D2, B6". */
bool withdrawn_below(const struct plain *p, const struct plain *order);
/* Whether any words of a line take back, deny, or put one thing in place of
 * another. And whether it names what is meant in place of what the
 * order has, beside such words: "No, B6", "Sorry, wrong field, B6 it is". */
bool withdrawn_at_all(const struct plain *p);
bool withdrawn_for_other(const struct plain *p, const struct plain *order);
/* Whether words in it put something in place of another: "2 instead". And the
 * token behind those that begin at i, or behind courtesy there, "That should be
 * 2"; 0. */
bool withdrawn_instead(const struct plain *p);
int withdrawn_before(const struct plain *p, int i);
/* Whether a line below asks which of the orders above is right, "or 2?". */
bool withdrawn_asked(const struct plain *p, const struct plain *order);
/* Whether a line above, of some words, leaves open, or denies, the order that
 * follows it: "Not:", "Not Rhea", "I am torn between", "Don't play this!",
 * "Next turn:", "You wrote:", "If Bruno agrees, my move:". */
bool withdrawn_above(const struct plain *p, const struct plain *order);

#endif
