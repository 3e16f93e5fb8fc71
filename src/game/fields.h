/* SPDX-License-Identifier: MIT */
#ifndef GAME_FIELDS_H
#define GAME_FIELDS_H

/*
 * Reading the fields of a data file: each is there, of its type, and fits,
 * or the function returns -1 with ERR_CORRUPT and a text that names the
 * field. What the values must be is the game's own business (laws).
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct cJSON;

/* Says so of a field, for what is read otherwise. Returns -1. */
int field_bad(struct err *e, const char *key);
/* A whole number min..max of an object. */
int field_int(const struct cJSON *object, const char *key, long min, long max,
	long *out, struct err *e);
/* A text that is not empty and fits into size bytes with its NUL; the rest
 * of out is zeroed. */
int field_text(const struct cJSON *object, const char *key, char *out,
	size_t size, struct err *e);
int field_bool(const struct cJSON *object, const char *key, bool *out,
	struct err *e);
/* An array of min..max members; borrowed. NULL and e if it is none. */
const struct cJSON *field_array(const struct cJSON *object, const char *key,
	int min, int max, struct err *e);

#endif
