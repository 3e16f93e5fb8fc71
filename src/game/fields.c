/* SPDX-License-Identifier: MIT */
#include "game/fields.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

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

/* The object that a key with dots is of; *key becomes its last part. */
static const cJSON *
owner_of(const cJSON *object, const char **key)
{
	const char *dot;
	char part[32];

	while ((dot = strchr(*key, '.')) != NULL) {
		(void)snprintf(part, sizeof part, "%.*s", (int)(dot - *key),
		    *key);
		object = cJSON_GetObjectItemCaseSensitive(object, part);
		*key = dot + 1;
	}
	return object;
}

static void
put_number(void *at, size_t size, long n)
{
	int32_t number = (int32_t)n;
	int8_t byte = (int8_t)n;

	memcpy(at, size == 1 ? (void *)&byte : &number, size);
}

int
fields_read(const cJSON *object, const struct field *f, size_t n, void *out,
    struct err *e)
{
	for (const struct field *end = f + n; f < end; f++) {
		const char *key = f->key;
		const cJSON *owner = owner_of(object, &key);
		char *at = (char *)out + f->at;
		long number;

		if (!cJSON_IsObject(owner))
			return field_bad(e, f->key);
		switch (f->type) {
		case FIELD_TEXT:
			if (field_text(owner, key, at, f->size, e) < 0)
				return -1;
			break;
		case FIELD_BOOL:
			if (field_bool(owner, key, (bool *)at, e) < 0)
				return -1;
			break;
		default:
			if (field_int(owner, key, f->min, f->max, &number,
			    e) < 0)
				return -1;
			put_number(at, f->size, number);
			break;
		}
	}
	return 0;
}

int
fields_list(const cJSON *object, const char *key, int min, int max,
    const struct field *f, size_t n, void *out, size_t stride, struct err *e)
{
	const cJSON *list = field_array(object, key, min, max, e), *item;
	int count = 0;

	if (list == NULL)
		return -1;
	cJSON_ArrayForEach(item, list)
		if (fields_read(item, f, n, (char *)out +
		    (size_t)count++ * stride, e) < 0)
			return err_wrap(e, "%s", key);
	return count;
}

int
law_broken(struct err *e, const char *law, const char *where)
{
	return err_set(e, ERR_CORRUPT, "law: %s (%s)", law, where);
}

int
id_find(const char *first, size_t stride, int n, const char *id, size_t len)
{
	for (int i = 0; i < n; i++) {
		const char *have = first + (size_t)i * stride;

		if (len > 0 && *have == *id && strncmp(have, id, len) == 0 &&
		    have[len] == '\0')
			return i;
	}
	return 255;
}
