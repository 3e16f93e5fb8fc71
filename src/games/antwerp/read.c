/* SPDX-License-Identifier: MIT */
#include "games/antwerp/tell.h"

/*
 * The strict inverse of ant_format, for logs. What players write is parse.c's
 * business.
 */

/* Strict reading: words split at single spaces. */
struct text {
	const struct game_data *d;
	const char *at, *end;
	struct move *m;
};

/* The next word; false at the end. */
static bool
next(struct text *t, const char **word, size_t *len)
{
	const char *space;

	if (t->at == NULL)
		return false;
	space = memchr(t->at, ' ', (size_t)(t->end - t->at));
	*word = t->at;
	*len = (size_t)((space == NULL ? t->end : space) - t->at);
	t->at = space == NULL ? NULL : space + 1;
	return true;
}

static int
put(struct text *t, int n)
{
	if (n == ANT_NONE || n < 0 || t->m->n == MOVE_ARGS)
		return -1;
	t->m->arg[t->m->n++] = (int16_t)n;
	return 0;
}

/* The next word by a finder of data.h. */
static int
take(struct text *t, int (*find)(const struct game_data *, const char *,
    size_t))
{
	const char *word;
	size_t len;

	if (!next(t, &word, &len))
		return -1;
	return put(t, find(t->d, word, len));
}

static int
find_place(const struct game_data *d, const char *id, size_t len)
{
	int node = ant_node_find(d, id, len);

	return node < d->places ? node : ANT_NONE;
}

static int
find_order(const struct game_data *d, const char *id, size_t len)
{
	return ant_card_find(d, ANT_ORDER, id, len);
}

static bool
is(const char *word, size_t len, const char *text)
{
	return strlen(text) == len && memcmp(word, text, len) == 0;
}

/* The index of a word in a list; ANT_NONE. */
static int
one_of(const char *word, size_t len, const char *const *list, int n)
{
	for (int i = 0; i < n; i++)
		if (is(word, len, list[i]))
			return i;
	return ANT_NONE;
}

static int
take_list(struct text *t, const char *const *list, int n)
{
	const char *word;
	size_t len;

	if (!next(t, &word, &len))
		return -1;
	return put(t, one_of(word, len, list, n));
}

static int
take_wishes(struct text *t)
{
	const char *word, *arrow;
	size_t len;
	int from, to;

	if (take(t, ant_colour_find) < 0)
		return -1;
	while (next(t, &word, &len)) {
		if ((arrow = memchr(word, '>', len)) == NULL)
			return -1;
		from = find_place(t->d, word, (size_t)(arrow - word));
		to = ant_node_find(t->d, arrow + 1,
		    len - (size_t)(arrow - word) - 1);
		if (from == ANT_NONE || to == ANT_NONE ||
		    put(t, from * ANT_WISH + to) < 0)
			return -1;
	}
	return 0;
}

static int
take_locks(struct text *t, bool both)
{
	const char *word;
	size_t len;
	int state = ANT_NONE;

	while (next(t, &word, &len)) {
		if (both && t->at == NULL)
			state = one_of(word, len, ant_open_closed, 2);
		if (put(t, state != ANT_NONE ? state :
		    ant_lock_find(t->d, word, len)) < 0)
			return -1;
	}
	return both && state == ANT_NONE ? -1 : 0;
}

static int
take_play(struct text *t)
{
	const char *word;
	size_t len;
	int sort = ANT_LOCK, card;

	if (!next(t, &word, &len))
		return -1;
	card = ant_card_find(t->d, ANT_LOCK, word, len);
	if (card == ANT_NONE)
		card = ant_card_find(t->d, sort = ANT_SHIP, word, len);
	if (card == ANT_NONE || put(t, sort) < 0 || put(t, card) < 0)
		return -1;
	if (sort == ANT_LOCK)
		return take_locks(t, t->d->card[sort][card].does ==
		    ANT_SWITCH);
	switch (t->d->card[sort][card].does) {
	case ANT_SAIL_ALONE:
	case ANT_EXTRA_COLOUR:
		return take_wishes(t);
	case ANT_EXTRA_SHIP:
		return take(t, ant_good_find) < 0 ? -1 : take(t, find_place);
	case ANT_STEP_BACK:
	case ANT_SWAP_CARGO:
		return take(t, find_place) < 0 ? -1 : take(t, find_place);
	default:
		return 0;
	}
}

