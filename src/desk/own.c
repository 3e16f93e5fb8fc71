/* SPDX-License-Identifier: MIT */

/* Our own addresses. */

#include <strings.h>

#include "desk/desk.h"
#include "mail/address.h"
#include "match/token.h"

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
	struct buf detail = BUF_INIT;

	token_detail(d->house.key, &t, &detail);
	if (!d->house.subaddress ||
	    address_with_detail(d->address, detail.data, out)) {
		buf_clear(out);
		buf_str(out, d->address);
	}
	buf_release(&detail);
}
