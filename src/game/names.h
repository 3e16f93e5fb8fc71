/* SPDX-License-Identifier: MIT */
#ifndef GAME_NAMES_H
#define GAME_NAMES_H

/*
 * Words of a kind ("verb", "sea", "colour", "island" …) and the canonical id
 * each means. text/ fills it from templates/<lang>/words.json; the rules only
 * look up. Order of search: exact in the seat's language, then English, then
 * the others; then by prefix in the same order (doc/design.md 3.3), in each
 * language the first word of an id before its others: what people say as well
 * takes no abbreviation away from what our mails say.
 */

#include <stdbool.h>
#include <stddef.h>

/* A seat as everything that is written has it: "p2"; "" for 0. */
enum { SEATS_MAX = 6 };
const char *seat_id(int seat);
/* And back; 0: it is none. */
int seat_read(const char *word, size_t len);
/* As a member of a template's context (base/tree.h). */
struct cJSON;
void tree_add_seat(struct cJSON *object, const char *key, int seat);

struct name {
	const char *kind; /* borrowed, as all strings here */
	/* folded (base/utf8.h), spaces as hyphens */
	const char *word;
	const char *id; /* canonical */
	/* 0 seat's language, 1 English, 2 others */
	int rank;
	bool other; /* not the first word for its id */
};

struct names {
	struct name *at; /* owned by who made it */
	size_t n;
	/* owned as well: all of them in the order of their words, where
	 * they are looked up; names_sort */
	const struct name **sorted;
};

/* When at is complete; those of one word stay in their order. */
void names_sort(struct names *names);
/* In sorted the first that does not stand before such a beginning. */
size_t names_from(const struct names *names, const char *word, size_t len);

enum { NAME_NONE = 0, NAME_FOUND = 1, NAME_AMBIGUOUS = 2 };

/*
 * Looks a folded word up. min_prefix: fewest letters that may stand for a
 * longer word (0: exact only). NAME_FOUND sets *id (borrowed).
 * Several words of one id are no ambiguity. names NULL: NAME_NONE.
 */
int names_find(const struct names *names, const char *kind, const char *word,
    size_t len, size_t min_prefix, const char **id);

/* Which of these ids of a kind a whole word has, in whatever language: bits in
 * their order, up to the NULL behind the last. */
unsigned names_ids(const struct names *names, const char *kind,
    const char *word, size_t len, const char *const *ids);

/* As names_find; *place tells how good it is, to compare the words of two
 * kinds: the lower the earlier in the order of search, exact ones below
 * NAME_EXACT. A first word of the same language that is cut stands at NAME_CUT
 * of that. */
enum { NAME_EXACT = 3 };
#define NAME_CUT(exact) (NAME_EXACT + 2 * (exact))
int names_place(const struct names *names, const char *kind, const char *word,
    size_t len, size_t min_prefix, const char **id, int *place);

#endif
