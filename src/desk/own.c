/* SPDX-License-Identifier: MIT */

/* Our own addresses. */

#include <strings.h>

#include "desk/desk.h"
#include "match/letter.h"

bool
desk_is_own(const struct desk *d, const char *address)
{
	size_t local = strcspn(d->address, "@");
	const char *at = strrchr(address, '@');

	return at && !strncasecmp(address, d->address, local) &&
		(address[local] == '@' || address[local] == '+') &&
		!strcasecmp(at, d->address + local);
}

void
desk_envelope(const struct desk *d, int64_t outbox_id, int64_t created,
	struct buf *out)
{
	struct token t = { .role = TOKEN_BOUNCE, .number = outbox_id,
		.nonce = created, .epoch = d->house.epoch };

	letter_reply_to(&d->house, &t, out, NULL);
}
