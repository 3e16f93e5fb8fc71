/* SPDX-License-Identifier: MIT */
#include "games/claim/tell.h"

/* Events as JSON for templates (templates/en/claim/README). Keys are written
 * in their order (base/json). */

const char *const claim_seat_name[] = { "", "p1", "p2", "p3" };
const char *const claim_series_word[] = { "", "load", "unload" };

static const char *const derived_verbs[] = {
	"", "stowed", "flew", "traded", "loaded", "unloaded", "refuelled",
	"divided", "merged", "towed", "claimed", "discovered", "round", "ended"
};

void
claim_tell_seat(int seat, struct json *out)
{
	json_kstr(out, "seat", claim_seat_name[seat]);
}

void
claim_tell_cubes(const struct game_data *d, const char *key, const int16_t *n,
    struct json *out)
{
	int last = CLAIM_COLOURS - 1;

	while (last >= 0 && n[last] == 0)
		last--;
	json_key(out, key);
	json_array(out);
	for (int c = 0; c <= last; c++) {
		if (n[c] == 0)
			continue;
		json_object(out);
		json_kstr(out, "colour", d->colour[c].id);
		json_kint(out, "count", n[c]);
		json_kflag(out, "more", c < last);
		json_object_end(out);
	}
	json_array_end(out);
}

static bool
nothing(const int16_t *n)
{
	for (int c = 0; c < CLAIM_COLOURS; c++)
		if (n[c] != 0)
			return false;
	return true;
}

static void
tell_field(const struct game_data *d, int field, struct json *out)
{
	json_kstr(out, "field", d->field[field].id);
}

/* "seat", "ship", and "split" where it is not the whole one. */
static void
tell_ship(const struct event *ev, struct json *out)
{
	claim_tell_seat(ev->actor, out);
	json_kstr(out, "ship", claim_ship_word[ev->arg[0]]);
	json_kflag(out, "split", ev->arg[0] != CLAIM_SHIP);
}

static void
tell_move(const struct game_data *d, const struct event *ev, struct json *out)
{
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case CLAIM_V_STOW:
	case CLAIM_V_SPLIT:
		claim_tell_cubes(d, "cubes", a, out);
		json_kflag(out, "none", nothing(a));
		claim_tell_seat(ev->actor, out);
		break;
	case CLAIM_V_MERGE:
	case CLAIM_V_END:
		claim_tell_seat(ev->actor, out);
		break;
	case CLAIM_V_FLY:
		json_kint(out, "cost", a[2]);
		tell_field(d, a[1], out);
		tell_ship(ev, out);
		break;
	case CLAIM_V_TRADE:
	case CLAIM_V_REFUEL:
		json_kint(out, "n", a[1]);
		tell_ship(ev, out);
		break;
	default:
		tell_ship(ev, out);
		break;
	}
	/* A split is told as `divide`: "split" says that a ship is split. */
	json_kstr(out, "verb", ev->verb == CLAIM_V_SPLIT ? "divide" :
	    claim_verb_word[ev->verb]);
}

static void
tell_chance(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case CLAIM_C_BLOCKS:
		json_key(out, "fields");
		json_array(out);
		for (int i = 0; i < ev->n; i++) {
			json_object(out);
			tell_field(d, a[i], out);
			json_kflag(out, "more", i + 1 < ev->n);
			json_object_end(out);
		}
		json_array_end(out);
		json_kstr(out, "verb", "blocks");
		break;
	case CLAIM_C_ROLL:
		tell_field(d, a[0], out);
		json_kint(out, "green", a[2]);
		json_kint(out, "red", a[1]);
		json_kstr(out, "verb", "roll");
		break;
	default:
		tell_field(d, a[0], out);
		json_kstr(out, "verb", "found");
		break;
	}
}

static void
tell_count(const struct game_data *d, const char *key, int colour, int count,
    struct json *out)
{
	json_key(out, key);
	json_object(out);
	json_kstr(out, "colour", d->colour[colour].id);
	json_kint(out, "count", count);
	json_object_end(out);
}

/* R12: what it asks and gives, and the dice that said so. */
static void
tell_discovered(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	int bottom = ev->arg[1], top = ev->arg[2];
	int asks = d->colour[top].value, gives = d->colour[bottom].value;

	tell_count(d, "asks", bottom, asks, out);
	json_kflag(out, "double", bottom == top);
	tell_field(d, ev->arg[0], out);
	tell_count(d, "gives", top, gives, out);
	json_kflag(out, "one_point", ev->arg[4] == 1);
	json_kint(out, "points", ev->arg[4]);
	json_kflag(out, "rolled", ev->arg[3] != 0);
	claim_tell_seat(ev->actor, out);
	json_kint(out, "value", asks * gives);
}

