/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

#include "games/atlantic-star/voyage.h"

/* The list of legal moves, and moves as canonical words. */

void
star_voyage_move(struct move *m, int sea, int class, const uint8_t *ships,
    int legs)
{
	int i;

	memset(m, 0, sizeof *m);
	m->verb = STAR_VOYAGE;
	m->n = (uint8_t)(2 + legs);
	m->arg[0] = (int16_t)sea;
	m->arg[1] = (int16_t)class;
	for (i = 0; i < legs; i++)
		m->arg[2 + i] = STAR_AT(ships[i], i);
}

static void
legal_loan(const struct game_data *d, const struct star_position *p, int seat,
    int sea, int no, struct moves *out)
{
	int class = p->class_of[sea], i, most;
	int place = star_plaque_find(p, seat, sea, no);

	if (place < 0)
		return;
	most = star_loan_most(d, p, class, place);
	for (i = 1; i <= most; i++) {
		struct move *m = moves_add(out);

		m->verb = STAR_LOAN;
		m->n = 3;
		m->arg[0] = (int16_t)sea;
		m->arg[1] = (int16_t)(p->per_sea > 1 ? no : 0);
		m->arg[2] = (int16_t)i;
	}
}

static void
legal_loans(const struct game_data *d, const struct star_position *p,
    int seat, struct moves *out)
{
	int s, class;

	if (p->borrowed || p->replaced)
		return;
	for (s = 0; s < STAR_SEAS; s++) {
		class = p->class_of[s];
		if (p->left[seat][s] == p->per_sea ||
		    p->plaques[class] == STAR_PLACES ||
		    star_loan_taken(p, seat, s))
			continue;
		legal_loan(d, p, seat, s, 1, out);
		legal_loan(d, p, seat, s, 2, out);
	}
}

static void
legal_voyages(const struct game_data *d, const struct star_position *p,
    int seat, int sea, struct moves *out)
{
	struct star_sets sets;
	uint8_t order[STAR_LEGS];
	int i, class;

	star_sets(d, p, seat, sea, &sets);
	for (i = 0; i < sets.n; i++) {
		star_fit_pick(&sets.fit, sets.mask[i], order);
		if (p->class_of[sea] != 0) {
			star_voyage_move(moves_add(out), sea, 0, order,
			    sets.fit.legs);
			continue;
		}
		for (class = STAR_CLASSES; class >= 1; class--)
			if (p->sea_of[class] == STAR_NONE)
				star_voyage_move(moves_add(out), sea, class,
				    order, sets.fit.legs);
	}
}

void
star_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct star_position *p = pos;
	int i;

	moves_clear(out);
	if (seat == 0 || star_turn_of(p) != seat)
		return;
	legal_loans(d, p, seat, out);
	if (p->money[seat] >= d->replace_price &&
	    p->pile + p->discard >= STAR_FIELDS)
		moves_add(out)->verb = STAR_REPLACE;
	if (p->hands[seat] < star_hand_limit(d, p, seat)) {
		for (i = 0; i < STAR_FIELDS; i++) {
			struct move *m;

			if (p->agency[i] == STAR_NONE ||
			    p->money[seat] < d->price[i])
				continue;
			m = moves_add(out);
			m->verb = STAR_CHARTER;
			m->n = 1;
			m->arg[0] = p->agency[i];
		}
	}
	for (i = 0; i < STAR_SEAS; i++)
		legal_voyages(d, p, seat, i, out);
}

static bool
canonical(const struct move *m, int legs)
{
	int i;

	for (i = 0; i < legs; i++)
		if (STAR_AT_LEG(m->arg[2 + i]) != i)
			return false;
	return true;
}

/* Ships and their legs sorted by id; false if a ship or a leg is there
 * twice, so that nothing can be put. */
static bool
sort_ships(const struct move *m, int legs, uint8_t *ships, int8_t *leg)
{
	unsigned taken = 0;
	int i, j;

	for (i = 0; i < legs; i++) {
		uint8_t ship = (uint8_t)STAR_AT_SHIP(m->arg[2 + i]);
		int8_t at = (int8_t)STAR_AT_LEG(m->arg[2 + i]);

		if (at >= 0 && (taken & 1u << at))
			return false;
		taken |= at >= 0 ? 1u << at : 0;
		for (j = i; j > 0 && ships[j - 1] > ship; j--) {
			ships[j] = ships[j - 1];
			leg[j] = leg[j - 1];
		}
		if (j > 0 && ships[j - 1] == ship)
			return false;
		ships[j] = ship;
		leg[j] = at;
	}
	return true;
}

void
star_voyage_settle(const struct game_data *d, const struct star_position *p,
    struct move *m)
{
	int sea = m->arg[0], legs = d->sea[sea].legs, i;
	uint8_t ships[STAR_LEGS], order[STAR_LEGS];
	int8_t leg[STAR_LEGS];
	struct star_fit fit;

	if (m->arg[1] != 0 && m->arg[1] == p->class_of[sea])
		m->arg[1] = 0;
	if (m->n - 2 != legs || canonical(m, legs) ||
	    !sort_ships(m, legs, ships, leg))
		return;
	star_fit(d, sea, ships, legs, leg, &fit);
	star_fit_pick(&fit, (1u << legs) - 1, order);
	for (i = 0; i < legs; i++)
		m->arg[2 + i] = STAR_AT(order[i], i);
}

static void
format_voyage(const struct game_data *d, const struct move *m,
    struct buf *out)
{
	const struct star_sea *sea = &d->sea[m->arg[0]];
	int i;

