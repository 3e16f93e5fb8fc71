/* SPDX-License-Identifier: MIT */
#ifndef POST_TOKEN_H
#define POST_TOKEN_H

/*
 * Who is writing, proved by the address or the subject a mail was sent to
 * (doc/design.md 6.2). A token is the base32 of the first 80 bits of
 * HMAC-SHA-256 under the server's key over what it speaks for. The detail
 * carries the claims in clear and the token last: "42.p2.77.k3v9…". Numbers of
 * rows, which count what others did, are no claim that a reader may see: they,
 * and a nonce beside them, are sealed, and who watches has a name made by the
 * key (match/mail_id.h). The holder
 * is not in it: it comes from the seat's row, so an old holder's tokens die by
 * themselves. A number that is given anew, after a restored backup or when
 * somebody was forgotten, comes with another nonce or epoch, so nothing of
 * before proves it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "match/mail_id.h"

enum { TOKEN_SIZE = 17 }; /* 16 letters and a NUL */

enum token_role {
	TOKEN_SEAT = 'p',
	TOKEN_MODERATOR = 'm',
	TOKEN_OBSERVER = 'o',
	TOKEN_PLAYER = 'u',  /* number: the player; no moves */
	TOKEN_DIGEST = 'd',  /* number: of store/digest.h */
	TOKEN_CONFIRM = 'c', /* number: the held inbox row */
	TOKEN_REQUEST = 'r'  /* number: of store/request.h */
};

struct token {
	enum token_role role;
	/* game; for c, r, u and d a row */
	int64_t number;
	/* of a seat; of an observer the row, which mails of before name and
	 * identity/ finds; else 0 */
	int seat;
	char mark[OBSERVER_MARK]; /* of an observer; "" in mails of before */
	int64_t holder;           /* not part of the detail */
	int board;
	/* c, r, d */
	int64_t nonce;
	/* of the store: now (c, r), or when the game was made; not part of
	 * the detail */
	int64_t epoch;
	char mac[TOKEN_SIZE]; /* as read; token_detail ignores it */
};

/* Appends "42.p2.77.<mac>", "42.m.77.<mac>", "42.ok3v9.77.<mac>" and
 * "c.<sealed>.<mac>", so r, d and u, of one length whatever the numbers. */
void token_detail(const uint8_t key[32], const struct token *t,
    struct buf *out);

/* Reads a detail (any case), also "c.17.<nonce>.<mac>", "u.17.<mac>" and
 * "42.o5.77.<mac>", as older mails have them; 0, or -1 if it has not the form
 * of one. holder is left 0. Nothing is proved by this. */
int token_read(const uint8_t key[32], const char *text, size_t len,
    struct token *out);

/* Finds "[pq42.p2.77.k3v9…]" or "[pqu.17.k3v9…]" in a subject; 0 or -1. */
int token_in_subject(const uint8_t key[32], const char *subject,
    struct token *out);
/* The game of a plain "[pq42]" or of one with a token; 0: none. */
int64_t token_game_in_subject(const char *subject);

/* Puts dashes in the place of the letters that prove something, wherever a
 * token stands in what somebody writes to others. */
void token_hide(const uint8_t key[32], char *text);

/* games+detail@…; false: our address takes no detail, or not so long a one, and
 * stands alone. */
struct club;
bool token_address(const struct club *club, const char *detail,
    struct buf *address);

/* Whether what it speaks for is a place at the table of the game `number`. */
bool token_of_game(enum token_role role);
/* Whether t->mac is what the key gives for the claims; constant time. */
bool token_good(const uint8_t key[32], const struct token *t);

#endif
