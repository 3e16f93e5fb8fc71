/* SPDX-License-Identifier: MIT */
#include "games/clippers/lines.h"

bool
clip_purple_open(const struct game_data *d, const struct clip_position *p)
{
	int colours = 0;

	for (int c = 0; c < CLIP_PORTS; c++)
		colours += clip_connected(p, c, d->purple_start);
	return colours >= 2;
}

static bool
link_has(const struct clip_position *p, int link, int track)
{
	return p->track[link][track].colour != 0;
}

/* The unfinished track of the colour that is farther along (R12), or -1. It
 * goes on in the direction in which it was begun (R13). */
static int
begun_track(const struct game_data *d, const struct clip_position *p,
    int colour, int link, int back)
{
	int found = -1, most = 0;

	for (int t = 0; t < d->link[link].tracks; t++) {
		const struct clip_track *track = &p->track[link][t];

		if (track->colour == colour + 1 && track->back == back &&
		    track->laid < d->link[link].parts && track->laid > most) {
			found = t;
			most = track->laid;
		}
	}
	return found;
}

/* A track on which a new line may begin: `track-taken` if there is none,
 * `same-colour-on-double` if the other carries this colour (R12). */
static const char *
free_track(const struct game_data *d, const struct clip_position *p, int colour,
    int link, int *track)
{
	const struct clip_link *l = &d->link[link];

	for (*track = 0; *track < l->tracks; (*track)++)
		if (!link_has(p, link, *track))
			break;
	if (*track == l->tracks)
		return "track-taken";
	if (l->tracks == 2 && clip_link_port(l) == CLIP_NONE &&
	    p->track[link][1 - *track].colour == colour + 1)
		return "same-colour-on-double";
	return NULL;
}

/* The laws of a link that hold for laying and for opening alike. */
static const char *
check_direction(const struct game_data *d, int colour, int link, int from)
{
	const struct clip_link *l = &d->link[link];
	int port = clip_link_port(l);

	if (port != CLIP_NONE && port != colour)
		return "not-this-ports-colour";
	if ((l->arrow || port != CLIP_NONE) && from != l->from)
		return "against-the-arrow";
	return NULL;
}

/* An unfinished track of the colour that starts or ends at a place: of
 * several the first by its words "from>to", byte by byte. */
static bool
head_inside(const struct game_data *d, const struct clip_position *p,
    int colour, int place, struct clip_link *where)
{
	int best = 0x7fffffff;

	for (int i = 0; i < d->links; i++)
		for (int t = 0; t < d->link[i].tracks; t++) {
			const struct clip_track *k = &p->track[i][t];
			int from = k->back ? d->link[i].to : d->link[i].from;
			int to = k->back ? d->link[i].from : d->link[i].to;
			int order = clip_link_order(d, from, to);

			if (k->colour != colour + 1 ||
			    k->laid == d->link[i].parts ||
			    (from != place && to != place) || order >= best)
				continue;
			best = order;
			if (where != NULL) {
				where->from = (uint8_t)from;
				where->to = (uint8_t)to;
			}
		}
	return best != 0x7fffffff;
}

/* Whether a link of the colour may begin at the place (R11, R16). */
static bool
stands(const struct game_data *d, const struct clip_position *p, int colour,
    int place)
{
	if (colour == CLIP_PURPLE)
		return place == d->purple_start ||
		    clip_connected(p, colour, place);
	return p->heads[colour][place] > 0;
}

/* The same verdict as clip_lay_check without its reason, for the loops over
 * all links: the track, or -1. */
static int
lay_track(const struct game_data *d, const struct clip_position *p, int colour,
    int link, int from)
{
	int track = begun_track(d, p, colour, link, from != d->link[link].from);

	if (track >= 0)
		return track;
	if (!stands(d, p, colour, from) ||
	    check_direction(d, colour, link, from) != NULL ||
	    free_track(d, p, colour, link, &track) != NULL)
		return -1;
	return track;
}

