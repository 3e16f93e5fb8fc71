/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/claim/play.h"

/* Facts of a position (section F of the game's page). */

static const char *const series_word[] = { "", "load", "unload" };

static void
facts_fields(const struct game_data *d, const struct claim_position *p,
    struct json *out)
{
	json_kobject(out, "fields");
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		seat_set claims = 0;

		for (int s = 1; s <= p->seats; s++)
			if (claim_in(p->seat[s].claims, f))
				claims |= SEAT_BIT(s);
		json_key(out, d->field[f].id);
		if (claim_in(p->blocked, f)) {
			json_str(out, "blocked");
		} else if (!claim_in(p->known, f)) {
			json_str(out, "unknown");
		} else {
			json_object(out);
			json_kstr(out, "bottom", d->colour[p->bottom[f]].id);
			seats_write(out, "claims", claims);
			json_kstr(out, "top", d->colour[p->top[f]].id);
			json_object_end(out);
		}
	}
	json_object_end(out);
}

static void
facts_hold(const struct game_data *d, const struct claim_ship *ship, bool open,
    struct json *out)
{
	json_key(out, "cargo");
	if (!open) {
		json_null(out);
		return;
	}
	json_object(out);
	for (int i = 0; i < CLAIM_COLOURS; i++)
		json_kint(out, d->colour[i].id, ship->hold[i]);
	json_object_end(out);
}

static void
facts_ship(const struct game_data *d, const struct claim_ship *ship, int name,
    bool open, struct json *out)
{
	json_object(out);
	json_kbool(out, "acted", ship->acted != 0);
	json_kstr(out, "at", d->field[ship->at].id);
	facts_hold(d, ship, open, out);
	json_kbool(out, "moved", ship->moved != 0);
	json_kstr(out, "name", claim_ships->word[name]);
	json_kint(out, "parts", ship->parts);
	json_key(out, "series");
	if (ship->series == CLAIM_NO_SERIES) {
		json_null(out);
	} else {
		json_object(out);
		json_kstr(out, "at", d->field[ship->at].id);
		json_kstr(out, "kind", series_word[ship->series]);
		json_kint(out, "n", ship->turns);
		json_object_end(out);
	}
	json_object_end(out);
}

static void
facts_seat(const struct game_data *d, const struct claim_position *p, int seat,
    bool open, struct json *out)
{
	const struct claim_seat *s = &p->seat[seat];

	json_object(out);
	json_karray(out, "claims");
	for (int f = 1; f < CLAIM_FIELDS; f++)
		if (claim_in(s->claims, f))
			json_str(out, d->field[f].id);
	json_array_end(out);
	json_kint(out, "found", s->found);
	json_kint(out, "score", claim_score(d, p, seat));
	json_karray(out, "ships");
	for (int i = 0; i < 2; i++)
		if (s->ship[i].parts != 0)
			facts_ship(d, &s->ship[i], claim_name(s, i), open, out);
	json_array_end(out);
	json_object_end(out);
}

void
claim_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out)
{
	const struct claim_position *p = pos;

	json_object(out);
	facts_fields(d, p, out);
	json_kstr(out, "game", "claim");
	json_kstr(out, "phase",
	    p->stage == STAGE_OVER ? "over" :
		p->round == 0      ? "stow" :
				     "play");
	json_kint(out, "round", p->round);
	json_kobject(out, "seats");
	for (int s = 1; s <= p->seats; s++) {
		json_key(out, seat_id(s));
		facts_seat(d, p, s,
		    p->round > 0 || reader == ARCHIVE || reader == s, out);
	}
	json_object_end(out);
	seats_write(out, "to_act", claim_turn_of(p));
	json_object_end(out);
}

/* Some first cargo that may be stowed. */
static void
vary_hold(const struct game_data *d, struct claim_ship *ship, struct rng *r)
{
	int most = d->cargo_value +
	    ship->hold[CLAIM_RED] * d->colour[CLAIM_RED].value;

	memset(ship->hold + 1, 0, sizeof ship->hold - 1);
	for (int tries = (int)rng_below(r, 60); tries > 0; tries--) {
		int c = 1 + (int)rng_below(r, CLAIM_COLOURS - 1);

		ship->hold[c]++;
		if (claim_value(d, ship->hold) > most ||
		    !claim_fits(d, ship->parts, ship->hold))
			ship->hold[c]--;
	}
}

/* R2: what other seats have chosen, until the last has. */
void
claim_seen(const struct game_data *d, void *copy, int reader)
{
	struct claim_position *p = copy;

	(void)d;
	for (int s = 1; p->round == 0 && s <= p->seats; s++)
		if (s != reader)
			memset(p->seat[s].ship[0].hold, 0,
			    sizeof p->seat[s].ship[0].hold);
}

void
claim_vary(const struct game_data *d, void *pos, int reader, struct rng *r)
{
	struct claim_position *p = pos;

	for (int s = 1; p->stage == CLAIM_STOW && s <= p->seats; s++)
		if (s != reader && p->seat[s].chosen)
			vary_hold(d, &p->seat[s].ship[0], r);
}

/* R2: the first cargo, until the last has chosen. */
enum redaction
claim_redact(const struct game_data *d, const void *now, const struct event *ev,
    int reader)
{
	const struct claim_position *p = now;

	(void)d;
	if (reader == ARCHIVE || reader == ev->actor || p->stage != CLAIM_STOW)
		return REDACT_SHOW;
	if (ev->kind == EVENT_MOVE && ev->verb == CLAIM_V_STOW)
		return REDACT_HIDE;
	if (ev->kind == EVENT_DERIVED && ev->verb == CLAIM_STOWED)
		return REDACT_OMIT;
	return REDACT_SHOW;
}
