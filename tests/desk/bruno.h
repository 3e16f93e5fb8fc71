/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DESK_BRUNO_H
#define TESTS_DESK_BRUNO_H

/* Bruno, who wants one mail a day. Everything aborts the test if it fails. */

#include "scene.h"

/* The new mails to them: how many, the last of them decoded. */
int bruno(struct scene *s, struct seen *out);
/* When their digest is due; the clock goes there, and it is sent if there is
 * something to say. */
int64_t bruno_due(struct scene *s);
void bruno_digest(struct scene *s);
/* A reply of theirs to that mail. */
void bruno_says(struct scene *s, const struct seen *to, const char *body);

/* Where a line of the text is, behind `from`; and that there is no other. */
const char *seen_line(const struct seen *m, const char *from, const char *line);
void seen_once(const struct seen *m, const char *line);

#endif
