/* SPDX-License-Identifier: MIT */
#ifndef GAME_FIELDS_H
#define GAME_FIELDS_H

/*
 * Reading a data file by tables: one row a field, which says where it goes in
 * struct game_data. Each field is there, of its type, and fits, or the function
 * returns -1 with ERR_CORRUPT and a text that names the field. What the values
 * must be is the game's own business (laws).
 *
 *	static const struct field ports[] = {
 *		{ TEXT_FIELD("id", port[0].id) },
 *		{ NUMBER_FIELD("row", port[0].y, 0, 39) },
 *	};
 *	static const struct field all[] = {
 *		{ LIST_FIELD("ports", port[0], ports), ARRAY(1, PORTS) },
 *	};
 */

#include <stdbool.h>
#include <stddef.h>

#include "game/rules.h"

/* Members of a list are objects read by `of`, whose rows say where those of the
 * first go; the next lie `size` bytes behind, in it lists of its own. */
struct field {
	/* with dots: in objects; NULL: the member of a list itself */
	const char *key;
	enum {
		FIELD_NUMBER,
		FIELD_TEXT,
		FIELD_BOOL,
		FIELD_ID,
		FIELD_BITS,
		FIELD_LIST
	} type;
	size_t at, size;          /* of one; size 0: goes nowhere */
	long min, max;            /* of a number */
	int least, most;          /* of an array; 0: it is none */
	size_t count, count_size; /* where its length goes; 0: nowhere */
	const char *law;          /* that says how many */
	bool null, missing;       /* may be that: ids are NONE, else 0 */
	int (*find)(const struct game_data *d, const char *id, size_t len);
	const char *what;       /* an id is of: "place" */
	const struct field *of; /* closed by an empty row */
};
enum { FIELD_NONE = 255 }; /* find: there is none */

/* Rows are { NUMBER_FIELD(...) } or { NUMBER_FIELD(...), ARRAY(2, 3) } and the
 * like; the member of an array is its first. BITS are ids as a set of bits. */
#define FIELD_AT(k, t, member) \
	.key = (k), .type = (t), .at = offsetof(struct game_data, member), \
	.size = sizeof((struct game_data *)0)->member
#define NUMBER_FIELD(key, member, lo, hi) \
	FIELD_AT(key, FIELD_NUMBER, member), .min = (lo), .max = (hi)
#define TEXT_FIELD(key, member) FIELD_AT(key, FIELD_TEXT, member)
#define BOOL_FIELD(key, member) FIELD_AT(key, FIELD_BOOL, member)
#define ID_FIELD(key, member, search, of_what) \
	FIELD_AT(key, FIELD_ID, member), .find = (search), .what = (of_what)
#define BITS_FIELD(key, member, search, of_what) \
	FIELD_AT(key, FIELD_BITS, member), .find = (search), .what = (of_what)
#define LIST_FIELD(key, member, rows) \
	FIELD_AT(key, FIELD_LIST, member), .of = (rows)
#define ARRAY(lo, hi) .least = (lo), .most = (hi)
#define COUNT(member) \
	.count = offsetof(struct game_data, member), \
	.count_size = sizeof((struct game_data *)0)->member
#define FIELDS_END { .size = 0 }

/* Reads an object by rows up to the empty one, `off` bytes behind where they
 * say. */
int fields_read(const struct cJSON *object, const struct field *f,
    struct game_data *d, size_t off, struct err *e);
/* Says so of a field, for what is read otherwise. Returns -1. */
int field_bad(struct err *e, const char *key);

/* ERR_CORRUPT "law: … (where)". Returns -1. */
int law_broken(struct err *e, const char *law, const char *where);
/* The place of an id among n that lie `stride` bytes apart; FIELD_NONE. */
int id_find(const char *first, size_t stride, int n, const char *id,
    size_t len);
/* Such a function of a game's: by exact id, the place among the n of a member,
 * each of which begins with its id. */
#define FINDER(name, member, n) \
	int name(const struct game_data *d, const char *id, size_t len) \
	{ \
		return id_find((const char *)d->member, sizeof d->member[0], \
		    (n), id, len); \
	}

#endif
