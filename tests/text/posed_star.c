/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/position.h"
#include "tests/text/posed.h"

/*
 * Every ship on every field of the agency, and fields that are empty; in the
 * meantime each berth is everybody's, the neutral's too, at each of the seas,
 * of no sea, and free behind each number of others.
 */

enum {
	OWNERS = SEATS_MAX + 1,
	SEAS = STAR_SEAS + 1, /* or none */
	NUMBERS = STAR_SHIPS + STAR_FIELDS
};

/* Classes are full until all has lain everywhere, then they fill. */
static int
pose_class(const struct game_data *d, struct star_position *p, int class,
    int number)
{
	int sea = (class + number) % SEAS;
	int plaques = number < OWNERS * SEAS ? STAR_PLACES :
					       number % (STAR_PLACES + 1);

	(void)d;
	p->sea_of[class] = sea == STAR_SEAS ? STAR_NONE : (uint8_t)sea;
	if (sea == STAR_SEAS)
		return 0;
	p->class_of[sea] = (uint8_t)class;
	p->plaques[class] = (uint8_t)plaques;
	for (int i = 0; i < plaques; i++) {
		int owner = (class + i + number) % OWNERS;

		p->plaque[class][i] = (struct star_plaque){
			.owner = (uint8_t)owner,
			.no = owner > 0,
			.value = (uint8_t)(3 +
			    (7 * class + 5 * i + number) % 30),
		};
	}
	return plaques;
}

static int
pose_left(struct star_position *p, int number)
{
	int pieces = 0;

	for (int s = 1; s <= p->seats; s++)
		for (int sea = 0; sea < STAR_SEAS; sea++) {
			p->left[s][sea] = (uint8_t)((s + sea + number) % 3);
			pieces += p->left[s][sea] > 0;
		}
	return pieces;
}

static int
make(const struct game_data *d, void *pos, int number)
{
	struct star_position *p = pos;
	int pieces = pose_left(p, number);

	p->stage = STAR_PLAY;
	p->at = 1;
	p->pile = 9;
	for (int s = 1; s <= p->seats; s++)
		p->order[s - 1] = (uint8_t)s;
	for (int i = 0; i < STAR_FIELDS; i++)
		p->agency[i] = number - STAR_SHIPS == i ?
		    STAR_NONE :
		    (uint8_t)((number + STAR_SHIPS / STAR_FIELDS * i) %
			STAR_SHIPS);
	for (int class = 1; class <= STAR_CLASSES; class ++)
		pieces += pose_class(d, p, class, number);
	return pieces;
}

const struct posed posed_star = { "atlantic-star", SEATS_MAX, NUMBERS, make };
