/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/atlantic-star/play.h"

#include "base/mem.h"
#include "games/atlantic-star/voyage.h"

/* The codes that concern the turn stand before all others. */
int
star_check_turn(const struct star_position *p, int seat, struct refusal *why)
{
	return seat_check(p, star_turn_of(p), seat, why);
}

int
star_loan_most(const struct game_data *d, const struct star_position *p,
    int class, int place)
{
	int max = d->loan_max / d->loan_unit;
	int value = p->plaque[class][place].value;

	return value < max ? value : max;
}

bool
star_loan_taken(const struct star_position *p, int seat, int sea)
{
	int class = p->class_of[sea];

	for (int i = 0; i < p->plaques[class]; i++)
		if (p->plaque[class][i].owner == seat &&
		    p->plaque[class][i].loan > 0)
			return true;
	return false;
}

bool
star_loan_open(const struct game_data *d, const struct star_position *p,
    int seat)
{
	int class;

	if (p->borrowed || p->replaced)
		return false;
	for (int s = 0; s < STAR_SEAS; s++) {
		class = p->class_of[s];
		if (class == 0 || p->left[seat][s] == p->per_sea ||
		    p->plaques[class] == STAR_PLACES ||
		    star_loan_taken(p, seat, s))
			continue;
		for (int i = 0; i < p->plaques[class]; i++)
			if (p->plaque[class][i].owner == seat &&
			    star_loan_most(d, p, class, i) > 0)
				return true;
	}
	return false;
}

static int
refuse_sea(const struct game_data *d, struct refusal *why, const char *code,
    int sea)
{
	return refuse_str(why, code, "sea", d->sea[sea].id);
}

static int
refuse_class(const struct game_data *d, struct refusal *why, const char *code,
    int sea, int class)
{
	refuse_sea(d, why, code, sea);
	refusal_int(why, "class", class);
	return -1;
}

static int
refuse_ship(const struct game_data *d, struct refusal *why, const char *code,
    int ship)
{
	return refuse_str(why, code, "ship", d->ship[ship].id);
}

int
star_check_loan(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, int *class, int *place, struct refusal *why)
{
	int sea = m->arg[STAR_LOAN_SEA], no = m->arg[STAR_LOAN_NO], most;
	int placed = p->per_sea - p->left[seat][sea];

	if (p->borrowed || p->replaced)
		return refuse_int(why, "loan-too-late",
		    p->borrowed ? "borrowed" : "replaced", 1);
	if (placed == 0 || no > placed) {
		refuse_sea(d, why, "no-voyage-to-loan", sea);
		return placed > 0 ? refusal_int(why, "placed", placed) : -1;
	}
	*class = p->class_of[sea];
	if (star_loan_taken(p, seat, sea))
		return refuse_sea(d, why, "loan-already-taken", sea);
	if (p->plaques[*class] == STAR_PLACES)
		return refuse_class(d, why, "loan-class-full", sea, *class);
	if (no == 0 && placed > 1) {
		refuse_sea(d, why, "ambiguous-name", sea);
		return refusal_int(why, "loan", 1);
	}
	*place = star_plaque_find(p, seat, sea, no == 0 ? 1 : no);
	most = star_loan_most(d, p, *class, *place);
	if (m->arg[STAR_LOAN_AMOUNT] > most) {
		refuse_sea(d, why, "loan-too-large", sea);
		refusal_int(why, "max", (long)most * d->loan_unit);
		if (most == 0)
			refusal_int(why, "none", 1);
		return refusal_int(why, "value",
		    p->plaque[*class][*place].value);
	}
	return 0;
}

static int
refuse_money(struct refusal *why, long need, long have)
{
	refuse_int(why, "not-enough-money", "need", need);
	return refusal_int(why, "have", have);
}

int
star_check_replace(const struct game_data *d, const struct star_position *p,
    int seat, struct refusal *why)
{
	if (p->money[seat] < d->replace_price)
		return refuse_money(why, d->replace_price, p->money[seat]);
	if (p->pile + p->discard < STAR_FIELDS)
		return refuse_int(why, "deck-too-small", "cards",
		    p->pile + p->discard);
	return 0;
}

/* The ships that lie in the agency, as far as they fit. */
static void
tell_agency(const struct game_data *d, const struct star_position *p,
    struct refusal *why)
{
	struct buf ids = BUF_INIT;

	for (int i = 0; i < STAR_FIELDS; i++) {
		if (p->agency[i] == STAR_NONE)
			continue;
		if (ids.len > 0)
			buf_char(&ids, ' ');
		buf_str(&ids, d->ship[p->agency[i]].id);
	}
	if (ids.len < sizeof why->arg[0].value)
		refusal_str(why, "agency", buf_text(&ids));
	buf_release(&ids);
}

