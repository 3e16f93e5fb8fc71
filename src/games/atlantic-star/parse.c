/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

#include "games/atlantic-star/ships.h"
#include "games/atlantic-star/words.h"

/*
 * Liberal reading of one move (M1 to M4). Refusals concern words only, from
 * left to right; a wrong shape comes before them. Whether the move is legal
 * is asked of apply.
 */

struct reading {
	const struct game_data *d;
	const struct star_position *p;
	int seat;
	const struct names *names;
	struct words w;
	struct move *out;
	struct refusal *why;
};

static int
refuse_word(struct reading *r, const char *code, const char *word, size_t len)
{
	return words_refuse(r->why, code, word, len);
}

static int
refuse_at(struct reading *r, const char *code, int word)
{
	return refuse_word(r, code, r->w.word[word].at, r->w.word[word].len);
}

static int
refuse_unknown_ship(struct reading *r, const char *word, size_t len)
{
	struct buf near = BUF_INIT;

	refuse_word(r, "unknown-ship", word, len);
	ships_near(r->d, word, len, 3, &near);
	if (near.len > 0)
		refusal_str(r->why, "near", buf_text(&near));
	buf_release(&near);
	return -1;
}

/* As many candidates as there is room for. */
static int
refuse_ambiguous(struct reading *r, const char *word, size_t len,
    const struct ships_match *match)
{
	struct buf ids = BUF_INIT;

	refuse_word(r, "ambiguous-name", word, len);
	for (int i = 0; i < match->n; i++) {
		const char *id = r->d->ship[match->ship[i]].id;

		if (ids.len + strlen(id) + 2 > sizeof r->why->arg[0].value)
			break;
		if (i > 0)
			buf_char(&ids, ' ');
		buf_str(&ids, id);
	}
	refusal_str(r->why, "candidates", buf_text(&ids));
	buf_release(&ids);
	return -1;
}

static int
refuse_ambiguous_sea(struct reading *r, int word)
{
	refuse_at(r, "ambiguous-name", word);
	return refusal_str(r->why, "candidates",
	    "baltic mediterranean atlantic pacific");
}

/* M1: `:n` of the sea's last word; 0 if it is not there. */
static int
loan_number(const struct reading *r, int word, int *no)
{
	size_t len;
	const char *digit = words_colon(&r->w.word[word], &len);

	*no = 0;
	if (digit == NULL)
		return 0;
	if (len != 1 || digit[0] < '0' || digit[0] > '9')
		return -1;
	/* A zero is a digit that names no voyage: not what was left out. */
	*no = digit[0] == '0' ? 10 : digit[0] - '0';
	return 0;
}

/* With one voyage a sea `:1` says nothing; with two, one placed is enough
 * to know which. */
static int
loan_which(const struct star_position *p, int seat, int sea, int no)
{
	if (p->per_sea == 1)
		return no == 1 ? 0 : no;
	if (no == 0 && p->per_sea - p->left[seat][sea] == 1)
		return 1;
	return no;
}

static int
parse_loan(struct reading *r)
{
	const struct words *w = &r->w;
	enum words_amount shape;
	int sea, next, no, other;
	long amount;

	if (w->n < 3)
		return words_unknown(&r->w, r->why);
	sea = words_sea(r->d, r->names, w, 1, w->n - 1, &next);
	if (loan_number(r, next - 1, &no) < 0)
		return words_unknown(&r->w, r->why);
	for (int i = next; i < w->n; i++)
		if (loan_number(r, i, &other) < 0)
			return words_unknown(&r->w, r->why);
	shape = words_amount(w, next, &amount);
	if (shape == AMOUNT_SHAPE)
		return words_unknown(&r->w, r->why);
	if (sea == STAR_NONE)
		return refuse_at(r, "unknown-sea", 1);
	if (sea < 0)
		return refuse_ambiguous_sea(r, 1);
	if (shape == AMOUNT_BAD || amount <= 0 || amount % r->d->loan_unit != 0)
		return refuse_at(r, "bad-amount", next);
	amount /= r->d->loan_unit;
	r->out->arg[STAR_LOAN_SEA] = (int16_t)sea;
	r->out->arg[STAR_LOAN_NO] = (int16_t)loan_which(r->p, r->seat, sea, no);
	r->out->arg[STAR_LOAN_AMOUNT] = (int16_t)(amount > 30000 ? 30000 :
								   amount);
	return 0;
}

