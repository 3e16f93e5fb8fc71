/* SPDX-License-Identifier: MIT */
#include "games/antwerp/tell.h"

/* Events as JSON for templates (templates/en/antwerp/README). Keys are
 * written in their order (base/json). */

static const char *const derived_verbs[] = { "", "loaded", "sailed", "moved",
	"stayed", "docked", "wrong-dock", "transit", "locks", "anchored",
	"drew", "asked", "exchanged", "fulfilled", "locked", "stepped",
	"swapped", "offered", "accepted", "declined", "withdrew",
	"last-round", "ended" };

void
ant_tell_node(const struct game_data *d, const char *key, int node,
    struct json *out)
{
	json_kstr(out, key, d->node[node].id);
}

void
ant_tell_seat(const char *key, int seat, struct json *out)
{
	if (strcmp(key, "seat") != 0) {
		json_key(out, key);
		json_object(out);
	}
	json_kstr(out, "seat", ant_seat_name[seat]);
	if (strcmp(key, "seat") != 0)
		json_object_end(out);
}

void
ant_tell_products(const struct game_data *d, const char *key,
    const int16_t *n, struct json *out)
{
	int last = -1;

	for (int i = 0; i < ANT_PRODUCTS; i++)
		if (n[i] > 0)
			last = i;
	json_key(out, key);
	json_array(out);
	for (int i = 0; i <= last; i++) {
		if (n[i] == 0)
			continue;
		json_object(out);
		json_kint(out, "count", n[i]);
		json_kflag(out, "many", n[i] > 1);
		json_kflag(out, "more", i < last);
		json_kstr(out, "product", d->product[i].id);
		json_object_end(out);
	}
	json_array_end(out);
}

void
ant_tell_locks(const struct game_data *d, const char *key, int bits,
    struct json *out)
{
	bits &= (1 << ANT_LOCKS) - 1;
	json_key(out, key);
	json_array(out);
	for (int i = 0; i < ANT_LOCKS; i++) {
		if (!(bits >> i & 1))
			continue;
		json_object(out);
		json_kstr(out, "id", d->lock[i].id);
		json_kstr(out, "lock", d->lock[i].id);
		json_kflag(out, "more", bits >> (i + 1) != 0);
		json_object_end(out);
	}
	json_array_end(out);
}

