/* SPDX-License-Identifier: MIT */
#ifndef IDENTITY_IDENTITY_H
#define IDENTITY_IDENTITY_H

/*
 * Who wrote a mail, and what it proves of that (doc/design.md 6): by a token in
 * an address the mail went to or in its subject, else by a registered address
 * that a trusted server vouches for, or by a word of confirmation. It is found
 * out once, before the first line is read; what that allows is rights.h's.
 * Nothing here obeys, asks or answers anybody.
 */

#include "identity/rights.h"
#include "mail/message.h"
#include "match/match.h"
#include "post/token.h"
#include "store/inbox.h"
#include "store/request.h"

struct identity {
	struct player player;   /* owned; id 0: nobody we know */
	struct rights rights;   /* owned: what it proves */
	struct token token;     /* the mail is known by; role 0: none */
	struct request request; /* owned: its token's; id 0: none */
	/* it has tokens, and none is good: what the first would be; else 0 */
	enum token_role dead;
};

/* identity.c */
/* Fills who, which is zero. server: whose Authentication-Results are trusted in
 * what came from where this did (conf_authserv); NULL: nobody's. A token that
 * confirms (TOKEN_CONFIRM) names a mail that is held, and nobody: its nonce is
 * compared when that is taken. */
int identity_find(const struct club *club, const char *server,
    const struct message *msg, struct identity *who, struct err *e);
/* Of a mail that was held and is confirmed. 1; 0 it cannot be anybody's. */
int identity_confirmed(const struct club *club, const struct message *msg,
    const struct hold *held, struct identity *who, struct err *e);
void identity_release(struct identity *who);
/* Makes the player the writer, whatever was known before. */
int identity_load(const struct club *club, int64_t player, struct identity *who,
    struct err *e);
/* Whether the mail names the player's first address as its sender, true or not:
 * 1, 0. */
int identity_from_first(const struct club *club, const struct message *msg,
    int64_t player, struct err *e);
/* Whether our own server (see above) says that the sender is another, or that
 * it is spam: an answer would go to somebody who has not written. What such a
 * mail proves without its sender it proves all the same. */
bool identity_suspect(const char *server, const struct message *msg);

/* tokens.c */
/* The one token that the mail is known by, and the player for whom it speaks
 * (0: nobody): 1, 0. dead: as above. */
int identity_token(const struct club *club, const struct message *msg,
    struct token *best, int64_t *player, enum token_role *dead, struct err *e);
/* The game of its first token, good or not; 0: none. It proves nothing. */
int64_t identity_token_game(const struct club *club, const struct message *msg);

#endif
