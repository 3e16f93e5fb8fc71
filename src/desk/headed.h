/* SPDX-License-Identifier: MIT */
#ifndef DESK_HEADED_H
#define DESK_HEADED_H

/*
 * Lines of a mail that are no more than the name of a game: "Clippers:", "Re:
 * [pq1] Your turn", "IN GAME 1: CLIPPERS, ROUND 1". What stands below one is
 * not for the game that the mail answers. Inside desk/ only.
 */

#include "desk/plain.h"

bool headed(const struct job *j, const char *line);
/* Where in a line the answer begins behind such a name, "Game 3: 4", "Claim:
 * agree"; behind our own sign for a game whatever is none of a subject of ours,
 * "[pq3] hm". 0: nowhere. */
size_t headed_answer(const struct job *j, const char *at, size_t len);
/* In an answer to a digest `agree` is for the game that alone has a proposal:
 * line.in is the game for which a line is, -1 for none, 0 for that of the line
 * above. Lines that name another game of the writer's, above an order,
 * become `game 42`, and `game` alone if it may be one of several. 0, -1. */
int job_headed(struct job *j, struct err *e);

#endif
