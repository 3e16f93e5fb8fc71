/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/* The late rule (R22); the computer player comes below. */

int
ant_late(const struct game_data *d, const void *pos, int seat,
    struct move *out)
{
	const struct ant_position *p = pos;
	struct moves legal = MOVES_INIT;

	memset(out, 0, sizeof *out);
	if (seat == 0 || ant_actor(p) != seat)
		return -1;
	if (p->offer.from != 0) {
		out->verb = ANT_V_DECLINE;
		return 0;
	}
	if (p->pending.seat == 0 && p->main_done) {
		out->verb = ANT_V_END;
		return 0;
	}
	ant_legal(d, p, seat, &legal);
	for (int i = 0; i < legal.n && out->verb == 0; i++)
		if (legal.at[i].verb == ANT_V_CHOOSE ||
		    legal.at[i].verb == ANT_V_SAIL)
			*out = legal.at[i];
	moves_release(&legal);
	return out->verb == 0 ? -1 : 0;
}

int
ant_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	(void)own;
	return ant_late(d, pos, seat, out);
}
