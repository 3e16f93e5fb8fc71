/* SPDX-License-Identifier: MIT */
#ifndef MATCH_TERMS_H
#define MATCH_TERMS_H

/*
 * What a moderator settles for a table beside the rules and the clocks: what it
 * is called, whether lists show it, whether it is rated and when it begins.
 * None of it touches a position; that it is not rated is an option of the game,
 * which its log has, and so is settled when it begins. Acts are told by who
 * calls (moderate.h), and return as those of match.h.
 */

#include "match/match.h"

/* In columns, of a title: letters, digits and the signs of a sentence. */
enum { TITLE_MOST = 60 };

/* NULL, "": none any more. */
int terms_title(struct match *m, const char *title, struct refusal *why);
int terms_list(struct match *m, bool unlisted, struct refusal *why,
    struct err *e);
int terms_close(struct match *m, bool closed, struct refusal *why,
    struct err *e);
/* Whether the player may not join but is to ask. */
bool terms_shut(const struct match *m, int64_t player);
/* Seats get names that are nobody's, and have those of their holders again when
 * the game is played to its end, or at once (on: false); not in a closed one,
 * in which the table hears who comes. Before it begins. */
int terms_hide_names(struct match *m, bool on, struct refusal *why,
    struct err *e);
/* Broken by nobody but the moderator (match/press.h). */
int terms_press(struct match *m, enum terms_press press, struct refusal *why);
int terms_rate(struct match *m, bool unrated, struct refusal *why,
    struct err *e);
/* At that moment it begins with those who are there, ready or not, and not
 * before unless the moderator says so; when: 0, when all are ready. */
int terms_begin(struct match *m, int64_t when, struct refusal *why);

/* Inside match/: the moment has come: it begins, or, where a seat is free, it
 * does not and all are told. 1, 0 it has not come, -1. */
int terms_due(struct match *m, struct err *e);

#endif
