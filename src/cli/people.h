/* SPDX-License-Identifier: MIT */
#ifndef CLI_PEOPLE_H
#define CLI_PEOPLE_H

/* Who sits and who moderates, as the command line names them: "Anna
 * <anna@example.org>", an address alone, or the word computer. */

#include "cli/cli.h"
#include "match/found.h"

/* Owns what the results borrow. */
struct people { struct buf text[2 * SEATS_MAX + 1]; size_t n; };
void people_release(struct people *p);

/* 0; or, having said so, EX_DATAERR: the text names nobody. seat is the
 * number to speak of. */
int people_seat(const struct cli *cli, struct people *p, int seat,
	const char *text, struct found_seat *out);
int people_moderator(const struct cli *cli, struct people *p,
	const char *text, const char **address);

#endif
