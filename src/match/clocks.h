/* SPDX-License-Identifier: MIT */
#ifndef MATCH_CLOCKS_H
#define MATCH_CLOCKS_H

/*
 * The clocks of a match (clock/clocks.h): what is asked of them becomes an
 * event that all seats are told, and what has come of them is done to the
 * game. Acts return as those of match.h: 0, -1 refused (why->code) or failed
 * (e). late.c has the late rule and what else follows when a moment has come.
 */

#include "clock/acts.h"
#include "match/match.h"

/* What is asked for, if it may be. Settings and absences also while the game is
 * being set up. */
int clock_ask(struct match *m, const struct clock_act *act, struct refusal *why,
    struct err *e);
/* Ends the turn of the seats that the game waits for, by the late rule; where
 * that is to wait, by the move that a late rule makes. seat 0: all of them. */
int clock_process(struct match *m, int seat, struct refusal *why,
    struct err *e);
/* Whose turns that would end; and by which rule a turn ends. */
int clock_may_process(const struct match *m, int seat, seat_set *ends,
    struct refusal *why);
enum clock_late clock_rule(const struct match *m);
/* For mail that comes back (clocks_hold): 1 the seat's clock stands still until
 * then, or as long as it may, 0 it does not, -1. */
int clock_hold(struct match *m, int seat, int64_t until, struct err *e);
/* Who was put out just now may be replaced before the computer player of their
 * seat moves: it waits for the grace of the game. Until then; 0: it does not
 * wait. */
int clock_wait(struct match *m, int seat, struct err *e);
int64_t clock_waits(const struct match *m, int seat);
/* Inside match/: we could not be reached then, which is done as of when it was
 * noted. Seats are told in their next mail. 0, -1; the match is to be finished,
 * for its time is not now any more. And the same in memory alone, for who only
 * looks. */
int clock_outage(struct match *m, const struct clock_outage *o, struct err *e);
void clock_outage_seen(struct match *m, const struct clock_outage *o);

/* What the daemon asks for when a moment has come: the late rule, or a
 * reminder in what match_finish mails. 1 done, 0 the moment was moved
 * meanwhile, -1. */
int clock_expire(struct match *m, int seat, struct err *e);
bool clock_remind(struct match *m, int seat);
/* The end of the absence in which the seat is now; 0: it is not away. */
int64_t clock_away(const struct match *m, int seat);
/* Whose midnights the days begin and end with that a player names: their own,
 * the club's where names are hidden, for all are told the hours. */
const char *clock_zone(const struct match *m, const struct player *p);
/* Whether the absence, or its end, that is asked for is so already. */
bool clock_is_so(const struct match *m, const struct clock_act *act);
/* Whether it is an absence that takes nothing of one that is so. */
bool clock_brings(const struct match *m, const struct clock_act *act);

/* Inside match/: the game as clocks see it; clocks worked out; what the words
 * of an event do to them; that event, now. */
struct clock_game clock_game_of(struct match *m);
void clock_settle(struct match *m);
void clock_apply(struct match *m, const char *words);
int clock_note(struct match *m, const char *words, struct err *e);
/* The game begins: the log has what absences were noted before. */
int clock_begin(struct match *m, struct err *e);
/* An undo is about to be that event; an undo has taken the event back. */
int clock_keep_undo(struct match *m, int event, struct err *e);
int clock_restore_undo(struct match *m, int event, struct err *e);
/* The seat was taken over just now: by who left it last they have the time that
 * they had left, if the decision is the same, and so many days to be away. */
int clock_return(struct match *m, int seat, struct err *e);
/* The time is over in which a game that was called off could be revived: it is
 * final, and its seed is mailed where it is published. */
int clock_final(struct match *m, struct err *e);

#endif