static void
tell_ended(const struct event *ev, struct json *out)
{
	int winners = 0;

	json_key(out, "seats");
	json_array(out);
	for (int i = 0; i < ev->n; i += 4) {
		winners += ev->arg[i + 3] == 1;
		json_object(out);
		json_kint(out, "aboard", ev->arg[i + 2]);
		json_kflag(out, "more", i + 4 < ev->n);
		json_kflag(out, "one_point", ev->arg[i + 1] == 1);
		json_kint(out, "rank", ev->arg[i + 3]);
		json_kint(out, "score", ev->arg[i + 1]);
		claim_tell_seat(ev->arg[i], out);
		json_kflag(out, "winner", ev->arg[i + 3] == 1);
		json_object_end(out);
	}
	json_array_end(out);
	json_kflag(out, "shared", winners > 1);
	json_kstr(out, "verb", "ended");
	json_key(out, "winners");
	json_array(out);
	for (int i = 0; i < winners; i++) {
		json_object(out);
		json_kflag(out, "more", i + 1 < winners);
		claim_tell_seat(ev->arg[4 * i], out);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
tell_act(const struct game_data *d, const struct event *ev, struct json *out)
{
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case CLAIM_FLEW:
		json_kint(out, "cost", a[2]);
		tell_field(d, a[1], out);
		json_kint(out, "fuel", a[3]);
		break;
	case CLAIM_TRADED:
		tell_field(d, a[1], out);
		if (a[6] > 0)
			json_kint(out, "lost", a[6]);
		tell_count(d, "paid", a[2], a[3], out);
		tell_count(d, "received", a[4], a[5], out);
		break;
	case CLAIM_LOADED:
	case CLAIM_UNLOADED:
		json_kstr(out, "colour", d->colour[a[2]].id);
		tell_field(d, a[1], out);
		json_kint(out, "have", a[3]);
		json_kint(out, "of", a[5]);
		claim_tell_seat(ev->actor, out);
		if (a[4] > 0)
			json_kint(out, "series", a[4]);
		json_kstr(out, "ship", claim_ship_word[a[0]]);
		json_kflag(out, "split", a[0] != CLAIM_SHIP);
		return;
	case CLAIM_REFUELLED:
		json_kint(out, "fuel", a[2]);
		json_kint(out, "n", a[1]);
		break;
	default:
		tell_field(d, a[1], out);
		if (a[2] > 0)
			json_kint(out, "lost", a[2]);
		json_kflag(out, "one_lost", a[2] == 1);
		break;
	}
	tell_ship(ev, out);
}

static void
tell_derived(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case CLAIM_STOWED:
		claim_tell_cubes(d, "cubes", a, out);
		json_kflag(out, "none", nothing(a));
		claim_tell_seat(ev->actor, out);
		break;
	case CLAIM_SPLIT:
		claim_tell_cubes(d, "cubes", a + 1, out);
		tell_field(d, a[0], out);
		json_kflag(out, "none", nothing(a + 1));
		claim_tell_seat(ev->actor, out);
		break;
	case CLAIM_MERGED:
		tell_field(d, a[0], out);
		claim_tell_seat(ev->actor, out);
		break;
	case CLAIM_CLAIMED:
		tell_field(d, a[0], out);
		json_kint(out, "n", a[2]);
		json_kint(out, "of", a[3]);
		json_kflag(out, "one", a[2] == 1);
		json_kflag(out, "one_point", a[1] == 1);
		claim_tell_seat(ev->actor, out);
		json_kint(out, "value", a[1]);
		break;
	case CLAIM_DISCOVERED:
		tell_discovered(d, ev, out);
		break;
	case CLAIM_ROUND:
		json_kint(out, "n", a[0]);
		claim_tell_seat(ev->actor, out);
		break;
	default:
		tell_act(d, ev, out);
		break;
	}
	json_kstr(out, "verb", derived_verbs[ev->verb]);
}

void
claim_tell(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	json_object(out);
	if (ev->kind == EVENT_MOVE)
		tell_move(d, ev, out);
	else if (ev->kind == EVENT_CHANCE)
		tell_chance(d, ev, out);
	else if (ev->verb == CLAIM_ENDED)
		tell_ended(ev, out);
	else
		tell_derived(d, ev, out);
	json_object_end(out);
}
