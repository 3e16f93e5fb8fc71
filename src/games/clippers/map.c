/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "base/chart.h"
#include "games/clippers/play.h"

/*
 * The map as a drawing: islands by the first letters of their ids,
 * as many as tell them apart (so they can be sent as they are read), ports by
 * their colours, every track with the letter of its colour. A finished track
 * has a capital. Black is K, for B is blue. Text/ puts other words for islands
 * and colours where a reader's language has them.
 */

enum { LABEL_LEAST = 3 };

static const char letters[CLIP_COLOURS + 1] = "RBWGKP";

/* Where pictures have them: so that each name, in every language, has room
 * beside its own, clear of all lines (tests/picture/test-plan.c). Game data are
 * part of what a log is checked with, and cannot have them. */
static const struct chart_spot spots[] = {
	{ "guadalcanal", 49, 351 },
	{ "new-caledonia", 56, 1230 },
	{ "nauru", 88, 237 },
	{ "espiritu-santo", 44, 731 },
	{ "efate", 84, 980 },
	{ "majuro", 186, 225 },
	{ "tarawa", 258, 312 },
	{ "rotuma", 58, 658 },
	{ "viti-levu", 139, 1104 },
	{ "funafuti", 185, 495 },
	{ "wallis", 182, 659 },
	{ "tongatapu", 190, 1196 },
	{ "vavau", 197, 1014 },
	{ "savaii", 213, 773 },
	{ "kanton", 246, 471 },
	{ "tokelau", 260, 567 },
	{ "american-samoa", 392, 807 },
	{ "niue", 289, 1105 },
	{ "pukapuka", 358, 682 },
	{ "palmyra", 351, 255 },
	{ "manihiki", 400, 594 },
	{ "rarotonga", 288, 1217 },
	{ "aitutaki", 377, 908 },
	{ "penrhyn", 433, 386 },
	{ "kiritimati", 499, 289 },
	{ "hawaii", 421, 75 },
	{ "bora-bora", 424, 750 },
	{ "moorea", 409, 979 },
	{ "caroline", 437, 520 },
	{ "tahiti", 438, 848 },
	{ "tubuai", 354, 1063 },
	{ "rangiroa", 574, 693 },
	{ "rapa", 373, 1217 },
	{ "hao", 573, 771 },
	{ "nuku-hiva", 508, 532 },
	{ "mangareva", 513, 1083 },
	{ "pitcairn", 391, 1271 },
	{ "easter-island", 489, 1219 },
	{ "red", 644, 109 },
	{ "blue", 644, 310 },
	{ "white", 644, 538 },
	{ "green", 644, 950 },
	{ "black", 644, 1283 },
	{ "", 0, 0 },
};

/* Whether n letters of an island's id fit no other place. */
static bool
tells_apart(const struct game_data *d, int place, size_t n)
{
	for (int i = 0; i < CLIP_PLACES; i++)
		if (i != place &&
		    strncmp(d->place[i].id, d->place[place].id, n) == 0)
			return false;
	return true;
}

static void
add_place(const struct game_data *d, int place, struct drawing *out)
{
	const struct clip_place *p = &d->place[place];
	bool port = clip_is_port(place);
	const char *id = port ? d->company[place - CLIP_ISLANDS].id : p->id;
	char label[sizeof p->id];
	size_t n = port ? strlen(id) : LABEL_LEAST, point;

	while (n < strlen(id) && !port && !tells_apart(d, place, n))
		n++;
	memcpy(label, id, n);
	label[n] = '\0';
	for (size_t i = 0; i < (port ? n : 1); i++)
		label[i] = (char)toupper((unsigned char)label[i]);
	point = drawing_point(out, p->x, p->y, "", label);
	drawing_thing(out, point, port ? "colour" : "island", id,
	    port ? 0 : LABEL_LEAST);
	drawing_dress_point(out, point, port ? DRAWING_BOX : DRAWING_DOT,
	    p->name, "");
	chart_place(out, point, spots, id);
	out->points[point].room = p->spaces;
}

static void
add_track(const struct game_data *d, const struct clip_link *l,
    const struct clip_track *t, struct drawing *out)
{
	char mark[2] = "";
	size_t line;
	int from = t->back ? l->to : l->from, to = t->back ? l->from : l->to;

	if (t->colour != 0)
		mark[0] = letters[t->colour - 1];
	if (t->laid < l->parts)
		mark[0] = (char)tolower((unsigned char)mark[0]);
	line = drawing_line(out, (size_t)from, (size_t)to, l->parts, t->laid,
	    mark, l->arrow);
	drawing_dress_line(out, line,
	    t->colour != 0 ? d->company[t->colour - 1].id : "", "");
}

/* Two tracks stand in the order of the facts. */
static void
add_link(const struct game_data *d, int link, const struct clip_track *track,
    struct drawing *out)
{
	int first = track[1].colour != 0 &&
	    (track[0].colour == 0 ||
		clip_track_rank(d, link, &track[1]) <
		    clip_track_rank(d, link, &track[0]));

	for (int t = 0; t < d->link[link].tracks; t++)
		add_track(d, &d->link[link], &track[t ^ first], out);
}

static void
add_posts(const struct clip_position *p, int place, struct drawing *out)
{
	for (int s = 1; s <= p->seats && !clip_is_port(place); s++)
		if (p->posts[place][s] > 0)
			(void)drawing_piece(out, (size_t)place, s,
			    p->posts[place][s], "", "");
}

int
clip_map(const struct game_data *d, const void *seen, struct drawing *out)
{
	const struct clip_position *p = seen;

	out->scene = DRAWING_CHART;
	for (int i = 0; i < CLIP_PLACES; i++) {
		add_place(d, i, out);
	}
	for (int i = 0; i < d->links; i++)
		add_link(d, i, p->track[i], out);
	for (int i = 0; i < CLIP_PLACES; i++)
		add_posts(p, i, out);
	return 0;
}
