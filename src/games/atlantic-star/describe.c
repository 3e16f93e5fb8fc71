/* SPDX-License-Identifier: MIT */
#include "base/tree.h"
#include "game/verb_args.h"
#include "games/atlantic-star/play.h"
#include "games/atlantic-star/voyage.h"

/*
 * What a legal move does, from what its seat knows. Which moves a mail lists
 * as one: the loans of one voyage, and all sets of cards of a sea but the best,
 * whose ways into the free classes are a row.
 */

static void
describe_family(const char *verb, const struct star_sea *sea, int no,
    struct cJSON *out)
{
	char family[48];

	if (no > 0)
		snprintf(family, sizeof family, "%s:%s:%d", verb, sea->id, no);
	else
		snprintf(family, sizeof family, "%s:%s", verb, sea->id);
	tree_add_str(out, "family", family);
}

static void
describe_loan(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, struct cJSON *out)
{
	struct star_position after = *p;
	struct refusal why;
	int sea = m->arg[STAR_LOAN_SEA];
	int no = m->arg[STAR_LOAN_NO] > 0 ? m->arg[STAR_LOAN_NO] : 1;
	int class = p->class_of[sea], was, is;

	if (star_apply(d, &after, seat, m, NULL, &why) < 0)
		return;
	was = star_plaque_find(p, seat, sea, no);
	is = star_plaque_find(&after, seat, sea, no);
	tree_add_int(out, "amount", m->arg[STAR_LOAN_AMOUNT] * d->loan_unit);
	tree_add_int(out, "class", class);
	describe_family("loan", &d->sea[sea], no, out);
	tree_add_int(out, "money", after.money[seat]);
	tree_add_int(out, "most",
	    star_loan_most(d, p, class, was) * d->loan_unit);
	tree_add_int(out, "no", no);
	tree_flag(out, "numbered", p->per_sea > 1);
	tree_add_int(out, "of", p->plaques[class]);
	tree_add_int(out, "points", d->points[class][is]);
	tree_add_int(out, "points_before", d->points[class][was]);
	tree_add_int(out, "rank", is + 1);
	tree_add_str(out, "sea", d->sea[sea].id);
	tree_add_int(out, "value", after.plaque[class][is].value);
	tree_add_int(out, "value_before", p->plaque[class][was].value);
}

static void
describe_replace(const struct game_data *d, const struct star_position *p,
    int seat, struct cJSON *out)
{
	tree_add_int(out, "money", p->money[seat] - d->replace_price);
	tree_add_int(out, "price", d->replace_price);
}

static void
describe_charter(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, struct cJSON *out)
{
	int id = m->arg[STAR_CHARTER_SHIP];
	int field = id < 0 ? -1 : star_in_agency(p, id);
	const struct star_ship *ship;

	if (field < 0)
		return;
	ship = &d->ship[id];
	tree_flag(out, "example", d->price[field] == 0);
	tree_flag(out, "free", d->price[field] == 0);
	tree_add_int(out, "hand", p->hands[seat] + 1);
	tree_add_int(out, "limit", star_hand_limit(d, p, seat));
	tree_add_int(out, "money", p->money[seat] - d->price[field]);
	tree_add_int(out, "price", d->price[field]);
	star_tell_roles(d, ship, out);
	tree_add_str(out, "ship", ship->id);
}

static unsigned
mask_of(const struct star_fit *f, const struct move *m)
{
	unsigned mask = 0;

	for (int i = STAR_VOYAGE_AT; i < m->n; i++)
		for (int bit = 0; bit < f->n; bit++)
			if (f->card[bit] == STAR_AT_SHIP(m->arg[i]))
				mask |= 1u << bit;
	return mask;
}

/* Whether a voyage has the best set of cards for its sea, the first of those
 * that are equal. *n: how many sets there are. */
static bool
is_best(const struct game_data *d, const struct star_position *p, int seat,
    const struct move *m, int *n)
{
	struct star_sets sets;
	int best = 0, most = -1;

	star_sets(d, p, seat, m->arg[STAR_VOYAGE_SEA], &sets);
	for (int i = 0; i < sets.n; i++) {
		int value = star_fit_value(&sets.fit, sets.mask[i]);

		if (value > most) {
			most = value;
			best = i;
		}
	}
	*n = sets.n;
	return sets.n == 0 || sets.mask[best] == mask_of(&sets.fit, m);
}

static void
describe_keep(const struct game_data *d, const struct star_position *after,
    int seat, struct cJSON *out)
{
	int16_t ship[STAR_HAND];
	int i;

	for (i = 0; i < after->hands[seat]; i++)
		ship[i] = after->hand[seat][i];
	star_tell_ships(d, "keep", ship, i, out);
}

static void
describe_voyage(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, struct cJSON *out)
{
	struct star_position after = *p;
	struct move settled = *m;
	struct star_made made;
	struct refusal why;
	uint8_t ship[STAR_LEGS];
	int sea = m->arg[STAR_VOYAGE_SEA], class, place, sets;
	int no = p->per_sea - p->left[seat][sea] + 1;

	if (star_apply(d, &after, seat, m, NULL, &why) < 0)
		return;
	star_voyage_settle(d, p, &settled);
	for (int i = 0; i < d->sea[sea].legs; i++)
		ship[i] = (uint8_t)
		    STAR_AT_SHIP(settled.arg[STAR_VOYAGE_AT + i]);
	made = star_make(d, sea, ship);
	class = after.class_of[sea];
	place = star_plaque_find(&after, seat, sea, no);
	tree_add_int(out, "bonus", made.bonus);
	tree_flag(out, "chosen", p->class_of[sea] == 0);
	tree_add_int(out, "class", class);
	if (is_best(d, p, seat, m, &sets))
		tree_add_str(out, "row", d->sea[sea].id);
	else
		describe_family("voyage", &d->sea[sea], 0, out);
	tree_flag(out, "full", made.bonus > 0);
	tree_add_int(out, "hand", after.hands[seat]);
	describe_keep(d, &after, seat, out);
	tree_add_int(out, "no", no);
	tree_flag(out, "numbered", p->per_sea > 1);
	tree_add_int(out, "of", after.plaques[class]);
	tree_add_int(out, "points", d->points[class][place]);
	tree_add_int(out, "rank", place + 1);
	tree_add_str(out, "sea", d->sea[sea].id);
	tree_add_int(out, "sets", sets);
	star_tell_legs(d, sea, settled.arg + STAR_VOYAGE_AT, d->sea[sea].legs,
	    out);
	tree_add_int(out, "value", made.value);
}

void
star_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out)
{
	verb_describe(&star_verbs, seat, m, out);
	verb_tell_is(verb_told(&star_verbs, m->verb), out);
	switch (m->verb) {
	case STAR_LOAN:
		describe_loan(d, pos, seat, m, out);
		break;
	case STAR_REPLACE:
		describe_replace(d, pos, seat, out);
		break;
	case STAR_CHARTER:
		describe_charter(d, pos, seat, m, out);
		break;
	default:
		describe_voyage(d, pos, seat, m, out);
		break;
	}
}