/* "fries*2"; the number is 2 or more, without zeros before it. */
static int
read_product(const struct text *t, const char *word, size_t len, int16_t *n)
{
	const char *star = memchr(word, '*', len);
	size_t name = star == NULL ? len : (size_t)(star - word);
	int product = ant_product_find(t->d, word, name), count = 1;

	if (product == ANT_NONE)
		return -1;
	for (int i = product; i < ANT_PRODUCTS; i++)
		if (n[i] != 0)
			return -1;       /* they stand in their order */
	if (star != NULL) {
		count = 0;
		for (const char *s = star + 1; s < word + len; s++) {
			if (*s < '0' || *s > '9' || (count == 0 && *s == '0')
			    || count > 25)
				return -1;
			count = 10 * count + *s - '0';
		}
		if (count < 2)
			return -1;
	}
	n[product] = (int16_t)count;
	return 0;
}

static int
take_offer(struct text *t)
{
	const char *word;
	size_t len;
	int16_t *n = NULL;
	int give = 0, want = 0;

	if (!next(t, &word, &len) || len != 2 || word[0] != 'p' ||
	    put(t, word[1] - '0') < 0 || !next(t, &word, &len) ||
	    !is(word, len, "give"))
		return -1;
	n = t->m->arg + 1;
	while (next(t, &word, &len)) {
		bool turn = is(word, len, "want");

		if (turn && (want > 0 || n != t->m->arg + 1))
			return -1;
		if (turn)
			n += ANT_PRODUCTS;
		else if (read_product(t, word, len, n) < 0)
			return -1;
		give += n == t->m->arg + 1;
		want += n != t->m->arg + 1 && !turn;
	}
	t->m->n = 1 + 2 * ANT_PRODUCTS;
	return give > 0 && want > 0 ? 0 : -1;
}

static int
take_choice(struct text *t)
{
	const char *word;
	size_t len;

	if (!next(t, &word, &len))
		return -1;
	if (is(word, len, "lock") || is(word, len, "ship"))
		return put(t, *word == 'l' ? ANT_SAY_LOCK : ANT_SAY_SHIP);
	return put(t, ant_node_find(t->d, word, len));
}

/* What stands behind a place: off, or a node or colour + 1, or any. */
static int
take_order(struct text *t, bool fork)
{
	const char *word;
	size_t len;
	int n;

	if (take(t, find_place) < 0 || !next(t, &word, &len))
		return -1;
	if (is(word, len, "off"))
		return put(t, 0);
	if (!fork && is(word, len, "any"))
		return put(t, ANT_ANY);
	n = fork ? ant_node_find(t->d, word, len) :
	    ant_colour_find(t->d, word, len);
	return n == ANT_NONE ? -1 : put(t, n + 1);
}

static int
take_standing(struct text *t)
{
	const char *word, *rest;
	size_t len;
	int thing;

	if (!next(t, &word, &len))
		return -1;
	thing = one_of(word, len, ant_thing_word, ANT_T_DROP + 1);
	if (thing == ANT_NONE || t->at == NULL)
		return -1;
	rest = memchr(t->at, ' ', (size_t)(t->end - t->at));
	if (thing == ANT_T_POLICY && rest != NULL)
		thing = ANT_T_FORK;
	if (put(t, thing) < 0)
		return -1;
	switch (thing) {
	case ANT_T_POLICY:
		return take_list(t, ant_policy_word, 2);
	case ANT_T_ANCHOR:
		return take_list(t, ant_anchor_word, 4);
	case ANT_T_DOUBLE:
		return take_list(t, ant_on_off, 2);
	default:
		return take_order(t, thing == ANT_T_FORK);
	}
}

static int
take_args(struct text *t)
{
	switch (t->m->verb) {
	case ANT_V_LOAD:
		return take(t, ant_good_find) < 0 ? -1 : take(t, find_place);
	case ANT_V_SAIL:
		return take_wishes(t);
	case ANT_V_EXCHANGE:
	case ANT_V_FULFIL:
		return take(t, find_order);
	case ANT_V_PLAY:
		return take_play(t);
	case ANT_V_OFFER:
		return take_offer(t);
	case ANT_V_CHOOSE:
		return take_choice(t);
	case ANT_V_STANDING:
		return take_standing(t);
	default:
		return 0;
	}
}

int
ant_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out)
{
	struct text t = { d, text, text + len, out };
	const char *word;
	size_t n;
	int verb = ANT_NONE;

	(void)seat;
	*out = (struct move){ 0 };
	if (next(&t, &word, &n))
		verb = one_of(word, n, ant_verb_word, ANT_VERBS);
	if (verb == ANT_NONE || verb == 0)
		return -1;
	out->verb = (uint8_t)verb;
	if (take_args(&t) < 0 || t.at != NULL ||
	    !ant_well_formed(d, pos, out))
		return -1;
	return 0;
}
