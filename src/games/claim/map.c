/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "games/claim/play.h"

/*
 * The board as a drawing: a column of hexagons for each q, two rows
 * a hexagon, neighbouring columns half a hexagon apart. The upper row of a
 * field has its name and the initials of what it asks and gives, the lower
 * one the seats that have claimed it (*12) and those with a ship there (@3).
 * Pictures show claims and ships as pieces instead of that row.
 */

enum { COLUMN = 10 };

static bool
is_here(const struct claim_position *p, int seat, int field, bool ships)
{
	const struct claim_ship *ship = p->seat[seat].ship;

	if (!ships)
		return claim_in(p->seat[seat].claims, field);
	return (ship[0].parts != 0 && ship[0].at == field) ||
	    (ship[1].parts != 0 && ship[1].at == field);
}

static void
add_seats(const struct claim_position *p, int field, bool ships, char *out)
{
	size_t n = strlen(out);
	bool some = false;

	for (int s = 1; s <= p->seats; s++) {
		if (!is_here(p, s, field, ships))
			continue;
		if (!some && n > 0)
			out[n++] = ' ';
		if (!some)
			out[n++] = ships ? '@' : '*';
		some = true;
		out[n++] = (char)('0' + s);
	}
	out[n] = '\0';
}

static void
add_title(const struct game_data *d, const struct claim_position *p, int field,
    char *out, size_t size)
{
	const char *id = d->field[field].id;

	if (field == CLAIM_HUB)
		(void)snprintf(out, size, "%s", id);
	else if (claim_in(p->blocked, field))
		(void)snprintf(out, size, "%s ##", id);
	else if (!claim_in(p->known, field))
		(void)snprintf(out, size, "%s ?", id);
	else
		(void)snprintf(out, size, "%s %c/%c", id,
		    toupper((unsigned char)d->colour[p->bottom[field]].id[0]),
		    toupper((unsigned char)d->colour[p->top[field]].id[0]));
}

/* For a picture: fields that are closed, and that nobody has seen. */
static const char *
tone_of(const struct claim_position *p, int field)
{
	return claim_in(p->blocked, field) ? "blocked" :
	    !claim_in(p->known, field)     ? "unknown" :
					     "";
}

static void
add_pieces(const struct claim_position *p, int field, size_t point,
    struct drawing *out)
{
	for (int ships = 0; ships < 2; ships++)
		for (int s = 1; s <= p->seats; s++) {
			char mark[3] = { '*', (char)('0' + s), '\0' };

			if (!is_here(p, s, field, ships))
				continue;
			drawing_dress_piece(out,
			    drawing_piece(out, point, s, 1, ships ? "" : mark,
				""),
			    ships ? DRAWING_SHIP : DRAWING_FLAG, "");
		}
}

static void
add_field(const struct game_data *d, const struct claim_position *p, int field,
    int x, int y, struct drawing *out)
{
	char title[16], seats[16] = "";
	size_t point;

	add_title(d, p, field, title, sizeof title);
	point = drawing_point(out, x, y, "", title);
	drawing_dress_point(out, point, DRAWING_HEX, "", tone_of(p, field));
	drawing_thing(out, point, "", d->field[field].id, 0);
	if (field == CLAIM_HUB)
		drawing_dress_field(out, point, "", "hub");
	else if (claim_in(p->known, field) && !claim_in(p->blocked, field))
		drawing_dress_field(out, point, d->colour[p->bottom[field]].id,
		    d->colour[p->top[field]].id);
	add_pieces(p, field, point, out);
	add_seats(p, field, false, seats);
	add_seats(p, field, true, seats);
	if (seats[0] == '\0')
		return;
	point = drawing_point(out, x, y + 1, "", seats);
	drawing_dress_point(out, point, DRAWING_NONE, " ", "");
}

int
claim_map(const struct game_data *d, const void *seen, struct drawing *out)
{
	int low_q = 0, low_y = 0;

	out->scene = DRAWING_SPACE;
	for (int f = 0; f < CLAIM_FIELDS; f++) {
		int y = 2 * d->field[f].r + d->field[f].q;

		low_q = d->field[f].q < low_q ? d->field[f].q : low_q;
		low_y = y < low_y ? y : low_y;
	}
	for (int f = 0; f < CLAIM_FIELDS; f++) {
		int x = COLUMN / 2 + COLUMN * (d->field[f].q - low_q);
		int y = 2 * d->field[f].r + d->field[f].q - low_y;

		add_field(d, seen, f, x, y, out);
		if (x + COLUMN / 2 > out->width)
			out->width = x + COLUMN / 2;
	}
	return 0;
}
