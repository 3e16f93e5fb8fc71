/* SPDX-License-Identifier: MIT */
#include "game/beacon.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <string.h>

#include "base/tree.h"

enum { SIGNATURE = 48, ROUND_DIGITS = 15 };

enum beacon_use
beacon_use(const struct options *o)
{
	const char *v = options_get(o, "beacon");

	if (v == NULL)
		return BEACON_NONE;
	return strcmp(v, "yes") == 0 ? BEACON_ONCE :
	    strcmp(v, "round") == 0  ? BEACON_ROUNDS :
				       BEACON_NONE;
}

int64_t
beacon_round(int64_t moment)
{
	int64_t since = moment - BEACON_GENESIS;

	return since <= 0 ? 1 : (since + BEACON_PERIOD - 1) / BEACON_PERIOD + 1;
}

int64_t
beacon_time(int64_t round)
{
	return BEACON_GENESIS + (round - 1) * BEACON_PERIOD;
}

int
beacon_value(const char *text, char out[HASH_HEX_SIZE])
{
	uint8_t bytes[SIGNATURE];
	size_t len;

	text += strspn(text, " \t");
	len = strcspn(text, " \t");
	if (text[len + strspn(text + len, " \t")] != '\0' ||
	    (len != 2 * HASH_SIZE && len != 2 * SIGNATURE) ||
	    strspn(text, "0123456789abcdefABCDEF") != len)
		return -1;
	if (len == 2 * HASH_SIZE) {
		for (size_t i = 0; i < len; i++)
			out[i] = (char)tolower((unsigned char)text[i]);
		out[len] = '\0';
		return 0;
	}
	if (hash_unhex(text, len, bytes, sizeof bytes) != 0)
		return -1;
	hash_sha256_hex(bytes, sizeof bytes, out);
	return 0;
}

/* {"round":…,"signature":"…"}, or with "randomness". */
static int
answer_json(const cJSON *json, int64_t round, char out[HASH_HEX_SIZE],
    struct err *e)
{
	const cJSON *number = cJSON_GetObjectItem(json, "round");
	const char *text = tree_str(json, "signature");

	if (!cJSON_IsNumber(number) || number->valuedouble != (double)round)
		return err_set(e, ERR_LATER, "the answer is of another round");
	if (text == NULL)
		text = tree_str(json, "randomness");
	return text != NULL && beacon_value(text, out) == 0 ?
	    0 :
	    err_set(e, ERR_LATER, "the answer has no value");
}

int
beacon_answer(const char *text, int64_t round, char out[HASH_HEX_SIZE],
    struct err *e)
{
	cJSON *json = cJSON_Parse(text);
	struct buf line = BUF_INIT;
	int rc;

	if (cJSON_IsObject(json)) {
		rc = answer_json(json, round, out, e);
	} else {
		buf_str(&line, text);
		while (line.len > 0 &&
		    strchr("\r\n", line.data[line.len - 1]) != NULL)
			buf_truncate(&line, line.len - 1);
		rc = beacon_value(buf_text(&line), out) == 0 ?
		    0 :
		    err_set(e, ERR_LATER, "the answer is no value");
	}
	buf_release(&line);
	cJSON_Delete(json);
	return rc;
}

int
beacon_read(const char *args, int64_t *round)
{
	size_t digits = strspn(args, "0123456789");
	const char *value = args + digits + 1;

	*round = 0;
	if (digits < 1 || digits > ROUND_DIGITS || args[0] == '0' ||
	    args[digits] != ' ' || strlen(value) != 2 * HASH_SIZE ||
	    strspn(value, "0123456789abcdef") != 2 * HASH_SIZE)
		return -1;
	for (size_t i = 0; i < digits; i++)
		*round = 10 * *round + (args[i] - '0');
	return 0;
}

void
beacon_key(const char *args, uint8_t key[HASH_SIZE])
{
	struct buf label = BUF_INIT;
	uint8_t own[HASH_SIZE];

	buf_printf(&label, "beacon %s", args);
	hash_hmac(key, label.data, label.len, own);
	memcpy(key, own, sizeof own);
	buf_release(&label);
}