const char *
clip_lay_check(const struct game_data *d, const struct clip_position *p,
    int colour, int from, int to, int *track, struct clip_link *where)
{
	int link = d->between[from][to];
	const char *code;

	if (p->sticks[colour] == 0) /* R14 */
		return "colour-out-of-sticks";
	if (colour == CLIP_PURPLE && !clip_purple_open(d, p))
		return "purple-closed";
	*track = lay_track(d, p, colour, link, from);
	if (*track >= 0)
		return NULL;
	if ((code = check_direction(d, colour, link, from)) != NULL)
		return code;
	if (!stands(d, p, colour, from)) {
		if (colour == CLIP_PURPLE)
			return "not-connected";
		return head_inside(d, p, colour, from, where) ?
		    "head-inside-link" :
		    "no-head-there";
	}
	return free_track(d, p, colour, link, track);
}

const char *
clip_open_check(const struct game_data *d, const struct clip_position *p,
    int colour, int from, int to, int *track)
{
	int link = d->between[from][to];
	const char *code;

	if (p->sticks[colour] == 0)
		return "colour-out-of-sticks";
	if ((code = check_direction(d, colour, link, from)) != NULL)
		return code;
	if (!clip_is_port(from) && !clip_connected(p, colour, from))
		return "not-connected";
	return free_track(d, p, colour, link, track);
}

bool
clip_may_lay(const struct game_data *d, const struct clip_position *p,
    int colour)
{
	return p->sticks[colour] > 0 &&
	    (colour != CLIP_PURPLE || clip_purple_open(d, p));
}

int
clip_next_way(const struct clip_position *p, int colour, int way)
{
	for (; way < CLIP_WAYS * CLIP_WAY_BITS;
	    way = (way / CLIP_WAY_BITS + 1) * CLIP_WAY_BITS) {
		uint64_t bits = p->ways[colour].bits[way / CLIP_WAY_BITS] >>
		    way % CLIP_WAY_BITS;

		if (bits != 0)
			return way + __builtin_ctzll(bits);
	}
	return -1;
}

static void
find_link(const struct game_data *d, struct clip_position *p, int colour,
    int link)
{
	uint64_t *bits = &p->ways[colour].bits[2 * link / CLIP_WAY_BITS];
	int at = 2 * link % CLIP_WAY_BITS;
	const struct clip_link *l = &d->link[link];
	uint64_t there = lay_track(d, p, colour, link, l->from) >= 0;
	uint64_t back = lay_track(d, p, colour, link, l->to) >= 0;

	*bits &= ~((uint64_t)3 << at);
	*bits |= (there | back << 1) << at;
}

/* A track of the link was begun: other colours can but lose it. */
static void
find_begun(const struct game_data *d, struct clip_position *p, int colour,
    int link)
{
	for (int c = 0; c < CLIP_COLOURS; c++)
		if (c == colour ||
		    (p->ways[c].bits[2 * link / CLIP_WAY_BITS] >>
			    2 * link % CLIP_WAY_BITS &
			3) != 0)
			find_link(d, p, c, link);
}

/* Heads of the colour have come to a place, or left it. */
static void
find_place(const struct game_data *d, struct clip_position *p, int colour,
    int place)
{
	for (const uint8_t *l = d->links_of[place]; *l != CLIP_NONE; l++)
		find_link(d, p, colour, *l);
}

void
clip_find_ways(const struct game_data *d, struct clip_position *p)
{
	memset(p->ways, 0, sizeof p->ways);
	for (int c = 0; c < CLIP_COLOURS; c++) {
		for (int i = 0; i < CLIP_PLACES; i++)
			if (stands(d, p, c, i))
				find_place(d, p, c, i);
		for (int i = 0; i < d->links; i++)
			if (link_has(p, i, 0))
				find_link(d, p, c, i);
	}
}

bool
clip_can_extend(const struct game_data *d, const struct clip_position *p,
    int colour)
{
	return clip_may_lay(d, p, colour) && clip_next_way(p, colour, 0) >= 0;
}

bool
clip_can_open(const struct game_data *d, const struct clip_position *p,
    int colour)
{
	int track;

	if (colour == CLIP_PURPLE || p->sticks[colour] == 0)
		return false;
	for (int i = 0; i < d->links; i++) {
		int a = d->link[i].from, b = d->link[i].to;

		if (clip_open_check(d, p, colour, a, b, &track) == NULL ||
		    clip_open_check(d, p, colour, b, a, &track) == NULL)
			return true;
	}
	return false;
}

/* Where two tracks are begun, their order does not depend on which was
 * begun first: equal positions are equal bytes. */
