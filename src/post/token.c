/* SPDX-License-Identifier: MIT */
#include "post/token.h"

#include <ctype.h>
#include <string.h>

#include "base/hash.h"
#include "game/rules.h"
#include "match/club.h"

bool
token_of_game(enum token_role role)
{
	return role == TOKEN_SEAT || role == TOKEN_MODERATOR ||
	    role == TOKEN_OBSERVER;
}

/* All others are of a row. */
static bool
is_row(enum token_role role)
{
	return role == TOKEN_CONFIRM || role == TOKEN_REQUEST ||
	    role == TOKEN_PLAYER || role == TOKEN_DIGEST;
}

static bool
has_nonce(enum token_role role)
{
	return role == TOKEN_CONFIRM || role == TOKEN_REQUEST ||
	    role == TOKEN_DIGEST;
}

/* What the token speaks for; of those without a number that counts, what stands
 * before the last dot. */
static void
write_claims(const struct token *t, struct buf *out)
{
	if (is_row(t->role)) {
		buf_printf(out, "%c.%lld", t->role, (long long)t->number);
		if (has_nonce(t->role))
			buf_printf(out, ".%lld", (long long)t->nonce);
		return;
	}
	buf_printf(out, "%lld.%c", (long long)t->number, t->role);
	buf_str(out, t->role == TOKEN_OBSERVER ? t->mark : "");
	if (t->role == TOKEN_SEAT || (t->role == TOKEN_OBSERVER && !*t->mark))
		buf_int(out, t->seat);
	buf_printf(out, ".%d", t->board);
}

static void
make_mac(const uint8_t key[32], const struct token *t, char out[TOKEN_SIZE])
{
	struct buf b = BUF_INIT;
	uint8_t mac[HASH_SIZE];

	/* The prefix keeps these MACs apart from other uses of the key. */
	buf_str(&b, "token ");
	write_claims(t, &b);
	buf_printf(&b, " holder %lld", (long long)t->holder);
	/* Tokens of the first epoch are older than epochs are. */
	if (t->epoch > 1)
		buf_printf(&b, " epoch %lld", (long long)t->epoch);
	hash_hmac(key, b.data, b.len, mac);
	hash_base32(mac, 10, out);
	buf_release(&b);
}

/* A number of at most 15 digits and a nonce in ten bytes, under a pad that the
 * token itself names: as nobody can make a second token of the same letters,
 * no pad is used for two numbers. */
enum { SEALED = 10, NONCE_BITS = 30, SEALED_LETTERS = TOKEN_SIZE - 1 };

static void
make_pad(const uint8_t key[32], const struct token *t,
    const char mac[TOKEN_SIZE], uint8_t pad[HASH_SIZE])
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "token sealed %c %s", t->role, mac);
	hash_hmac(key, b.data, b.len, pad);
	buf_release(&b);
}

/* Byte i of the two, the highest first. */
static uint8_t
packed(const struct token *t, int i)
{
	enum { LOW = 4 }; /* bytes that have the nonce, and two bits more */
	uint64_t number = (uint64_t)t->number;
	uint32_t low = (uint32_t)((number & 3) << NONCE_BITS) |
	    (uint32_t)t->nonce;

	return (uint8_t)(i < SEALED - LOW ?
		number >> 2 >> (8 * (SEALED - LOW - 1 - i)) :
		low >> (8 * (SEALED - 1 - i)));
}

static void
write_sealed(const uint8_t key[32], const struct token *t,
    const char mac[TOKEN_SIZE], struct buf *out)
{
	uint8_t pad[HASH_SIZE];
	char letters[SEALED_LETTERS + 1];

	make_pad(key, t, mac, pad);
	for (int i = 0; i < SEALED; i++)
		pad[i] ^= packed(t, i);
	hash_base32(pad, SEALED, letters);
	buf_str(out, letters);
}

void
token_detail(const uint8_t key[32], const struct token *t, struct buf *out)
{
	char mac[TOKEN_SIZE];

	make_mac(key, t, mac);
	if (is_row(t->role)) {
		buf_printf(out, "%c.", t->role);
		write_sealed(key, t, mac, out);
	} else {
		write_claims(t, out);
	}
	buf_char(out, '.');
	buf_str(out, mac);
}

