/* SPDX-License-Identifier: MIT */
#include "games/clippers/lines.h"
#include "games/clippers/play.h"

/*
 * The late rule (R18b) and the computer player: of all its legal moves the
 * one after which it stands best against the others, by what the islands of
 * each are worth and how near each colour has come to them.
 */

int
clip_late(const struct game_data *d, const void *pos, int seat,
    struct move *out)
{
	const struct clip_position *p = pos;
	struct moves legal = MOVES_INIT;

	memset(out, 0, sizeof *out);
	if (seat == 0 || clip_turn_of(p) != seat)
		return -1;
	if (p->stage == CLIP_BUY) {
		out->verb = CLIP_V_PASS;
	} else if (clip_done_check(p, seat) == NULL) {
		out->verb = CLIP_V_DONE;
	} else {
		clip_legal(d, p, seat, &legal);
		if (legal.n > 0)
			*out = legal.at[0];
		moves_release(&legal);
	}
	return out->verb == 0 ? -1 : 0;
}

/* The player thinks in hundredths of a point. */
enum {
	POINT = 100,
	NEAR = 60, /* of a point, for a colour at hand */
	STEP = 8   /* less for each stick to lay */
};

/* What a post on each island is worth, as far as can be seen. */
static void
outlook(const struct game_data *d, const struct clip_position *p, int *worth)
{
	int sticks[CLIP_PLACES];

	memset(worth, 0, CLIP_ISLANDS * sizeof *worth);
	for (int c = 0; c < CLIP_COLOURS; c++) {
		clip_reach(d, p, c, false, sticks);
		for (int i = 0; i < CLIP_ISLANDS; i++) {
			int hope = NEAR - STEP * sticks[i];

			if (clip_connected(p, c, i))
				worth[i] += POINT * d->place[i].value;
			else if (sticks[i] <= p->sticks[c] && hope > 0)
				worth[i] += hope * d->place[i].value;
		}
	}
}

/* The sticks more that a card gives, over the two phases to come. */
static int
card_worth(const struct clip_position *p, int seat)
{
	int card = p->seat[seat].card, lays = clip_allowance(p, seat);

	if (p->stage != CLIP_BUY && p->at == seat && p->laid > 0)
		return 0;
	switch (card) {
	case 0:
	case CLIP_PORT + 1:
		return 0;
	case CLIP_5X + 1:
		return p->seat[seat].card_used ? 0 :
						 POINT * (lays - 2 * p->plain);
	default:
		return POINT * 2 * (lays - p->plain);
	}
}

static int
standing(const struct game_data *d, const struct clip_position *p, int seat)
{
	int worth[CLIP_ISLANDS], total = 0;

	outlook(d, p, worth);
	for (int s = 1; s <= p->seats; s++) {
		int own = POINT * p->seat[s].money;

		for (int i = 0; i < CLIP_ISLANDS; i++)
			own += p->posts[i][s] * worth[i];
		total += s == seat ?
		    own * (p->seats - 1) + card_worth(p, s) * (p->seats - 1) :
		    -own;
	}
	return total;
}

int
clip_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	const struct clip_position *p = pos;
	struct moves legal = MOVES_INIT;
	int best = 0;

	(void)own;
	if (seat == 0 || clip_turn_of(p) != seat)
		return -1;
	clip_legal(d, p, seat, &legal);
	for (int i = 0; i < legal.n; i++) {
		struct clip_position after = *p;
		struct refusal why;
		int worth;

		if (clip_apply(d, &after, seat, &legal.at[i], NULL, &why) < 0)
			continue;
		worth = standing(d, &after, seat);
		if (i > 0 && worth <= best)
			continue;
		best = worth;
		*out = legal.at[i];
	}
	moves_release(&legal);
	return 0;
}
