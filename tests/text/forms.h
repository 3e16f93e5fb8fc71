/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEXT_FORMS_H
#define TESTS_TEXT_FORMS_H

/* What must be true of everything we render, whatever it says. Each fails the
 * test that calls it, naming `name`. */

#include "text/markdown.h"

/* No line of board or list is wider than it may be, 40 to 72 columns. */
void forms_widths(const char *name, const struct markdown *m);
/* The list form holds no drawing characters. */
void forms_list(const char *name, const struct markdown *m);
/* All that the board says list says too, and no number that it does not;
 * HTML says what the board says. */
void forms_facts(const char *name, const struct markdown *m);
/* The same of the numbers on the board alone: list leaves out the words of
 * empty columns, and says what a map shows. */
void forms_numbers(const char *name, const struct markdown *m);
/* HTML is well formed, small, without images and links but mailto:. */
void forms_html(const char *name, const struct markdown *m);

#endif
