/* SPDX-License-Identifier: MIT */
#include "log/acts.h"

#include <stdlib.h>

#include "base/mem.h"

enum { WORDS_MAX = 160, ROOM = 1024 };

struct acts_one {
	uint32_t hash, number; /* number 0: nothing is here */
	size_t at;             /* in words: kind, by whom, words */
	uint32_t len;
};

/* FNV-1a: what collides is compared. */
static uint32_t
hash_of(const char *s, size_t len)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)s[i]) * 16777619u;
	return h;
}

static void
insert(struct acts *a, struct acts_one one)
{
	size_t i = one.hash & (a->room - 1);

	while (a->at[i].number != 0)
		i = (i + 1) & (a->room - 1);
	a->at[i] = one;
}

/* Half of the table stays empty. */
static void
make_room(struct acts *a)
{
	struct acts old = *a;

	if (2 * a->n < a->room)
		return;
	a->room = a->room == 0 ? ROOM : 2 * a->room;
	a->at = mem_zero(a->room, sizeof *a->at);
	for (size_t i = 0; i < old.room; i++)
		if (old.at[i].number != 0)
			insert(a, old.at[i]);
	free(old.at);
}

static const struct acts_one *
find(const struct acts *a, uint32_t hash, const char *key, size_t len)
{
	for (size_t i = hash & (a->room - 1); a->at[i].number != 0;
	    i = (i + 1) & (a->room - 1)) {
		const struct acts_one *one = &a->at[i];

		if (one->hash == hash && one->len == len &&
		    memcmp(a->words.data + one->at, key, len) == 0)
			return one;
	}
	return NULL;
}

int
acts_number(struct acts *a, int kind, int actor, struct slice words,
    bool *fresh)
{
	char key[WORDS_MAX + 2] = { (char)('A' + kind),
		(char)(actor > 0 ? 'p' : '-') };
	size_t len = words.len + 2;
	const struct acts_one *known;
	uint32_t hash;

	*fresh = true;
	if (actor < 0 || words.len > WORDS_MAX)
		return ++a->last;
	memcpy(key + 2, words.at, words.len);
	hash = hash_of(key, len);
	make_room(a);
	known = find(a, hash, key, len);
	*fresh = known == NULL;
	if (known != NULL)
		return (int)known->number;
	insert(a,
	    (struct acts_one){ hash, (uint32_t)++a->last, a->words.len,
		(uint32_t)len });
	buf_add(&a->words, key, len);
	a->n++;
	return a->last;
}

void
acts_release(struct acts *a)
{
	free(a->at);
	buf_release(&a->words);
	*a = (struct acts){ .at = NULL };
}
