/* SPDX-License-Identifier: MIT */
#include "tests/text/said.h"

#include <check.h>
#include <stdlib.h>
#include <strings.h>

/* "Hao 1 double, green laid": a link as it is said with one of its ends, with
 * all that is drawn of it. */
static void
check_link(const struct told *o, size_t line, const char *to,
    const struct buf *said)
{
	const struct drawing *d = &o->drawing;
	const struct drawing_line *l = &d->lines[line];
	struct buf want = BUF_INIT, colour = BUF_INIT;
	size_t len = 0;
	int tracks = 0;

	for (size_t i = 0; i < d->n_lines; i++)
		tracks += drawing_twins(d, line, i);
	buf_printf(&want, "%s %d%s%s%s%s", to, l->parts, tracks > 1 ? " " : "",
	    tracks > 1 ? o->word[SAID_DOUBLE] : "", l->arrow ? " " : "",
	    l->arrow ? o->word[SAID_ONE_WAY] : "");
	if (strncmp(said->data, want.data, want.len) != 0)
		said_wrong(o, "not \"%s\": %s", want.data, said->data);
	len = want.len;
	for (size_t i = 0; i < d->n_lines; i++) {
		const struct drawing_line *own = &d->lines[i];
		bool whole = own->done == own->parts;

		if (!drawing_twins(d, line, i) || own->done == 0)
			continue;
		buf_clear(&want);
		said_name(o, "colour", "name", own->tone, &colour);
		buf_printf(&want, ", %s ", colour.data);
		if (!whole)
			buf_printf(&want, "%d ", own->done);
		buf_str(&want, o->word[SAID_LAID]);
		if (!whole && strcmp(d->points[own->from].name, to) == 0)
			buf_printf(&want, " %s", o->word[SAID_FROM_THERE]);
		if (strstr(said->data, want.data) == NULL)
			said_wrong(o, "not \"%s\": %s", want.data, said->data);
		len += want.len;
	}
	if (len != said->len)
		said_wrong(o, "more than is drawn: %s", said->data);
	buf_release(&want);
	buf_release(&colour);
}

/* A link in the row of one of its ends; false: it is not there. */
static bool
find_link(const struct told *o, size_t line, const char *from, const char *to)
{
	struct buf row = BUF_INIT, part = BUF_INIT;
	bool found = false;

	if (said_row(said_section(o, SAID_LINKS), from, &row)) {
		const char *at = row.data;

		while (!found && heard_part(&at, "; ", &part))
			found = strncmp(part.data, to, strlen(to)) == 0 &&
			    part.data[strlen(to)] == ' ';
	}
	if (found)
		check_link(o, line, to, &part);
	buf_release(&row);
	buf_release(&part);
	return found;
}

static void
check_links(const struct told *o)
{
	const struct drawing *d = &o->drawing;
	const char *body = said_section(o, SAID_LINKS);
	int links = 0;

	for (size_t i = 0; i < d->n_lines; i++) {
		const struct drawing_line *l = &d->lines[i];
		const char *a = d->points[l->from].name;
		const char *b = d->points[l->to].name;
		bool twin = i > 0 && drawing_twins(d, i - 1, i);
		int said = find_link(o, i, a, b);

		/* One way: from its beginning alone. */
		said += !l->arrow && find_link(o, i, b, a);
		if (said != 1)
			said_wrong(o, "%s to %s: said %d times", a, b, said);
		links += !twin;
	}
	ck_assert_int_eq(said_count(body, "; ") + said_count(body, ": "),
	    links);
}

/* Posts of each seat, and what is free beside them. */
static void
check_island(const struct told *o, const char *body, int point)
{
	const struct drawing *d = &o->drawing;
	const struct drawing_point *p = &d->points[point];
	struct buf row = BUF_INIT, field = BUF_INIT, want = BUF_INIT;
	int posts = 0, owners = 0;

	said_must_row(o, body, p->name, &row);
	(void)said_field(&row, o->word[SAID_POSTS], &field);
	for (size_t i = 0; i < d->n_pieces; i++) {
		const struct drawing_piece *piece = &d->pieces[i];

		if (piece->at != point)
			continue;
		buf_clear(&want);
		buf_str(&want, trial_who[piece->seat]);
		if (piece->count > 1)
			buf_printf(&want, " (%d)", piece->count);
		if (strstr(field.data, want.data) == NULL)
			said_wrong(o, "%s: no post of %s: %s", p->name,
			    want.data, row.data);
		posts += piece->count;
		owners++;
	}
	if (owners != (field.len > 0) + said_count(field.data, ", "))
		said_wrong(o, "%s: more posts: %s", p->name, field.data);
	buf_clear(&want);
	buf_printf(&want, "%s %d", o->word[SAID_FREE], p->room - posts);
	said_must(o, p->name, &row, want.data);
	buf_release(&row);
	buf_release(&field);
	buf_release(&want);
}

/* Islands stand in sections by their worth. */
static void
check_islands(const struct told *o)
{
	struct buf all = BUF_INIT;

	for (int i = 0; i < o->heard.n; i++)
		if (strcasecmp(o->heard.name[i], o->word[SAID_LINKS]) != 0)
			buf_str(&all, o->heard.body[i].data);
	for (size_t i = 0; i < o->drawing.n_points; i++)
		if (o->drawing.points[i].shape == DRAWING_DOT)
			check_island(o, all.data, (int)i);
	buf_release(&all);
}

void
said_chart(const struct told *o, bool links)
{
	check_links(o);
	if (!links)
		check_islands(o);
}
