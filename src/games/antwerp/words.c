/* SPDX-License-Identifier: MIT */
#include "games/antwerp/words.h"
#include "game/verb_args.h"

/* Names of places by id or by what is on the chart; of everything else by id
 * or by the words of a language (words.json). */

static const char *const codes[BAD_CODES] = { "not-a-choice", "unknown-place",
	"unknown-good", "unknown-colour", "unknown-card", "unknown-order",
	"unknown-product", "unknown-seat", "lock-unknown", "ambiguous-name" };

void
reading_put(struct reading *r, int arg, int n)
{
	if (arg >= MOVE_ARGS)
		return;
	r->out->arg[arg] = (int16_t)n;
	if (r->out->n <= arg)
		r->out->n = (uint8_t)(arg + 1);
}

void
reading_bad(struct reading *r, enum bad code, const struct words_word *w)
{
	if (!r->bad[code])
		r->word[code] = *w;
	r->bad[code] = true;
}

static bool
begins(const char *id, const struct words_word *w)
{
	return strncmp(id, w->at, w->len) == 0;
}

/* What the first ambiguous word may mean, as much as there is room for. */
static void
add_candidate(struct reading *r, const char *id)
{
	size_t n = strlen(r->candidates);

	if (!r->bad[BAD_AMBIGUOUS] &&
	    n + strlen(id) + 2 <= sizeof r->candidates)
		(void)snprintf(r->candidates + n, sizeof r->candidates - n,
		    "%s%s", n > 0 ? " " : "", id);
}

static void
add_ids(struct reading *r, const struct verb_thing *things,
    const struct words_word *w)
{
	for (int i = 0; i < things->n; i++)
		if (begins(verb_thing_id(things, r->d, i), w))
			add_candidate(r, verb_thing_id(things, r->d, i));
}

static void
add_places(struct reading *r, const struct words_word *w)
{
	for (int i = 0; i < ANT_NODES; i++) {
		const struct ant_place *p = &r->d->node[i];

		if (ant_is_node(r->d, i) &&
		    (begins(p->key, w) || begins(p->word, w)))
			add_candidate(r, p->id);
	}
}

int
reading_refuse(struct reading *r)
{
	for (int i = 0; i < BAD_CODES; i++) {
		if (!r->bad[i])
			continue;
		words_refuse(r->why, codes[i], r->word[i].at, r->word[i].len);
		if (i == BAD_CHOICE)
			refusal_int(r->why, "standing", 1);
		if (i == BAD_AMBIGUOUS && r->candidates[0] != '\0')
			refusal_str(r->why, "candidates", r->candidates);
		return -1;
	}
	return 0;
}

/* A node of exactly this id or name, in any language. */
static int
exact_node(const struct reading *r, const struct words_word *w)
{
	const char *id;

	for (int i = 0; i < ANT_NODES; i++)
		if (ant_is_node(r->d, i) &&
		    (words_is(w, r->d->node[i].key) ||
			words_is(w, r->d->node[i].word)))
			return i;
	if (names_find(r->names, "place", w->at, w->len, 3, &id) ==
		NAME_FOUND &&
	    ant_node_find(r->d, id, strlen(id)) != ANT_NONE)
		return ant_node_find(r->d, id, strlen(id));
	return WORDS_UNKNOWN;
}

int
reading_look(const struct reading *r, const struct words_word *w)
{
	int found = exact_node(r, w);

	if (found >= 0 || w->len == 0)
		return found;
	for (int i = 0; i < ANT_NODES; i++) {
		if (!ant_is_node(r->d, i) ||
		    (!begins(r->d->node[i].key, w) &&
			!begins(r->d->node[i].word, w)))
			continue;
		if (found != WORDS_UNKNOWN)
			return WORDS_AMBIGUOUS;
		found = i;
	}
	return found;
}

static int
understood(struct reading *r, int found, enum bad code,
    const struct words_word *w)
{
	if (found >= 0)
		return found;
	reading_bad(r, found == WORDS_AMBIGUOUS ? BAD_AMBIGUOUS : code, w);
	return -1;
}

int
reading_node(struct reading *r, const struct words_word *w)
{
	int found = reading_look(r, w);

	if (found == WORDS_AMBIGUOUS)
		add_places(r, w);
	return understood(r, found, BAD_PLACE, w);
}

int
reading_place(struct reading *r, const struct words_word *w)
{
	int node = reading_node(r, w);

	if (node < 0 || !ant_is_end(node))
		return node;
	return understood(r, WORDS_UNKNOWN, BAD_PLACE, w);
}

int
reading_thing(struct reading *r, const struct verb_thing *things, enum bad code,
    const struct words_word *w)
{
	int found = words_thing(r->names, things, r->d, w->at, w->len);

	if (found == WORDS_AMBIGUOUS)
		add_ids(r, things, w);
	return understood(r, found, code, w);
}

/* Cards of both sorts have names of one kind. */
int
reading_card(struct reading *r, const struct words_word *w, int *sort)
{
	int found = WORDS_UNKNOWN;

	for (int s = ANT_SHIP; s <= ANT_LOCK; s++) {
		int card = words_thing(r->names, ant_cards[s], r->d, w->at,
		    w->len);

		if (card == WORDS_UNKNOWN)
			continue;
		found = found == WORDS_UNKNOWN ? card : WORDS_AMBIGUOUS;
		*sort = s;
	}
	for (int s = ANT_SHIP; found == WORDS_AMBIGUOUS && s <= ANT_LOCK; s++)
		add_ids(r, ant_cards[s], w);
	return understood(r, found, BAD_CARD, w);
}

int
reading_lock(struct reading *r, const struct words_word *w)
{
	int found = WORDS_UNKNOWN;
	const char *id;

	for (int i = 0; i < ANT_LOCKS; i++)
		if (words_is(w, r->d->lock[i].key))
			return i;
	if (names_find(r->names, "lock", w->at, w->len, 3, &id) == NAME_FOUND &&
	    ant_lock_find(r->d, id, strlen(id)) != ANT_NONE)
		return ant_lock_find(r->d, id, strlen(id));
	for (int i = 0; i < ANT_LOCKS; i++)
		if (begins(r->d->lock[i].key, w) ||
		    begins(r->d->lock[i].word, w))
			found = found == WORDS_UNKNOWN ? i : WORDS_AMBIGUOUS;
	for (int i = 0; found == WORDS_AMBIGUOUS && i < ANT_LOCKS; i++)
		if (begins(r->d->lock[i].key, w) ||
		    begins(r->d->lock[i].word, w))
			add_candidate(r, r->d->lock[i].id);
	return understood(r, found, BAD_LOCK, w);
}

int
reading_seat(struct reading *r, const struct words_word *w)
{
	for (int s = 1; s <= r->seats; s++)
		if (words_is(w, seat_id(s)))
			return s;
	return understood(r, WORDS_UNKNOWN, BAD_SEAT, w);
}

int
reading_keyword(const struct reading *r, const struct words_word *w,
    const char *const *words, int n)
{
	const char *id;

	for (int i = 0; i < n; i++)
		if (words_is(w, words[i]))
			return i;
	if (names_find(r->names, "keyword", w->at, w->len, 3, &id) !=
	    NAME_FOUND)
		return -1;
	for (int i = 0; i < n; i++)
		if (strcmp(words[i], id) == 0)
			return i;
	return -1;
}
