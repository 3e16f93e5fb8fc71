/* SPDX-License-Identifier: MIT */
#ifndef MAIL_OAUTH_H
#define MAIL_OAUTH_H

/*
 * Access tokens for a mailbox, from the token endpoint of its provider: the
 * authorization code grant with PKCE (RFC 6749, 7636, 8252), once, in a
 * person's browser, and from then on the refresh token, for `paquebot token`
 * as the configuration's oauth-token-command.
 *
 * What is kept is one file, an oauth_grant as JSON, mode 0600. It holds the
 * refresh token, which is as good as a password, and the last access token
 * until it expires; a provider may give a new refresh token with each (and
 * the old is worth nothing then), so the file is written anew before the new
 * token is used. Endpoints are https, or http to 127.0.0.0/8 alone.
 */

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

struct oauth_grant {
	char *authorize_url, *token_url; /* owned, as all strings below */
	char *client_id;
	char *client_secret; /* NULL: a public client has none */
	char *scope;
	char *refresh_token; /* NULL: not authorized yet */
	char *access_token;  /* NULL: none is known */
	int64_t expires;     /* of access_token; clock_now() */
};

void oauth_grant_release(struct oauth_grant *g);

/* A provider's endpoints and scope into g (strings copied): "google",
 * "microsoft". -1: none of them. */
int oauth_provider(const char *name, struct oauth_grant *g);

/* The file. ERR_GIVEUP if it is not there, ERR_CORRUPT if it is no grant. */
int oauth_read(const char *path, struct oauth_grant *g, struct err *e);
int oauth_write(const char *path, const struct oauth_grant *g, struct err *e);

/* What proves, when the code comes, that it was asked for here. */
struct oauth_request {
	char verifier[45], state[45]; /* RFC 7636 4.1: 43 letters */
};
void oauth_request_init(struct oauth_request *r);
/* The address for the browser. redirect: "http://127.0.0.1:8421/". */
int oauth_authorize_url(const struct oauth_grant *g,
    const struct oauth_request *r, const char *redirect, struct buf *out,
    struct err *e);
/* The code out of the address that the browser was sent to, which is checked
 * to answer this request; ERR_GIVEUP with what the provider says. */
int oauth_code(const struct oauth_request *r, const char *address,
    struct buf *code, struct err *e);

/* Changes a code, or the refresh token, for an access token: the tokens of g
 * are then new. At most 8 seconds. ERR_LATER: no answer; ERR_GIVEUP: refused
 * ("invalid_grant": it has to be authorized again). */
int oauth_exchange(struct oauth_grant *g, const struct oauth_request *r,
    const char *code, const char *redirect, struct err *e);
int oauth_refresh(struct oauth_grant *g, struct err *e);

#endif
