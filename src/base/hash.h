/* SPDX-License-Identifier: MIT */
#ifndef BASE_HASH_H
#define BASE_HASH_H

/* SHA-256 by nettle, with the instructions that the CPU has for it; HMAC and
 * what else libsodium has by that; base32 (RFC 4648, lower case, no
 * padding). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_SIZE = 32, HASH_HEX_SIZE = 65 };

void hash_sha256(const void *data, size_t len, uint8_t out[HASH_SIZE]);
void hash_sha256_hex(const void *data, size_t len, char out[HASH_HEX_SIZE]);
/* Of these bytes one after the other. */
struct hash_part {
	const void *data;
	size_t len;
};
void hash_sha256_of(const struct hash_part *part, int n,
    uint8_t out[HASH_SIZE]);
void hash_hmac(const uint8_t key[HASH_SIZE], const void *data, size_t len,
    uint8_t out[HASH_SIZE]);
void hash_hmac_of(const uint8_t key[HASH_SIZE], const struct hash_part *part,
    int n, uint8_t out[HASH_SIZE]);
/* A key that is used often: made once, hash_key_free() wipes it. */
struct hash_key;
struct hash_key *hash_key_new(const uint8_t key[HASH_SIZE]);
void hash_key_free(struct hash_key *k); /* NULL is well */
void hash_keyed(const struct hash_key *k, const struct hash_part *part, int n,
    uint8_t out[HASH_SIZE]);
void hash_hex(const void *data, size_t len, char *out); /* 2*len+1 bytes */
/* Exactly len bytes from 2*len hex digits of either case; -1 if not so. */
int hash_unhex(const char *hex, size_t hexlen, uint8_t *out, size_t len);
/* Whether they are 16 * n such digits, of lower case. */
bool hash_is_hex(const char *hex, size_t n);
/* The same for what is public anyway: n bytes of digits that are known to be
 * some, of lower case, in a fraction of the time. */
void hash_unhex_public(const char *hex, uint8_t *out, size_t n);
/* With + and / and padding: 4*ceil(len/3) letters and a NUL. */
void hash_base64(const void *data, size_t len, char *out);
/* ceil(len*8/5) letters and a NUL. */
void hash_base32(const void *data, size_t len, char *out);
/* Exactly len bytes from ceil(len*8/5) letters of either case; -1 if not so. */
int hash_unbase32(const char *letters, size_t n, uint8_t *out, size_t len);
bool hash_equal(const void *a, const void *b, size_t len); /* constant time */

#endif
