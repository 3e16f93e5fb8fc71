/* SPDX-License-Identifier: MIT */
#include "game/fields.h"

#include <cjson/cJSON.h>

int
field_bad(struct err *e, const char *key)
{
	return err_set(e, ERR_CORRUPT,
	    "field \"%s\" is missing or of the wrong form", key);
}

int
field_int(const cJSON *object, const char *key, long min, long max,
    long *out, struct err *e)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

	if (!cJSON_IsNumber(item) || item->valuedouble < (double)min ||
	    item->valuedouble > (double)max ||
	    item->valuedouble > (double)(long)item->valuedouble ||
	    item->valuedouble < (double)(long)item->valuedouble)
		return field_bad(e, key);
	*out = (long)item->valuedouble;
	return 0;
}

int
field_text(const cJSON *object, const char *key, char *out, size_t size,
    struct err *e)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
	size_t len;

	if (!cJSON_IsString(item))
		return field_bad(e, key);
	len = strlen(item->valuestring);
	if (len == 0 || len >= size)
		return field_bad(e, key);
	memset(out, 0, size);
	memcpy(out, item->valuestring, len);
	return 0;
}

int
field_bool(const cJSON *object, const char *key, bool *out, struct err *e)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

	if (!cJSON_IsBool(item))
		return field_bad(e, key);
	*out = cJSON_IsTrue(item);
	return 0;
}

const cJSON *
field_array(const cJSON *object, const char *key, int min, int max,
    struct err *e)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);

	if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) < min ||
	    cJSON_GetArraySize(item) > max) {
		(void)field_bad(e, key);
		return NULL;
	}
	return item;
}
