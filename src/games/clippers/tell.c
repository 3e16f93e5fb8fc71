/* SPDX-License-Identifier: MIT */
#include "games/clippers/tell.h"

/* Events as JSON for templates (templates/en/clippers/README). Keys are
 * written in their order (base/json). */

const char *const clip_seat_name[] = { "", "p1", "p2", "p3", "p4", "p5" };

static const char *const derived_verbs[] = {
	"", "bought", "posted", "took", "laid", "connected", "opened", "moved",
	"purple-open", "gone", "returned", "round", "ended"
};

void
clip_tell_colour(const struct game_data *d, int colour, struct json *out)
{
	json_kstr(out, "colour", d->company[colour].id);
}

void
clip_tell_place(const struct game_data *d, const char *key, int place,
    struct json *out)
{
	json_kstr(out, key, d->place[place].id);
}

void
clip_tell_seat(int seat, struct json *out)
{
	json_kstr(out, "seat", clip_seat_name[seat]);
}

static void
tell_move(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	switch (ev->verb) {
	case CLIP_V_BUY:
		clip_tell_colour(d, ev->arg[0], out);
		break;
	case CLIP_V_POST:
		clip_tell_place(d, "island", ev->arg[0], out);
		break;
	case CLIP_V_TAKE:
		json_kstr(out, "card", d->card[ev->arg[0]].id);
		break;
	case CLIP_V_LAY:
	case CLIP_V_OPEN:
		clip_tell_colour(d, ev->arg[0], out);
		clip_tell_place(d, "from", ev->arg[1], out);
		break;
	case CLIP_V_MOVE:
		clip_tell_place(d, "from", ev->arg[0], out);
		break;
	default:
		break;
	}
	clip_tell_seat(ev->actor, out);
	if (ev->verb == CLIP_V_LAY || ev->verb == CLIP_V_OPEN)
		clip_tell_place(d, "to", ev->arg[2], out);
	else if (ev->verb == CLIP_V_MOVE)
		clip_tell_place(d, "to", ev->arg[1], out);
	json_kstr(out, "verb", clip_verb_word[ev->verb]);
}

static void
tell_departures(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	json_key(out, "seats");
	json_array(out);
	for (int i = 0; i < ev->n; i++) {
		json_object(out);
		json_kflag(out, "more", i + 1 < ev->n);
		json_kstr(out, "nation", d->departure[ev->arg[i]].id);
		clip_tell_seat(i + 1, out);
		json_object_end(out);
	}
	json_array_end(out);
	json_kstr(out, "verb", "departures");
}

static void
tell_paid(const struct event *ev, struct json *out)
{
	json_kflag(out, "free", ev->arg[1] == 0);
	json_kint(out, "money", ev->arg[2]);
	json_kflag(out, "one_dollar", ev->arg[1] == 1);
	json_kint(out, "price", ev->arg[1]);
	clip_tell_seat(ev->actor, out);
}

/* A stick: where it lies, what is still to lay, what it brought. */
static void
tell_stick(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	int laid = ev->arg[3], of = ev->arg[4], dollars = ev->arg[5];

	json_kflag(out, "arrived", laid == of);
	clip_tell_colour(d, ev->arg[0], out);
	if (laid == of)
		json_kint(out, "colours", ev->arg[6]);
	if (dollars > 0)
		json_kint(out, "dollars", dollars);
	clip_tell_place(d, "from", ev->arg[1], out);
	json_kint(out, "laid", laid);
	json_kint(out, "left", of - laid);
	json_kint(out, "of", of);
	json_kflag(out, "one_colour", ev->arg[6] == 1);
	json_kflag(out, "one_dollar", dollars == 1);
	clip_tell_seat(ev->actor, out);
	clip_tell_place(d, "to", ev->arg[2], out);
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
		json_kint(out, "money", ev->arg[i + 2]);
		json_kflag(out, "more", i + 4 < ev->n);
		json_kflag(out, "one_dollar", ev->arg[i + 2] == 1);
		json_kint(out, "rank", ev->arg[i + 3]);
		json_kint(out, "score", ev->arg[i + 1]);
		clip_tell_seat(ev->arg[i], out);
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
		clip_tell_seat(ev->arg[4 * i], out);
		json_object_end(out);
	}
	json_array_end(out);
}

static void
tell_derived(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	switch (ev->verb) {
	case CLIP_BOUGHT:
		clip_tell_colour(d, ev->arg[0], out);
		tell_paid(ev, out);
		break;
	case CLIP_POSTED:
		clip_tell_place(d, "island", ev->arg[0], out);
		json_kint(out, "reserve", ev->arg[1]);
		clip_tell_seat(ev->actor, out);
		break;
	case CLIP_TOOK:
		json_kstr(out, "card", d->card[ev->arg[0]].id);
		tell_paid(ev, out);
		break;
	case CLIP_LAID:
	case CLIP_CONNECTED:
	case CLIP_OPENED:
		tell_stick(d, ev, out);
		break;
	case CLIP_MOVED:
		clip_tell_place(d, "from", ev->arg[0], out);
		clip_tell_seat(ev->actor, out);
		clip_tell_place(d, "to", ev->arg[1], out);
		break;
	case CLIP_GONE:
		clip_tell_colour(d, ev->arg[0], out);
		json_kflag(out, "one_stick", ev->arg[1] == 1);
		json_kint(out, "sticks", ev->arg[1]);
		break;
	case CLIP_RETURNED:
		clip_tell_colour(d, ev->arg[0], out);
		clip_tell_seat(ev->actor, out);
		break;
	case CLIP_ROUND:
		json_kint(out, "n", ev->arg[0]);
		clip_tell_seat(ev->actor, out);
		break;
	default:
		break;
	}
	json_kstr(out, "verb", derived_verbs[ev->verb]);
}

void
clip_tell(const struct game_data *d, const struct event *ev,
    struct json *out)
{
	json_object(out);
	if (ev->kind == EVENT_MOVE)
		tell_move(d, ev, out);
	else if (ev->kind == EVENT_CHANCE)
		tell_departures(d, ev, out);
	else if (ev->verb == CLIP_ENDED)
		tell_ended(ev, out);
	else
		tell_derived(d, ev, out);
	json_object_end(out);
}
