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
