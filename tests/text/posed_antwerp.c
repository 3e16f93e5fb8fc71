/* SPDX-License-Identifier: MIT */
#include "games/antwerp/position.h"
#include "tests/text/posed.h"

/* Ships of every owner and good on every place, as many at once as there may
 * be, and locks in all the ways in which they can stand. */

enum {
	PARTS = 3, /* so many positions have all places */
	SHIPS = ANT_SEATS * ANT_GOODS,
	NUMBERS = PARTS * SHIPS
};

static int
make(const struct game_data *d, void *pos, int number)
{
	struct ant_position *p = pos;
	int what = number / PARTS, ships = 0, locks = 0;

	p->stage = ANT_TURN;
	p->at = 1;
	p->open = (uint8_t)(number % (1 << ANT_LOCKS));
	for (int i = number % PARTS; i < d->places; i += PARTS) {
		p->ship[i].owner = (uint8_t)(1 + (i + what) % ANT_SEATS);
		p->ship[i].good = (uint8_t)((i + what / ANT_SEATS) % ANT_GOODS);
		ships++;
	}
	for (int i = 0; i < d->channels; i++)
		locks += d->channel[i].lock != ANT_NONE;
	return ships + locks;
}

const struct posed posed_antwerp = { "antwerp", ANT_SEATS, NUMBERS, make };
