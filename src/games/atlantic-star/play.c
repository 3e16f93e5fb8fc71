/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"
#include "game/verb_args.h"

#include "games/atlantic-star/voyage.h"

int
star_hand_limit(const struct game_data *d, const struct star_position *p,
    int seat)
{
	for (int s = STAR_SEAS - 1; s >= 0; s--)
		if (p->left[seat][s] > 0)
			return d->sea[s].legs + d->spare;
	return d->spare;
}

int
star_score(const struct game_data *d, const struct star_position *p, int seat)
{
	int score = 0;

	for (int c = 1; c <= STAR_CLASSES; c++)
		for (int i = 0; i < p->plaques[c]; i++)
			if (p->plaque[c][i].owner == seat)
				score += d->points[c][i];
	return score;
}

int
star_plaque_find(const struct star_position *p, int seat, int sea, int no)
{
	int c = p->class_of[sea];

	for (int i = 0; i < p->plaques[c]; i++)
		if (p->plaque[c][i].owner == seat && p->plaque[c][i].no == no)
			return i;
	return -1;
}

bool
star_in_hand(const struct star_position *p, int seat, int ship)
{
	for (int i = 0; i < p->hands[seat]; i++)
		if (p->hand[seat][i] == ship)
			return true;
	return false;
}

int
star_in_agency(const struct star_position *p, int ship)
{
	for (int i = 0; i < STAR_FIELDS; i++)
		if (p->agency[i] == ship)
			return i;
	return -1;
}

static void
plaque_insert(struct star_position *p, int class, struct star_plaque plaque)
{
	struct star_plaque *at = p->plaque[class];
	int rank = star_rank(p, class, plaque.value);

	memmove(&at[rank + 1], &at[rank],
	    (size_t)(p->plaques[class] - rank) * sizeof *at);
	at[rank] = plaque;
	p->plaques[class]++;
}

static void
plaque_remove(struct star_position *p, int class, int place)
{
	struct star_plaque *at = p->plaque[class];

	p->plaques[class]--;
	memmove(&at[place], &at[place + 1],
	    (size_t)(p->plaques[class] - place) * sizeof *at);
	memset(&at[p->plaques[class]], 0, sizeof *at);
}

static int
apply_loan(const struct game_data *d, struct star_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	struct star_plaque plaque;
	struct move made = *m;
	int class, place, rank, units = m->arg[STAR_LOAN_AMOUNT];

	if (star_check_loan(d, p, seat, m, &class, &place, why) < 0)
		return -1;
	plaque = p->plaque[class][place];
	plaque_remove(p, class, place);
	plaque.value = (uint8_t)(plaque.value - units);
	plaque.loan = (uint8_t)units;
	rank = star_rank(p, class, plaque.value);
	plaque_insert(p, class, plaque);
	p->money[seat] += units * d->loan_unit;
	p->borrowed = 1;
	made.arg[STAR_LOAN_NO] = p->per_sea > 1 ? plaque.no : 0;
	events_move(out, seat, &made);
	DERIVE(out, seat,
	    STAR_BORROWED, [STAR_LOAN_SEA] = made.arg[STAR_LOAN_SEA],
	    [STAR_LOAN_NO] = made.arg[STAR_LOAN_NO], [STAR_LOAN_AMOUNT] = units,
	    [STAR_LOAN_VALUE] = plaque.value, [STAR_LOAN_RANK] = rank + 1,
	    [STAR_LOAN_OF] = p->plaques[class],
	    [STAR_LOAN_POINTS] = d->points[class][rank],
	    [STAR_LOAN_CLASS] = class);
	return 0;
}

