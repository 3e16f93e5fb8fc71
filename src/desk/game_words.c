/* SPDX-License-Identifier: MIT */

#include "desk/game_words.h"

#include <string.h>

#include "match/match.h"

bool
word_is_thing(const struct names *w, struct slice t)
{
	static const char *const none[] = { "verb", "said", "small", "other",
		"keyword", "deed" };
	bool thing = false;

	if (w == NULL || t.len == 0)
		return false;
	for (size_t i = names_from(w, t.at, t.len);
	    i < w->n && strncmp(w->sorted[i]->word, t.at, t.len) == 0; i++) {
		const struct name *n = w->sorted[i];

		if (n->word[t.len] != '\0')
			continue;
		thing = true;
		for (size_t k = 0; k < sizeof none / sizeof *none; k++)
			if (strcmp(n->kind, none[k]) == 0)
				return false;
	}
	return thing;
}

/* Whether others have proposed something that the seat has not answered. */
static bool
is_asked(const struct job *j)
{
	int by = j->at.m != NULL ? match_proposer(j->at.m) : 0;

	return by > 0 && j->at.seat && by != j->at.seat &&
	    !j->at.m->seat[j->at.seat].agreed;
}

bool
word_is_answer(const struct job *j, const char *word, int rank, bool alone)
{
	size_t len = strlen(word);
	const char *id;
	int place;

	if (names_place(j->words, "verdict", word, len, 0, &id, &place) &&
	    (place < rank || (alone && is_asked(j))))
		return true;
	return names_place(j->words, "filler", word, len, 0, &id, &place) &&
	    place < rank;
}
