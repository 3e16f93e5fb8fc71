/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

#include "games/atlantic-star/voyage.h"

/*
 * What a legal move does, from what its seat knows. Which moves a mail lists
 * as one: the loans of one voyage, and the sets of cards that are not among
 * the best of a sea.
 */

/* How many of the best sets of a sea stand in a list by themselves. */
enum { BEST_OF_FIXED = 3, BEST_OF_OPEN = 1 };

static void
describe_family(const char *verb, const struct star_sea *sea, int no,
    struct json *out)
{
	char family[48];

	if (no > 0)
		snprintf(family, sizeof family, "%s:%s:%d", verb, sea->id, no);
	else
		snprintf(family, sizeof family, "%s:%s", verb, sea->id);
	json_kstr(out, "family", family);
}

static void
describe_loan(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, struct json *out)
{
	struct star_position after = *p;
	struct refusal why;
	int sea = m->arg[0], no = m->arg[1] > 0 ? m->arg[1] : 1;
	int class = p->class_of[sea], was, is;

	if (star_apply(d, &after, seat, m, NULL, &why) < 0)
		return;
	was = star_plaque_find(p, seat, sea, no);
	is = star_plaque_find(&after, seat, sea, no);
	json_kint(out, "amount", (int64_t)m->arg[2] * d->loan_unit);
	json_kint(out, "class", class);
	describe_family("loan", &d->sea[sea], no, out);
	json_kint(out, "money", after.money[seat]);
	json_kint(out, "most", (int64_t)star_loan_most(d, p, class, was) *
	    d->loan_unit);
	json_kint(out, "no", no);
	json_kflag(out, "numbered", p->per_sea > 1);
	json_kint(out, "of", p->plaques[class]);
	json_kflag(out, "one", class == 1);
	json_kflag(out, "one_point", d->points[class][is] == 1);
	json_kint(out, "points", d->points[class][is]);
	json_kint(out, "points_before", d->points[class][was]);
	json_kint(out, "rank", is + 1);
	json_kstr(out, "sea", d->sea[sea].id);
	json_kint(out, "value", after.plaque[class][is].value);
	json_kint(out, "value_before", p->plaque[class][was].value);
}

static void
describe_replace(const struct game_data *d, const struct star_position *p,
    int seat, struct json *out)
{
	json_kint(out, "money", p->money[seat] - d->replace_price);
	json_kint(out, "price", d->replace_price);
}

/* A ship's roles, grouped by sea. */
static void
describe_seas(const struct game_data *d, const struct star_ship *ship,
    struct json *out)
{
	int i;