static int
apply_replace(const struct game_data *d, struct star_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int i, old[STAR_FIELDS], olds = 0;

	if (star_check_replace(d, p, seat, why) < 0)
		return -1;
	p->money[seat] -= d->replace_price;
	p->replaced = 1;
	for (i = 0; i < STAR_FIELDS; i++) {
		if (p->agency[i] == STAR_NONE)
			continue;
		old[olds++] = p->agency[i];
		p->discards[p->discard++] = p->agency[i];
		p->agency[i] = STAR_NONE;
	}
	p->lay = 0;
	p->lay_end = STAR_FIELDS;
	star_lay(p);
	events_move(out, seat, m);
	DERIVE(out, seat,
	    STAR_REPLACED, [STAR_REPLACED_PRICE] = d->replace_price,
	    [STAR_REPLACED_OLD] = olds);
	events_more(out, old, olds);
	for (i = 0; i < STAR_FIELDS; i++)
		if (p->agency[i] != STAR_NONE)
			DERIVE_MORE(out, p->agency[i]);
	if (out != NULL)
		out->beyond = true; /* R17 */
	return 0;
}

static void
hand_insert(struct star_position *p, int seat, int ship)
{
	uint8_t *hand = p->hand[seat];
	int i;

	for (i = p->hands[seat]++; i > 0 && hand[i - 1] > ship; i--)
		hand[i] = hand[i - 1];
	hand[i] = (uint8_t)ship;
}

static void
hand_remove(struct star_position *p, int seat, int ship)
{
	uint8_t *hand = p->hand[seat];
	int i, n = --p->hands[seat];

	for (i = 0; hand[i] != ship; i++)
		;
	for (; i < n; i++)
		hand[i] = hand[i + 1];
	hand[n] = 0;
}

/* R8. */
static int
apply_charter(const struct game_data *d, struct star_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int ship = m->arg[STAR_CHARTER_SHIP], field;

	if (star_check_charter(d, p, seat, ship, &field, why) < 0)
		return -1;
	p->money[seat] -= d->price[field];
	hand_insert(p, seat, ship);
	for (int i = field; i > 0; i--)
		p->agency[i] = p->agency[i - 1];
	p->agency[0] = STAR_NONE;
	p->lay = 0;
	p->lay_end = 1;
	p->passing = 1;
	star_lay(p);
	events_move(out, seat, m);
	DERIVE(out, seat, STAR_CHARTERED, [STAR_CHARTER_SHIP] = ship,
	    [STAR_CHARTER_PRICE] = d->price[field]);
	if (p->agency[0] != STAR_NONE)
		DERIVE_MORE(out, p->agency[0]);
	if (out != NULL)
		out->beyond = p->agency[0] != STAR_NONE || p->due;
	return 0;
}

/* R11: the class is taken, and the neutral operators enter it. */
static void
open_class(const struct game_data *d, struct star_position *p, int sea,
    int class, struct events *out)
{
	p->class_of[sea] = (uint8_t)class;
	p->sea_of[class] = (uint8_t)sea;
	for (int i = 0; i < d->neutrals[p->seats][sea]; i++)
		plaque_insert(p, class,
		    (struct star_plaque){
			.value = d->neutral[p->seats][sea][i] });
	DERIVE(out, 0,
	    STAR_OPENED, [STAR_OPENED_SEA] = sea, [STAR_OPENED_CLASS] = class);
	for (int i = 0; i < p->plaques[class]; i++)
		DERIVE_MORE(out, p->plaque[class][i].value);
}

static void
tell_sailed(const struct game_data *d, const struct star_position *p, int seat,
    const struct move *m, struct star_made made, int rank, struct events *out)
{
	int sea = m->arg[STAR_VOYAGE_SEA], class = p->class_of[sea];
	int no = p->per_sea > 1 ? p->plaque[class][rank].no : 0;

	DERIVE(out, seat, STAR_SAILED, [STAR_SAILED_SEA] = sea,
	    [STAR_SAILED_NO] = no, [STAR_SAILED_VALUE] = made.value,
	    [STAR_SAILED_BONUS] = made.bonus, [STAR_SAILED_CLASS] = class,
	    [STAR_SAILED_RANK] = rank + 1, [STAR_SAILED_OF] = p->plaques[class],
	    [STAR_SAILED_POINTS] = d->points[class][rank]);
	for (int i = STAR_VOYAGE_AT; i < m->n; i++) {
		int ship = STAR_AT_SHIP(m->arg[i]),
		    leg = STAR_AT_LEG(m->arg[i]);

		DERIVE_MORE(out, [STAR_LEG_AT] = m->arg[i],
		    [STAR_LEG_SCORES] = d->value[ship][sea][leg]);
	}
}

