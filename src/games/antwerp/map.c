/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "base/chart.h"
#include "games/antwerp/play.h"

/*
 * The map as a drawing: places by their ids, with a ship's owner
 * and good behind them, docks by the first letters of their names, channels
 * by the letters of their colours, locks on the channels that they close.
 */

enum { ACROSS = 5, DOWN = 2, END_LABEL = 4 };

/* Where pictures have them: so that each name, in every language, has room
 * beside its own, clear of all lines (tests/picture/test-plan.c). Game data are
 * part of what a log is checked with, and cannot have them. */
static const struct chart_spot spots[] = {
	{ "S1", 177, 65 },
	{ "S2", 270, 70 },
	{ "S3", 487, 55 },
	{ "S4", 657, 70 },
	{ "x1", 40, 170 },
	{ "x2", 264, 172 },
	{ "x3", 337, 163 },
	{ "x4", 549, 158 },
	{ "x5", 43, 371 },
	{ "x6", 238, 363 },
	{ "x7", 332, 263 },
	{ "x8", 409, 402 },
	{ "x9", 660, 295 },
	{ "x10", 257, 540 },
	{ "x11", 277, 448 },
	{ "x12", 392, 516 },
	{ "x13", 658, 513 },
	{ "x14", 40, 664 },
	{ "x15", 203, 631 },
	{ "x16", 394, 613 },
	{ "x17", 458, 683 },
	{ "x18", 660, 747 },
	{ "x19", 337, 742 },
	{ "x20", 40, 945 },
	{ "x21", 180, 748 },
	{ "x22", 431, 779 },
	{ "x23", 499, 903 },
	{ "x24", 326, 962 },
	{ "deurganckdok", 105, 590 },
	{ "churchilldok", 645, 891 },
	{ "albertdok", 600, 827 },
	{ "vrasenedok", 183, 908 },
	{ "transit", 309, 1100 },
	{ "", 0, 0 },
};

/* Black is K, as on other maps. */
static char
letter(const struct game_data *d, int colour)
{
	char c = (char)toupper((unsigned char)d->colour[colour].id[0]);

	return strcmp(d->colour[colour].id, "black") == 0 ? 'K' : c;
}

static void
add_node(const struct game_data *d, const struct ant_position *p, int node,
    struct drawing *out)
{
	const struct ant_place *n = &d->node[node];
	const struct ant_ship *s = &p->ship[ant_is_end(node) ? 0 : node];
	char label[48], name[48], mark[16];
	size_t point;

	if (ant_is_end(node)) {
		const char *word = n->good == ANT_NONE ? n->id : n->word;

		(void)snprintf(label, sizeof label, "%.*s", END_LABEL, word);
		for (char *c = label; *c != '\0'; c++)
			*c = (char)toupper((unsigned char)*c);
	} else if (s->owner != 0) {
		(void)snprintf(label, sizeof label, "%s=%d%c", n->id, s->owner,
		    d->good[s->good].id[0]);
	} else {
		(void)snprintf(label, sizeof label, "%s%s", n->id,
		    n->anchor ? "*" : "");
	}
	point = drawing_point(out, n->x * ACROSS, n->y * DOWN, "", label);
	if (ant_is_end(node))
		(void)snprintf(name, sizeof name, "%s", n->name);
	else
		(void)snprintf(name, sizeof name, "%s%s %s", n->id,
		    n->anchor ? "*" : "", n->name);
	drawing_dress_point(out, point,
	    ant_is_end(node) ? DRAWING_BOX : DRAWING_DOT, name, "");
	chart_place(out, point, spots, n->id);
	drawing_thing(out, point, "", n->id, 0);
	if (n->good != ANT_NONE)
		drawing_dress_field(out, point, "", d->good[n->good].id);
	if (ant_is_end(node) || s->owner == 0)
		return;
	(void)snprintf(mark, sizeof mark, "%d%c", s->owner,
	    d->good[s->good].id[0]);
	drawing_dress_piece(out,
	    drawing_piece(out, point, s->owner, 1, mark, ""), DRAWING_SHIP,
	    d->good[s->good].id);
}

/* A line for each colour, side by side, with an arrow in the middle. */
static void
add_channel(const struct game_data *d, const struct ant_channel *c,
    const int *point, struct drawing *out)
{
	for (int k = 0; k < ANT_COLOURS; k++) {
		char mark[2] = { letter(d, k), '\0' };

		if (c->colours >> k & 1)
			drawing_dress_line(out,
			    drawing_line(out, (size_t)point[c->from],
				(size_t)point[c->to], 1, 1, mark, 0),
			    d->colour[k].id, "");
	}
}

static void
add_lock(const struct game_data *d, const struct ant_position *p,
    const struct ant_channel *c, struct drawing *out)
{
	const struct ant_place *a = &d->node[c->from], *b = &d->node[c->to];
	bool open = p->open >> c->lock & 1;
	char label[16];
	size_t point;

	(void)snprintf(label, sizeof label, open ? "%s" : "[%s]",
	    d->lock[c->lock].id);
	point = drawing_point(out, (a->x + b->x) * ACROSS / 2,
	    (a->y + b->y) * DOWN / 2, "", label);
	/* In a picture a lock is a sign upon its channel. */
	drawing_dress_point(out, point, DRAWING_NONE, " ", "");
	drawing_thing(out, point, "", d->lock[c->lock].id, 0);
	drawing_dress_piece(out,
	    drawing_piece(out, point, 0, 1, label, open ? "open" : "shut"),
	    DRAWING_LOCK, "");
}

int
ant_map(const struct game_data *d, const void *seen, struct drawing *out)
{
	int point[ANT_NODES], n = 0;

	out->scene = DRAWING_HARBOUR;
	for (int i = 0; i < ANT_NODES; i++) {
		if (!ant_is_node(d, i))
			continue;
		point[i] = n++;
		add_node(d, seen, i, out);
	}
	for (int i = 0; i < d->channels; i++)
		add_channel(d, &d->channel[i], point, out);
	for (int i = 0; i < d->channels; i++)
		if (d->channel[i].lock != ANT_NONE)
			add_lock(d, seen, &d->channel[i], out);
	return 0;
}
