/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/sheet_own.h"

/* A part has its place among those whose hash ends alike. Longer ones are not
 * kept: they are rare, and would take much memory. */
enum { SETS = 64, WAYS = 4, BYTES_MAX = 32 * 1024 };

struct kept_part {
	uint64_t hash, used;
	struct sheet_key key; /* its bytes are owned, and those of part */
	struct sheet_part part;
};

static _Thread_local struct kept_part kept[SETS][WAYS];
static _Thread_local uint64_t asked;

/* Eight bytes at once. Who finds two texts of one hash has found nothing but a
 * part that is made anew. */
static uint64_t
hash_of(struct slice text)
{
	uint64_t h = text.len, x;
	size_t i = 0;

	for (; i + sizeof x <= text.len; i += sizeof x) {
		memcpy(&x, text.at + i, sizeof x);
		h = (h ^ x) * 0x9e3779b97f4a7c15;
		h ^= h >> 29;
	}
	for (; i < text.len; i++)
		h = (h ^ (unsigned char)text.at[i]) * 0x9e3779b97f4a7c15;
	return h ^ h >> 32;
}

static bool
same_above(const struct sheet_above *a, const struct sheet_above *b)
{
	const struct plain_above *x = &a->plain, *y = &b->plain;

	return a->headed == b->headed && x->last == y->last &&
	    x->indent == y->indent && x->begun == y->begun &&
	    x->section == y->section && x->said == y->said &&
	    x->colon == y->colon;
}

static bool
same_form(const struct sheet_form *a, const struct sheet_form *b)
{
	return a->list == b->list && a->unicode == b->unicode &&
	    a->said == b->said && a->width == b->width;
}

static bool
same_key(const struct sheet_key *a, const struct sheet_key *b)
{
	return a->md.len == b->md.len && same_form(&a->form, &b->form) &&
	    same_above(&a->above, &b->above) &&
	    memcmp(a->md.at, b->md.at, a->md.len) == 0;
}

/* Its place; NULL: it has none. */
static struct kept_part *
find(const struct sheet_key *key, uint64_t hash)
{
	struct kept_part *k = kept[hash % SETS];

	for (int i = 0; i < WAYS; i++)
		if (k[i].used && k[i].hash == hash && same_key(&k[i].key, key))
			return &k[i];
	return NULL;
}

const struct sheet_part *
sheet_kept(const struct sheet_key *key, bool dressed)
{
	struct kept_part *k = find(key, hash_of(key->md));

	if (k == NULL || (dressed && !k->part.dressed))
		return NULL;
	k->used = ++asked;
	return &k->part;
}

void
sheet_keep(const struct sheet_key *key, const struct sheet_part *part)
{
	uint64_t hash = hash_of(key->md);
	struct kept_part *k = kept[hash % SETS], *oldest = find(key, hash);
	size_t all = key->md.len + part->text.len + part->html.len;
	char *bytes;

	if (all > BYTES_MAX)
		return;
	if (oldest == NULL) {
		oldest = k;
		for (int i = 1; i < WAYS; i++)
			if (k[i].used < oldest->used)
				oldest = &k[i];
	}
	free((char *)(uintptr_t)oldest->key.md.at);
	bytes = mem_alloc(all);
	*oldest = (struct kept_part){ hash, ++asked, *key, *part };
	oldest->key.md.at = memcpy(bytes, key->md.at, key->md.len);
	bytes += key->md.len;
	oldest->part.text.at = memcpy(bytes, part->text.at, part->text.len);
	bytes += part->text.len;
	if (part->dressed)
		oldest->part.html.at = memcpy(bytes, part->html.at,
		    part->html.len);
}
