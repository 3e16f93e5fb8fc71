/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_BARE_H
#define TESTS_WORLD_BARE_H

/*
 * A history is played twice, the second time so that no program adds anything
 * to what people write (layout.h): the same mails go to the same people in the
 * same moments, though an answer may tell of a line that was not read.
 *
 * Nothing goes wrong in the world of such a history, for how long a mail is
 * tells when the disk is full.
 */

void bare_arrives(const char *to, const char *id);
/* Both were played: what went elsewhere is wrong. */
void bare_compare(void);
void bare_close(void);

#endif
