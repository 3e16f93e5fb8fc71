/* SPDX-License-Identifier: MIT */
#ifndef BASE_JSON_H
#define BASE_JSON_H

/*
 * A streaming writer of canonical JSON (T15): object keys sorted by byte
 * value, no insignificant white space, integers only, no escapes but those
 * JSON requires. Keys come in any order; an object whose keys did not come in
 * theirs is sorted when it ends, which costs a copy of it. A key that comes
 * twice in an object is a bug and aborts. Reading JSON is cJSON's work.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* of all objects that are open */
enum { JSON_DEPTH = 16, JSON_MEMBERS = 512 };

struct json;
/* Hears each number that is not within a list, and of each list how many it
 * has: the keys that lead there are j->key[1 .. j->depth]. */
struct json_ear {
	void (*number)(void *ctx, const struct json *j, int64_t n);
	void *ctx;
};

struct json {
	struct buf *out;            /* borrowed */
	const struct json_ear *ear; /* borrowed; then nothing is written */
	int list; /* depth of the outermost list that is open; 0: none */
	int depth;
	/* last key at each depth, borrowed: must live until the object
	 * closes */
	const char *key[JSON_DEPTH];
	bool comma[JSON_DEPTH];
	bool mixed[JSON_DEPTH]; /* keys came out of their order */
	int first[JSON_DEPTH];  /* of its members in the list */
	int members;
	struct json_member {
		size_t at, key, len;
	} member[JSON_MEMBERS];
};

void json_init(struct json *j, struct buf *out);
/* The same for who wants the numbers alone, fast. */
void json_init_ear(struct json *j, const struct json_ear *ear);
void json_object(struct json *j);
void json_object_end(struct json *j);
void json_array(struct json *j);
void json_array_end(struct json *j);
void json_key(struct json *j, const char *key);
void json_int(struct json *j, int64_t n);
void json_str(struct json *j, const char *s); /* NULL writes null */
void json_bool(struct json *j, bool b);
void json_null(struct json *j);
/* Key and value in one. */
void json_kint(struct json *j, const char *key, int64_t n);
void json_kstr(struct json *j, const char *key, const char *s);
void json_kbool(struct json *j, const char *key, bool b);
void json_kobject(struct json *j, const char *key); /* what they open */
void json_karray(struct json *j, const char *key);

#endif
