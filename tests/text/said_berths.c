/* SPDX-License-Identifier: MIT */
#include "tests/text/said.h"

#include <check.h>
#include <stdlib.h>
#include <strings.h>

/* Whether somewhere the next number behind a word of a text is that. */
static bool
has_number(const char *text, const char *word, long number)
{
	for (const char *p = text; (p = strstr(p, word)) != NULL; p++) {
		const char *at = p + strlen(word);

		at += strcspn(at, "0123456789");
		if (*at != '\0' && strtol(at, NULL, 10) == number)
			return true;
	}
	return false;
}

/* A class: its sea, and of each berth who lies there, with what, for how many
 * points. */
static void
check_rank(const struct told *o, size_t point)
{
	const struct drawing *d = &o->drawing;
	const struct drawing_point *p = &d->points[point];
	const char *row;
	struct buf said = BUF_INIT, want = BUF_INIT;

	buf_printf(&want, " %d st", (int)strlen(p->mark)); /* stars */
	row = strstr(said_section(o, SAID_CLASSES), want.data);
	if (row == NULL)
		said_wrong(o, "no class %s", p->mark);
	buf_add(&said, row, strcspn(row, "."));
	if (p->name[0] != '\0')
		said_must(o, p->mark, &said, p->name);
	row = strchr(said.data, ':');
	for (size_t i = point + 1; i <= point + 6; i++) {
		const struct drawing_piece *own = NULL;

		for (size_t k = 0; k < d->n_pieces; k++)
			if (d->pieces[k].at == (int)i)
				own = &d->pieces[k];
		buf_clear(&want);
		if (own != NULL)
			buf_printf(&want, " %d %s %s", (int)(i - point),
			    own->seat > 0 ? trial_who[own->seat] :
					    o->word[SAID_NEUTRAL],
			    own->mark);
		else if (p->name[0] != '\0')
			buf_printf(&want, " %d ", (int)(i - point));
		if (own == NULL && p->name[0] == '\0')
			said_must(o, p->mark, &said, d->points[i].mark);
		else if (!has_number(row, want.data,
			     strtol(d->points[i].mark, NULL, 10)))
			said_wrong(o, "class %s, not \"%s\" for %s: %s",
			    p->mark, want.data, d->points[i].mark, said.data);
	}
	buf_release(&said);
	buf_release(&want);
}

static void
check_sea(const struct told *o, size_t point)
{
	const struct drawing *d = &o->drawing;
	const struct drawing_point *p = &d->points[point];
	struct buf row = BUF_INIT, want = BUF_INIT;

	buf_printf(&want, "%s %s", p->name, p->mark + 1);
	if (!heard_word(said_section(o, SAID_CLASSES), want.data))
		said_wrong(o, "no bonus: %s", want.data);
	for (int s = 1; s <= SEATS_MAX; s++) {
		int left = 0;

		for (size_t i = 0; i < d->n_pieces; i++)
			if (d->pieces[i].at == (int)point &&
			    d->pieces[i].seat == s)
				left = d->pieces[i].count;
		if (!said_row(said_section(o, SAID_SEATS), trial_who[s], &row))
			continue;
		buf_clear(&want);
		buf_printf(&want, "%s %d", p->name, left);
		if (heard_word(row.data, p->name) != (left > 0) ||
		    (left > 0 && !heard_word(row.data, want.data)))
			said_wrong(o, "%s, %s: %s", trial_who[s], want.data,
			    row.data);
	}
	buf_release(&row);
	buf_release(&want);
}

/* The ship of a field of the agency, or that there is none, with its price. */
static void
check_price(const struct told *o, const struct drawing_point *p)
{
	const char *body = said_section(o, SAID_AGENCY), *at = body;
	struct buf label = BUF_INIT, want = BUF_INIT;
	const char *name = p->name[0] != '\0' ? p->name : o->word[SAID_NO_SHIP];
	bool found = false;

	if (o->drawn && said_row(body, p->mark, &label))
		found = strncmp(label.data, name, strlen(name)) == 0 &&
		    strchr(",;", label.data[strlen(name)]) != NULL;
	buf_printf(&want, " %s ", name);
	while (!found && (at = strstr(at, want.data)) != NULL) {
		buf_clear(&label);
		buf_add(&label, at, strcspn(at, ":."));
		found = strcmp(p->mark, "0") == 0 ||
		    heard_word(label.data, p->mark);
		at++;
	}
	if (!found)
		said_wrong(o, "no %s for %s", name, p->mark);
	buf_release(&label);
	buf_release(&want);
}

void
said_berths(const struct told *o)
{
	const struct drawing *d = &o->drawing;
	int ranks = 0, seas = 0, ships = 0;

	for (size_t i = 0; i < d->n_points; i++) {
		const struct drawing_point *p = &d->points[i];

		if (p->mark[0] == '*') {
			check_rank(o, i);
			ranks++;
		} else if (p->mark[0] == '+') {
			check_sea(o, i);
			seas++;
		} else if (strcmp(p->kind, "ship") == 0) {
			check_price(o, p);
			ships++;
		}
	}
	ck_assert_int_eq(ranks, 5);
	ck_assert_int_eq(seas, 4);
	ck_assert_int_eq(ships, 4);
}
