/* SPDX-License-Identifier: MIT */
#ifndef MAIL_SASL_H
#define MAIL_SASL_H

/*
 * The client's half of one SASL exchange (RFC 4422), whatever protocol carries
 * it. GNU SASL does SCRAM-SHA-256 and SCRAM-SHA-256-PLUS (RFC 7677, 5802),
 * PLAIN (4616) and EXTERNAL; OAUTHBEARER (7628) and XOAUTH2, which it has not,
 * are one line each.
 *
 * Challenges and responses are base64, as IMAP and SMTP carry them. Responses
 * hold the secret: the caller wipes them.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

enum { SASL_BINDING_MAX = 128 };

struct sasl_account { /* all borrowed */
	const char *user;
	const char *secret; /* password or token; "": none */
	bool oauth;         /* it is a token */
	bool certificate;   /* TLS has shown one of ours */
	const char *host;   /* for OAUTHBEARER */
	int port;
	/* what binds SCRAM to this TLS connection (RFC 9266, or 5929 below
	 * TLS 1.3), base64; "": nothing does */
	char binding[SASL_BINDING_MAX];
	bool exporter; /* it is tls-exporter */
};

struct sasl;

/* The best mechanism that this account can use and `offered` knows, with which
 * arg is passed; NULL: there is none. After a refusal: `after`, the one that
 * was refused, asks for the next. No second SCRAM is tried: each attempt counts
 * where accounts are locked after some. */
const char *sasl_choose(const struct sasl_account *a, const char *after,
    bool (*offered)(void *arg, const char *mechanism), void *arg);

/* account is borrowed until the close. -1: out of memory or no such mechanism
 * in the library. */
int sasl_open(const char *mechanism, const struct sasl_account *a,
    struct sasl **out, struct err *e);
/* The response to a challenge ("" asks for the initial response). ERR_GIVEUP
 * if the challenge cannot come from a server that knows the secret: then no
 * other mechanism may be tried. */
int sasl_step(struct sasl *s, const char *challenge, struct buf *response,
    struct err *e);
/* The server says that it is satisfied: has it proved, where the mechanism
 * asks it, that it knows the password too? */
bool sasl_satisfied(const struct sasl *s);
/* What a server of OAUTHBEARER or XOAUTH2 gave as its reason; NULL. */
const char *sasl_reason(const struct sasl *s);
void sasl_close(struct sasl *s); /* NULL allowed */

#endif
