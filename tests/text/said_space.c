/* SPDX-License-Identifier: MIT */
#include "tests/text/said.h"

#include <check.h>
#include <stdlib.h>
#include <strings.h>

static bool
is_field(const struct drawing_point *p)
{
	return p->shape == DRAWING_HEX && strcmp(p->tone, "blocked") != 0;
}

/* Hexagons touch that are drawn side by side: in the next column half a field
 * up or down, or in the same a whole one. */
static bool
touch(const struct drawing_point *a, const struct drawing_point *b)
{
	int column = 10, x = abs(a->x - b->x), y = abs(a->y - b->y);

	return (x == column && y == 1) || (x == 0 && y == 2);
}

static void
check_neighbours(const struct told *o, const struct drawing_point *p)
{
	struct buf row = BUF_INIT;
	int beside = 0;

	said_must_row(o, said_section(o, SAID_NEIGHBOURS), p->id, &row);
	for (size_t i = 0; i < o->drawing.n_points; i++) {
		const struct drawing_point *other = &o->drawing.points[i];

		if (!is_field(other) || !touch(p, other))
			continue;
		said_must(o, p->id, &row, other->id);
		beside++;
	}
	if (beside != (row.len > 0) + said_count(row.data, ", "))
		said_wrong(o, "%s has %d neighbours: %s", p->id, beside,
		    row.data);
	buf_release(&row);
}

/* Whose pieces of a role stand on a field, in the row of the field. */
static void
check_pieces(const struct told *o, size_t point, const struct buf *row,
    enum said_word header, enum drawing_role role)
{
	const struct drawing *d = &o->drawing;
	const char *id = d->points[point].id;
	struct buf field = BUF_INIT;

	(void)said_field(row, o->word[header], &field);
	for (int s = 1; s <= SEATS_MAX; s++) {
		bool drawn = false;

		for (size_t i = 0; i < d->n_pieces; i++)
			drawn |= d->pieces[i].at == (int)point &&
			    d->pieces[i].seat == s && d->pieces[i].role == role;
		if (drawn != said_seat(o, &field, s))
			said_wrong(o, "%s: %s %s %s: %s", id, o->word[header],
			    drawn ? "without" : "with", trial_who[s],
			    row->data);
	}
	buf_release(&field);
}

static void
check_trade(const struct told *o, const struct drawing_point *p,
    const struct buf *row, enum said_word header, const char *colour)
{
	struct buf field = BUF_INIT, name = BUF_INIT, many = BUF_INIT;

	if (!said_field(row, o->word[header], &field))
		said_wrong(o, "%s: no %s: %s", p->id, o->word[header],
		    row->data);
	said_name(o, "colour", "name", colour, &name);
	said_name(o, "colour", "many", colour, &many);
	if (!heard_word(field.data, name.data) &&
	    (many.len == 0 || !heard_word(field.data, many.data)))
		said_wrong(o, "%s: not %s: %s", p->id, name.data, row->data);
	buf_release(&field);
	buf_release(&name);
	buf_release(&many);
}

/* "A0 unknown", "hub, depot": what a field is called. */
static void
field_row(const struct told *o, const struct drawing_point *p, struct buf *row)
{
	struct buf label = BUF_INIT;

	buf_str(&label, p->id);
	if (strcmp(p->id, "hub") == 0)
		buf_printf(&label, ", %s", o->word[SAID_DEPOT]);
	else if (strcmp(p->tone, "unknown") == 0)
		buf_printf(&label, " %s", o->word[SAID_UNKNOWN]);
	if (!said_row(said_section(o, SAID_SYSTEMS), label.data, row) &&
	    o->drawn && strcmp(p->tone, "unknown") == 0) {
		buf_clear(&label);
		buf_printf(&label, "%s ?", p->id);
	}
	said_must_row(o, said_section(o, SAID_SYSTEMS), label.data, row);
	buf_release(&label);
}

/* A double has one colour: "asks or gives 1 blue", or in a table "double". */
static bool
gives_more(const struct told *o, const struct buf *row)
{
	struct buf field = BUF_INIT;
	bool more = said_field(row, o->word[SAID_GIVES], &field) &&
	    !(o->drawn && heard_word(field.data, o->word[SAID_DOUBLE]));

	buf_release(&field);
	return more;
}

static void
check_field(const struct told *o, size_t point)
{
	const struct drawing_point *p = &o->drawing.points[point];
	struct buf row = BUF_INIT;

	field_row(o, p, &row);
	if (p->asks[0] != '\0')
		check_trade(o, p, &row, SAID_ASKS, p->asks);
	if (p->asks[0] != '\0' && strcmp(p->asks, p->gives) != 0)
		check_trade(o, p, &row, SAID_GIVES, p->gives);
	else if (p->asks[0] != '\0' && gives_more(o, &row))
		said_wrong(o, "%s is no double: %s", p->id, row.data);
	check_pieces(o, point, &row, SAID_CLAIMS, DRAWING_FLAG);
	check_pieces(o, point, &row, SAID_SHIPS, DRAWING_SHIP);
	check_neighbours(o, p);
	buf_release(&row);
}

void
said_space(const struct told *o, bool links)
{
	struct buf row = BUF_INIT;
	char blocked[32];

	(void)snprintf(blocked, sizeof blocked, "%s", o->word[SAID_BLOCKED]);
	blocked[0] = (char)(blocked[0] + 'A' - 'a');
	(void)said_row(said_section(o, SAID_SYSTEMS), blocked, &row);
	for (size_t i = 0; i < o->drawing.n_points; i++) {
		const struct drawing_point *p = &o->drawing.points[i];

		if (is_field(p) && links)
			check_neighbours(o, p);
		else if (is_field(p))
			check_field(o, i);
		else if (p->shape == DRAWING_HEX && !links)
			said_must(o, blocked, &row, p->id);
	}
	buf_release(&row);
}
