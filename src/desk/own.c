/* SPDX-License-Identifier: MIT */

/* Our own addresses, and the tokens in them. */

#include "desk/people.h"
#include "post/letter.h"

void
desk_envelope(const struct desk *d, int64_t outbox_id, int64_t created,
    struct buf *out)
{
	struct token t = { .role = TOKEN_BOUNCE,
		.number = outbox_id,
		.nonce = created,
		.epoch = d->club.epoch };

	letter_reply_to(&d->club, &t, out, NULL);
}

struct token
token_of_request(const struct desk *d, const struct request *r)
{
	return (struct token){ .role = TOKEN_REQUEST,
		.number = r->id,
		.nonce = r->nonce,
		.epoch = d->club.epoch };
}

int
request_token(const struct desk *d, int64_t id, struct token *out,
    struct err *e)
{
	struct request r = { 0 };
	int rc = request_get(d->club.db, id, &r, e);

	*out = token_of_request(d, &r);
	request_release(&r);
	return rc == 1 ?
	    0 :
	    rc < 0 ?
	    -1 :
	    err_set(e, ERR_CORRUPT, "there is no request %lld", (long long)id);
}