static void
sort_tracks(struct clip_track track[2])
{
	const struct clip_track *a = &track[0], *b = &track[1];
	struct clip_track swap = *a;
	int order = (a->colour == 0) - (b->colour == 0);

	if (order == 0)
		order = a->colour - b->colour;
	if (order == 0)
		order = a->back - b->back;
	if (order == 0)
		order = b->laid - a->laid;
	if (order > 0) {
		track[0] = *b;
		track[1] = swap;
	}
}

/* A link is complete: its line stands at the end of it. */
static void
arrive(const struct game_data *d, struct clip_position *p, int colour, int from,
    int to)
{
	p->connected[colour] |= (uint64_t)1 << to;
	if (colour != CLIP_PURPLE)
		p->heads[colour][to]++;
	else if (from == d->purple_start)
		p->connected[colour] |= (uint64_t)1 << from;
	find_place(d, p, colour, to);
}

struct clip_stick
clip_stick_lay(const struct game_data *d, struct clip_position *p, int colour,
    int from, int to, int track, bool opening)
{
	int link = d->between[from][to];
	struct clip_track *t = &p->track[link][track];
	struct clip_stick stick = { .arrived = t->laid + 1 ==
		    d->link[link].parts };
	bool begun = t->colour == 0;

	p->sticks[colour]--;
	if (begun) {
		t->colour = (uint8_t)(colour + 1);
		t->back = from != d->link[link].from;
		if (!opening && colour != CLIP_PURPLE)
			p->heads[colour][from]--;
	}
	t->laid++;
	sort_tracks(p->track[link]);
	if (begun) {
		find_begun(d, p, colour, link);
		find_place(d, p, colour, from);
	}
	if (stick.arrived) {
		stick.before = (uint8_t)clip_colours(p, to);
		stick.own = clip_connected(p, colour, to);
		arrive(d, p, colour, from, to);
	}
	return stick;
}

int
clip_bonus(struct clip_stick s)
{
	if (!s.arrived || s.own)
		return 0;
	return s.before == 0 ? 2 : 1;
}

enum { FAR = 10000 };

/* Where a stick of the colour may be laid now, and what is left to lay of the
 * links that are begun. */
static void
reach_from(const struct game_data *d, const struct clip_position *p, int colour,
    bool anywhere, int *sticks)
{
	for (int i = 0; i < CLIP_PLACES; i++) {
		bool there = clip_connected(p, colour,
		    i < CLIP_ISLANDS ? i : 63);

		if (colour != CLIP_PURPLE)
			there = p->heads[colour][i] > 0 || (anywhere && there);
		sticks[i] = there ? 0 : FAR;
	}
	if (colour == CLIP_PURPLE && clip_purple_open(d, p))
		sticks[d->purple_start] = 0;
	else if (anywhere)
		sticks[CLIP_ISLANDS + colour] = 0;
	for (int i = 0; i < d->links; i++)
		for (int t = 0; t < d->link[i].tracks; t++) {
			const struct clip_track *k = &p->track[i][t];
			const struct clip_link *l = &d->link[i];
			int to = k->back ? l->from : l->to;

			if (k->colour == colour + 1 && k->laid < l->parts &&
			    l->parts - k->laid < sticks[to])
				sticks[to] = l->parts - k->laid;
		}
}

/* Over one link more; whether a place has come nearer. */
static bool
reach_on(const struct game_data *d, const struct clip_position *p, int colour,
    int link, int *sticks)
{
	const struct clip_link *l = &d->link[link];
	const struct clip_track *k = p->track[link];
	int port = clip_link_port(l);

	if ((port != CLIP_NONE && port != colour) ||
	    k[0].colour == colour + 1 || k[l->tracks - 1].colour != 0)
		return false;
	if (sticks[l->from] + l->parts < sticks[l->to]) {
		sticks[l->to] = sticks[l->from] + l->parts;
		return true;
	}
	if (l->arrow || port != CLIP_NONE ||
	    sticks[l->to] + l->parts >= sticks[l->from])
		return false;
	sticks[l->from] = sticks[l->to] + l->parts;
	return true;
}

void
clip_reach(const struct game_data *d, const struct clip_position *p, int colour,
    bool anywhere, int *sticks)
{
	bool changed = true;

	reach_from(d, p, colour, anywhere, sticks);
	while (changed) {
		changed = false;
		for (int i = 0; i < d->links; i++)
			changed |= reach_on(d, p, colour, i, sticks);
	}
}
