/* SPDX-License-Identifier: MIT */
#include "base/intern.h"

#include <string.h>

#include "base/mem.h"

/* FNV-1a. */
static uint64_t
hash_of(const char *text, size_t len)
{
	uint64_t h = 14695981039346656037u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)text[i]) * 1099511628211u;
	return h;
}

static void
enter(struct intern *p, int number)
{
	unsigned mask = (unsigned)p->slots - 1;
	unsigned i = (unsigned)p->at[number].hash & mask;

	while (p->slot[i] != 0)
		i = (i + 1) & mask;
	p->slot[i] = number;
}

static void
grow(struct intern *p)
{
	p->cap = p->cap > 0 ? 2 * p->cap : 256;
	p->at = mem_grow(p->at, (size_t)p->cap + 1, sizeof *p->at);
	free(p->slot);
	p->slots = 4 * p->cap;
	p->slot = mem_zero((size_t)p->slots, sizeof *p->slot);
	for (int i = 1; i <= p->n; i++)
		enter(p, i);
}

static int
find(const struct intern *p, const char *text, size_t len, uint64_t hash)
{
	unsigned mask = (unsigned)p->slots - 1;

	for (unsigned i = (unsigned)hash & mask; p->slot[i] != 0;
	    i = (i + 1) & mask) {
		const struct intern_text *t = &p->at[p->slot[i]];

		if (t->hash == hash && t->len == len &&
		    memcmp(t->text, text, len) == 0)
			return p->slot[i];
	}
	return 0;
}

int
intern_put(struct intern *p, const char *text, size_t len, bool *fresh)
{
	uint64_t hash = hash_of(text, len);
	int number;

	if (p->n == p->cap)
		grow(p);
	number = find(p, text, len, hash);
	*fresh = number == 0;
	if (number != 0)
		return number;
	p->at[++p->n] = (struct intern_text){ .text = mem_ndup(text, len),
		.len = len,
		.hash = hash };
	enter(p, p->n);
	return p->n;
}

void
intern_release(struct intern *p)
{
	for (int i = 1; i <= p->n; i++)
		free(p->at[i].text);
	free(p->at);
	free(p->slot);
	memset(p, 0, sizeof *p);
}
