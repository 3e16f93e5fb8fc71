/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void
hash_sha256(const void *data, size_t len, uint8_t out[HASH_SIZE])
{
	struct sha256_ctx sha;

	sha256_init(&sha);
	sha256_update(&sha, len, data);
	sha256_digest(&sha, HASH_SIZE, out);
}

void
hash_sha256_hex(const void *data, size_t len, char out[HASH_HEX_SIZE])
{
	uint8_t raw[HASH_SIZE];

	hash_sha256(data, len, raw);
	hash_hex(raw, sizeof raw, out);
}

void
hash_hmac(const uint8_t key[HASH_SIZE], const void *data, size_t len,
    uint8_t out[HASH_SIZE])
{
	const struct hash_part whole = { data, len };

	hash_hmac_of(key, &whole, 1, out);
}

void
hash_hmac_of(const uint8_t key[HASH_SIZE], const struct hash_part *part, int n,
    uint8_t out[HASH_SIZE])
{
	struct hmac_sha256_ctx hmac;

	hmac_sha256_set_key(&hmac, HASH_SIZE, key);
	for (int i = 0; i < n; i++)
		hmac_sha256_update(&hmac, part[i].len, part[i].data);
	hmac_sha256_digest(&hmac, HASH_SIZE, out);
	explicit_bzero(&hmac, sizeof hmac);
}

void
hash_sha256_of(const struct hash_part *part, int n, uint8_t out[HASH_SIZE])
{
	struct sha256_ctx sha;

	sha256_init(&sha);
	for (int i = 0; i < n; i++)
		sha256_update(&sha, part[i].len, part[i].data);
	sha256_digest(&sha, HASH_SIZE, out);
}

struct hash_key {
	struct hmac_sha256_ctx hmac;
};

struct hash_key *
hash_key_new(const uint8_t key[HASH_SIZE])
{
	struct hash_key *k = mem_alloc(sizeof *k);

	hmac_sha256_set_key(&k->hmac, HASH_SIZE, key);
	return k;
}

void
hash_key_free(struct hash_key *k)
{
	if (k != NULL)
		explicit_bzero(k, sizeof *k);
	free(k);
}

void
hash_keyed(const struct hash_key *k, const struct hash_part *part, int n,
    uint8_t out[HASH_SIZE])
{
	struct hmac_sha256_ctx hmac = k->hmac;

	for (int i = 0; i < n; i++)
		hmac_sha256_update(&hmac, part[i].len, part[i].data);
	hmac_sha256_digest(&hmac, HASH_SIZE, out);
	explicit_bzero(&hmac, sizeof hmac);
}

void
hash_hex(const void *data, size_t len, char *out)
{
	(void)sodium_bin2hex(out, 2 * len + 1, data, len);
}

int
hash_unhex(const char *hex, size_t hexlen, uint8_t *out, size_t len)
{
	size_t got;

	if (hexlen != 2 * len)
		return -1;
	if (sodium_hex2bin(out, len, hex, hexlen, NULL, &got, NULL) != 0)
		return -1;
	return got == len ? 0 : -1;
}

/* Eight digits in one: what has its high bit set after a number was added to
 * it or taken from it is beyond a limit, and no byte carries over as all are
 * below 0x80. */
static bool
eight_hex(const char *p)
{
	static const uint64_t ones = 0x0101010101010101, high = ones * 0x80;
	uint64_t x, digit, letter;

	memcpy(&x, p, sizeof x);
	if ((x & high) != 0)
		return false;
	digit = (x + ones * (0x80 - '0')) & ~(x + ones * (0x7f - '9'));
	letter = (x + ones * (0x80 - 'a')) & ~(x + ones * (0x7f - 'f'));
	return ((digit | letter) & high) == high;
}

bool
hash_is_hex(const char *hex, size_t n)
{
	bool good = true;

	for (size_t i = 0; i < n; i++)
		good = eight_hex(hex + 16 * i) && eight_hex(hex + 16 * i + 8) &&
		    good;
	return good;
}

void
hash_unhex_public(const char *hex, uint8_t *out, size_t n)
{
	for (size_t i = 0; i < n; i++, hex += 2) {
		unsigned a = (unsigned char)hex[0], b = (unsigned char)hex[1];

		/* A letter has bit 6 and is nine more than its low bits. */
		a = (a & 15) + 9 * (a >> 6);
		b = (b & 15) + 9 * (b >> 6);
		out[i] = (uint8_t)(a << 4 | b);
	}
}

/* What it is asked for is public; sodium's takes the same time for all bytes,
 * and that is 20 times as long. */
void
hash_base64(const void *data, size_t len, char *out)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkl"
				      "mnopqrstuvwxyz0123456789+/";
	const uint8_t *p = data;
	size_t i = 0;

	for (; i + 3 <= len; i += 3, out += 4) {
		uint32_t n = (uint32_t)p[i] << 16 | (uint32_t)p[i + 1] << 8 |
		    p[i + 2];

		out[0] = letters[n >> 18];
		out[1] = letters[n >> 12 & 63];
		out[2] = letters[n >> 6 & 63];
		out[3] = letters[n & 63];
	}
	if (i < len) {
		uint32_t n = (uint32_t)p[i] << 16 |
		    (i + 1 < len ? (uint32_t)p[i + 1] << 8 : 0);

		*out++ = letters[n >> 18];
		*out++ = letters[n >> 12 & 63];
		*out++ = i + 1 < len ? letters[n >> 6 & 63] : '=';
		*out++ = '=';
	}
	*out = '\0';
}

void
hash_base32(const void *data, size_t len, char *out)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	const uint8_t *p = data;
	unsigned bits = 0, have = 0;

	for (size_t i = 0; i < len; i++) {
		bits = (bits << 8 | p[i]) & 0xffff;
		have += 8;
		while (have >= 5) {
			have -= 5;
			*out++ = letters[bits >> have & 31];
		}
	}
	if (have > 0)
		*out++ = letters[bits << (5 - have) & 31];
	*out = '\0';
}

/* -1: none of the 32 letters. */
static int
base32_value(char c)
{
	if (c >= 'a' && c <= 'z')
		return c - 'a';
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	return c >= '2' && c <= '7' ? c - '2' + 26 : -1;
}

int
hash_unbase32(const char *letters, size_t n, uint8_t *out, size_t len)
{
	unsigned bits = 0, have = 0;
	size_t made = 0;

	if (n != (len * 8 + 4) / 5)
		return -1;
	for (size_t i = 0; i < n; i++) {
		int value = base32_value(letters[i]);

		if (value < 0)
			return -1;
		bits = (bits << 5 | (unsigned)value) & 0xffff;
		have += 5;
		if (have < 8)
			continue;
		have -= 8;
		out[made++] = (uint8_t)(bits >> have);
	}
	/* What is left of the last letter is nothing. */
	return (bits & ((1u << have) - 1)) == 0 ? 0 : -1;
}

bool
hash_equal(const void *a, const void *b, size_t len)
{
	return sodium_memcmp(a, b, len) == 0;
}
