/* SPDX-License-Identifier: MIT */
#include "game/words.h"

#include "base/utf8.h"
#include "games/claim/play.h"

/*
 * Liberal reading of one move (M1 to M7). What is wrong with its shape comes
 * first, then whose turn it is and what for, then the ship, then colours and
 * fields. Whether the move is legal is asked of apply.
 */

enum { AMOUNT_MAX = 30000 };

/* `name=n` of a stowage or division. */
struct share {
	struct words_word name;
	int colour; /* or WORDS_UNKNOWN, WORDS_AMBIGUOUS */
	long n;
};

struct reading {
	const struct game_data *d;
	const struct claim_position *p;
	int seat;
	const struct names *names;
	struct words w;
	struct move *out;
	struct refusal *why;
	struct share share[WORDS_MAX];
	int shares;
	struct words_word field;
	bool cost; /* was written */
};

/* 8000, 8.000 or 8k; -1 if it is no number. */
static int
read_amount(const char *at, size_t len, long *out)
{
	bool k;

	return words_number(at, len, out, &k);
}

/* Joins "8 000" at the end of a line into one word "8000". */
static void
join_thousands(struct words *w)
{
	while (w->n > 2) {
		struct words_word *a = &w->word[w->n - 2];
		const struct words_word *b = &w->word[w->n - 1];

		if (b->len != 3 || !utf8_digit(b->at[0]) ||
		    !utf8_digit(b->at[1]) || !utf8_digit(b->at[2]) ||
		    !utf8_digit(a->at[a->len - 1]) ||
		    (w->n > 2 && memchr(a->at, '=', a->len) == NULL &&
			!words_digit(a)))
			return;
		memmove(w->text + (a->at - w->text) + a->len, b->at, 3);
		a->len += 3;
		w->n--;
	}
}

static bool
same_name(const struct share *a, const struct share *b)
{
	return (a->colour >= 0 && a->colour == b->colour) ||
	    (a->name.len == b->name.len &&
		memcmp(a->name.at, b->name.at, a->name.len) == 0);
}

/* `colour=n`, or `n colour` or `colour n` in two words; words taken, -1. */
static int
shape_share(struct reading *r, int i, struct share *s)
{
	const struct words_word *w = &r->w.word[i];
	const char *equals = memchr(w->at, '=', w->len);

	if (words_digit(w) && i + 1 < r->w.n) {
		s->name = r->w.word[i + 1];
		return memchr(s->name.at, '=', s->name.len) == NULL &&
			read_amount(w->at, w->len, &s->n) == 0 ?
		    2 :
		    -1;
	}
	if (equals == NULL && i + 1 < r->w.n && words_digit(w + 1)) {
		s->name = *w;
		return read_amount(w[1].at, w[1].len, &s->n) < 0 ? -1 : 2;
	}
	if (equals == NULL || equals == w->at)
		return -1;
	s->name.at = w->at;
	s->name.len = (size_t)(equals - w->at);
	return read_amount(equals + 1, w->len - s->name.len - 1, &s->n) < 0 ?
	    -1 :
	    1;
}

/* M1, M5: in any order, each colour once. */
static int
shape_shares(struct reading *r)
{
	for (int i = 1, n; i < r->w.n; i += n) {
		struct share *s = &r->share[r->shares++];

		if ((n = shape_share(r, i, s)) < 0)
			return -1;
		s->colour = words_thing(r->names, claim_colours, r->d,
		    s->name.at, s->name.len);
		for (int j = 0; j + 1 < r->shares; j++)
			if (same_name(&r->share[j], s))
				return -1;
	}
	return 0;
}

/* A word in a ship's place: one of three, or nothing. */
static int
shape_ship(struct reading *r, const struct words_word *w)
{
	int found = words_thing(r->names, claim_ships, r->d, w->at, w->len);

	if (found < 0)
		return -1;
	r->out->arg[CLAIM_ACT_SHIP] = (int16_t)found;
	return 0;
}

static long
capped(long n)
{
	return n < AMOUNT_MAX ? n : AMOUNT_MAX;
}

/* "cost=4", in any language: the length of its key with the sign, or 0. */
static size_t
cost_key(const struct reading *r, const struct words_word *w)
{
	const char *equals = memchr(w->at, '=', w->len), *id = "";
	size_t n = equals != NULL ? (size_t)(equals - w->at) : 0;

	if (n == 0 ||
	    (strncmp(w->at, "cost=", n + 1) != 0 &&
		names_find(r->names, "keyword", w->at, n, 0, &id) !=
		    NAME_FOUND))
		return 0;
	return *id == '\0' || strcmp(id, "cost") == 0 ? n + 1 : 0;
}

/* M2: `fly [ship] field [cost=n]`. */
static int
shape_fly(struct reading *r)
{
	const struct words_word *last = &r->w.word[r->w.n - 1];
	size_t key = cost_key(r, last);
	int n = r->w.n;
	long cost;

	if (n > 2 && key > 0) {
		if (read_amount(last->at + key, last->len - key, &cost) < 0)
			return -1;
		r->cost = true;
		r->out->arg[CLAIM_FLY_COST] = (int16_t)capped(cost);
		n--;
	}
	if (n < 2 || n > 3 || cost_key(r, &r->w.word[n - 1]) > 0)
		return -1;
	r->field = r->w.word[n - 1];
	return n == 3 ? shape_ship(r, &r->w.word[1]) : 0;
}

/* M3, M4: `trade [ship] [n]`. */
static int
shape_amount(struct reading *r)
{
	int n = r->w.n;
	long amount = -1;

	if (n > 1 && words_digit(&r->w.word[n - 1])) {
		if (read_amount(r->w.word[n - 1].at, r->w.word[n - 1].len,
			&amount) < 0)
			return -1;
		n--;
	}
	r->out->arg[CLAIM_ACT_N] = (int16_t)(amount < 0 ? -1 : capped(amount));
	if (n > 2)
		return -1;
	return n == 2 ? shape_ship(r, &r->w.word[1]) : 0;
}

