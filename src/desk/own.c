/* SPDX-License-Identifier: MIT */

/* Our own addresses, and the tokens in them. */

#include "base/hash.h"
#include "desk/people.h"
#include "post/token.h"

/* Its reader sees it, so it tells nothing but what the letter tells: no number
 * of a row, which would count what the club has written to others. */
void
desk_envelope(const struct desk *d, const char *message_id, int64_t created,
    struct buf *out)
{
	enum { BITS = 80, LETTERS = BITS / 5 + 1 };
	/* pq42.77.… of a game, pq.k3v9… of none: no two dots together */
	const char *name = message_id +
	    (strncmp(message_id, "pq", 2) == 0 ? strlen("pq") : 0);
	struct buf of = BUF_INIT, detail = BUF_INIT;
	uint8_t mac[HASH_SIZE];
	char own[LETTERS];

	buf_printf(&of, "envelope %s of %lld", message_id, (long long)created);
	hash_hmac(d->club.key, of.data, of.len, mac);
	hash_base32(mac, BITS / 8, own);
	name += *name == '.';
	buf_printf(&detail, "b.%.*s.%s", (int)strcspn(name, "@"), name, own);
	token_address(&d->club, buf_text(&detail), out);
	buf_release(&of);
	buf_release(&detail);
}

/* "b.42.77.p2.1.k3v9….<mac>" is of pq42.77.p2.1.k3v9…@example.org, and
 * "b.3kv9….<mac>" of pq.3kv9…@example.org: digits alone are a game. */
bool
desk_enveloped(const struct desk *d, const char *detail, struct buf *message_id)
{
	const char *mac = strrchr(detail, '.'), *name = detail + 2;

	if (strncmp(detail, "b.", 2) != 0 || mac <= name)
		return false;
	buf_printf(message_id, "pq%s%.*s@%s",
	    name[strspn(name, "0123456789")] == '.' && *name != '.' ? "" : ".",
	    (int)(mac - name), name, d->club.domain);
	return true;
}

struct token
token_of_request(const struct desk *d, const struct request *r)
{
	return (struct token){ .role = TOKEN_REQUEST,
		.number = r->id,
		.nonce = r->nonce,
		.epoch = d->club.epoch };
}
