/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_PEOPLE_H
#define TESTS_WORLD_PEOPLE_H

/*
 * People who know nothing but their mails. Each reads when they come to it, and
 * answers what asks for an answer as a person does: with a number, in words,
 * now and then not at once. What they do follows from their own stream of
 * chance.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/world/delivered.h"

enum { PEOPLE_MAX = 16 };

/* A mail that a person wrote. */
struct wrote {
	char *id;           /* owned: its Message-ID */
	int64_t sent, came; /* seconds; came: at the mailbox, 0: not yet */
	int64_t game;       /* what it answers; 0: no game */
	int seat, board;
	char *line; /* owned: what they wrote, one line of it */
	/* owned: what the number stood for; "": several moves; NULL */
	char *offered;
	enum tongue tongue; /* of that */
	int wants;          /* answers it is to have: 1, 0; -1: one at most */
	int copies;    /* that came, and that nobody took away unanswered */
	bool forged;   /* somebody else wrote it, and had not the address */
	bool secret;   /* nobody else may notice (twin.h) */
	int answers;   /* mails that answer it */
	int questions; /* mails that ask whether it is theirs */
	int agreed;    /* they said yes to: on another board they are asked
			* again */
	bool moved;    /* an answer says that its line was done */
};

struct person {
	char name[16], address[48];
	int stream;
	struct delivered **got; /* owned, as they came */
	size_t n_got;
	struct delivered **mail; /* of those: what they look at. Owned list */
	size_t n_mail;
	struct wrote **wrote; /* owned, as they were sent */
	size_t n_wrote;
	size_t read;        /* of mail */
	int mails, secrets; /* numbers of their Message-IDs */
	int64_t moderates;  /* a game; 0: none */
	bool settled;       /* has set what they want at first (office.c) */
	const char *undoes; /* what they will do next there; NULL */
	int failing;        /* how (address.c) */
	/* no mail could come between those; 0: that was never so */
	int64_t failed_from, failed_until;
	bool awaits; /* comes to read at a moment that is planned */
};

struct people {
	struct person at[PEOPLE_MAX];
	int n, players; /* the others are visitors, behind them */
	bool rest;      /* nobody writes any more */
};
extern struct people people;

void people_open(int players, int visitors);
void people_close(void);
/* A mail that somebody wrote is gone: others took it away. given: the daemon
 * has read it, so nobody knows whether it answers. */
void people_lost(const char *raw, bool given);
/* A mail has come to an address. */
void people_get(const char *to, const char *raw, size_t len);
struct person *people_find(const char *address);
/* What they wrote under that Message-ID, or NULL. */
struct wrote *people_wrote(const struct person *p, const char *id);
/* The person who held a seat at a moment: whom its last mail before that came
 * to, or its first behind it; NULL. */
const struct person *people_holder(int64_t game, int seat, int64_t at);
/* The last deadline of a seat that they (NULL: nobody) were told before that
 * moment; NULL: none. */
const struct told *people_told(const struct person *p, int64_t game, int seat,
    int64_t before);
/* Whether they have been told by then that no mail of their games comes. */
bool people_unsubscribed(const struct person *p, int64_t until);

#endif
