/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

#include "games/clippers/lines.h"

/* The list of legal moves in the order of the game's page. */

static void
add_lay(struct moves *out, int colour, int from, int to)
{
	MOVE(out,
	    CLIP_V_LAY, [CLIP_STICK_COLOUR] = colour, [CLIP_STICK_FROM] = from,
	    [CLIP_STICK_TO] = to, [CLIP_STICK_TIMES] = 1);
}

static void
add_open(struct moves *out, int colour, int from, int to)
{
	MOVE(out,
	    CLIP_V_OPEN, [CLIP_STICK_COLOUR] = colour, [CLIP_STICK_FROM] = from,
	    [CLIP_STICK_TO] = to, [CLIP_STICK_TIMES] = 1);
}

/* R5. */
static void
legal_clippers(const struct game_data *d, const struct clip_position *p,
    int seat, struct moves *out)
{
	const struct clip_seat *s = &p->seat[seat];

	if (s->clipper != 0 || s->money < d->clipper_price)
		return;
	for (int c = 0; c < CLIP_PORTS; c++)
		if (p->stock[c] > 0)
			MOVE(out, CLIP_V_BUY, [CLIP_BUY_COLOUR] = c);
}

/* Phase 1 (R5, R6). */
static void
legal_buy(const struct game_data *d, const struct clip_position *p, int seat,
    struct moves *out)
{
	const struct clip_seat *s = &p->seat[seat];

	legal_clippers(d, p, seat, out);
	if (s->reserve > 0)
		for (int i = 0; i < CLIP_ISLANDS; i++)
			if (clip_posts(p, i) < d->place[i].spaces)
				MOVE(out, CLIP_V_POST, [CLIP_POST_ISLAND] = i);
	for (int i = 0; i < CLIP_CARDS; i++)
		if (p->cards[i] > 0 && s->money >= d->card[i].price)
			MOVE(out, CLIP_V_TAKE, [CLIP_BUY_CARD] = i);
	moves_of(out, CLIP_V_PASS, 0);
}

static void
legal_lays(const struct game_data *d, const struct clip_position *p,
    struct moves *out)
{
	for (int c = 0; c < CLIP_COLOURS; c++) {
		if (!clip_may_lay(d, p, c))
			continue;
		for (int way = -1; (way = clip_next_way(p, c, way + 1)) >= 0;) {
			const struct clip_link *l = &d->link[way / 2];

			if (way % 2 == 0)
				add_lay(out, c, l->from, l->to);
			else
				add_lay(out, c, l->to, l->from);
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
			add_open(out, colour, a, b);
		if (clip_open_check(d, p, colour, b, a, &track) == NULL)
			add_open(out, colour, b, a);
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
		for (int to = 0; to < CLIP_ISLANDS; to++)
			if (to != from &&
			    clip_posts(p, to) < d->place[to].spaces)
				MOVE(out, CLIP_V_MOVE, [CLIP_MOVE_FROM] = from,
				    [CLIP_MOVE_TO] = to);
	}
}

void
clip_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct clip_position *p = pos;
	const struct clip_seat *s = &p->seat[seat];

	moves_clear(out);
	if (p->may_buy == seat)
		legal_clippers(d, p, seat, out);
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
