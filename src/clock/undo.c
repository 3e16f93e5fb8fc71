/* SPDX-License-Identifier: MIT */

/* Clocks when a game is set back, and when that is taken back: who was to act
 * then has again what they had, less nothing of the time between. */

#include "clock/acts.h"

int
clocks_keep(const struct clocks *c, const struct clock_game *g, struct db *db,
    int64_t game, int event, seat_set seats, struct err *e)
{
	for (int s = 1; s <= g->seats; s++) {
		struct clock_kept k = { .holder = g->holder[s],
			.at = g->now,
			.pace = c->pace[s] };

		if ((g->act | SEAT_BIT(g->own)) & seats & SEAT_BIT(s) &&
		    k.pace.since && clock_keep(db, game, event, s, &k, e))
			return -1;
	}
	return 0;
}

/* In between their clocks stood still, as in a pause; what was kept by a
 * machine's clock that was ahead is put right as all else has been. */
int
clocks_restore(struct clocks *c, const struct clock_game *g, struct db *db,
    int64_t game, int event, int turn, struct err *e)
{
	struct clock_kept kept[SEATS_MAX + 1];
	struct clock_stop stop = { .why = CLOCK_PAUSED,
		.from = g->now,
		.until = g->now };

	c->restored = 0;
	if (!c->row.turn)
		return 0;
	if (clock_kept_all(db, game, event, kept, e))
		return -1;
	c->restored_turn = turn;
	for (int s = 1; s <= g->seats; s++) {
		if (!kept[s].at || kept[s].holder != g->holder[s])
			continue;
		c->pace[s] = kept[s].pace;
		c->restored |= SEAT_BIT(s);
		stop.from = kept[s].at;
	}
	clocks_stop(c, &stop);
	(void)clocks_correct(c, g->now);
	return 0;
}
