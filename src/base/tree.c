/* SPDX-License-Identifier: MIT */
#include "base/tree.h"

#include <cjson/cJSON.h>

#include "base/buf.h"

const cJSON *
tree_get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

int
tree_int(const cJSON *object, const char *key)
{
	const cJSON *item = tree_get(object, key);

	return item == NULL ? 0 : item->valueint;
}

const char *
tree_str(const cJSON *object, const char *key)
{
	const cJSON *item = tree_get(object, key);

	return cJSON_IsString(item) ? item->valuestring : NULL;
}

void
tree_flag(cJSON *object, const char *key, bool set)
{
	if (set)
		cJSON_AddItemToObjectCS(object, key, cJSON_CreateTrue());
}

void
tree_add_int(cJSON *object, const char *key, int n)
{
	cJSON_AddItemToObjectCS(object, key, cJSON_CreateNumber(n));
}

void
tree_add_str(cJSON *object, const char *key, const char *s)
{
	cJSON_AddItemToObjectCS(object, key, cJSON_CreateString(s));
}

void
tree_add_text(cJSON *object, const char *key, struct buf *text)
{
	cJSON_AddStringToObject(object, key, buf_text(text));
	buf_release(text);
}

cJSON *
tree_object(cJSON *object, const char *key)
{
	cJSON *item = cJSON_CreateObject();

	cJSON_AddItemToObjectCS(object, key, item);
	return item;
}

cJSON *
tree_list(cJSON *object, const char *key)
{
	cJSON *item = cJSON_CreateArray();

	cJSON_AddItemToObjectCS(object, key, item);
	return item;
}

cJSON *
tree_member(cJSON *array)
{
	cJSON *object = cJSON_CreateObject();

	cJSON_AddItemToArray(array, object);
	return object;
}
