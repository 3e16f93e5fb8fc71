/* SPDX-License-Identifier: MIT */
#include "match/mail_id.h"

#include <string.h>

#include "base/hash.h"
#include "base/utf8.h"
#include "store/observer.h"

/* Letters that only this club has for a name. */
static void
add_letters(const struct club *club, const char *purpose, const char *name,
    int letters, struct buf *out)
{
	uint8_t mac[HASH_SIZE];
	char own[HASH_HEX_SIZE];
	struct buf text = BUF_INIT;

	buf_printf(&text, "%s %s", purpose, name);
	if (club->epoch > 1) /* as in a token */
		buf_printf(&text, " epoch %lld", (long long)club->epoch);
	hash_hmac(club->key, text.data, text.len, mac);
	hash_base32(mac, 20, own);
	buf_add(out, own, (size_t)letters);
	buf_release(&text);
}

void
club_message_id(const struct club *club, const char *name, struct buf *out)
{
	buf_printf(out, "pq%s.", name);
	add_letters(club, "mid", name, 8, out);
	buf_printf(out, "@%s", club->domain);
}

void
club_mail_id(const struct club *club, const char *name, struct buf *out)
{
	buf_str(out, "pq.");
	add_letters(club, "mid", name, 16, out);
	buf_printf(out, "@%s", club->domain);
}

void
club_mail_mark(const struct club *club, const char *name, struct buf *out)
{
	buf_str(out, "0.");
	add_letters(club, "mark", name, 4, out);
}

void
club_observer_mark(const struct club *club, const struct observer *o,
    char out[OBSERVER_MARK])
{
	uint8_t mac[HASH_SIZE];
	char own[HASH_HEX_SIZE];
	struct buf text = BUF_INIT;

	buf_printf(&text, "watch %lld %lld since %lld", (long long)o->game,
	    (long long)o->player, (long long)o->since);
	hash_hmac(club->key, text.data, text.len, mac);
	hash_base32(mac, 20, own);
	if (utf8_digit(own[0]))
		own[0] = (char)('a' + own[0] - '0');
	memcpy(out, own, OBSERVER_MARK - 1);
	out[OBSERVER_MARK - 1] = '\0';
	buf_release(&text);
}
