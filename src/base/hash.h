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
void hash_hmac(const uint8_t key[HASH_SIZE], const void *data, size_t len,
    uint8_t out[HASH_SIZE]);
void hash_hex(const void *data, size_t len, char *out); /* 2*len+1 bytes */
/* Exactly len bytes from 2*len hex digits of either case; -1 if not so. */
int hash_unhex(const char *hex, size_t hexlen, uint8_t *out, size_t len);
/* With + and / and padding: 4*ceil(len/3) letters and a NUL. */
void hash_base64(const void *data, size_t len, char *out);
/* ceil(len*8/5) letters and a NUL. */
void hash_base32(const void *data, size_t len, char *out);
/* Exactly len bytes from ceil(len*8/5) letters of either case; -1 if not so. */
int hash_unbase32(const char *letters, size_t n, uint8_t *out, size_t len);
bool hash_equal(const void *a, const void *b, size_t len); /* constant time */

#endif
