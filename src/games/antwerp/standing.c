/* SPDX-License-Identifier: MIT */
#include "games/antwerp/play.h"

/* Standing orders (R19): secret, at any time but while a shuffle is due, and
 * whether the card is held is not asked. */

/* Whether two channels of one colour leave place, one of them to `to`. */
static bool
fork_end(const struct game_data *d, int place, int to)
{
	int channel = d->between[place][to];

	if (channel == ANT_NONE)
		return false;
	for (int k = 0; k < ANT_COLOURS; k++)
		if (d->node[place].outs[k] == 2 &&
		    (d->channel[channel].colours >> k & 1))
			return true;
	return false;
}

int
ant_stand(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	struct ant_standing *s = &p->seat[seat].standing;

	if (m->arg[0] == ANT_T_FORK && m->arg[2] != 0 &&
	    !fork_end(d, m->arg[1], m->arg[2] - 1)) {
		ant_refuse_place(d, why, "not-a-choice", m->arg[1]);
		refusal_str(why, "to", d->node[m->arg[2] - 1].id);
		return -1;
	}
	if (ant_chance_is_due(p))
		return refuse(why, "not-your-turn");
	switch (m->arg[0]) {
	case ANT_T_POLICY:
		s->policy = (uint8_t)m->arg[1];
		break;
	case ANT_T_ANCHOR:
		s->anchor = (uint8_t)m->arg[1];
		break;
	case ANT_T_DOUBLE:
		s->twice = (uint8_t)m->arg[1];
		break;
	case ANT_T_FORK:
		s->fork[m->arg[1]] = (uint8_t)m->arg[2];
		break;
	default:
		s->drop[m->arg[1]] = (uint8_t)m->arg[2];
		break;
	}
	if (out != NULL)
		event_from_move(events_add(out, EVENT_MOVE, seat, m->verb),
		    seat, m);
	return 0;
}
