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

/* A field of an object, and where it goes: a number, of the size of the place;
 * a text with its NUL; or a bool. A key with dots goes down into objects. */
struct field {
	const char *key;
	enum { FIELD_NUMBER, FIELD_TEXT, FIELD_BOOL } type;
	size_t at, size;
	long min, max;                   /* of a number */
};
#define FIELD_OF(key, type, member, min, max) { (key), (type), \
	offsetof(struct game_data, member), \
	sizeof ((struct game_data *)0)->member, (min), (max) }
#define NUMBER_FIELD(key, member, min, max) \
	FIELD_OF(key, FIELD_NUMBER, member, min, max)
#define TEXT_FIELD(key, member) FIELD_OF(key, FIELD_TEXT, member, 0, 0)
#define BOOL_FIELD(key, member) FIELD_OF(key, FIELD_BOOL, member, 0, 0)
#define FIELDS(list) (list), sizeof (list) / sizeof *(list)
int fields_read(const struct cJSON *object, const struct field *f, size_t n,
	void *out, struct err *e);
/* An array of min..max objects; each goes `stride` bytes behind the one before
 * (so fields are those of the first: "place[0].id"). How many, or -1 with a
 * text that begins with the key. */
int fields_list(const struct cJSON *object, const char *key, int min, int max,
	const struct field *f, size_t n, void *out, size_t stride, struct err *e);

/* ERR_CORRUPT "law: … (where)". Returns -1. */
int law_broken(struct err *e, const char *law, const char *where);
/* The place of an id among n that lie `stride` bytes apart; 255: none. */
int id_find(const char *first, size_t stride, int n, const char *id, size_t len);

/* An array of min..max members; borrowed. NULL and e if it is none. */
const struct cJSON *field_array(const struct cJSON *object, const char *key,
	int min, int max, struct err *e);

#endif