	buf_str(out, "voyage ");
	buf_str(out, sea->id);
	for (i = 2; i < m->n; i++) {
		buf_char(out, ' ');
		buf_str(out, d->ship[STAR_AT_SHIP(m->arg[i])].id);
		if (STAR_AT_LEG(m->arg[i]) < 0)
			continue;
		buf_char(out, ':');
		buf_str(out, sea->leg[STAR_AT_LEG(m->arg[i])].id);
	}
	if (m->arg[1] != 0) {
		buf_str(out, " class ");
		buf_int(out, m->arg[1]);
	}
}

void
star_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	(void)pos;
	(void)seat;
	switch (m->verb) {
	case STAR_LOAN:
		buf_str(out, "loan ");
		buf_str(out, d->sea[m->arg[0]].id);
		if (m->arg[1] != 0) {
			buf_char(out, ':');
			buf_int(out, m->arg[1] % 10);
		}
		buf_char(out, ' ');
		buf_int(out, (long long)m->arg[2] * d->loan_unit);
		break;
	case STAR_REPLACE:
		buf_str(out, "replace");
		break;
	case STAR_CHARTER:
		buf_str(out, "charter ");
		if (m->arg[0] < 0)
			buf_int(out, d->price[-1 - m->arg[0]]);
		else
			buf_str(out, d->ship[m->arg[0]].id);
		break;
	case STAR_VOYAGE:
		format_voyage(d, m, out);
		break;
	default:
		break;
	}
}

/* A reader of canonical words. */
struct scan {
	const char *at, *end;
};

/* The bytes up to `stop`, which must not be none; takes `stop` too. At the
 * end of the text `stop` may be missing if `last`. */
static size_t
until(struct scan *w, char stop, bool last, const char **word)
{
	const char *s = w->at;
	size_t len;

	*word = s;
	while (s < w->end && *s != stop)
		s++;
	len = (size_t)(s - w->at);
	if (s == w->end)
		return last ? (w->at = s, len) : 0;
	w->at = s + 1;
	return w->at == w->end ? 0 : len;        /* no space at the end */
}

static int
read_loan(const struct game_data *d, const struct star_position *p,
    struct scan *w, struct move *out)
{
	const char *word;
	size_t len = until(w, p->per_sea > 1 ? ':' : ' ', false, &word);
	int32_t amount = 0;

	out->verb = STAR_LOAN;
	out->n = 3;
	out->arg[0] = (int16_t)star_sea_find(d, word, len);
	if (len == 0 || out->arg[0] == STAR_NONE)
		return -1;
	if (p->per_sea > 1) {
		len = until(w, ' ', false, &word);
		if (len != 1 || word[0] < '1' || word[0] > '2')
			return -1;
		out->arg[1] = (int16_t)(word[0] - '0');
	}
	if (w->at == w->end || *w->at == '0' || w->end - w->at > 6)
		return -1;
	for (; w->at < w->end; w->at++) {
		if (*w->at < '0' || *w->at > '9')
			return -1;
		amount = amount * 10 + (*w->at - '0');
	}
	out->arg[2] = (int16_t)(amount / d->loan_unit);
	return amount % d->loan_unit == 0 ? 0 : -1;
}

static int
read_voyage(const struct game_data *d, const struct star_position *p,
    struct scan *w, struct move *out)
{
	const char *word;
	size_t len = until(w, ' ', false, &word);
	int sea = star_sea_find(d, word, len), ship, i;

	if (len == 0 || sea == STAR_NONE)
		return -1;
	out->verb = STAR_VOYAGE;
	out->n = (uint8_t)(2 + d->sea[sea].legs);
	out->arg[0] = (int16_t)sea;
	for (i = 0; i < d->sea[sea].legs; i++) {
		len = until(w, ':', false, &word);
		ship = len == 0 ? STAR_NONE : star_ship_find(d, word, len);
		if (ship == STAR_NONE || *w->at++ != 'A' + i)
			return -1;
		out->arg[2 + i] = STAR_AT(ship, i);
		if (w->at < w->end && *w->at++ != ' ')
			return -1;
	}
	if (w->at == w->end)
		return w->at[-1] == ' ' ? -1 : 0;
	if (p->class_of[sea] != 0 || w->end - w->at != 7 ||
	    memcmp(w->at, "class ", 6) != 0 || w->at[6] < '1' ||
	    w->at[6] > '0' + STAR_CLASSES)
		return -1;
	out->arg[1] = (int16_t)(w->at[6] - '0');
	return 0;
}

int
star_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out)
{
	struct scan w = { text, text + len };
	const char *word;
	int ship;

	(void)seat;
	memset(out, 0, sizeof *out);
	if (len == 7 && memcmp(text, "replace", 7) == 0) {
		out->verb = STAR_REPLACE;
		return 0;
	}
	len = until(&w, ' ', false, &word);
	if (len == 7 && memcmp(word, "charter", 7) == 0) {
		ship = star_ship_find(d, w.at, (size_t)(w.end - w.at));
		out->verb = STAR_CHARTER;
		out->n = 1;
		out->arg[0] = (int16_t)ship;
		return ship == STAR_NONE ? -1 : 0;
	}
	if (len == 6 && memcmp(word, "voyage", 6) == 0)
		return read_voyage(d, pos, &w, out);
	if (len == 4 && memcmp(word, "loan", 4) == 0)
		return read_loan(d, pos, &w, out);
	return -1;
}
