/* SPDX-License-Identifier: MIT */
#include "base/hash.h"
#include "tests/run.h"

START_TEST(sha256_vectors)
{
	/* FIPS 180-4, the examples of its publisher. */
	char hex[HASH_HEX_SIZE];

	hash_sha256_hex("", 0, hex);
	ck_assert_str_eq(hex,
	    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	hash_sha256_hex("abc", 3, hex);
	ck_assert_str_eq(hex,
	    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
END_TEST

START_TEST(hmac_vector)
{
	/* RFC 4231 test case 2, its key filled up with zeros as HMAC does. */
	uint8_t key[HASH_SIZE] = "Jefe", mac[HASH_SIZE];
	const char *text = "what do ya want for nothing?";
	char hex[HASH_HEX_SIZE];

	hash_hmac(key, text, strlen(text), mac);
	hash_hex(mac, sizeof mac, hex);
	ck_assert_str_eq(hex,
	    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}
END_TEST

/* In parts, and by a key that was made once. */
START_TEST(in_parts)
{
	uint8_t key[HASH_SIZE] = "Jefe", whole[HASH_SIZE], made[HASH_SIZE];
	const struct hash_part part[] = { { "what do ya ", 11 }, { "", 0 },
		{ "want for nothing?", 17 } };
	struct hash_key *k = hash_key_new(key);
	const char *text = "what do ya want for nothing?";

	hash_sha256(text, strlen(text), whole);
	hash_sha256_of(part, 3, made);
	ck_assert_mem_eq(made, whole, HASH_SIZE);
	hash_hmac(key, text, strlen(text), whole);
	for (int i = 0; i < 2; i++) {
		hash_keyed(k, part, 3, made);
		ck_assert_mem_eq(made, whole, HASH_SIZE);
	}
	hash_key_free(k);
	hash_key_free(NULL);
}
END_TEST

/* Every byte in every place. */
START_TEST(hex_that_is_public)
{
	static const char digits[] = "0123456789abcdef";
	char hex[17] = "09af81b2c3d4e567";
	uint8_t out[8], want[8];

	hash_unhex_public(hex, out, sizeof out);
	ck_assert_int_eq(hash_unhex(hex, 16, want, sizeof want), 0);
	ck_assert_mem_eq(out, want, sizeof want);
	for (int i = 0; i < 16; i++)
		for (int c = 1; c < 256; c++) {
			char was = hex[i];

			hex[i] = (char)c;
			ck_assert_msg(hash_is_hex(hex, 1) ==
				(strchr(digits, c) != NULL),
			    "byte %d at %d", c, i);
			hex[i] = was;
		}
}
END_TEST

START_TEST(hex_there_and_back)
{
	uint8_t out[3];
	char hex[7];

	hash_hex("\x00\xab\xff", 3, hex);
	ck_assert_str_eq(hex, "00abff");
	ck_assert_int_eq(hash_unhex("00aBFf", 6, out, 3), 0);
	ck_assert_mem_eq(out, "\x00\xab\xff", 3);
	ck_assert_int_eq(hash_unhex("00abf", 5, out, 3), -1);
	ck_assert_int_eq(hash_unhex("00abff00", 8, out, 3), -1);
	ck_assert_int_eq(hash_unhex("00abfg", 6, out, 3), -1);
	ck_assert_int_eq(hash_unhex("00:aff", 6, out, 3), -1);
}
END_TEST

/* RFC 4648, section 10, and every letter. */
START_TEST(base64_vectors)
{
	static const char *const want[] = { "", "Zg==", "Zm8=", "Zm9v",
		"Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy" };
	uint8_t all[48];
	char out[65];

	for (size_t n = 0; n <= 6; n++) {
		hash_base64("foobar", n, out);
		ck_assert_str_eq(out, want[n]);
	}
	for (unsigned i = 0; i < 16; i++) {
		unsigned n = (4 * i) << 18 | (4 * i + 1) << 12 |
		    (4 * i + 2) << 6 | (4 * i + 3);

		all[3 * i] = (uint8_t)(n >> 16);
		all[3 * i + 1] = (uint8_t)(n >> 8);
		all[3 * i + 2] = (uint8_t)n;
	}
	hash_base64(all, sizeof all, out);
	ck_assert_str_eq(out,
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	    "0123456789+/");
}
END_TEST

START_TEST(base32_vectors)
{
	/* RFC 4648 section 10, in lower case and without padding. */
	static const char *const want[] = { "", "my", "mzxq", "mzxw6",
		"mzxw6yq", "mzxw6ytb", "mzxw6ytboi" };
	char out[32];

	for (size_t n = 0; n <= 6; n++) {
		hash_base32("foobar", n, out);
		ck_assert_str_eq(out, want[n]);
	}
	hash_base32("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10, out);
	ck_assert_str_eq(out, "7777777777777777");
}
END_TEST

START_TEST(equality)
{
	ck_assert(hash_equal("abc", "abd", 2));
	ck_assert(!hash_equal("abc", "abd", 3));
}
END_TEST

TESTS(sha256_vectors, hmac_vector, in_parts, hex_that_is_public,
    hex_there_and_back, base64_vectors, base32_vectors, equality)
