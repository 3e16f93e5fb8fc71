/* SPDX-License-Identifier: MIT */
#ifndef CLI_ASK_H
#define CLI_ASK_H

/*
 * Questions to the person at the tool: written to standard error, answered on
 * standard input, which may as well be a pipe of answers.
 */

#include <stdbool.h>

/* "Question [preset]: ". The answer without spaces around it, the caller's;
 * an empty one means the preset. NULL at the end of the input, or where there
 * is no preset and no answer. */
char *ask_line(const char *question, const char *preset);
/* The same without an echo on a terminal and without a preset; the caller
 * wipes it. */
char *ask_secret(const char *question);
/* "Question (yes/no): "; false also at the end of the input. */
bool ask_yes(const char *question);

#endif
