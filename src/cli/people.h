/* SPDX-License-Identifier: MIT */
#ifndef CLI_PEOPLE_H
#define CLI_PEOPLE_H

/* Who sits and who moderates, as the command line names them: "Anna
 * <anna@example.org>", an address alone, or the word computer. */

#include "cli/cli.h"
#include "match/found.h"

/* Owns what the results borrow. */
struct people {
	struct buf text[2 * SEATS_MAX + 1];
	size_t n;
};
void people_release(struct people *p);

/* Whom --seat and --moderator name: seats from 1 on, how many, and an address
 * (NULL: the option is not there). may_be_free: so says the word free. 0; or,
 * having said so, EX_DATAERR: a text names nobody, or EX_USAGE. */
int people_given(const struct cli *cli, struct people *p, bool may_be_free,
    struct found_seat *seat, int *seats, const char **moderator);

#endif
