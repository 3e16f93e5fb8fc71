/* SPDX-License-Identifier: MIT */

/* Clocks when a game is set back, and when that is taken back: who was to act
 * then has again what he had, less nothing of the time between. */

#include "match/clocks.h"

/* Whose present decision has a clock that counts: what opened in this very
 * transaction has none yet, unless it came back in it. */
static seat_set
counting(const struct match *m, int turn)
{
	if (m->deserted || !m->clock.row.turn)
		return 0;
	if (happened(m, ON_UNDO) || turn != m->before.turn)
		return turn == m->clock.restored_turn ? m->clock.restored : 0;
	return m->before.act & (seat_set)~(happened_seats(m, ON_TIMEOUT) |
		happened_seats(m, ON_NEWCOMER));
}

int
clocks_keep(struct match *m, int event, struct err *e)
{
	int turn = game_turn(table_position(m->table));
	seat_set keep = counting(m, turn) & match_to_act(m);

	m->clock.restored = 0;
	for (int s = 1; s <= m->seats; s++) {
		struct clock_kept k = { .holder = m->seat[s].holder,
			.at = m->now, .pace = m->clock.pace[s] };

		if (keep & SEAT_BIT(s) && m->seat[s].player &&
		    m->clock.pace[s].since &&
		    clock_keep(m->house->db, m->game.id, event, s, &k, e))
			return -1;
	}
	return 0;
}

/* In between their clocks stood still, as in a pause. */
int
clocks_restore(struct match *m, int event, struct err *e)
{
	struct clock_kept kept[SEATS_MAX + 1];
	struct clock_stop stop = { .why = CLOCK_PAUSE, .until = m->now };

	if (!m->clock.row.turn)
		return 0;
	if (clock_kept_all(m->house->db, m->game.id, event, kept, e))
		return -1;
	m->clock.restored_turn = game_turn(table_position(m->table));
	for (int s = 1; s <= m->seats; s++) {
		if (!kept[s].at || kept[s].holder != m->seat[s].holder)
			continue;
		m->clock.pace[s] = kept[s].pace;
		m->clock.restored |= SEAT_BIT(s);
		stop.from = kept[s].at;
	}
	return m->clock.restored && stop.from < stop.until ?
		clock_stop_add(m, &stop, e) : 0;
}
