/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/tell.h"

/* Events as JSON for templates. Keys are written in their order (base/json),
 * which is why the verb stands last. */

static const char *const move_verbs[] = {
	"", "loan", "replace", "charter", "voyage"
};
static const char *const chance_verbs[] = { "", "order", "deck" };
static const char *const derived_verbs[] = {
	"", "borrowed", "replaced", "chartered", "opened", "sailed", "laid",
	"ended"
};

void
star_tell_seat(struct json *out, const char *key, int seat)
{
	static const char *const name[] = {
		"neutral", "p1", "p2", "p3", "p4", "p5", "p6"
	};

	json_kstr(out, key, name[seat]);
}

void
star_tell_ships(const struct game_data *d, const char *key,
    const int16_t *ship, int n, struct json *out)
{
	int i;

	json_key(out, key);
	json_array(out);
	for (i = 0; i < n; i++) {
		json_object(out);
		json_kflag(out, "more", i + 1 < n);
		json_kstr(out, "ship", d->ship[ship[i]].id);
		json_object_end(out);
	}
	json_array_end(out);
}

void
star_tell_legs(const struct game_data *d, int sea, const uint8_t *ship,
    int n, struct json *out)
{
	int i;

	json_key(out, "ships");
	json_array(out);
	for (i = 0; i < n; i++) {
		int value = d->value[ship[i]][sea][i];

		json_object(out);
		json_kstr(out, "leg", d->sea[sea].leg[i].id);
		json_kflag(out, "more", i + 1 < n);
		json_kstr(out, "ship", d->ship[ship[i]].id);
		json_kflag(out, "stopgap", value == 0);
		json_kint(out, "value", value);
		json_object_end(out);
	}
	json_array_end(out);
}

/* A voyage as it was ordered: ships in leg order. */
static void
tell_voyage(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	uint8_t ship[STAR_LEGS] = { 0 };
	int i, sea = ev->arg[0];

	for (i = 2; i < ev->n && i < 2 + STAR_LEGS; i++)
		ship[i - 2] = (uint8_t)STAR_AT_SHIP(ev->arg[i]);
	if (ev->arg[1] != 0)
		json_kint(out, "class", ev->arg[1]);
	json_kflag(out, "one", ev->arg[1] == 1);
	json_kstr(out, "sea", d->sea[sea].id);
	star_tell_seat(out, "seat", ev->actor);
	star_tell_legs(d, sea, ship, i - 2, out);
}

static void
tell_move(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	switch (ev->verb) {
	case STAR_LOAN:
		json_kint(out, "amount", (int64_t)ev->arg[2] * d->loan_unit);
		json_kint(out, "no", ev->arg[1] != 0 ? ev->arg[1] : 1);
		json_kflag(out, "numbered", ev->arg[1] != 0);
		json_kstr(out, "sea", d->sea[ev->arg[0]].id);
		star_tell_seat(out, "seat", ev->actor);
		break;
	case STAR_CHARTER:
		star_tell_seat(out, "seat", ev->actor);
		if (ev->arg[0] >= 0)
			json_kstr(out, "ship", d->ship[ev->arg[0]].id);
		break;
	case STAR_VOYAGE:
		tell_voyage(d, ev, out);
		break;
	default:
		star_tell_seat(out, "seat", ev->actor);
		break;
	}
	json_kstr(out, "verb", move_verbs[ev->verb]);
}

static void
tell_chance(const struct event *ev, struct json *out)
{
	int i;

	if (ev->verb == STAR_DECK && ev->n > 0) {
		json_kint(out, "count", ev->n);
	} else if (ev->verb == STAR_ORDER) {
		json_key(out, "seats");
		json_array(out);
		for (i = 0; i < ev->n; i++) {
			json_object(out);
			json_kflag(out, "more", i + 1 < ev->n);
			star_tell_seat(out, "seat", ev->arg[i]);
			json_object_end(out);
		}
		json_array_end(out);
	}
	json_kstr(out, "verb", chance_verbs[ev->verb]);
}

static void
tell_borrowed(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	json_kint(out, "amount", (int64_t)ev->arg[2] * d->loan_unit);
	json_kint(out, "class", ev->arg[7]);
	json_kint(out, "no", ev->arg[1] != 0 ? ev->arg[1] : 1);
	json_kflag(out, "numbered", ev->arg[1] != 0);
	json_kint(out, "of", ev->arg[5]);
	json_kflag(out, "one", ev->arg[7] == 1);
	json_kflag(out, "one_point", ev->arg[6] == 1);
	json_kint(out, "points", ev->arg[6]);
	json_kint(out, "rank", ev->arg[4]);
	json_kstr(out, "sea", d->sea[ev->arg[0]].id);
	star_tell_seat(out, "seat", ev->actor);
	json_kint(out, "value", ev->arg[3]);
}

