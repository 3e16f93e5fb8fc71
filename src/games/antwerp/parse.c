/* SPDX-License-Identifier: MIT */
#include "games/antwerp/words.h"

#include "base/utf8.h"
#include "games/antwerp/play.h"

/*
 * Liberal reading of one move (M1 to M9). What is wrong with its shape comes
 * first, then whose turn it is, then its names, in the order of their codes
 * whatever their order in the line. Whether the move is legal is asked of
 * apply.
 */

/* Sorts a sail's wishes; a place that is named twice keeps one, which leads
 * nowhere. More wishes than fit cannot all have ships: those that are kept
 * show it. */
static int
add_wish(struct reading *r, int from, int to)
{
	struct move *m = r->out;
	int i = m->n;

	for (; i > r->wishes && m->arg[i - 1] / ANT_WISH > from; i--)
		;
	if (i > r->wishes && m->arg[i - 1] / ANT_WISH == from) {
		m->arg[i - 1] = (int16_t)(from * ANT_WISH + from);
		return 0;
	}
	if (m->n == MOVE_ARGS)
		return 0;
	for (int k = m->n++; k > i; k--)
		m->arg[k] = m->arg[k - 1];
	m->arg[i] = (int16_t)(from * ANT_WISH + to);
	return 0;
}

/* "x4>x9"; -1: it has another form. */
static int
read_wish(struct reading *r, const struct words_word *w)
{
	const char *arrow = memchr(w->at, '>', w->len);
	struct words_word from, to;
	int a, b;

	if (arrow == NULL || arrow == w->at || arrow + 1 == w->at + w->len ||
	    memchr(arrow + 1, '>', (size_t)(w->at + w->len - arrow - 1)) !=
		NULL)
		return -1;
	from.at = w->at;
	from.len = (size_t)(arrow - w->at);
	to.at = arrow + 1;
	to.len = w->len - from.len - 1;
	a = reading_place(r, &from);
	b = reading_node(r, &to);
	return a < 0 || b < 0 ? 0 : add_wish(r, a, b);
}

static int
read_sail(struct reading *r, int at, int arg)
{
	if (at >= r->w.n)
		return -1;
	reading_put(r, arg + ANT_SAIL_COLOUR,
	    reading_thing(r, ant_colours, BAD_COLOUR, &r->w.word[at]));
	r->wishes = arg + ANT_SAIL_WISHES;
	for (int i = at + 1; i < r->w.n; i++)
		if (read_wish(r, &r->w.word[i]) < 0)
			return -1;
	return 0;
}

/* A good and a place from word `at` on, and no more; arguments from `arg`. */
static int
read_load(struct reading *r, int at, int arg)
{
	/* "S1 Wielingen", as the list has it, is one place. */
	if (r->w.n == at + 3) {
		int place = reading_look(r, &r->w.word[at + 1]);

		if (place < 0 || reading_look(r, &r->w.word[at + 2]) != place)
			return -1;
	} else if (r->w.n != at + 2)
		return -1;
	reading_put(r, arg + ANT_LOAD_GOOD,
	    reading_thing(r, ant_goods, BAD_GOOD, &r->w.word[at]));
	reading_put(r, arg + ANT_LOAD_PLACE,
	    reading_place(r, &r->w.word[at + 1]));
	return 0;
}

/* Two places; a swap has them in place order. */
static int
read_places(struct reading *r, bool sorted)
{
	int a, b;

	if (r->w.n != 4)
		return -1;
	a = reading_place(r, &r->w.word[2]);
	b = reading_place(r, &r->w.word[3]);
	reading_put(r, ANT_PLAY_FROM, sorted && b < a ? b : a);
	reading_put(r, ANT_PLAY_TO, sorted && b < a ? a : b);
	return 0;
}

/* The locks in their order, and for a switch what they become. */
static int
read_locks(struct reading *r, bool both)
{
	static const char *const state[] = { "closed", "open" };
	int end = r->w.n - both, becomes = 0;

	if (end < 2 ||
	    (both &&
		(becomes = reading_keyword(r, &r->w.word[end], state, 2)) < 0))
		return -1;
	for (int i = 2; i < end; i++) {
		int lock = reading_lock(r, &r->w.word[i]), k = r->out->n;

		if (lock < 0 || k == MOVE_ARGS - 1)
			continue;
		for (; k > ANT_PLAY_LOCKS && r->out->arg[k - 1] > lock; k--)
			r->out->arg[k] = r->out->arg[k - 1];
		r->out->arg[k] = (int16_t)lock;
		r->out->n++;
	}
	if (both)
		reading_put(r, r->out->n, becomes);
	return 0;
}

