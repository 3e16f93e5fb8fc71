/* SPDX-License-Identifier: MIT */
#include "game/tree.h"

#include <cjson/cJSON.h>

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
		cJSON_AddTrueToObject(object, key);
}

void
tree_add_int(cJSON *object, const char *key, int n)
{
	cJSON_AddNumberToObject(object, key, n);
}

void
tree_add_str(cJSON *object, const char *key, const char *s)
{
	cJSON_AddStringToObject(object, key, s);
}

cJSON *
tree_list(cJSON *object, const char *key)
{
	return cJSON_AddArrayToObject(object, key);
}

cJSON *
tree_member(cJSON *array)
{
	cJSON *object = cJSON_CreateObject();

	cJSON_AddItemToArray(array, object);
	return object;
}