/* owner, good, from, to of ships. */
static void
tell_moves(const struct game_data *d, const int16_t *a, int n,
    struct json *out)
{
	json_key(out, "moves");
	json_array(out);
	for (int i = 0; i + 3 < n; i += 4) {
		json_object(out);
		ant_tell_node(d, "from", a[i + 2], out);
		json_kstr(out, "good", d->good[a[i + 1]].id);
		json_kflag(out, "more", i + 7 < n);
		ant_tell_seat("seat", a[i], out);
		ant_tell_node(d, "to", a[i + 3], out);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
tell_docked(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	const int16_t *a = ev->arg;
	int16_t n[ANT_PRODUCTS] = { 0 };

	for (int i = 1; i < 3; i++)
		if (a[i] != 0)
			n[a[i] - 1]++;
	ant_tell_node(d, "dock", a[0], out);
	json_kflag(out, "double", a[3] != 0);
	json_kflag(out, "empty", a[1] == 0);
	json_kstr(out, "good", d->good[d->node[a[0]].good].id);
	if (a[4] != 0) {
		json_key(out, "next");
		json_object(out);
		json_kstr(out, "product", d->product[a[4] - 1].id);
		json_object_end(out);
	}
	ant_tell_products(d, "products", n, out);
	ant_tell_seat("seat", ev->actor, out);
}

static void
tell_offer(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	ant_tell_products(d, "give", ev->arg + 2, out);
	ant_tell_seat("giver", ev->arg[0], out);
	ant_tell_seat("seat", ev->actor, out);
	ant_tell_seat("taker", ev->arg[1], out);
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
		json_kflag(out, "more", i + 4 < ev->n);
		json_kint(out, "orders", ev->arg[i + 2]);
		json_kint(out, "rank", ev->arg[i + 3]);
		json_kint(out, "score", ev->arg[i + 1]);
		ant_tell_seat("seat", ev->arg[i], out);
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
		ant_tell_seat("seat", ev->arg[4 * i], out);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
tell_swapped(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	ant_tell_seat("seat", ev->actor, out);
	json_key(out, "ships");
	json_array(out);
	for (int i = 0; i < ev->n; i += 3) {
		json_object(out);
		json_kstr(out, "good", d->good[ev->arg[i + 1]].id);
		json_kflag(out, "more", i + 3 < ev->n);
		json_kstr(out, "place", d->node[ev->arg[i + 2]].id);
		ant_tell_seat("seat", ev->arg[i], out);
		json_object_end(out);
	}
	json_array_end(out);
}

/* What ships did. */
static void
tell_ship(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case ANT_LOADED:
	case ANT_STAYED:
		json_kstr(out, "good", d->good[a[0]].id);
		ant_tell_node(d, "place", a[1], out);
		ant_tell_seat("seat", ev->actor, out);
		break;
	case ANT_SAILED:
		json_kflag(out, "alone", a[0] == ANT_ALONE);
		json_kstr(out, "colour", d->colour[a[1]].id);
		json_kflag(out, "extra", a[0] == ANT_EXTRA);
		tell_moves(d, a + 3, ev->n - 3, out);
		json_kflag(out, "none", ev->n == 3 && a[2] == 0);
		ant_tell_seat("seat", ev->actor, out);
		json_kflag(out, "some", ev->n > 3);
		break;
	case ANT_MOVED:
		tell_moves(d, a, ev->n, out);
		break;
	case ANT_STEPPED:
		tell_moves(d, a, ev->n, out);
		ant_tell_seat("seat", ev->actor, out);
		break;
	case ANT_TRANSIT:
		json_kstr(out, "good", d->good[a[0]].id);
		ant_tell_seat("seat", ev->actor, out);
		break;
	case ANT_ANCHORED:
		json_kflag(out, "lock", a[1] == ANT_LOCK);
		ant_tell_node(d, "place", a[0], out);
		ant_tell_seat("seat", ev->actor, out);
		json_kflag(out, "ship", a[1] == ANT_SHIP);
		break;
	case ANT_ASKED:
		json_kflag(out, "anchor", a[0] == ANT_P_ANCHOR);
		json_kflag(out, "fork", a[0] == ANT_P_FORK);
		ant_tell_node(d, "place", a[1], out);
		ant_tell_seat("seat", ev->actor, out);
		break;
	default:
		tell_swapped(d, ev, out);
		break;
	}
}

static void
tell_card(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	int sort = ev->arg[0];

	if (sort != ANT_ORDER)
		json_kstr(out, "card", ant_card_id(d, sort, ev->arg[1]));
	json_kflag(out, "lock", sort == ANT_LOCK);
	if (sort == ANT_ORDER)
		json_kstr(out, "order", ant_card_id(d, sort, ev->arg[1]));
	ant_tell_seat("seat", ev->actor, out);
	json_kflag(out, "ship", sort == ANT_SHIP);
}

static void
tell_locked(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	json_kstr(out, "card", d->card[ANT_LOCK][ev->arg[0]].id);
	ant_tell_locks(d, "closed", ev->arg[2], out);
	json_kflag(out, "closes", ev->arg[2] != 0);
	json_kflag(out, "none", ev->arg[1] == 0 && ev->arg[2] == 0);
	ant_tell_locks(d, "open", ev->arg[1], out);
	json_kflag(out, "opens", ev->arg[1] != 0);
	ant_tell_seat("seat", ev->actor, out);
}

static void
tell_derived(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case ANT_DOCKED:
	case ANT_WRONG:
		tell_docked(d, ev, out);
		break;
	case ANT_LOCKS_TURNED:
		ant_tell_locks(d, "closed", ~a[0], out);
		json_kflag(out, "closes", a[0] != (1 << ANT_LOCKS) - 1);
		ant_tell_locks(d, "open", a[0], out);
		json_kflag(out, "opens", a[0] != 0);
		break;
	case ANT_CARD:
		tell_card(d, ev, out);
		break;
	case ANT_EXCHANGED:
		json_kstr(out, "order", d->order[a[0]].id);
		ant_tell_seat("seat", ev->actor, out);
		break;
	case ANT_FULFILLED:
		json_kint(out, "done", a[2]);
		json_kflag(out, "one_done", a[2] == 1);
		json_kstr(out, "order", d->order[a[0]].id);
		json_kint(out, "points", a[1]);
		ant_tell_seat("seat", ev->actor, out);
		break;
	case ANT_LOCKED:
		tell_locked(d, ev, out);
		break;
	case ANT_OFFERED:
	case ANT_ACCEPTED:
	case ANT_DECLINED:
	case ANT_WITHDREW:
		tell_offer(d, ev, out);
		break;
	case ANT_LAST:
		ant_tell_seat("seat", ev->actor, out);
		break;
	default:
		tell_ship(d, ev, out);
		break;
	}
	json_kstr(out, "verb", derived_verbs[ev->verb]);
	if (ev->verb == ANT_SAILED)
		json_kflag(out, "waits", a[2] != 0);
	if (ev->verb >= ANT_OFFERED && ev->verb <= ANT_WITHDREW)
		ant_tell_products(d, "want", a + 2 + ANT_PRODUCTS, out);
}

/* A move, where no derived event is at hand: its words say it. */
static void
tell_move(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	struct buf words = BUF_INIT;
	struct move m;

	move_from_event(&m, ev);
	ant_format(d, NULL, ev->actor, &m, &words);
	ant_tell_seat("seat", ev->actor, out);
	json_kstr(out, "verb", ant_verb_word[ev->verb]);
	json_kstr(out, "words", buf_text(&words));
	buf_release(&words);
}

void
ant_tell(const struct game_data *d, const struct event *ev, struct json *out)
{
	static const char *const shuffled[] = { "", "products", "orders",
		"ship-cards", "lock-cards" };

	json_object(out);
	if (ev->kind == EVENT_MOVE) {
		tell_move(d, ev, out);
	} else if (ev->kind == EVENT_CHANCE) {
		if (ev->verb == ANT_C_PRODUCTS)
			json_kstr(out, "good", d->good[ev->arg[0]].id);
		json_kstr(out, "verb", shuffled[ev->verb]);
	} else if (ev->verb == ANT_ENDED) {
		tell_ended(ev, out);
	} else {
		tell_derived(d, ev, out);
	}
	json_object_end(out);
}
