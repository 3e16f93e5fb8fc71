/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

#include "games/clippers/lines.h"

/* The list of legal moves in the order of the game's page. */

static void
add_link(struct moves *out, int verb, int colour, int from, int to)
{
	struct move *m = moves_of(out, verb, verb == CLIP_V_LAY ? 4 : 3);

	m->arg[0] = (int16_t)colour;
	m->arg[1] = (int16_t)from;
	m->arg[2] = (int16_t)to;
	if (verb == CLIP_V_LAY)
		m->arg[3] = 1;
}

/* Phase 1 (R5, R6). */
static void
legal_buy(const struct game_data *d, const struct clip_position *p, int seat,
    struct moves *out)
{
	const struct clip_seat *s = &p->seat[seat];

	if (s->clipper == 0 && s->money >= d->clipper_price)
		for (int c = 0; c < CLIP_PORTS; c++)
			if (p->stock[c] > 0)
				moves_of(out, CLIP_V_BUY, 1)->arg[0] = (int16_t)
				    c;
	if (s->reserve > 0)
		for (int i = 0; i < CLIP_ISLANDS; i++)
			if (clip_posts(p, i) < d->place[i].spaces)
				moves_of(out, CLIP_V_POST, 1)->arg[0] =
				    (int16_t)i;
	for (int i = 0; i < CLIP_CARDS; i++)
		if (p->cards[i] > 0 && s->money >= d->card[i].price)
			moves_of(out, CLIP_V_TAKE, 1)->arg[0] = (int16_t)i;
	moves_of(out, CLIP_V_PASS, 0);
}

static void
legal_lays(const struct game_data *d, const struct clip_position *p,
    struct moves *out)
{
	for (int c = 0; c < CLIP_COLOURS; c++) {
		if (!clip_may_lay(d, p, c))
			continue;
		for (int i = 0; i < d->links; i++) {
			const struct clip_link *l = &d->link[i];

			if (clip_can_lay(d, p, c, i, false))
				add_link(out, CLIP_V_LAY, c, l->from, l->to);
			if (clip_can_lay(d, p, c, i, true))
				add_link(out, CLIP_V_LAY, c, l->to, l->from);
		}
	}
}

static void
legal_opens(const struct game_data *d, const struct clip_position *p,
    int colour, struct moves *out)
{
	int track;

	for (int i = 0; i < d->links; i++) {
		int a = d->link[i].from, b = d->link[i].to;

		if (clip_open_check(d, p, colour, a, b, &track) == NULL)
			add_link(out, CLIP_V_OPEN, colour, a, b);
		if (clip_open_check(d, p, colour, b, a, &track) == NULL)
			add_link(out, CLIP_V_OPEN, colour, b, a);
	}
}

/* R9. */
static void
legal_posts(const struct game_data *d, const struct clip_position *p, int seat,
    struct moves *out)
{
	for (int from = 0; from < CLIP_ISLANDS; from++) {
		if (p->posts[from][seat] == 0)
			continue;
		for (int to = 0; to < CLIP_ISLANDS; to++) {
			struct move *m;

			if (to == from ||
			    clip_posts(p, to) >= d->place[to].spaces)
				continue;
			m = moves_of(out, CLIP_V_MOVE, 2);
			m->arg[0] = (int16_t)from;
			m->arg[1] = (int16_t)to;
		}
	}
}

void
clip_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct clip_position *p = pos;
	const struct clip_seat *s = &p->seat[seat];

	moves_clear(out);
	if (clip_turn_of(p) != seat)
		return;
	if (p->stage == CLIP_BUY) {
		legal_buy(d, p, seat, out);
		return;
	}
	if (!p->must_open)
		legal_lays(d, p, out);
	if (s->clipper != 0 && p->laid == 0)
		legal_opens(d, p, s->clipper - 1, out);
	if (s->card == CLIP_PORT + 1 && !p->must_open && p->laid == 0 &&
	    !s->card_used)
		legal_posts(d, p, seat, out);
	if (clip_done_check(p, seat) == NULL)
		moves_of(out, CLIP_V_DONE, 0);
}
