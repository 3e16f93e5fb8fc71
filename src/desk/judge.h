/* SPDX-License-Identifier: MIT */
#ifndef DESK_JUDGE_H
#define DESK_JUDGE_H

/*
 * The ways of a mail through the desk: judge.c chooses one, held.c has that of
 * mail which waits for its owner's word. Inside desk/ only.
 */

#include "desk/errand.h"

/* errand.c */
/* Reads the mail. -1: it cannot be read (mail/parser.h); to be closed in any
 * case. */
int errand_open(struct errand *er, struct desk *d,
	const struct inbox_row *row, struct err *e);
void errand_close(struct errand *er);
/* Whether anything of it was done or asked, and not all waits. */
bool errand_obeyed(const struct errand *er);
/* Without the seat nothing but public things can be had. */
void errand_leave_seat(struct errand *er);

/* judge.c */
/* Obeys an identified mail and answers it. */
int errand_judge(struct errand *er, struct err *e);
/* The mail is not answered now, for too many came so: it waits. */
int errand_leave(struct errand *er, struct err *e);
/* Whoever writes from an address of his own can be written to there. */
int errand_heard(struct errand *er, struct err *e);
/* judged.c: what became of the mail, in a word of paquebotd(8), for the log and
 * the store. */
int errand_judged(struct errand *er, const char *verdict, struct err *e);

/* sorting.c: what the mail is, by its header, its text and where it went. A
 * report is never answered, nor is a program. */
enum sort { SORT_PERSON, SORT_PROGRAM, SORT_REPORT };
int errand_sort(struct errand *er, enum sort *out, struct err *e);

/* identify.c: whether the mail names the player's first address as its
 * sender, true or not: 1, 0. */
int errand_from_first(const struct errand *er, int64_t player, struct err *e);

/* again.c: whether the mail has come before by another road. Then it is done
 * with: it has no effect, and its writer gets the first answer again if that
 * cannot have reached him. 1, 0. */
int errand_again(struct errand *er, struct err *e);

/* waiting.c: all lines that are no prose wait. */
void errand_wait_all(struct errand *er);
/* held.c: what of the mail is LINE_HELD waits, and its owner is asked: a
 * player at the address on record, a stranger at the one that the mail names. */
int errand_hold(struct errand *er, struct err *e);
int errand_hold_stranger(struct errand *er, struct err *e);
/* The answer to such a question, about the inbox row `id`. */
int errand_confirmed(struct errand *er, int64_t id, struct err *e);

#endif
