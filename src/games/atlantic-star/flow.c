/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/atlantic-star/play.h"

static int
setup_option(const char *key, const char *value, struct star_position *p,
    struct err *e)
{
	if (strcmp(key, "open") == 0 &&
	    (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0))
		p->open = value[0] == 'y';
	else if (strcmp(key, "order") == 0 &&
	    (strcmp(value, "given") == 0 || strcmp(value, "drawn") == 0))
		p->stage = value[0] == 'g' ? STAR_DEAL : STAR_DRAW_ORDER;
	else
		return err_set(e, ERR_GIVEUP,
		    "option %s=%s: Atlantic Star knows open=yes|no and "
		    "order=given|drawn",
		    key, value);
	return 0;
}

int
star_setup(const struct game_data *d, const struct options *o, void *pos,
    struct err *e)
{
	struct star_position *p = pos;

	for (int i = 0; o != NULL && i < o->n; i++)
		if (setup_option(o->at[i].key, o->at[i].value, p, e) < 0)
			return -1;
	p->at = 1;
	p->per_sea = d->voyages[p->seats];
	memset(p->agency, STAR_NONE, sizeof p->agency);
	memset(p->sea_of, STAR_NONE, sizeof p->sea_of);
	for (int i = 1; i <= p->seats; i++) {
		p->order[i - 1] = (uint8_t)i;
		p->money[i] = d->money[p->seats];
		memset(p->left[i], p->per_sea, STAR_SEAS);
	}
	return 0;
}

/* The turn goes to the next seat that has voyages left (R14). */
void
star_pass(struct star_position *p)
{
	int at = p->place;

	p->borrowed = p->replaced = 0;
	p->turn++;
	for (int i = 1; i <= p->seats; i++) {
		if (++at == p->seats)
			at = 0;
		if (star_seat_done(p, p->order[at]))
			continue;
		if (at <= p->place)
			p->round++;
		p->place = (uint8_t)at;
		p->at = p->order[at];
		return;
	}
}

void
star_lay(struct star_position *p)
{
	while (p->lay < p->lay_end) {
		if (p->pile > 0) {
			p->agency[p->lay] = p->deck[--p->pile];
			p->deck[p->pile] = 0;
		} else if (p->discard > 0) {
			p->due = 1;
			return;
		}
		p->lay++;
	}
	p->lay = p->lay_end = 0;
	if (p->passing) {
		p->passing = 0;
		star_pass(p);
	}
}

/* What a chance event shuffles: the seats, or cards in the order of the data
 * file, all of them at the start, the discard later. */
static int
due_list(const struct star_position *p, int16_t *list)
{
	bool in[STAR_SHIPS] = { false };
	int n = 0;

	for (int i = 0; p->stage == STAR_DRAW_ORDER && i < p->seats; i++)
		list[n++] = (int16_t)(i + 1);
	if (n > 0)
		return n;
	for (int i = 0; i < p->discard; i++)
		in[p->discards[i]] = true;
	for (int i = 0; i < STAR_SHIPS; i++)
		if (p->stage == STAR_DEAL || in[i])
			list[n++] = (int16_t)i;
	return n;
}

void
star_draw(const struct game_data *d, const void *pos, struct rng *r,
    struct event *out)
{
	const struct star_position *p = pos;

	(void)d;
	out->kind = EVENT_CHANCE;
	out->actor = 0;
	out->verb = p->stage == STAR_DRAW_ORDER ? STAR_ORDER : STAR_DECK;
	out->n = (uint16_t)due_list(p, out->arg);
	rng_shuffle(r, out->arg, out->n);
}

/* "order 1 p1 p2 p3", "deck 2 …". */
void
star_label(const struct game_data *d, const void *pos, struct buf *out)
{
	const struct star_position *p = pos;
	bool order = p->stage == STAR_DRAW_ORDER;
	struct event ev = { .kind = EVENT_CHANCE,
		.verb = order ? STAR_ORDER : STAR_DECK };

	ev.n = (uint16_t)due_list(p, ev.arg);
	verbs_label(d, &ev, 1, order ? 1 : p->shuffles + 1, out);
}

/* R5. */
static int
chance_order(struct star_position *p, const struct event *ev, struct err *e)
{
	int16_t list[STAR_SHIPS];

	if (p->stage != STAR_DRAW_ORDER)
		return err_set(e, ERR_CORRUPT, "order is not due");
	if (!event_shuffles(ev, 0, list, due_list(p, list)))
		return err_set(e, ERR_CORRUPT,
		    "order does not name each seat once");
	for (int i = 0; i < p->seats; i++)
		p->order[i] = (uint8_t)ev->arg[i];
	p->at = p->order[0];
	p->stage = STAR_DEAL;
	return 0;
}

static int
chance_deck(struct star_position *p, const struct event *ev, struct events *out,
    struct err *e)
{
	int16_t list[STAR_SHIPS];
	int laid;

	if (p->stage != STAR_DEAL && !p->due)
		return err_set(e, ERR_CORRUPT, "deck is not due");
	if (!event_shuffles(ev, 0, list, due_list(p, list)))
		return err_set(e, ERR_CORRUPT,
		    "deck does not name each card of the shuffle once");
	events_derive(out, 0, STAR_LAID, NULL, 0);
	laid = p->stage == STAR_DEAL ? STAR_FIELDS : p->lay_end - p->lay;
	for (int i = 0; i < laid && i < ev->n; i++)
		DERIVE_MORE(out, ev->arg[i]);
	memset(p->discards, 0, p->discard);
	p->discard = 0;
	p->due = 0;
	p->shuffles++;
	p->pile = (uint8_t)ev->n;
	for (int i = 0; i < ev->n; i++)
		p->deck[ev->n - 1 - i] = (uint8_t)ev->arg[i];
	if (p->stage == STAR_DEAL) {
		p->stage = STAR_PLAY;
		p->lay_end = STAR_FIELDS;
	}
	star_lay(p);
	return 0;
}

int
star_chance(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e)
{
	(void)d;
	if (ev->kind != EVENT_CHANCE)
		return err_set(e, ERR_CORRUPT, "not a chance event");
	switch (ev->verb) {
	case STAR_ORDER:
		return chance_order(pos, ev, e);
	case STAR_DECK:
		return chance_deck(pos, ev, out, e);
	default:
		return err_set(e, ERR_CORRUPT, "no such chance event");
	}
}