/* R15: points, then money. */
struct ending
star_ending(const struct game_data *d, const void *pos)
{
	const struct star_position *p = pos;
	struct ending e = { .seats = p->seats, .unit = d->loan_unit };

	for (int s = 1; s <= p->seats; s++) {
		e.score[s] = star_score(d, p, s);
		e.tie[s] = p->money[s];
	}
	return e;
}

static void
after_voyage(const struct game_data *d, struct star_position *p,
    struct events *out)
{
	struct ending e;
	int left = 0;

	for (int i = 1; i <= p->seats; i++)
		left += !star_seat_done(p, i);
	if (left > 0) {
		star_pass(p);
		return;
	}
	p->stage = STAGE_OVER;
	e = star_ending(d, p);
	ending_tell(&e, p->order, STAR_ENDED, out);
}

static int
apply_voyage(const struct game_data *d, struct star_position *p, int seat,
    struct move m, struct events *out, struct refusal *why)
{
	int sea = m.arg[STAR_VOYAGE_SEA], class, rank;
	uint8_t ships[STAR_LEGS];
	struct star_made made;
	struct star_plaque plaque = { .owner = (uint8_t)seat };

	star_voyage_settle(d, p, &m);
	if (star_check_voyage(d, p, seat, &m, &class, why) < 0)
		return -1;
	for (int i = 0; i < d->sea[sea].legs; i++) {
		ships[i] = (uint8_t)STAR_AT_SHIP(m.arg[STAR_VOYAGE_AT + i]);
		hand_remove(p, seat, ships[i]);
	}
	made = star_make(d, sea, ships);
	/* The canonical event: the class only where it was chosen (M4). */
	if (p->class_of[sea] != 0)
		m.arg[STAR_VOYAGE_CLASS] = 0;
	events_move(out, seat, &m);
	if (p->class_of[sea] == 0)
		open_class(d, p, sea, class, out);
	plaque.no = (uint8_t)(p->per_sea - --p->left[seat][sea]);
	plaque.value = (uint8_t)made.value;
	rank = star_rank(p, class, made.value);
	plaque_insert(p, class, plaque);
	tell_sailed(d, p, seat, &m, made, rank, out);
	after_voyage(d, p, out);
	return 0;
}

/* A move may come from anywhere: its numbers must be ones that exist. */
static bool
well_formed(const struct game_data *d, const struct move *m)
{
	if (!verb_fits(d, EVENT_MOVE, m->verb, m->arg, m->n))
		return false;
	switch (m->verb) {
	case STAR_LOAN:
		return m->arg[STAR_LOAN_AMOUNT] >= 1;
	case STAR_CHARTER:
		return m->arg[STAR_CHARTER_SHIP] >= -STAR_FIELDS &&
		    m->arg[STAR_CHARTER_SHIP] < STAR_SHIPS;
	case STAR_VOYAGE:
		if (m->arg[STAR_VOYAGE_CLASS] > STAR_CLASSES)
			return false;
		for (int i = STAR_VOYAGE_AT; i < m->n; i++)
			if (STAR_AT_SHIP(m->arg[i]) >= STAR_SHIPS ||
			    STAR_AT_LEG(m->arg[i]) >=
				d->sea[m->arg[STAR_VOYAGE_SEA]].legs)
				return false;
		return true;
	default:
		return true;
	}
}

int
star_apply(const struct game_data *d, void *pos, int seat, const struct move *m,
    struct events *out, struct refusal *why)
{
	struct star_position *p = pos;

	if (star_check_turn(p, seat, why) < 0)
		return -1;
	if (!well_formed(d, m))
		return refuse(why, "unknown-command");
	switch (m->verb) {
	case STAR_LOAN:
		return apply_loan(d, p, seat, m, out, why);
	case STAR_REPLACE:
		return apply_replace(d, p, seat, m, out, why);
	case STAR_CHARTER:
		return apply_charter(d, p, seat, m, out, why);
	default:
		return apply_voyage(d, p, seat, *m, out, why);
	}
}