int
star_check_charter(const struct game_data *d, const struct star_position *p,
    int seat, int ship, int *field, struct refusal *why)
{
	int limit;

	*field = ship < 0 ? -1 : star_in_agency(p, ship);
	if (*field < 0) {
		if (ship >= 0) {
			refuse_ship(d, why, "ship-not-in-agency", ship);
		} else {
			refuse_int(why, "ship-not-in-agency", "price",
			    d->price[-1 - ship]);
		}
		tell_agency(d, p, why);
		return -1;
	}
	limit = star_hand_limit(d, p, seat);
	if (p->hands[seat] >= limit) {
		refuse_int(why, "hand-full", "limit", limit);
		return refusal_int(why, "hand", p->hands[seat]);
	}
	if (p->money[seat] < d->price[*field]) {
		refuse_money(why, d->price[*field], p->money[seat]);
		return refusal_str(why, "ship", d->ship[ship].id);
	}
	return 0;
}

/* Each ship once, each leg once, and all of them in hand. */
static int
check_ships(const struct game_data *d, const struct star_position *p, int seat,
    const struct move *m, struct refusal *why)
{
	const int16_t *at = m->arg + STAR_VOYAGE_AT;
	int n = m->n - STAR_VOYAGE_AT;
	unsigned legs = 0;

	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			if (STAR_AT_SHIP(at[i]) == STAR_AT_SHIP(at[j]))
				return refuse_ship(d, why, "ship-twice",
				    STAR_AT_SHIP(at[i]));
	for (int i = 0; i < n; i++) {
		int leg = STAR_AT_LEG(at[i]);

		if (leg >= 0 && (legs & 1u << leg))
			return refuse_str(why, "leg-twice", "leg",
			    d->sea[m->arg[STAR_VOYAGE_SEA]].leg[leg].id);
		legs |= leg < 0 ? 0 : 1u << leg;
	}
	for (int i = 0; i < n; i++)
		if (!star_in_hand(p, seat, STAR_AT_SHIP(at[i])))
			return refuse_ship(d, why, "ship-not-in-hand",
			    STAR_AT_SHIP(at[i]));
	return 0;
}

/* The classes that no sea uses yet, "5 3 1". */
static void
tell_classes(const struct star_position *p, struct refusal *why)
{
	char open[2 * STAR_CLASSES + 1];
	int n = 0;

	for (int i = STAR_CLASSES; i >= 1; i--) {
		if (p->sea_of[i] != STAR_NONE)
			continue;
		if (n > 0)
			open[n++] = ' ';
		open[n++] = (char)('0' + i);
	}
	open[n] = '\0';
	refusal_str(why, "classes", open);
}

/* R11. */
static int
check_class(const struct game_data *d, const struct star_position *p, int sea,
    int chosen, int *class, struct refusal *why)
{
	*class = p->class_of[sea];
	if (*class != 0) {
		if (chosen == 0 || chosen == *class)
			return 0;
		return refuse_class(d, why, "class-fixed", sea, *class);
	}
	if (chosen == 0) {
		refuse_sea(d, why, "class-required", sea);
		tell_classes(p, why);
		return -1;
	}
	if (p->sea_of[chosen] != STAR_NONE) {
		refuse_class(d, why, "class-taken", p->sea_of[chosen], chosen);
		tell_classes(p, why);
		return -1;
	}
	*class = chosen;
	return 0;
}

int
star_check_voyage(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, int *class, struct refusal *why)
{
	int sea = m->arg[STAR_VOYAGE_SEA], legs = d->sea[sea].legs;
	int given = m->n - STAR_VOYAGE_AT;

	if (p->left[seat][sea] == 0)
		return refuse_sea(d, why, "voyage-done", sea);
	if (given != legs) {
		refuse_sea(d, why, "wrong-number-of-ships", sea);
		refusal_int(why, "legs", legs);
		refusal_int(why, "given", given);
		return refusal_int(why, "hand", p->hands[seat]);
	}
	if (check_ships(d, p, seat, m, why) < 0)
		return -1;
	if (p->hands[seat] - legs > d->spare) {
		refuse_sea(d, why, "too-many-left", sea);
		refusal_int(why, "left", p->hands[seat] - legs);
		return refusal_int(why, "max", d->spare);
	}
	return check_class(d, p, sea, m->arg[STAR_VOYAGE_CLASS], class, why);
}
