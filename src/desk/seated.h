/* SPDX-License-Identifier: MIT */
#ifndef DESK_SEATED_H
#define DESK_SEATED_H

/*
 * Who sits where, as people name each other: a seat is "p2", or "Bram", or the
 * beginning of a name, of three letters or more. What fits several seats is
 * refused. Inside desk/ only.
 */

#include <stddef.h>

#include "match/match.h"

struct job;

char *seated_fold(const char *at, size_t len); /* owned */
/* The seats that a folded name fits: whole, be it the name of now or one that
 * who sits there had at the table before, for that is what a mail of before has
 * shown; else by the beginning of the name of now. 0, -1. */
int seated_meant(struct match *m, const char *name, seat_set *fits,
    struct err *e);
/* Refuses a name, with the seats that there are. Returns -1. */
int seated_refuse(const struct match *m, const char *code, const char *name,
    struct refusal *why);
/* A seat, "p2" or "Bram", and what parts it from the rest; 0: there is none; -1
 * refused: it may be several, or the game has no such seat. */
int seated_take(const struct match *m, const char **args, struct refusal *why);
/* What stands behind what an act is about is its reason, without its colon; not
 * courtesy alone ("please"), which is said to us. Borrowed. */
void seated_why(const struct job *j, const char *args);
/* The same behind a seat, but not another seat: that is refused, -1. 0. */
int seated_reason(const struct job *j, const char *args, const char *command,
    struct refusal *why);
/* Who is named by the words that a text begins with, by as many as there are;
 * bytes of them in *len. 0: nobody. */
seat_set seated_at(const struct match *m, const char *at, size_t *len);
/* A seat ("p2") and what parts it from the rest; 0: there is none. */
int args_seat(const char **args);
/* Of the line of a text to all: 0 if it names nobody else, "to all"; refused:
 * the text is for some alone, or begins on the line. */
int seated_all(const struct job *j, const char *args, struct refusal *why);

#endif