static int
parse_price(struct reading *r)
{
	long amount;
	int i;

	switch (words_amount(&r->w, 1, &amount)) {
	case AMOUNT_SHAPE:
		return words_unknown(&r->w, r->why);
	case AMOUNT_BAD:
		amount = -1;
		break;
	case AMOUNT_OK:
		break;
	}
	for (i = 0; i < STAR_FIELDS; i++)
		if (amount == r->d->price[i])
			break;
	if (i == STAR_FIELDS) {
		refuse_at(r, "bad-amount", 1);
		return refusal_int(r->why, "price", 1);
	}
	r->out->arg[STAR_CHARTER_SHIP] = r->p->agency[i] == STAR_NONE ?
	    (int16_t)(-1 - i) :
	    r->p->agency[i];
	return 0;
}

/* What a prefix of mail ships only means in a charter (M4). */
static int
cheapest_mail(const struct reading *r, const struct ships_match *match)
{
	for (int i = STAR_FIELDS - 1; i >= 0 && match->fit; i--)
		if (r->p->agency[i] != STAR_NONE &&
		    r->d->ship[r->p->agency[i]].mail)
			return r->p->agency[i];
	return match->ship[0];
}

/* `charter rhea korea`: a ship, and words too many. */
static bool
ship_and_more(const struct reading *r)
{
	char word[WORDS_JOINED];

	for (int end = r->w.n - 1; end > 1; end--)
		if (star_ship_find(r->d, word,
			words_join(&r->w, 1, end, word)) != STAR_NONE)
			return true;
	return false;
}

static int
parse_charter(struct reading *r)
{
	struct ships_match match;
	char word[WORDS_JOINED];
	uint8_t fit[STAR_FIELDS];
	int n = 0;
	size_t len, rest;

	if (r->w.n < 2)
		return words_unknown(&r->w, r->why);
	if (words_digit(&r->w.word[1]))
		return parse_price(r);
	for (int i = 0; i < STAR_FIELDS; i++)
		if (r->p->agency[i] != STAR_NONE)
			fit[n++] = r->p->agency[i];
	len = words_join(&r->w, 1, r->w.n, word);
	ships_match(r->d, word, len, fit, n, &match);
	for (int i = 1; i < r->w.n; i++)
		if (words_colon(&r->w.word[i], &rest) != NULL)
			match.n = 0;
	if (match.n == 0 && ship_and_more(r))
		return words_unknown(&r->w, r->why);
	if (match.n == 0)
		return refuse_unknown_ship(r, word, len);
	if (match.n > 1 && !match.mails)
		return refuse_ambiguous(r, word, len, &match);
	r->out->arg[STAR_CHARTER_SHIP] = (int16_t)(match.mails ?
		cheapest_mail(r, &match) :
		match.ship[0]);
	return 0;
}

static void
match_words(const struct reading *r, int from, int to, char *word, size_t *len,
    struct ships_match *match)
{
	*len = words_join(&r->w, from, to, word);
	ships_match(r->d, word, *len, r->p->hand[r->seat], r->p->hands[r->seat],
	    match);
}

/* Whether words from..to-1 may be one ship: a colon ends it. */
static bool
may_be_ship(const struct reading *r, int from, int to)
{
	struct ships_match match;
	char word[WORDS_JOINED];
	size_t len;

	for (int i = from; i < to - 1; i++)
		if (words_colon(&r->w.word[i], &len) != NULL)
			return false;
	match_words(r, from, to, word, &len, &match);
	return match.n > 0;
}

enum { SHIP_WORDS = 5 }; /* of a name, at most */

/* Cuts the words from..to-1 into exactly `ships` ships, longest first;
 * ends[i] is the word behind the i-th. */
static bool
cut_exactly(const struct reading *r, int from, int to, int ships, int *ends)
{
	int end = from + SHIP_WORDS < to ? from + SHIP_WORDS : to;

	if (ships == 0)
		return from == to;
	if (to - from < ships)
		return false;
	for (; end > from; end--) {
		if (!may_be_ship(r, from, end))
			continue;
		ends[0] = end;
		if (cut_exactly(r, end, to, ships - 1, ends + 1))
			return true;
	}
	return false;
}

/* Names may be written with spaces where that is unambiguous: as the sea
 * has legs if that can be, else each as long as it can be. */
static int
cut_ships(const struct reading *r, int from, int to, int legs, int *ends)
{
	int n = 0, end;

	if (cut_exactly(r, from, to, legs, ends))
		return legs;
	while (from < to) {
		end = from + SHIP_WORDS < to ? from + SHIP_WORDS : to;
		while (end > from + 1 && !may_be_ship(r, from, end))
			end--;
		ends[n++] = from = end;
	}
	return n;
}

static bool
named_before(const struct move *m, int ship)
{
	for (int i = STAR_VOYAGE_AT; i < m->n; i++)
		if (STAR_AT_SHIP(m->arg[i]) == ship)
			return true;
	return false;
}