/* A decimal number of at most 15 digits without sign or leading zero. */
static int
read_number(const char **at, const char *end, int64_t *out)
{
	const char *p = *at;
	int64_t n = 0;

	while (p < end && p - *at < 15 && isdigit((unsigned char)*p))
		n = n * 10 + (*p++ - '0');
	if (p == *at || (**at == '0' && p - *at > 1))
		return -1;
	*at = p;
	*out = n;
	return 0;
}

static int
read_dot(const char **at, const char *end)
{
	if (*at == end || **at != '.')
		return -1;
	(*at)++;
	return 0;
}

static int
read_mac(const char *at, const char *end, struct token *t)
{
	if (end - at != TOKEN_SIZE - 1)
		return -1;
	for (int i = 0; i < TOKEN_SIZE - 1; i++) {
		if (!isalnum((unsigned char)at[i]))
			return -1;
		t->mac[i] = (char)tolower((unsigned char)at[i]);
	}
	t->mac[TOKEN_SIZE - 1] = '\0';
	return 0;
}

/* "k3v9", or a number in mails of before. */
static int
read_observer(const char **at, const char *end, struct token *t)
{
	int64_t n;
	int i = 0;

	while (i < OBSERVER_MARK - 1 && i < end - *at &&
	    isalnum((unsigned char)(*at)[i])) {
		t->mark[i] = (char)tolower((unsigned char)(*at)[i]);
		i++;
	}
	if (i == OBSERVER_MARK - 1 && isalpha((unsigned char)**at)) {
		*at += i;
		return 0;
	}
	memset(t->mark, 0, sizeof t->mark);
	if (read_number(at, end, &n) || n < 1 || n > INT32_MAX)
		return -1;
	t->seat = (int)n;
	return 0;
}

static int
read_seat_claims(const char **at, const char *end, struct token *t)
{
	int64_t n;

	if (read_number(at, end, &t->number) || read_dot(at, end) || *at == end)
		return -1;
	switch (tolower((unsigned char)*(*at)++)) {
	case 'p':
		t->role = TOKEN_SEAT;
		break;
	case 'm':
		t->role = TOKEN_MODERATOR;
		break;
	case 'o':
		t->role = TOKEN_OBSERVER;
		break;
	default:
		return -1;
	}
	if (t->role == TOKEN_SEAT) {
		if (read_number(at, end, &n) || n < 1 || n > SEATS_MAX)
			return -1;
		t->seat = (int)n;
	} else if (t->role == TOKEN_OBSERVER && read_observer(at, end, t)) {
		return -1;
	}
	if (read_dot(at, end) || read_number(at, end, &n) || n > INT32_MAX)
		return -1;
	t->board = (int)n;
	return 0;
}

/* The letters before the token, which opens them. */
static int
read_sealed(const uint8_t key[32], const char *at, const char *end,
    struct token *t)
{
	uint8_t pad[HASH_SIZE], sealed[SEALED];

	if (end - at != SEALED_LETTERS + TOKEN_SIZE ||
	    at[SEALED_LETTERS] != '.' ||
	    hash_unbase32(at, SEALED_LETTERS, sealed, SEALED) ||
	    read_mac(at + SEALED_LETTERS + 1, end, t))
		return -1;
	make_pad(key, t, t->mac, pad);
	t->number = t->nonce = 0;
	for (int i = 0; i < SEALED; i++) {
		uint8_t byte = sealed[i] ^ pad[i];

		if (i < SEALED - 4)
			t->number = t->number << 8 | byte;
		else
			t->nonce = t->nonce << 8 | byte;
	}
	t->number = t->number << 2 | t->nonce >> NONCE_BITS;
	t->nonce &= ((int64_t)1 << NONCE_BITS) - 1;
	return 0;
}