static int
check_shape(struct reading *r)
{
	struct move *m = r->out;

	m->arg[CLAIM_ACT_SHIP] = CLAIM_UNSAID;
	join_thousands(&r->w);
	switch (m->verb) {
	case CLAIM_V_STOW:
	case CLAIM_V_SPLIT:
		m->arg[CLAIM_RED] = 0;
		return shape_shares(r);
	case CLAIM_V_FLY:
		return shape_fly(r);
	case CLAIM_V_TRADE:
	case CLAIM_V_REFUEL:
		return shape_amount(r);
	case CLAIM_V_LOAD:
	case CLAIM_V_UNLOAD:
	case CLAIM_V_TOW:
		if (r->w.n > 2)
			return -1;
		return r->w.n == 2 ? shape_ship(r, &r->w.word[1]) : 0;
	default: /* merge, end */
		m->arg[CLAIM_ACT_SHIP] = 0;
		return r->w.n == 1 ? 0 : -1;
	}
}

/* Amounts that a move cannot hold are judged here: the sum is told as it
 * was written. */
static int
read_shares(struct reading *r)
{
	bool stow = r->out->verb == CLAIM_V_STOW, large = false;
	long value = 0;

	for (int i = 0; i < r->shares; i++) {
		const struct share *s = &r->share[i];

		if (s->colour < 0 || (stow && !r->d->colour[s->colour].cargo)) {
			words_refuse(r->why, "unknown-colour", s->name.at,
			    s->name.len);
			if (s->colour >= 0)
				refusal_int(r->why, "fuel", 1);
			return -1;
		}
		value += s->n * r->d->colour[s->colour].value;
		large |= s->n > AMOUNT_MAX;
		r->out->arg[s->colour] = (int16_t)capped(s->n);
	}
	if (!stow || !large)
		return 0;
	refuse_int(r->why, "stow-too-valuable", "value", value);
	return refusal_int(r->why, "most", r->d->cargo_value);
}

/* The hub by any beginning of its name, the others by letter and digit. */
static int
field_of(struct reading *r)
{
	const struct words_word *w = &r->field;
	const char *id;
	char own[8];

	if (names_find(r->names, "field", w->at, w->len, 1, &id) == NAME_FOUND)
		return claim_field_find(r->d, id, strlen(id));
	if (w->len < sizeof own && w->len > 0) {
		memcpy(own, w->at, w->len);
		if (own[0] >= 'a' && own[0] <= 'z' && w->len == 2 &&
		    utf8_digit(own[1]))
			own[0] = (char)(own[0] - 'a' + 'A');
		if (strncmp(r->d->field[CLAIM_HUB].id, own, w->len) == 0)
			return CLAIM_HUB;
		return claim_field_find(r->d, own, w->len);
	}
	return CLAIM_NONE;
}

static int
read_fly(struct reading *r, int ship)
{
	int f = field_of(r), cost;

	if (f == CLAIM_NONE)
		return words_refuse(r->why, "unknown-field", r->field.at,
		    r->field.len);
	r->out->arg[CLAIM_ACT_FIELD] = (int16_t)f;
	if (r->cost)
		return 0;
	cost = claim_cost(r->d, r->p->blocked,
	    r->p->seat[r->seat].ship[ship].at, f);
	r->out->arg[CLAIM_FLY_COST] = (int16_t)(cost == CLAIM_NONE ? 0 : cost);
	return 0;
}

/* What is left out: the full trade, as much fuel as is allowed and fits. */
static void
read_amounts(struct reading *r, int index)
{
	const struct claim_ship *ship = &r->p->seat[r->seat].ship[index];
	int16_t *n = &r->out->arg[CLAIM_ACT_N];

	if (*n >= 0)
		return;
	*n = 1;
	if (r->out->verb == CLAIM_V_TRADE) {
		if (claim_in(r->p->known, ship->at))
			*n = (int16_t)claim_full(r->d, r->p, ship->at);
	} else {
		int most = ship->parts * r->d->refuel;
		int room = claim_room(r->d, ship, CLAIM_RED);

		if (room < most)
			most = room;
		if (most > 1)
			*n = (int16_t)most;
	}
}

static int
read_words(struct reading *r)
{
	int ship;

	switch (r->out->verb) {
	case CLAIM_V_STOW:
	case CLAIM_V_SPLIT:
		return read_shares(r);
	case CLAIM_V_MERGE:
	case CLAIM_V_END:
		return 0;
	default:
		break;
	}
	ship = claim_check_ship(r->p, r->seat, r->out->arg[CLAIM_ACT_SHIP],
	    r->why);
	if (ship < 0)
		return -1;
	r->out->arg[CLAIM_ACT_SHIP] = (int16_t)claim_name(&r->p->seat[r->seat],
	    ship);
	if (r->out->verb == CLAIM_V_FLY)
		return read_fly(r, ship);
	read_amounts(r, ship);
	return 0;
}

int
claim_parse(const struct game_data *d, const void *pos, int seat,
    const struct names *names, const char *text, struct move *out,
    struct refusal *why)
{
	struct reading r = { .d = d,
		.p = pos,
		.seat = seat,
		.names = names,
		.out = out,
		.why = why };

	if (claim_check_over(pos, why) < 0)
		return -1;
	if (words_begin(text, names, &claim_verbs, &r.w, out) < 0 ||
	    check_shape(&r) < 0)
		return words_unknown(&r.w, why);
	if (claim_check_turn(pos, seat, out->verb, why) < 0)
		return -1;
	return read_words(&r);
}
