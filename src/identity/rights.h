/* SPDX-License-Identifier: MIT */
#ifndef IDENTITY_RIGHTS_H
#define IDENTITY_RIGHTS_H

/*
 * What a mail proves, and what that allows. identity.c fills a struct rights
 * once, before the first line is read; afterwards nobody adds to it but a
 * command that took a seat or founded a game in this very mail (rights_gain).
 * `game 42` changes what is spoken of, never this. Each command says in its
 * row of the table which right it needs, and rights_allow alone compares. The
 * table of role and right is in ARCHITECTURE and in paquebot-commands(7);
 * tests/desk/test-rights holds all three to the same.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* By what. Each proves more than the one before. */
enum proof {
	PROOF_NONE, /* nothing */
	/* From is on record, nothing says that it is true */
	PROOF_CLAIM,
	PROOF_TOKEN, /* a reply address that is good */
	/* From is on record, and DMARC passed at a server that is ours */
	PROOF_VOUCHED,
	PROOF_CONFIRMED /* the owner was asked, and said yes */
};

/* As what the writer is known. */
enum role {
	ROLE_STRANGER, /* nothing proved, or a claim */
	ROLE_OBSERVER, /* who has a mail to an observer */
	/* who has mail of the club, or reads an address that was invited */
	ROLE_PLAYER,
	ROLE_DIGEST,    /* who has a player's digest */
	ROLE_SEAT,      /* who has a mail to a seat */
	ROLE_MODERATOR, /* who has a mail to a moderator */
	/* the person, from one of their addresses */
	ROLE_PERSON,
	ROLE_OWNER, /* the person, from the first of them */
	ROLES
};

/* What a command, or a move, may need; several bits: any of them. */
enum right {
	RIGHT_PUBLIC = 1, /* what anybody may know */
	/* what observers of the game see, and to be none any more */
	RIGHT_LOOK = 2,
	RIGHT_CLUB = 4,      /* questions, settings, join */
	RIGHT_SEAT = 8,      /* to act in the seat */
	RIGHT_MODERATE = 16, /* to act as the game's moderator */
	/* the account, and what cannot be taken back */
	RIGHT_OWNER = 32,
	/* to be away in other games too, from any mail of ours: what a seat has
	 * a right to anyway. Its owner is told, and may take it back. */
	RIGHT_AWAY = 64
};

/* A seat that was shown, or a game: for a digest several. */
struct scope {
	int64_t game;
	int seat;  /* 0: none, the game as such */
	int board; /* that was seen; -1: not known */
	int mail;  /* of a digest: how many mails the seat had had; 0 */
	int waits; /* likewise: it asked for a move there; -1: not known */
};

enum { SCOPES_MAX = 30 };

struct rights {
	enum proof proof;
	enum role role;
	struct scope scope[SCOPES_MAX];
	int n;
	/* the game in which this mail has brought a seat, or which it has
	 * founded, and the rights that this is worth there; 0 */
	int64_t gained;
	unsigned gain;
	/* it names an address of the player's as its sender, true or not, and
	 * our server does not deny that */
	bool named;
	/* owned: an address that its reader has proved, who may be no player
	 * yet; "" */
	struct buf address;
};
void rights_release(struct rights *r);

/* Whether somebody is known, and not only named. */
bool rights_known(const struct rights *r);
/* The owner of an address that is no player's yet, or was not when they wrote:
 * only what they were shown is obeyed. */
bool rights_newcomer(const struct rights *r);

/* The rights that the mail has in a game (0: in none), in a seat there (0). */
unsigned rights_in(const struct rights *r, int64_t game, int seat);
/* Whether one of `need` is among them. The only place that compares. */
bool rights_allow(const struct rights *r, unsigned need, int64_t game,
    int seat);
/* The board that the writer has seen of a seat; -1: not known. */
int rights_board(const struct rights *r, int64_t game, int seat);
void rights_scope(struct rights *r, struct scope scope);
/* The mail has brought its writer into this game, with these rights there: a
 * seat makes nobody its moderator who has not shown to be. */
void rights_gain(struct rights *r, int64_t game, unsigned may);

/* What a role may, where its token is from and elsewhere. */
unsigned role_rights(enum role role, bool here);

#endif
