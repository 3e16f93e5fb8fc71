/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

/*
 * What a picture shows: the classes as ranks of berths, each with its points
 * and the voyage that lies there; the seas with who has still to run them; and
 * the agency. Columns have tables instead.
 */

enum {
	ACROSS = 24,
	DOWN = 22, /* of the grid */
	FIRST = 7,
	BERTH = 3,
	RANK = 3, /* a berth's column; steps */
	CARD = 6,
	SEAS = 17,
	AGENCY = 20
};

static void
add_rank(const struct game_data *d, const struct star_position *p, int class,
    struct drawing *out)
{
	int row = 1 + RANK * (STAR_CLASSES - class), sea = p->sea_of[class];
	const char *tone = sea == STAR_NONE ? "" : d->sea[sea].id;
	size_t point = drawing_point(out, 0, row,
	    &"*****"[STAR_CLASSES - class], "");

	drawing_dress_point(out, point, DRAWING_NONE,
	    sea == STAR_NONE ? "" : d->sea[sea].name, tone);
	drawing_thing(out, point, "sea", tone, 1);
	for (int i = 0; i < STAR_PLACES; i++) {
		const struct star_plaque *own = &p->plaque[class][i];
		char text[16];

		(void)snprintf(text, sizeof text, "%d", d->points[class][i]);
		point = drawing_point(out, FIRST + BERTH * i, row, text, "");
		drawing_dress_point(out, point, DRAWING_BOX, "", tone);
		(void)snprintf(text, sizeof text, "%d", own->value);
		if (i < p->plaques[class])
			(void)drawing_piece(out, point, own->owner, 1, text,
			    "");
	}
}

static void
add_sea(const struct game_data *d, const struct star_position *p, int sea,
    struct drawing *out)
{
	char bonus[16];
	size_t point;

	(void)snprintf(bonus, sizeof bonus, "+%d", d->sea[sea].bonus);
	point = drawing_point(out, CARD / 2 + CARD * sea, SEAS, bonus, "");
	drawing_dress_point(out, point, DRAWING_BOX, d->sea[sea].name,
	    d->sea[sea].id);
	drawing_thing(out, point, "sea", d->sea[sea].id, 1);
	for (int s = 1; s <= p->seats; s++)
		if (p->left[s][sea] > 0)
			(void)drawing_piece(out, point, s, p->left[s][sea], "",
			    "");
}

static void
add_field(const struct game_data *d, const struct star_position *p, int field,
    struct drawing *out)
{
	const struct star_ship *ship = p->agency[field] == STAR_NONE ?
	    NULL :
	    &d->ship[p->agency[field]];
	char price[16];
	size_t point;

	(void)snprintf(price, sizeof price, "%d", d->price[field]);
	point = drawing_point(out, CARD / 2 + CARD * field, AGENCY, price, "");
	drawing_dress_point(out, point, DRAWING_BOX,
	    ship != NULL ? ship->name : "", "");
	drawing_thing(out, point, "ship", ship != NULL ? ship->id : "", 1);
}

int
star_map(const struct game_data *d, const void *seen, struct drawing *out)
{
	const struct star_position *p = seen;

	if (out->columns)
		return -1;
	out->scene = DRAWING_BERTHS;
	out->pictorial = true;
	out->width = ACROSS;
	out->height = DOWN;
	for (int i = STAR_CLASSES; i >= 1; i--)
		add_rank(d, p, i, out);
	for (int i = 0; i < STAR_SEAS; i++)
		add_sea(d, p, i, out);
	for (int i = 0; i < STAR_FIELDS; i++)
		add_field(d, p, i, out);
	return 0;
}