static int
read_play(struct reading *r)
{
	int sort, card;

	if (r->w.n < 2)
		return -1;
	if ((card = reading_card(r, &r->w.word[1], &sort)) < 0)
		return 0;
	reading_put(r, ANT_PLAY_SORT, sort);
	reading_put(r, ANT_PLAY_KIND, card);
	if (sort == ANT_LOCK)
		return read_locks(r, r->d->card[sort][card].does == ANT_SWITCH);
	switch (r->d->card[sort][card].does) {
	case ANT_SAIL_ALONE:
	case ANT_EXTRA_COLOUR:
		return read_sail(r, 2, ANT_PLAY_WITH);
	case ANT_EXTRA_SHIP:
		return read_load(r, 2, ANT_PLAY_WITH);
	case ANT_STEP_BACK:
		return read_places(r, false);
	case ANT_SWAP_CARGO:
		return read_places(r, true);
	default:
		return r->w.n == 2 ? 0 : -1;
	}
}

/* "fries" or "fries*2", added to n. */
static int
read_product(struct reading *r, const struct words_word *w, int16_t *n)
{
	const char *star = memchr(w->at, '*', w->len);
	struct words_word name = *w;
	int count = 1, product;

	if (star != NULL) {
		name.len = (size_t)(star - w->at);
		count = 0;
		for (const char *s = star + 1; s < w->at + w->len; s++) {
			if (*s < '0' || *s > '9')
				return -1;
			if (count < 100)
				count = 10 * count + *s - '0';
		}
		if (count == 0 || name.len == 0)
			return -1;
	}
	product = reading_thing(r, ant_products, BAD_PRODUCT, &name);
	/* Nobody has a hundred: more is refused all the same. */
	if (product >= 0)
		n[product] = (int16_t)(n[product] + count > 100 ?
			100 :
			n[product] + count);
	return 0;
}

static int
read_offer(struct reading *r)
{
	static const char *const words[] = { "give", "want" };
	int side = -1, named[2] = { 0, 0 };

	if (r->w.n < 6)
		return -1;
	reading_put(r, ANT_OFFER_TO, reading_seat(r, &r->w.word[1]));
	for (int i = 2; i < r->w.n; i++) {
		int word = reading_keyword(r, &r->w.word[i], words, 2);

		if (word >= 0 && word != ++side)
			return -1;
		if (word >= 0)
			continue;
		if (side < 0 ||
		    read_product(r, &r->w.word[i],
			r->out->arg +
			    (side == 0 ? ANT_OFFER_GIVE : ANT_OFFER_WANT)) < 0)
			return -1;
		named[side]++;
	}
	r->out->n = ANT_OFFER_WANT + ANT_PRODUCTS;
	return named[0] > 0 && named[1] > 0 ? 0 : -1;
}

/* Any word is a choice in its form. */
static int
read_choice(struct reading *r)
{
	static const char *const words[] = { "lock", "ship" };
	int found;

	if (r->w.n != 2)
		return -1;
	found = reading_keyword(r, &r->w.word[1], words, 2);
	if (found >= 0)
		found = found == 0 ? ANT_SAY_LOCK : ANT_SAY_SHIP;
	else
		found = reading_look(r, &r->w.word[1]);
	reading_put(r, 0, found < 0 ? -1 : found);
	return 0;
}

/* What is said of a thing, among some words; any other is no choice. */
static int
read_option(struct reading *r, int thing, const char *const *words, int n)
{
	int found;

	if (r->w.n != 3)
		return -1;
	found = reading_keyword(r, &r->w.word[2], words, n);
	if (found < 0)
		reading_bad(r, BAD_CHOICE, &r->w.word[2]);
	reading_put(r, ANT_STANDING_THING, thing);
	reading_put(r, ANT_STANDING_SET, found);
	return 0;
}

/* Off, on, or goods, each once; all of them is on. */
static int
read_twice(struct reading *r)
{
	static const char *const words[] = { "off", "on" };
	int on = r->w.n == 3 ? reading_keyword(r, &r->w.word[2], words, 2) : -1;
	int goods = 0;

	for (int i = 2; i < r->w.n && on < 0; i++) {
		const struct words_word *w = &r->w.word[i];
		int good = words_thing(r->names, ant_goods, r->d, w->at,
		    w->len);

		if (good < 0 || (goods >> good & 1)) {
			reading_bad(r, BAD_CHOICE, w);
			break;
		}
		goods |= 1 << good;
	}
	reading_put(r, ANT_STANDING_THING, ANT_T_DOUBLE);
	reading_put(r, ANT_STANDING_SET, on < 0 ? goods : on * ANT_EVERY_GOOD);
	return 0;
}

