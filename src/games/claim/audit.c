/* SPDX-License-Identifier: MIT */
#include "game/holds.h"
#include "games/claim/play.h"

/* What holds in every position of a game. */

static int
audit_ship(const struct game_data *d, const struct claim_position *p, int seat,
    int i, struct err *e)
{
	static const struct claim_ship none;
	const struct claim_seat *s = &p->seat[seat];
	const struct claim_ship *ship = &s->ship[i];
	bool turn = p->stage == CLAIM_PLAY && p->at == seat;

	if (i == 1 && !claim_split(s)) {
		HOLDS(memcmp(ship, &none, sizeof none) == 0,
		    "p%d: there is something in a tender that is none", seat);
		return 0;
	}
	HOLDS(ship->parts == d->parts[claim_name(s, i)], "R10: p%d: %d parts",
	    seat, ship->parts);
	HOLDS(ship->at < CLAIM_FIELDS && !claim_in(p->blocked, ship->at),
	    "p%d stands on a blocked field", seat);
	HOLDS(claim_fits(d, ship->parts, ship->hold),
	    "p%d has more aboard than fits", seat);
	HOLDS(turn || (!ship->moved && !ship->acted),
	    "R4: p%d has moved out of turn", seat);
	HOLDS((ship->series == CLAIM_NO_SERIES) == (ship->turns == 0) &&
		ship->series <= CLAIM_UNLOADS,
	    "R9: p%d: half a series", seat);
	if (ship->series == CLAIM_NO_SERIES)
		return 0;
	HOLDS(claim_in(p->known, ship->at) &&
		p->bottom[ship->at] == p->top[ship->at] &&
		!claim_in(s->claims, ship->at) &&
		ship->turns < d->colour[p->bottom[ship->at]].value,
	    "R9: p%d has a series where none can be", seat);
	return 0;
}

static int
audit_board(const struct game_data *d, const struct claim_position *p,
    struct err *e)
{
	uint32_t open = CLAIM_SYSTEMS & ~p->blocked, found = 0;
	int known = 0;

	HOLDS((p->blocked & ~CLAIM_SYSTEMS) == 0 && (p->known & ~open) == 0,
	    "R1: a blocked field is known");
	for (int f = 0; f < CLAIM_FIELDS; f++) {
		known += claim_in(p->known, f);
		HOLDS(claim_in(p->known, f) ||
			(p->bottom[f] == 0 && p->top[f] == 0),
		    "%s has colours unknown to all", d->field[f].id);
		HOLDS(p->bottom[f] < CLAIM_COLOURS && p->top[f] < CLAIM_COLOURS,
		    "%s has no such colour", d->field[f].id);
	}
	for (int s = 1; s <= p->seats; s++) {
		HOLDS((p->seat[s].claims & ~p->known) == 0,
		    "R9: p%d has claimed what is unknown", s);
		found += p->seat[s].found;
	}
	HOLDS((int)found == known, "R12: %d discoveries of %d systems",
	    (int)found, known);
	return 0;
}

int
claim_audit(const struct game_data *d, const void *pos, struct err *e)
{
	const struct claim_position *p = pos;
	bool blocked = p->stage != CLAIM_BLOCKS;

	if (audit_board(d, p, e) < 0)
		return -1;
	for (int s = 1; s <= p->seats; s++)
		for (int i = 0; i < 2; i++)
			if (audit_ship(d, p, s, i, e) < 0)
				return -1;
	for (int s = 0; s < CLAIM_SEGMENTS; s++) {
		int n = 0;

		for (int f = 1; f < CLAIM_FIELDS; f++)
			n += claim_in(p->blocked & claim_segment(s), f);
		HOLDS(n == (blocked ? d->blocked : 0),
		    "R1: %d blocked fields in %s", n, d->segment[s]);
	}
	HOLDS((p->round == 0) == (p->stage <= CLAIM_STOW) &&
		p->round <= d->rounds,
	    "R13: round %d", p->round);
	HOLDS((p->at == 0) == (p->round == 0) && p->at <= p->seats,
	    "R3: the turn is nobody's");
	HOLDS(p->stage != CLAIM_ROLL || claim_due(p) != CLAIM_NONE,
	    "R12: nothing is to be discovered");
	HOLDS(p->served == 0 || p->stage == CLAIM_PLAY,
	    "R6: a system is used out of turn");
	return 0;
}
