/* SPDX-License-Identifier: MIT */
#include "log/acts.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { WORDS_MAX = 160 };

int
acts_number(struct acts *a, int kind, int actor, struct slice words,
    bool *fresh)
{
	char key[WORDS_MAX + 2] = { (char)('A' + kind),
		(char)(actor > 0 ? 'p' : '-') };
	int known;

	*fresh = true;
	if (actor < 0 || words.len > WORDS_MAX)
		return ++a->last;
	memcpy(key + 2, words.at, words.len);
	known = intern_put(&a->known, key, words.len + 2, fresh) - 1;
	if (*fresh) {
		a->number = mem_more(a->number, (size_t)known,
		    sizeof *a->number);
		a->number[known] = ++a->last;
	}
	return a->number[known];
}

void
acts_release(struct acts *a)
{
	intern_release(&a->known);
	free(a->number);
	*a = (struct acts){ .last = 0 };
}
