/* SPDX-License-Identifier: MIT */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

/* What `paquebot setup` knows so far, and its parts. */

#include "cli/cli.h"
#include "mail/discover.h"

struct setup {
	const struct cli *cli;
	/* owned; NULL until it is known */
	char *address, *user, *club, *keeper, *tz;
	char *password; /* wiped when released */
	/* of the options, from the root on: a daemon that is started elsewhere
	 * has to find them; NULL */
	char *password_file, *ca_file, *store;
	const char *token_command, *resolver; /* borrowed: likewise */
	const char *imap, *smtp;              /* HOST[:PORT] of the options */
	struct discovered in, out;
	const char *provider;
	bool yes, force;
};

/* setup_find.c: both servers, found or as the options have them, and there.
 * 0 or, having said why not, an exit code. */
int setup_find(struct setup *s);

/* setup_file.c */
enum { SETUP_CLUB_MAX = 200 }; /* bytes */
/* Whether it is one line of text, as a club's name has to be. */
bool setup_club_valid(const char *name);
/* The configuration; secret: the file of the password. */
void setup_compose(const struct setup *s, const char *secret, struct buf *out);
/* What the daemon would see of it: written to a temporary place and loaded
 * from there, the password in the struct alone. 0 or -1. */
int setup_try(const struct setup *s, struct conf **out, struct err *e);
/* Puts the files in place; what was there is kept as FILE.old. Prints their
 * names. 0 or, having said why not, an exit code. */
int setup_write(const struct setup *s);
/* Whether they could be, before anybody is asked anything. */
int setup_may_write(const struct setup *s);

#endif