static void
tell_chartered(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	json_kflag(out, "free", ev->arg[1] == 0);
	if (ev->n > 2) {
		json_key(out, "laid");
		json_object(out);
		json_kstr(out, "ship", d->ship[ev->arg[2]].id);
		json_object_end(out);
	}
	json_kint(out, "price", ev->arg[1]);
	star_tell_seat(out, "seat", ev->actor);
	json_kstr(out, "ship", d->ship[ev->arg[0]].id);
}

static void
tell_opened(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	int i;

	json_kint(out, "class", ev->arg[1]);
	json_key(out, "neutrals");
	json_array(out);
	for (i = 2; i < ev->n; i++) {
		json_object(out);
		json_kflag(out, "more", i + 1 < ev->n);
		json_kint(out, "value", ev->arg[i]);
		json_object_end(out);
	}
	json_array_end(out);
	json_kflag(out, "one", ev->arg[1] == 1);
	json_kstr(out, "sea", d->sea[ev->arg[0]].id);
}

static void
tell_sailed(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	uint8_t ship[STAR_LEGS] = { 0 };
	int i, n = 0;

	for (i = 8; i < ev->n && n < STAR_LEGS; i += 2)
		ship[n++] = (uint8_t)STAR_AT_SHIP(ev->arg[i]);
	json_kint(out, "bonus", ev->arg[3]);
	json_kint(out, "class", ev->arg[4]);
	json_kflag(out, "full", ev->arg[3] > 0);
	json_kint(out, "no", ev->arg[1] != 0 ? ev->arg[1] : 1);
	json_kflag(out, "numbered", ev->arg[1] != 0);
	json_kint(out, "of", ev->arg[6]);
	json_kflag(out, "one", ev->arg[4] == 1);
	json_kflag(out, "one_point", ev->arg[7] == 1);
	json_kint(out, "points", ev->arg[7]);
	json_kint(out, "rank", ev->arg[5]);
	json_kstr(out, "sea", d->sea[ev->arg[0]].id);
	star_tell_seat(out, "seat", ev->actor);
	star_tell_legs(d, ev->arg[0], ship, n, out);
	json_kint(out, "value", ev->arg[2]);
}

static void
tell_ended(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	int i, winners = 0;

	json_key(out, "seats");
	json_array(out);
	for (i = 0; i < ev->n; i += 4) {
		winners += ev->arg[i + 3] == 1;
		json_object(out);
		json_kint(out, "money", (int64_t)ev->arg[i + 2] *
		    d->loan_unit);
		json_kflag(out, "more", i + 4 < ev->n);
		json_kint(out, "rank", ev->arg[i + 3]);
		json_kint(out, "score", ev->arg[i + 1]);
		star_tell_seat(out, "seat", ev->arg[i]);
		json_kflag(out, "winner", ev->arg[i + 3] == 1);
		json_object_end(out);
	}
	json_array_end(out);
	json_kflag(out, "shared", winners > 1);
	json_kstr(out, "verb", derived_verbs[ev->verb]);
	json_key(out, "winners");
	json_array(out);
	for (i = 0; i < winners; i++) {
		json_object(out);
		json_kflag(out, "more", i + 1 < winners);
		star_tell_seat(out, "seat", ev->arg[4 * i]);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
tell_replaced(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	int old = ev->arg[1];

	star_tell_ships(d, "new", &ev->arg[2 + old], ev->n - 2 - old, out);
	star_tell_ships(d, "old", &ev->arg[2], old, out);
	json_kint(out, "price", ev->arg[0]);
	star_tell_seat(out, "seat", ev->actor);
}

static void
tell_derived(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	switch (ev->verb) {
	case STAR_BORROWED:
		tell_borrowed(d, ev, out);
		break;
	case STAR_REPLACED:
		tell_replaced(d, ev, out);
		break;
	case STAR_CHARTERED:
		tell_chartered(d, ev, out);
		break;
	case STAR_OPENED:
		tell_opened(d, ev, out);
		break;
	case STAR_SAILED:
		tell_sailed(d, ev, out);
		break;
	case STAR_LAID:
		star_tell_ships(d, "ships", ev->arg, ev->n, out);
		break;
	default:
		tell_ended(d, ev, out);
		return;
	}
	json_kstr(out, "verb", derived_verbs[ev->verb]);
}

void
star_tell(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	json_object(out);
	if (ev->kind == EVENT_MOVE)
		tell_move(d, ev, out);
	else if (ev->kind == EVENT_CHANCE)
		tell_chance(ev, out);
	else
		tell_derived(d, ev, out);
	json_object_end(out);
}
