/* SPDX-License-Identifier: MIT */
#ifndef DESK_SENTENCE_H
#define DESK_SENTENCE_H

/*
 * Whether a line that would be an order is the end of what stands above it.
 * Inside desk/ only.
 */

#include "desk/words.h"

/* An order, `at` in the text of the mail and `plain` as it would be obeyed, may
 * be the end of a sentence that a program has broken: the last line of the job
 * was full, and the last word of that leaves its sentence open. */
bool sentence_takes(const struct job *j, const char *plain, const char *at);
/* A line says what a number below it is of: "Attachments:". What it may be is a
 * list, for people end a line of any words so, "Don't laugh:". */
bool sentence_labels(const struct job *j, const char *above);

#endif
