/* SPDX-License-Identifier: MIT */
#ifndef DESK_TRIED_H
#define DESK_TRIED_H

/* Moves that are tried and not made (move.c). Inside desk/ only. */

#include "desk/steps.h"

/* What a line would do (post/preview.h), after what p has tried, in words into
 * ctx. */
int job_try(struct job *j, const char *line, struct preview *p,
    struct cJSON *ctx, struct refusal *why, struct err *e);
/* The same after what the mail has previewed so far, for job_show_preview. */
int job_preview(struct job *j, const char *line, struct buf *said,
    struct refusal *why, struct err *e);
/* What is refused for more beside its number is to be sent with the command
 * again: "preview 4". Returns -1. */
int job_refused_with(const struct job *j, const char *command,
    struct refusal *why);

/* The move that a text is now, by its number or its words; false: none. And
 * whether two are the same in the words of the game. */
bool job_move_of(struct job *j, const char *text, struct move *out);
bool job_same_move(const struct job *j, const struct move *a,
    const struct move *b);

/* Whether a number stands alone, but for the words of its own move behind it,
 * as the list has them. */
bool job_number_clean(struct job *j, const char *text);
/* Refuses a line of several alternatives if one in words is a verb alone that
 * is no move, for "exchange or 10" may be order o10; or, beside a number, does
 * not read as a move, or is the only one and has a digit: in "take 3x or 5" and
 * "load toys S1 or 2" the number may be of the words. 0, -1. */
int job_check_whole(const struct job *j, const char *line, struct refusal *why);

#endif
