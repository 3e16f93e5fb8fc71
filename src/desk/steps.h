/* SPDX-License-Identifier: MIT */
#ifndef DESK_STEPS_H
#define DESK_STEPS_H

/*
 * What is done with a job, step by step, and what every command needs of it.
 * The ways through the desk are judge.h's. Inside desk/ only.
 */

#include "desk/words.h"

/* job.c */
/* Refuses what is about a game, for the mail is about none. Returns -1. */
int job_no_game(const struct job *j, struct refusal *why);
/* Adds an answer to a question, Markdown. */
void job_part(struct job *j, const char *markdown);
/* Renders a template of the desk's into a part. Takes ctx over. */
int job_render(struct job *j, const char *template, struct cJSON *ctx,
    struct err *e);
/* The reader of the answers. */
int job_reader(struct job *j, struct reader *out, struct err *e);
/* How many games of the writer's are not over, or -1; the last of them. */
int job_games(const struct job *j, int64_t *last, struct err *e);

/* move.c: a move or a number, alternatives allowed. */
int job_move(struct job *j, const char *line, struct buf *said,
    struct refusal *why, struct err *e);
/* The move that the mail leaves unsaid here: if it made some, none refused. */
int job_end_turn(struct job *j, struct err *e);
/* Whether the text is a move in words, as things are; legal or not. */
bool job_reads(const struct job *j, const char *text);
/* Whether the mail may move at all, current or not. */
int job_may_move(struct job *j, struct refusal *why);
/* sit.c: whether it is, with a seat for a name: 1, 0, -1 refused. */
int job_seats(const struct job *j, const char *line, struct buf *out,
    struct refusal *why);
/* commands/ahead.c: a line of moves for the seat's queue, before the one at
 * `at` (-1: at its end). */
int job_queue(struct job *j, const char *text, int at, struct buf *said,
    struct refusal *why, struct err *e);

/* about.c: fills who, and at. */
int job_identify(struct job *j, struct err *e);
/* The same for a mail that was held and is confirmed. 1; 0 if the player or
 * their seat is no more. */
int job_resume(struct job *j, const struct hold *h, struct err *e);
/* Whether the mail answers one to its seat, about the board as it is. */
bool job_answers_board(const struct job *j);
/* sit.c: a game by its number, for whatever is done to it: the one that the
 * mail is about or has left, as it stands by now, or the one that is opened
 * here. 1, 0 there is none. Who does not go on with it (job_take) gives it
 * back: m NULL is allowed. No other way to a match in desk/ while a mail is
 * obeyed: it would not know what the mail has done. */
int job_game(struct job *j, int64_t game, struct match **m, struct err *e);
void job_give_back(struct job *j, struct match *m);
/* As job_give_back, of one that was changed: all are told, or will be. */
int job_let_go(struct job *j, struct match *m, struct err *e);
/* Goes on with a match of job_game, or one just founded, on a seat or (0) as
 * its moderator. m is the job's then, or dropped. */
int job_take(struct job *j, struct match *m, int seat, int board,
    struct err *e);
/* Finishes the games that were left, each once: the move that is unsaid, the
 * mails. After job_obey, before the answer. */
int job_finish_left(struct job *j, struct err *e);
/* Makes at fit a game; seat 0: the player's, if they have one; board -1: not
 * known. 1, 0 no such game, or the player has no seat in it and does not
 * moderate it. */
int job_sit(struct job *j, int64_t game, int seat, int board, struct err *e);
/* Back to where the mail was: game 0, about none. */
int job_back(struct job *j, int64_t game, int seat, struct err *e);
/* After the language or the game has changed. */
void job_use_words(struct job *j);

/* obey.c */
/* What a line needs, a move too. */
unsigned job_needs(struct job *j, const struct meaning *m);
/* The board of at.m that its moderator has seen; -1: not known. */
int job_seen(const struct job *j);
/* Whether the line is an act on a game that has gone on since its moderator saw
 * it; what the mail itself has done counts for nothing. */
bool job_has_moved(const struct job *j, const struct meaning *m);
/* Refuses with the line's first word; near: what may be meant, or NULL. */
int refuse_word(struct refusal *why, const char *code, const char *line,
    const char *near);
int job_obey(struct job *j, struct err *e);
/* judged.c: in the log; code: of the refusal, or NULL. */
void job_trace_line(const struct job *j, const struct line *l,
    const struct meaning *m, const char *code);
/* waiting.c: a line waits for the owner's word; or what a line that was done
 * lacks does, and no line with it. */
void job_wait(struct job *j, struct line *l, const struct meaning *m);
void job_wait_apart(struct job *j, const char *line);

/* answer.c */
/* Whether one more mail may go to somebody whom the club does not know, or who
 * may be: so many an hour do, whoever they are. 1, 0. */
int desk_may_write(const struct desk *d, const char *to, struct err *e);
/* Whether a mail that nothing proves may still be answered: ten an hour go
 * to one address. 1; 0 not now: the mail is deferred (j->defer). */
int job_may_answer(struct job *j, struct err *e);
int job_answer(struct job *j, struct err *e);
/* What was previewed becomes one part of the answer, in the words of the game
 * and for the seat it was tried for; afterwards there is no preview. Before
 * the game or the seat is left. */
int job_show_preview(struct job *j, struct err *e);
/* What was done, in the words of desk/done's section `what`: it leads the
 * answer. Takes ctx over, which may be NULL. */
int job_did(struct job *j, const char *what, struct cJSON *ctx, struct err *e);
/* Asks the address on record, or that of a stranger, whether the mail is its
 * owner's. again: why once more, "both" or "neither"; NULL: for the first
 * time. */
int job_confirmation(struct job *j, int64_t nonce, const char *again,
    struct err *e);
/* judge.c: the whole mail is refused, and answered. */
int job_refuse(struct job *j, const char *code, struct err *e);
int job_refuse_why(struct job *j, const struct refusal *why, struct err *e);
/* bounce.c */
int job_bounce(struct job *j, struct err *e);

#endif
