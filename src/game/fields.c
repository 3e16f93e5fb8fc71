/* SPDX-License-Identifier: MIT */
#include "game/fields.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "base/slice.h"

int
field_bad(struct err *e, const char *key)
{
	return err_set(e, ERR_CORRUPT,
	    "field \"%s\" is missing or of the wrong form", key);
}

/* What a key with dots means. */
static const cJSON *
find_item(const cJSON *object, const char *key)
{
	char part[32];

	for (size_t len; key != NULL && object != NULL; key += len + 1) {
		len = strcspn(key, ".");
		(void)snprintf(part, sizeof part, "%.*s", (int)len, key);
		object = cJSON_GetObjectItemCaseSensitive(object, part);
		if (key[len] == '\0')
			break;
	}
	return object;
}

static void
put_number(void *at, size_t size, long n)
{
	int32_t number = (int32_t)n;
	int8_t byte = (int8_t)n;

	if (size > 0)
		memcpy(at, size == 1 ? (void *)&byte : &number, size);
}

static int
read_number(const cJSON *item, const struct field *f, char *at, struct err *e)
{
	double n = cJSON_GetNumberValue(item);

	if (!cJSON_IsNumber(item) || n < (double)f->min || n > (double)f->max ||
	    n > (double)(long)n || n < (double)(long)n)
		return field_bad(e, f->key);
	put_number(at, f->size, (long)n);
	return 0;
}

/* The rest of the place is zeroed. */
static int
read_text(const char *text, const struct field *f, char *at, struct err *e)
{
	size_t len = strlen(text);

	if (len == 0 || (f->size > 0 && len >= f->size))
		return field_bad(e, f->key);
	if (f->size > 0) {
		memset(at, 0, f->size);
		memcpy(at, text, len);
	}
	return 0;
}

static int
read_id(const char *id, const struct field *f, const struct game_data *d,
    char *at, struct err *e)
{
	int found = f->find(d, id, strlen(id));

	if (found == FIELD_NONE)
		return err_set(e, ERR_CORRUPT, "%s: there is no %s \"%s\"",
		    f->key != NULL ? f->key : "one", f->what, id);
	if (f->type == FIELD_ID) {
		put_number(at, f->size, found);
		return 0;
	}
	if (*at >> found & 1)
		return field_bad(e, f->key);
	*at = (char)(*at | 1 << found);
	return 0;
}

static int
read_value(const cJSON *item, const struct field *f, const struct game_data *d,
    char *at, struct err *e)
{
	bool yes = cJSON_IsTrue(item);

	if (f->type == FIELD_NUMBER)
		return read_number(item, f, at, e);
	if (f->type == FIELD_BOOL ? !cJSON_IsBool(item) : !cJSON_IsString(item))
		return field_bad(e, f->key != NULL ? f->key : f->what);
	if (f->type == FIELD_TEXT)
		return read_text(item->valuestring, f, at, e);
	if (f->type != FIELD_BOOL)
		return read_id(item->valuestring, f, d, at, e);
	memcpy(at, &yes, sizeof yes);
	return 0;
}

static int
read_array(const cJSON *list, const struct field *f, struct game_data *d,
    size_t off, struct err *e)
{
	char *base = (char *)d;
	const cJSON *item;
	int n = cJSON_GetArraySize(list);

	if (cJSON_IsArray(list) && f->law != NULL &&
	    (n < f->least || n > f->most))
		return err_set(e, ERR_CORRUPT, "law: %s, not %d", f->law, n);
	if (!cJSON_IsArray(list) || n < f->least || n > f->most)
		return field_bad(e, f->key != NULL ? f->key : f->what);
	put_number(base + off + f->count, f->count_size, n);
	cJSON_ArrayForEach(item, list) {
		if (f->type != FIELD_LIST &&
		    read_value(item, f, d, base + off + f->at, e) < 0)
			return -1;
		if (f->type == FIELD_LIST &&
		    fields_read(item, f->of, d, off, e) < 0)
			return err_wrap(e, "%s", f->key);
		off += f->type == FIELD_BITS ? 0 : f->size;
	}
	return 0;
}

static bool
is_empty(const struct field *f)
{
	return f->key == NULL && f->of == NULL && f->size == 0;
}

int
fields_read(const cJSON *object, const struct field *f, struct game_data *d,
    size_t off, struct err *e)
{
	for (; !is_empty(f); f++) {
		const cJSON *item = find_item(object, f->key);
		char *at = (char *)d + off + f->at;
		bool gone = item == NULL ? f->missing :
					   f->null && cJSON_IsNull(item);
		int rc = 0;

		if (gone && f->type == FIELD_ID)
			put_number(at, f->size, FIELD_NONE);
		else if (!gone)
			rc = f->most > 0 ? read_array(item, f, d, off, e) :
					   read_value(item, f, d, at, e);
		if (rc < 0)
			return -1;
	}
	return 0;
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

		if (len > 0 && slice_is((struct slice){ id, len }, have))
			return i;
	}
	return FIELD_NONE;
}
