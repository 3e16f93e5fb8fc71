/* SPDX-License-Identifier: MIT */
#ifndef DESK_SENTENCE_H
#define DESK_SENTENCE_H

/*
 * Whether a line that would be an order is the end of what stands above it.
 * Inside desk/ only.
 */

#include "desk/words.h"

/* An order at `at`, in the text of the mail, may be the end of a sentence that
 * a program has broken where the line above was full. */
bool sentence_goes_on(const struct job *j, const char *above, const char *at);
/* A line says what a number below it is of: "Attachments:". What it may be is a
 * list, for people end a line of any words so, "Don't laugh:". */
bool sentence_labels(const struct job *j, const char *above);

#endif
