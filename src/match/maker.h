/* SPDX-License-Identifier: MIT */
#ifndef MATCH_MAKER_H
#define MATCH_MAKER_H

/*
 * Which mail made something, so that it can be shown to whoever doubts it
 * (`paquebot log proof`). Inside match/ only, but for the struct, which stands
 * in match.h: there it is the mail that is being judged. What waits (a move
 * sent ahead, a line for the shuffle) keeps that of its own mail, as text: the
 * SHA-256 in hex, a blank, and the Message-ID; "" none.
 */

#include "match/match.h"

/* The text, the caller's. */
char *maker_text(const struct maker *mail);
/* Reads the first line of it, which is cut: mail borrows from there. */
void maker_read(char *text, int seat, struct maker *mail);
/* Of an event of the seat (0 chance, -1 operator) in the match as it is now:
 * only what the seat's own mail said was made by it, not what a computer player
 * did there at once. */
struct maker maker_of(const struct match *m, int actor);

#endif
