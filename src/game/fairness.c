/* SPDX-License-Identifier: MIT */
#include "game/fairness.h"

void
fairness_commit(const uint8_t seed[RNG_KEY_SIZE], char out[HASH_HEX_SIZE])
{
	hash_sha256_hex(seed, RNG_KEY_SIZE, out);
}

void
fairness_key(const uint8_t seed[RNG_KEY_SIZE], const struct buf *lines,
    int seats, uint8_t key[RNG_KEY_SIZE])
{
	struct buf text = BUF_INIT;

	buf_add(&text, seed, RNG_KEY_SIZE);
	for (int s = 1; s <= seats; s++) {
		size_t len = lines[s].len;
		uint8_t size[4] = { (uint8_t)(len >> 24), (uint8_t)(len >> 16),
			(uint8_t)(len >> 8), (uint8_t)len };

		if (lines[s].data == NULL)
			continue;
		buf_add(&text, size, sizeof size);
		buf_add(&text, lines[s].data, len);
	}
	hash_sha256(text.data, text.len, key);
	buf_release(&text);
}

void
fairness_draw_key(const uint8_t key[RNG_KEY_SIZE], const struct buf *label,
    uint8_t out[RNG_KEY_SIZE])
{
	hash_hmac(key, label->data, label->len, out);
}