/* What a prefix of mail ships only means in a voyage (M4). */
static int
next_mail(const struct reading *r, const struct ships_match *match)
{
	for (int i = 0; i < match->n && match->fit; i++)
		if (!named_before(r->out, match->ship[i]))
			return match->ship[i];
	return star_ship_find(r->d, "royal-william-1", 15);
}

static int
parse_ship(struct reading *r, int sea, int from, int to)
{
	struct ships_match match;
	char word[WORDS_JOINED];
	size_t len, leg_len;
	const char *leg = words_colon(&r->w.word[to - 1], &leg_len);
	int at = -1, ship;

	match_words(r, from, to, word, &len, &match);
	if (match.n == 0)
		return refuse_unknown_ship(r, word, len);
	if (leg != NULL) {
		at = leg_len == 1 ? leg[0] - 'a' : -1;
		if (at < 0 || at >= r->d->sea[sea].legs) {
			/* "umbria:" has none: it is told whole. */
			if (leg_len > 0)
				refuse_word(r, "unknown-leg", leg, leg_len);
			else
				refuse_at(r, "unknown-leg", to - 1);
			refusal_str(r->why, "sea", r->d->sea[sea].id);
			refusal_int(r->why, "legs", r->d->sea[sea].legs);
			return refusal_str(r->why, "last",
			    r->d->sea[sea].leg[r->d->sea[sea].legs - 1].id);
		}
	}
	if (match.n > 1 && !match.mails)
		return refuse_ambiguous(r, word, len, &match);
	ship = match.mails ? next_mail(r, &match) : match.ship[0];
	if (r->out->n < MOVE_ARGS)
		r->out->arg[r->out->n++] = STAR_AT(ship, at);
	return 0;
}

/* The class at the end of the line; *end is where the ships end. -1: the
 * word stands where it must not. */
static int
find_class(const struct reading *r, int *end, int *word)
{
	*end = r->w.n;
	*word = 0;
	for (int i = 2; i < r->w.n; i++) {
		if (!words_class(r->names, &r->w.word[i]))
			continue;
		if (i != r->w.n - 2)
			return -1;
		*end = i;
		*word = i + 1;
	}
	return 0;
}

static int
parse_class(struct reading *r, int word)
{
	const struct words_word *w = &r->w.word[word];

	if (word == 0)
		return 0;
	if (w->len != 1 || w->at[0] < '1' || w->at[0] > '0' + STAR_CLASSES)
		return refuse_at(r, "unknown-class", word);
	r->out->arg[STAR_VOYAGE_CLASS] = (int16_t)(w->at[0] - '0');
	return 0;
}

static int
parse_voyage(struct reading *r)
{
	int ends[WORDS_MAX], n, end, class, sea, next;

	if (r->w.n < 2 || words_class(r->names, &r->w.word[1]) ||
	    find_class(r, &end, &class) < 0)
		return words_unknown(&r->w, r->why);
	sea = words_sea(r->d, r->names, &r->w, 1, end, &next);
	if (sea == STAR_NONE ||
	    memchr(r->w.word[next - 1].at, ':', r->w.word[next - 1].len) !=
		NULL)
		return refuse_at(r, "unknown-sea", 1);
	if (sea < 0)
		return refuse_ambiguous_sea(r, 1);
	r->out->arg[STAR_VOYAGE_SEA] = (int16_t)sea;
	n = cut_ships(r, next, end, r->d->sea[sea].legs, ends);
	for (int i = 0; i < n; i++) {
		if (parse_ship(r, sea, next, ends[i]) < 0)
			return -1;
		next = ends[i];
	}
	if (parse_class(r, class) < 0)
		return -1;
	star_voyage_settle(r->d, r->p, r->out);
	return 0;
}

int
star_parse(const struct game_data *d, const void *pos, int seat,
    const struct names *names, const char *text, struct move *out,
    struct refusal *why)
{
	struct reading r = { .d = d,
		.p = pos,
		.seat = seat,
		.names = names,
		.out = out,
		.why = why };

	if (star_check_turn(pos, seat, why) < 0)
		return -1;
	if (words_begin(text, names, &star_verbs, &r.w, out) < 0)
		return words_unknown(&r.w, why);
	switch (out->verb) {
	case STAR_LOAN:
		return parse_loan(&r);
	case STAR_REPLACE:
		return r.w.n == 1 ? 0 : words_unknown(&r.w, why);
	case STAR_CHARTER:
		return parse_charter(&r);
	default:
		return parse_voyage(&r);
	}
}
