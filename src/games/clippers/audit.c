/* SPDX-License-Identifier: MIT */
#include "game/holds.h"
#include "games/clippers/lines.h"
#include "games/clippers/play.h"

/* What holds in every position of a game. */

static int
audit_links(const struct game_data *d, const struct clip_position *p,
    struct err *e)
{
	for (int i = 0; i < d->links; i++) {
		const struct clip_link *l = &d->link[i];
		const struct clip_track *t = p->track[i];

		for (int k = 0; k < 2; k++) {
			HOLDS(k < l->tracks || t[k].colour == 0,
			    "R11: link %d has no second track", i);
			HOLDS((t[k].colour == 0) == (t[k].laid == 0) &&
				t[k].laid <= l->parts,
			    "R11: %d parts of link %d", t[k].laid, i);
			HOLDS(t[k].back == 0 ||
				(!l->arrow && clip_link_port(l) == CLIP_NONE),
			    "R12: link %d was laid against its arrow", i);
			HOLDS(t[k].colour == 0 ||
				clip_link_port(l) == CLIP_NONE ||
				t[k].colour == clip_link_port(l) + 1,
			    "R12: link %d is another port's", i);
		}
		HOLDS(t[1].colour == 0 || t[0].colour != 0,
		    "the tracks of link %d are not sorted", i);
		HOLDS(t[1].colour == 0 || t[0].colour != t[1].colour ||
			clip_link_port(l) != CLIP_NONE,
		    "R12: one colour on both tracks of link %d", i);
	}
	return 0;
}

/* R15: a line for each clipper that is out; its head is at a place or on an
 * unfinished track. Sticks are on the board, in stock, or out of the game. */
static int
audit_colour(const struct game_data *d, const struct clip_position *p,
    int colour, struct err *e)
{
	int laid = 0, heads = 0, out;

	for (int i = 0; i < d->links; i++)
		for (int t = 0; t < 2; t++) {
			if (p->track[i][t].colour != colour + 1)
				continue;
			laid += p->track[i][t].laid;
			heads += p->track[i][t].laid < d->link[i].parts;
		}
	HOLDS(laid + p->sticks[colour] <= d->company[colour].sticks &&
		(p->sticks[colour] == 0 ||
		    laid + p->sticks[colour] == d->company[colour].sticks),
	    "%d sticks of %s are laid and %d left", laid, d->company[colour].id,
	    p->sticks[colour]);
	if (colour == CLIP_PURPLE)
		return 0;
	out = d->company[colour].clippers - p->stock[colour];
	for (int s = 1; s <= p->seats; s++)
		out -= p->seat[s].clipper == colour + 1;
	for (int i = 0; i < CLIP_PLACES; i++)
		heads += p->heads[colour][i];
	HOLDS(heads == out, "R15: %d heads of %s for %d clippers", heads,
	    d->company[colour].id, out);
	return 0;
}

/* An island is connected where a link of the colour into it is complete; the
 * start of purple where one from it is (R16). */
static int
audit_connected(const struct game_data *d, const struct clip_position *p,
    struct err *e)
{
	uint64_t reached[CLIP_COLOURS] = { 0 };

	for (int i = 0; i < d->links; i++)
		for (int t = 0; t < 2; t++) {
			const struct clip_track *k = &p->track[i][t];
			const struct clip_link *l = &d->link[i];
			int from = k->back ? l->to : l->from;

			if (k->colour == 0 || k->laid < l->parts)
				continue;
			reached[k->colour - 1] |= (uint64_t)1
			    << (k->back ? l->from : l->to);
			if (k->colour == CLIP_PURPLE + 1 &&
			    from == d->purple_start)
				reached[CLIP_PURPLE] |= (uint64_t)1 << from;
		}
	for (int c = 0; c < CLIP_COLOURS; c++)
		HOLDS(reached[c] == p->connected[c],
		    "R8: what %s is connected to", d->company[c].id);
	HOLDS(p->sticks[CLIP_PURPLE] == d->company[CLIP_PURPLE].sticks ||
		clip_purple_open(d, p),
	    "R16: purple is laid and not open");
	return 0;
}

static int
audit_ways(const struct game_data *d, const struct clip_position *p,
    struct err *e)
{
	struct clip_position anew = *p;

	clip_find_ways(d, &anew);
	for (int c = 0; c < CLIP_COLOURS; c++)
		HOLDS(memcmp(&anew.ways[c], &p->ways[c], sizeof anew.ways[c]) ==
			0,
		    "R11: where %s may be laid", d->company[c].id);
	return 0;
}

static int
audit_seats(const struct game_data *d, const struct clip_position *p,
    struct err *e)
{
	int cards[CLIP_CARDS] = { 0 };

	for (int s = 1; s <= p->seats; s++) {
		int posts = p->seat[s].reserve;

		for (int i = 0; i < CLIP_ISLANDS; i++)
			posts += p->posts[i][s];
		HOLDS(posts == d->posts, "R2: p%d has %d posts", s, posts);
		HOLDS(p->seat[s].money >= 0, "p%d has %d dollars", s,
		    p->seat[s].money);
		if (p->seat[s].card != 0)
			cards[p->seat[s].card - 1]++;
	}
	for (int i = 0; i < CLIP_ISLANDS; i++)
		HOLDS(clip_posts(p, i) <= d->place[i].spaces,
		    "R6: %s is over-full", d->place[i].id);
	for (int i = 0; i < CLIP_CARDS; i++) {
		int gone = i != CLIP_2X ? 0 : p->seats == 2 ? 2 : p->seats < 5;

		HOLDS(p->cards[i] + cards[i] == d->card[i].count - gone,
		    "R3: %d cards %s", p->cards[i] + cards[i], d->card[i].id);
	}
	HOLDS(p->may_buy == 0 ||
		(p->stage <= CLIP_LAY_1 && p->may_buy != p->at &&
		    p->may_buy <= p->seats && p->laid == 0 &&
		    p->seat[p->may_buy].clipper == 0),
	    "R5: p%d may not buy any more", p->may_buy);
	return 0;
}

int
clip_audit(const struct game_data *d, const void *pos, struct err *e)
{
	const struct clip_position *p = pos;
	bool extend = false;

	if (audit_links(d, p, e) < 0 || audit_connected(d, p, e) < 0 ||
	    audit_ways(d, p, e) < 0 || audit_seats(d, p, e) < 0)
		return -1;
	for (int c = 0; c < CLIP_COLOURS; c++) {
		if (audit_colour(d, p, c, e) < 0)
			return -1;
		extend = extend || clip_can_extend(d, p, c);
	}
	HOLDS(extend == (p->stage != STAGE_OVER), "R18: the game %s",
	    extend ? "is over too early" : "goes on");
	HOLDS(p->stage == STAGE_OVER || p->laid < clip_allowance(p, p->at),
	    "R7: p%d has laid %d sticks", p->at, p->laid);
	HOLDS(!p->must_open ||
		(p->stage >= CLIP_LAY_2 &&
		    (p->stage == STAGE_OVER || p->seat[p->at].clipper != 0)),
	    "R8: nothing must be opened");
	return 0;
}
