/* SPDX-License-Identifier: MIT */
#include "tests/text/said.h"

#include <check.h>
#include <stdlib.h>
#include <strings.h>

/* "x5 Walsoorden, anchor": a place as it is called. */
static void
place_of(const struct told *o, const struct drawing_point *p, struct buf *out)
{
	const char *name = p->name;
	bool anchor = strchr(name, '*') != NULL;

	buf_clear(out);
	for (; *name; name++)
		if (*name != '*')
			buf_char(out, *name);
	if (anchor)
		buf_printf(out, ", %s", o->word[SAID_ANCHOR]);
}

/* The lock that is drawn on the middle of a channel; NULL: none. */
static const char *
lock_on(const struct drawing *d, const struct drawing_line *l)
{
	const struct drawing_point *a = &d->points[l->from];
	const struct drawing_point *b = &d->points[l->to];

	for (size_t i = 0; i < d->n_pieces; i++) {
		const struct drawing_point *p = &d->points[d->pieces[i].at];

		if (d->pieces[i].role == DRAWING_LOCK &&
		    p->x == (a->x + b->x) / 2 && p->y == (a->y + b->y) / 2)
			return p->id;
	}
	return NULL;
}

/* "teal x14 or x15 by L1": whether one of the places a colour leads to is it,
 * with its lock. */
static bool
leads(const struct told *o, const char *part, const struct drawing_line *l)
{
	const struct drawing_point *to = &o->drawing.points[l->to];
	const char *lock = lock_on(&o->drawing, l);
	struct buf colour = BUF_INIT, end = BUF_INIT, or = BUF_INIT;
	bool found = false;

	said_name(o, "colour", "name", l->tone, &colour);
	buf_printf(&or, " %s ", o->word[SAID_OR]);
	if (strncmp(part, colour.data, colour.len) == 0) {
		const char *at = part + colour.len + 1;
		struct buf one = BUF_INIT;

		said_name(o, "id", "", to->id, &end);
		/* A dock goes by its name; the port beyond has another. */
		if (to->shape == DRAWING_BOX &&
		    strcasecmp(to->id, to->name) != 0) {
			buf_printf(&end, " (%s)", to->name);
		} else if (to->shape == DRAWING_BOX) {
			buf_clear(&end);
			buf_str(&end, to->name);
		}
		if (lock != NULL)
			buf_printf(&end, " %s %s", o->word[SAID_BY], lock);
		while (!found && heard_part(&at, or.data, &one))
			found = strcmp(one.data, end.data) == 0;
		buf_release(&one);
	}
	buf_release(&colour);
	buf_release(&end);
	buf_release(&or);
	return found;
}

static void
check_channels(const struct told *o)
{
	const struct drawing *d = &o->drawing;
	const char *body = said_section(o, SAID_CHANNELS);
	struct buf place = BUF_INIT, row = BUF_INIT, part = BUF_INIT,
		   or = BUF_INIT;

	for (size_t i = 0; i < d->n_lines; i++) {
		const char *at;
		bool found = false;

		place_of(o, &d->points[d->lines[i].from], &place);
		said_must_row(o, body, place.data, &row);
		at = row.data;
		while (!found && heard_part(&at, "; ", &part))
			found = leads(o, part.data, &d->lines[i]);
		if (!found)
			said_wrong(o, "%s to %s (%s) is not said: %s",
			    place.data, d->points[d->lines[i].to].id,
			    d->lines[i].tone, row.data);
	}
	buf_printf(&or, " %s ", o->word[SAID_OR]);
	ck_assert_int_eq(said_count(body, "; ") + said_count(body, or.data) +
		said_count(body, ": "),
	    (int)d->n_lines);
	buf_release(&place);
	buf_release(&row);
	buf_release(&part);
	buf_release(&or);
}

/* A ship in one of the rows of its owner. */
static void
check_ship(const struct told *o, const struct drawing_piece *s)
{
	const struct drawing_point *p = &o->drawing.points[s->at];
	const char *at = said_section(o, SAID_SHIPS);
	struct buf good = BUF_INIT, row = BUF_INIT, want = BUF_INIT,
		   place = BUF_INIT;
	bool found = false;

	said_name(o, "good", "name", s->load, &good);
	place_of(o, p, &want);
	if (strchr(want.data, ',') != NULL)
		buf_truncate(&want,
		    (size_t)(strchr(want.data, ',') - want.data));
	buf_printf(&place, "%s %s", o->word[SAID_AT], want.data);
	buf_clear(&want);
	buf_printf(&want, "%s %s", o->word[SAID_CARGO], good.data);
	while (!found && heard_row(&at, trial_who[s->seat], &row))
		found = heard_word(row.data, want.data) &&
		    heard_word(row.data, place.data);
	if (!found)
		said_wrong(o, "no %s ship of %s %s", good.data,
		    trial_who[s->seat], place.data);
	buf_release(&good);
	buf_release(&row);
	buf_release(&want);
	buf_release(&place);
}

static void
check_harbour(const struct told *o)
{
	const struct drawing *d = &o->drawing;
	struct buf row = BUF_INIT, good = BUF_INIT;
	int ships = 0;

	for (size_t i = 0; i < d->n_pieces; i++) {
		const struct drawing_piece *s = &d->pieces[i];
		bool open = strcmp(s->tone, "open") == 0;

		if (s->role == DRAWING_SHIP) {
			check_ship(o, s);
			ships++;
			continue;
		}
		said_must_row(o, said_section(o, SAID_LOCKS),
		    d->points[s->at].id, &row);
		said_must(o, d->points[s->at].id, &row,
		    o->word[open ? SAID_OPEN : SAID_SHUT]);
	}
	ck_assert_int_eq(said_count(said_section(o, SAID_SHIPS),
			     o->word[SAID_CARGO]),
	    ships);
	for (size_t i = 0; i < d->n_points; i++) {
		const struct drawing_point *p = &d->points[i];

		if (p->shape != DRAWING_BOX || p->gives[0] == '\0')
			continue;
		said_name(o, "good", "name", p->gives, &good);
		said_must_row(o, said_section(o, SAID_DOCKS), p->name, &row);
		said_must(o, p->name, &row, good.data);
	}
	buf_release(&row);
	buf_release(&good);
}

void
said_harbour(const struct told *o, bool links)
{
	check_channels(o);
	if (!links)
		check_harbour(o);
}