	json_key(out, "seas");
	json_array(out);
	for (i = 0; i < ship->n_roles;) {
		int sea = ship->role[i].sea;

		json_object(out);
		json_key(out, "legs");
		json_array(out);
		for (; i < ship->n_roles && ship->role[i].sea == sea; i++) {
			json_object(out);
			json_kstr(out, "leg",
			    d->sea[sea].leg[ship->role[i].leg].id);
			json_kflag(out, "more", i + 1 < ship->n_roles &&
			    ship->role[i + 1].sea == sea);
			json_kint(out, "value", ship->role[i].value);
			json_object_end(out);
		}
		json_array_end(out);
		json_kflag(out, "more", i < ship->n_roles);
		json_kstr(out, "sea", d->sea[sea].id);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
describe_charter(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, struct json *out)
{
	int field = m->arg[0] < 0 ? -1 : star_in_agency(p, m->arg[0]);
	const struct star_ship *ship;

	if (field < 0)
		return;
	ship = &d->ship[m->arg[0]];
	json_kflag(out, "free", d->price[field] == 0);
	json_kint(out, "hand", p->hands[seat] + 1);
	json_kint(out, "limit", star_hand_limit(d, p, seat));
	json_kflag(out, "mail", ship->mail);
	if (ship->mail)
		json_kint(out, "mail_value", d->mail_value);
	json_kint(out, "money", p->money[seat] - d->price[field]);
	json_kint(out, "price", d->price[field]);
	describe_seas(d, ship, out);
	json_kstr(out, "ship", ship->id);
}

/* Where a set of cards stands among those of its sea. */
struct standing {
	bool family;                     /* not among the best */
	bool again;                      /* a piece of it lies before */
	int sets;
};

static unsigned
mask_of(const struct star_fit *f, const struct move *m)
{
	unsigned mask = 0;
	int i, bit;

	for (i = 2; i < m->n; i++)
		for (bit = 0; bit < f->n; bit++)
			if (f->card[bit] == STAR_AT_SHIP(m->arg[i]))
				mask |= 1u << bit;
	return mask;
}

/* How many sets are better than the i-th, or as good and listed before. */
static int
place_of(const int *value, int n, int i)
{
	int j, place = 0;

	for (j = 0; j < n; j++)
		place += value[j] > value[i] || (value[j] == value[i] && j < i);
	return place;
}

static struct standing
stand(const struct game_data *d, const struct star_position *p, int seat,
    const struct move *m)
{
	int sea = m->arg[0], i, value[STAR_SETS];
	int best = p->class_of[sea] != 0 ? BEST_OF_FIXED : BEST_OF_OPEN;
	struct standing s = { false, false, 0 };
	struct star_sets sets;
	bool before = false, cut = false;
	unsigned mask;

	star_sets(d, p, seat, sea, &sets);
	s.sets = sets.n;
	if (sets.n <= best)
		return s;
	mask = mask_of(&sets.fit, m);
	for (i = 0; i < sets.n; i++)
		value[i] = star_fit_value(&sets.fit, sets.mask[i]);
	for (i = 0; i < sets.n; i++) {
		bool family = place_of(value, sets.n, i) >= best;

		if (sets.mask[i] == mask) {
			s.family = family;
			s.again = family && before && cut;
			return s;
		}
		before = before || family;
		cut = cut || (before && !family);
	}
	return s;
}

static void
describe_keep(const struct game_data *d, const struct star_position *after,
    int seat, struct json *out)
{
	int16_t ship[STAR_HAND];
	int i;

	for (i = 0; i < after->hands[seat]; i++)
		ship[i] = after->hand[seat][i];
	star_tell_ships(d, "keep", ship, i, out);
}

static void
describe_voyage(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, struct json *out)
{
	struct star_position after = *p;
	struct standing s = stand(d, p, seat, m);
	struct move settled = *m;
	struct star_made made;
	struct refusal why;
	uint8_t ship[STAR_LEGS];
	int sea = m->arg[0], i, class, place;
	int no = p->per_sea - p->left[seat][sea] + 1;

	if (star_apply(d, &after, seat, m, NULL, &why) < 0)
		return;
	star_voyage_settle(d, p, &settled);
	for (i = 0; i < d->sea[sea].legs; i++)
		ship[i] = (uint8_t)STAR_AT_SHIP(settled.arg[2 + i]);
	made = star_make(d, sea, ship);
	class = after.class_of[sea];
	place = star_plaque_find(&after, seat, sea, no);
	json_kflag(out, "again", s.again);
	json_kint(out, "bonus", made.bonus);
	json_kflag(out, "chosen", p->class_of[sea] == 0);
	json_kint(out, "class", class);
	if (s.family)
		describe_family("voyage", &d->sea[sea], 0, out);
	json_kflag(out, "full", made.bonus > 0);
	json_kint(out, "hand", after.hands[seat]);
	describe_keep(d, &after, seat, out);
	json_kint(out, "no", no);
	json_kflag(out, "numbered", p->per_sea > 1);
	json_kint(out, "of", after.plaques[class]);
	json_kflag(out, "one", class == 1);
	json_kflag(out, "one_point", d->points[class][place] == 1);
	json_kint(out, "points", d->points[class][place]);
	json_kint(out, "rank", place + 1);
	json_kstr(out, "sea", d->sea[sea].id);
	json_kint(out, "sets", s.sets);
	star_tell_legs(d, sea, settled.arg + 2, d->sea[sea].legs, out);
	json_kint(out, "value", made.value);
}

void
star_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct json *out)
{
	json_object(out);
	json_kstr(out, "seat", seat_id(seat));
	json_kstr(out, "verb", verb_told(&star_verbs, m->verb));
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
	json_object_end(out);
}