/* A place, and what is ordered for it. */
static int
read_order(struct reading *r, int thing)
{
	static const char *const words[] = { "off", "any" };
	const struct words_word *w = &r->w.word[3];
	int word, found;

	if (r->w.n != 4)
		return -1;
	reading_put(r, ANT_STANDING_THING, thing);
	reading_put(r, ANT_STANDING_PLACE, reading_place(r, &r->w.word[2]));
	word = reading_keyword(r, w, words, thing == ANT_T_DROP ? 2 : 1);
	if (word == 0)
		found = 0;
	else if (word == 1)
		found = ANT_ANY;
	else if (thing == ANT_T_FORK)
		found = reading_node(r, w) + 1;
	else
		found = reading_thing(r, ant_colours, BAD_COLOUR, w) + 1;
	reading_put(r, ANT_STANDING_WAY, found);
	return 0;
}

static int
read_standing(struct reading *r)
{
	static const char *const things[] = { "fork", "anchor", "double-yield",
		"drop-anchor" };

	if (r->w.n < 3)
		return -1;
	switch (reading_keyword(r, &r->w.word[1], things, 4)) {
	case 0:
		if (r->w.n == 3)
			return read_option(r, ANT_T_POLICY, ant_policy_word, 2);
		return read_order(r, ANT_T_FORK);
	case 1:
		return read_option(r, ANT_T_ANCHOR, ant_anchor_word, 4);
	case 2:
		return read_twice(r);
	case 3:
		return read_order(r, ANT_T_DROP);
	default:
		return -1;
	}
}

static int
read_args(struct reading *r)
{
	switch (r->out->verb) {
	case ANT_V_LOAD:
		return read_load(r, 1, 0);
	case ANT_V_SAIL:
		return read_sail(r, 1, 0);
	case ANT_V_EXCHANGE:
	case ANT_V_FULFIL:
		if (r->w.n != 2)
			return -1;
		reading_put(r, ANT_FULFIL_ORDER,
		    reading_thing(r, ant_cards[ANT_ORDER], BAD_ORDER,
			&r->w.word[1]));
		return 0;
	case ANT_V_PLAY:
		return read_play(r);
	case ANT_V_OFFER:
		return read_offer(r);
	case ANT_V_CHOOSE:
		return read_choice(r);
	case ANT_V_STANDING:
		return read_standing(r);
	default:
		return r->w.n == 1 ? 0 : -1;
	}
}

/* "fort sint-marie" becomes one word, as all names of places are. */
static void
join_names(const struct game_data *d, struct buf *text)
{
	for (int i = 0; i < ANT_NODES; i++)
		if (ant_is_node(d, i))
			words_join_name(text, d->node[i].word);
}

static int
begin(struct reading *r, const char *text)
{
	struct buf folded = BUF_INIT;
	int rc;

	utf8_fold(text, strlen(text), &folded);
	join_names(r->d, &folded);
	rc = words_begin(buf_text(&folded), r->names, &ant_verbs, &r->w,
	    r->out);
	r->out->n = 0; /* reading_put raises it */
	buf_release(&folded);
	return rc;
}

static int
read_all(struct reading *r, const char *text)
{
	int rc = begin(r, text);

	if (r->w.n > 0 && words_is(&r->w.word[0], "fulfill")) {
		r->out->verb = ANT_V_FULFIL;
		rc = 0;
	}
	return rc < 0 ? -1 : read_args(r);
}

int
ant_parse(const struct game_data *d, const void *pos, int seat,
    const struct names *names, const char *text, struct move *out,
    struct refusal *why)
{
	struct reading r = { .d = d,
		.names = names,
		.out = out,
		.why = why,
		.seats = ((const struct ant_position *)pos)->seats };
	const struct ant_position *p = pos;

	if (p->stage == STAGE_OVER)
		return refuse(why, "game-over");
	if (read_all(&r, text) < 0)
		return words_unknown(&r.w, why);
	if (ant_check(p, seat, out->verb, why) < 0)
		return -1;
	return reading_refuse(&r);
}
