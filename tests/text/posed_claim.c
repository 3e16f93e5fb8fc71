/* SPDX-License-Identifier: MIT */
#include "games/claim/position.h"
#include "tests/text/posed.h"

/*
 * As many numbers as there are pairs of colours, and more than fields: each
 * field trades every pair, is claimed by each set of seats, and has each seat's
 * ship, main and tender, alone or beside another's. Then each field is blocked,
 * and each unknown, while the ships are at the hub.
 */

enum {
	PAIRS = CLAIM_COLOURS * CLAIM_COLOURS,
	SETS = 1 << CLAIM_SEATS, /* of seats */
	BLOCKED = CLAIM_FLOWER,
	UNKNOWN = 3,
	NUMBERS = PAIRS + BLOCKED + UNKNOWN
};

static void
put_ship(struct claim_ship *s, int parts, int at)
{
	s->parts = (uint8_t)parts;
	s->at = (uint8_t)(at % CLAIM_FIELDS);
}

static void
pose_ships(struct claim_position *p, int number, int apart)
{
	put_ship(&p->seat[1].ship[0], 2, number);
	put_ship(&p->seat[1].ship[1], 1, number + apart);
	put_ship(&p->seat[2].ship[0], 2, number + 2 * apart);
	put_ship(&p->seat[2].ship[1], 1, number);
	put_ship(&p->seat[3].ship[0], 3, 2 * number);
}

static int
pose_claims(struct claim_position *p, int field, int number)
{
	int claims = 0;

	for (int s = 1; s <= CLAIM_SEATS; s++)
		if (((field + number) % SETS >> (s - 1) & 1) != 0) {
			p->seat[s].claims |= (uint32_t)1 << field;
			claims++;
		}
	return claims;
}

/* Where a seat has a ship or two, each field once. */
static int
drawn_ships(const struct claim_position *p)
{
	int n = 0;

	for (int s = 1; s <= CLAIM_SEATS; s++) {
		const struct claim_ship *ship = p->seat[s].ship;

		n += 1 + (ship[1].parts != 0 && ship[1].at != ship[0].at);
	}
	return n;
}

static int
make(const struct game_data *d, void *pos, int number)
{
	struct claim_position *p = pos;
	int pieces = 0, shut = number - PAIRS, dark = shut - BLOCKED;

	(void)d;
	p->stage = CLAIM_PLAY;
	p->round = 1;
	p->at = 1;
	pose_ships(p, shut < 0 ? number : CLAIM_HUB, shut < 0);
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		if (shut >= 0 && shut < BLOCKED &&
		    (f - 1) % CLAIM_FLOWER == shut) {
			p->blocked |= (uint32_t)1 << f;
			continue;
		}
		if (dark >= 0 && f % UNKNOWN == dark)
			continue;
		p->known |= (uint32_t)1 << f;
		p->bottom[f] = (uint8_t)((f + number) % CLAIM_COLOURS);
		p->top[f] = (uint8_t)((f + number / CLAIM_COLOURS) %
		    CLAIM_COLOURS);
		pieces += pose_claims(p, f, number);
	}
	return pieces + drawn_ships(p);
}

const struct posed posed_claim = { "claim", CLAIM_SEATS, NUMBERS, make };
