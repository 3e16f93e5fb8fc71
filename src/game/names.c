/* SPDX-License-Identifier: MIT */
#include "game/names.h"

#include "base/mem.h"
#include "base/tree.h"

enum { RANKS = NAME_EXACT, CUTS = 2 * RANKS };

const char *
seat_id(int seat)
{
	static const char *const id[] = { "", "p1", "p2", "p3", "p4", "p5",
		"p6", "p7", "p8", "p9" };

	return seat >= 0 && seat < (int)(sizeof id / sizeof id[0]) ? id[seat] :
								     "";
}

int
seat_read(const char *word, size_t len)
{
	return len == 2 && word[0] == 'p' && word[1] >= '1' &&
		word[1] <= '0' + SEATS_MAX ?
	    word[1] - '0' :
	    0;
}

void
tree_add_seat(struct cJSON *object, const char *key, int seat)
{
	tree_add_str(object, key, seat_id(seat));
}

/* Of one word in the order in which they were given. */
static int
by_word(const void *a, const void *b)
{
	const struct name *const *x = a, *const *y = b;
	int rc = strcmp((*x)->word, (*y)->word);

	return rc != 0 ? rc : (*x > *y) - (*x < *y);
}

void
names_sort(struct names *names)
{
	names->sorted = mem_zero(names->n, sizeof *names->sorted);
	for (size_t i = 0; i < names->n; i++)
		names->sorted[i] = &names->at[i];
	if (names->n > 1)
		qsort(names->sorted, names->n, sizeof *names->sorted, by_word);
}

size_t
names_from(const struct names *names, const char *word, size_t len)
{
	size_t low = 0, high = names->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strncmp(names->sorted[middle]->word, word, len) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* What was found among those that begin so. */
struct name_search {
	const char *kind, *word;
	size_t len;
	const char *exact[RANKS], *prefix[CUTS];
	int n_exact[RANKS], n_prefix[CUTS]; /* different ids */
};

static void
search_note(const char **first, int *n, const char *id)
{
	if (*n == 0) {
		*first = id;
		*n = 1;
	} else if (strcmp(*first, id) != 0) {
		*n = 2;
	}
}

static void
search_name(struct name_search *s, const struct name *name)
{
	int rank = name->rank < 0 ? 0 :
	    name->rank >= RANKS   ? RANKS - 1 :
				    name->rank;

	if (strcmp(name->kind, s->kind) != 0)
		return;
	search_note(&s->prefix[2 * rank + name->other],
	    &s->n_prefix[2 * rank + name->other], name->id);
	if (name->word[s->len] == '\0')
		search_note(&s->exact[rank], &s->n_exact[rank], name->id);
}

static int
search_answer(const char *const found[], const int n[], int places,
    const char **id, int *place)
{
	for (int i = 0; i < places; i++) {
		if (n[i] == 0)
			continue;
		*place += i;
		if (n[i] > 1)
			return NAME_AMBIGUOUS;
		*id = found[i];
		return NAME_FOUND;
	}
	return NAME_NONE;
}

int
names_place(const struct names *names, const char *kind, const char *word,
    size_t len, size_t min_prefix, const char **id, int *place)
{
	struct name_search s = { .kind = kind, .word = word, .len = len };
	int found;

	*place = 0;
	if (names == NULL || len == 0)
		return NAME_NONE;
	/* The words of all languages are thousands, and few begin alike. */
	for (size_t i = names_from(names, word, len);
	    i < names->n && strncmp(names->sorted[i]->word, word, len) == 0;
	    i++)
		search_name(&s, names->sorted[i]);
	found = search_answer(s.exact, s.n_exact, RANKS, id, place);
	if (found != NAME_NONE || min_prefix == 0 || len < min_prefix)
		return found;
	*place = NAME_EXACT;
	return search_answer(s.prefix, s.n_prefix, CUTS, id, place);
}

int
names_find(const struct names *names, const char *kind, const char *word,
    size_t len, size_t min_prefix, const char **id)
{
	int place;

	return names_place(names, kind, word, len, min_prefix, id, &place);
}

unsigned
names_ids(const struct names *names, const char *kind, const char *word,
    size_t len, const char *const *ids)
{
	unsigned found = 0;

	if (names == NULL || len == 0)
		return 0;
	for (size_t i = names_from(names, word, len); i < names->n; i++) {
		const struct name *name = names->sorted[i];

		if (strncmp(name->word, word, len) != 0 ||
		    name->word[len] != '\0')
			break;
		if (strcmp(name->kind, kind) != 0)
			continue;
		for (unsigned k = 0; ids[k] != NULL; k++)
			if (strcmp(name->id, ids[k]) == 0)
				found |= 1U << k;
	}
	return found;
}