/* "c.17.<nonce>." and the like, in clear. */
static int
read_row_claims(const char **at, const char *end, struct token *t)
{
	if (read_number(at, end, &t->number))
		return -1;
	if (!has_nonce(t->role))
		return 0;
	return read_dot(at, end) || read_number(at, end, &t->nonce) ? -1 : 0;
}

int
token_read(const uint8_t key[32], const char *text, size_t len,
    struct token *out)
{
	const char *at = text, *end = text + len;
	struct token t = { 0 };

	if (len > 2 && at[1] == '.' && isalpha((unsigned char)at[0])) {
		int c = tolower((unsigned char)at[0]);
		if (!is_row((enum token_role)c))
			return -1;
		t.role = (enum token_role)c;
		at += 2;
		if (!read_sealed(key, at, end, &t)) {
			*out = t;
			return 0;
		}
		if (read_row_claims(&at, end, &t))
			return -1;
	} else if (read_seat_claims(&at, end, &t)) {
		return -1;
	}
	if (read_dot(&at, end) || read_mac(at, end, &t))
		return -1;
	*out = t;
	return 0;
}

/* Whether a detail that ends with the mac behind this dot begins somewhere
 * before it: behind "games+", "mailto:games%2B" or "[pq". */
static bool
ends_token(const uint8_t key[32], const char *text, const char *dot)
{
	enum { LONGEST = 48 };
	const char *from = dot;
	struct token t;
	bool found = false;

	while (!found && from > text && dot - from < LONGEST &&
	    (isalnum((unsigned char)from[-1]) || from[-1] == '.')) {
		from--;
		found = token_read(key, from, (size_t)(dot + TOKEN_SIZE - from),
			    &t) == 0;
	}
	return found;
}

void
token_hide(const uint8_t key[32], char *text)
{
	for (char *dot = text; (dot = strchr(dot, '.')) != NULL; dot++) {
		size_t n = 0;

		while (isalnum((unsigned char)dot[1 + n]))
			n++;
		if (n == TOKEN_SIZE - 1 && ends_token(key, text, dot))
			memset(dot + 1, '-', n);
	}
}

/* The text between "[pq" and "]"; NULL if there is none. */
static const char *
find_tag(const char *subject, size_t *len)
{
	for (const char *p = subject; (p = strchr(p, '[')) != NULL; p++) {
		const char *end = strchr(p, ']');
		if (tolower((unsigned char)p[1]) != 'p' ||
		    tolower((unsigned char)p[2]) != 'q' || end == NULL)
			continue;
		*len = (size_t)(end - p) - 3;
		return p + 3;
	}
	return NULL;
}

int
token_in_subject(const uint8_t key[32], const char *subject, struct token *out)
{
	size_t len;
	const char *tag = find_tag(subject, &len);

	return tag != NULL ? token_read(key, tag, len, out) : -1;
}

int64_t
token_game_in_subject(const char *subject)
{
	size_t len;
	const char *tag = find_tag(subject, &len);
	int64_t n;

	if (tag == NULL || read_number(&tag, tag + len, &n) ||
	    (*tag != ']' && *tag != '.'))
		return 0;
	return n;
}

bool
token_good(const uint8_t key[32], const struct token *t)
{
	char mac[TOKEN_SIZE];

	make_mac(key, t, mac);
	return hash_equal(mac, t->mac, TOKEN_SIZE - 1);
}

/* A local part has at most 64 octets, an address 254 (RFC 5321 4.5.3.1); what
 * has a quoted one takes no detail. */
static bool
takes_detail(const struct club *club, size_t detail)
{
	enum { LOCAL_MAX = 64, ADDRESS_MAX = 254 };

	return club->subaddress && club->address[0] != '"' &&
	    strcspn(club->address, "@") + 1 + detail <= LOCAL_MAX &&
	    strlen(club->address) + 1 + detail <= ADDRESS_MAX;
}

bool
token_address(const struct club *club, const char *detail, struct buf *address)
{
	bool takes = takes_detail(club, strlen(detail));

	buf_printf(address, "%.*s%s%s%s", (int)strcspn(club->address, "@"),
	    club->address, takes ? "+" : "", takes ? detail : "",
	    strchr(club->address, '@'));
	return takes;
}
