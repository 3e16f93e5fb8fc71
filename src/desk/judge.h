/* SPDX-License-Identifier: MIT */
#ifndef DESK_JUDGE_H
#define DESK_JUDGE_H

/*
 * The ways of a mail through the desk: judge.c chooses one, held.c has that of
 * mail which waits for its owner's word. Inside desk/ only.
 */

#include "desk/steps.h"

/* job.c */
/* Reads the mail. -1: it cannot be read (mail/parser.h); to be closed in any
 * case. */
int job_open(struct job *j, struct desk *d, const struct inbox_row *row,
    struct err *e);
void job_close(struct job *j);
/* Whether anything of it was done or asked, and not all waits. */
bool job_obeyed(const struct job *j);
/* Without the seat nothing but public things can be had. */
void job_leave_seat(struct job *j);

/* judge.c */
/* Obeys an identified mail and answers it. */
int job_judge(struct job *j, struct err *e);
/* The mail is not answered now, for too many came so: it waits. */
int job_leave(struct job *j, struct err *e);
/* Whoever writes from an address of their own can be written to there. */
int job_heard(struct job *j, struct err *e);
/* judged.c: what became of the mail, in a word of paquebotd(8), for the log and
 * the store. */
int job_judged(struct job *j, const char *verdict, struct err *e);
void job_trace_parsed(const struct job *j);
void job_trace_identity(const struct job *j);

/* sorting.c: what the mail is, by its header, its text and where it went. A
 * report is never answered, nor is a program. What has orders, and may be
 * either, waits for a word of whose it would be. */
enum sort { SORT_PERSON, SORT_PROGRAM, SORT_REPORT, SORT_DOUBTED };
int job_sort(struct job *j, enum sort *out, struct err *e);
/* Of one with signs of a program that may be a person's: what its text says,
 * when it is known who wrote. */
int job_sort_text(struct job *j, enum sort *out, struct err *e);

/* copied.c: drops from the mail's text what it has of the mail that it answers,
 * in runs of many words: a copy is no order, whatever has been done to it. Nor
 * is its subject (same_subject). */
int copied_drop(struct job *j, struct err *e);
/* The same for a message that answers a mail of that text: m's text and below
 * change. */
void copied_from(struct message *m, const char *mail);
/* One more line that was taken for a copy, of which the answer tells. */
void copied_note(struct message *m, struct slice line);

/* again.c: whether the mail has come before by another road. Then it is done
 * with: it has no effect, and its writer gets the first answer again if that
 * cannot have reached them. 1, 0. */
int job_again(struct job *j, struct err *e);
/* Whether its seat, which is not to act, was last told that a mail of the same
 * words, to the same mail of ours, has been obeyed, within the hour. That goes
 * out again, too, if it was lost. Before the copy is dropped. 1, 0, -1. */
int job_sent_again(const struct job *j, struct err *e);

/* about.c: the seat (0: the moderator) whose message it answers, in a mail that
 * was nothing else; -1: none. *left: its writer has left the seat, and another
 * plays there; or the office has gone to another since. */
int job_answers_writer(const struct job *j, bool *left);
/* Whether the seat of at.m, which somebody holds, was another's at the board
 * that the mail is for, or, where none is known, when it came. 0, -1. */
int job_seat_passed(const struct job *j, int seat, bool *passed, struct err *e);
/* Of an answer to a digest: the game that has a proposal for its writer; -1:
 * several have, 0: none, or it answers no digest. 0, -1. */
int job_digest_proposal(struct job *j, int64_t *game, struct err *e);
/* Whether it names a mail of ours as the one that it answers. */
bool job_answers_ours(const struct job *j);
/* Which of our mails to its seat it answers, counted from 1, or, of a digest,
 * the last before it; 0: not known. */
int job_answers_mail(const struct job *j);
/* waiting.c: all lines that are no prose wait. */
void job_wait_all(struct job *j);
/* verdict.c: what a mail answers to a question that wants a yes or a no, by the
 * first word of what was newly written. A no is one, whatever stands behind it,
 * "No! Yes, really", but for "no longer" and the like. A yes has no more beside
 * and below it than courtesy, a signature, or the like of it: "Yes, no
 * problem", "Yes, that was me". NONE: it is neither; BOTH: a yes with more, or
 * a no with a yes on a later line. Only YES may do what was asked. */
enum verdict { VERDICT_NONE, VERDICT_YES, VERDICT_NO, VERDICT_BOTH };
enum verdict job_verdict(const struct job *j);
/* The same where words of the order that was asked about may stand beside it:
 * "Yes, Tahiti". */
struct plain;
enum verdict job_verdict_on(const struct job *j, const struct plain *asked);
/* Whether it is a yes or a no with no more than that beside and below it. */
bool job_verdict_alone(const struct job *j);
/* signs.c: whether a line stands below a move that was made and all orders, and
 * is how people sign and take leave: "Kevin", "06 12345678", "Head of Sales".
 * It is not read then, and the turn ends. */
bool job_signs(struct job *j, const struct line *l, const struct meaning *m);
/* Whether a line that was refused is no order: what mail systems add, "Think
 * before you click" (mail/quoting.h), or the number of a telephone. */
bool job_is_added(const struct line *l, const struct meaning *m);
/* held.c: what of the mail is LINE_HELD waits, and its owner is asked: a
 * player at the address on record, a stranger at the one that the mail
 * names. */
int job_hold(struct job *j, struct err *e);
int job_hold_stranger(struct job *j, struct err *e);
/* The answer to such a question, about the inbox row `id`. */
int job_confirmed(struct job *j, int64_t id, struct err *e);

#endif
