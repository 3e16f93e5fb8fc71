/* SPDX-License-Identifier: MIT */
#include "picture/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/*
 * A place for each name: beside its point, in one line or two, clear of points
 * and other names, and of lines as far as that does not take it where it would
 * be another's. Each has many places it could stand; what is wrong
 * with a place is counted, and names move in turn to where the least is wrong
 * until none does.
 */
enum {
	ACROSS = 33,
	DOWN = 31,
	FORMS = 2,
	PLACES = ACROSS * DOWN * FORMS,
	STEP_X = 9,
	STEP_Y = 6, /* from place to place */
	ROUNDS = 40,
	TRIES = 14,
	NEAR = 14, /* further needs a line to the point */
	FAR = 80,  /* further no name stands */
	CLEAR = 7, /* around names, of lines */
	APART = 8, /* from a name above or below */
	AIR = 3,   /* beside that, if there is room */
	RING = 9   /* around a point where something is new */
};

struct stand {
	struct box box;
	double cost; /* of what is fixed */
	bool two, far;
	bool weighed; /* else that of points and lines is still to come */
};

/* Points or lines that a name could lie upon, wherever it stands. */
struct near {
	uint16_t *at; /* owned */
	size_t n;
};

struct namer {
	struct layout *p;
	const struct drawing *d;
	struct spot (*track)[2];        /* owned: the ends of each line */
	struct box *reach;              /* owned: what is on each point */
	struct stand (*choice)[PLACES]; /* owned: of each name */
	int *now;                       /* owned */
	struct near *points, *lines;    /* owned: of each name */
	struct near *under;             /* owned: points it could lie upon */
	struct near *names;             /* owned: that it could meet */
	double *room;                   /* owned: how far it may reach */
	bool *asked; /* owned: nothing near has moved since it did */
};

static double
lines_cost(const struct namer *n, size_t name, const struct box *at)
{
	const struct near *near = &n->lines[name];
	struct box wide = box_wider(*at, CLEAR);
	double cost = 0;

	for (size_t i = 0; i < near->n; i++) {
		const struct spot *t = n->track[near->at[i]];
		double by = box_crossed(&wide, t[0], t[1]), under, most;

		if (by <= 0)
			continue;
		under = box_crossed(at, t[0], t[1]);
		/* More would hide that there is a line. */
		most = 0.28 * hypot(t[1].x - t[0].x, t[1].y - t[0].y);
		cost += by + 6 * under + 500 * fmax(under - most, 0);
	}
	return cost;
}

/* No further than to bound. */
static double
points_cost(const struct namer *n, size_t name, const struct box *at,
    double bound)
{
	const struct near *near = &n->under[name];
	double cost = 0;

	for (size_t i = 0; i < near->n && cost < bound; i++)
		cost += 20 * box_overlap(at, &n->reach[near->at[i]]);
	return cost;
}

/* Nearer to another point, whose name it would be taken for. */
static bool
is_strange(const struct namer *n, size_t name, const struct box *at, double gap)
{
	const struct near *near = &n->points[name];
	int own = n->p->captions[name].point;

	for (size_t k = 0; k < near->n; k++) {
		int i = near->at[k];

		if (i != own && n->p->radius[i] > 0 &&
		    box_distance(at, n->p->at[i]) - n->p->radius[i] < gap + 4)
			return true;
	}
	return false;
}

/* Whether all of a name is in the picture, and above the key. */
static bool
is_inside(const struct namer *n, const struct box *b)
{
	return b->x >= 20 && b->y >= 20 && b->x + b->w <= n->p->width - 20 &&
	    b->y + b->h <= n->p->key_top - 20;
}

/* What is wrong with a place for how far it is, or it is no place at all. */
static void
judge(const struct namer *n, size_t name, struct stand *s)
{
	struct spot at = n->p->at[n->p->captions[name].point];
	double gap = box_distance(&s->box, at) -
	    n->p->radius[n->p->captions[name].point];

	s->far = gap > NEAR;
	s->cost = 1e12;
	s->weighed = true;
	if (gap < 1 || gap > FAR || !is_inside(n, &s->box))
		return;
	s->cost = 4 * fmax(gap - 4, 0) + (s->two ? 4 : 0) + (s->far ? 60 : 0) +
	    0.1 * fabs(s->box.y + s->box.h / 2 - at.y);
	s->weighed = false;
}

/* And for what it lies on, whatever other names do; no further than to bound.
 * Most places are never asked for that: they are too far. */
static double
weigh(const struct namer *n, size_t name, struct stand *s, double bound)
{
	int own = n->p->captions[name].point;
	double gap = box_distance(&s->box, n->p->at[own]) - n->p->radius[own];
	double cost = s->cost + points_cost(n, name, &s->box, bound - s->cost);

	if (cost >= bound)
		return cost;
	if (cost < 1e4 && is_strange(n, name, &s->box, gap))
		cost += 300;
	if (cost >= bound)
		return cost;
	if (cost < 1e4)
		cost += lines_cost(n, name, &s->box);
	s->weighed = true;
	s->cost = cost;
	return cost;
}

static void
add_choices(struct namer *n, size_t name, const struct spot size[FORMS])
{
	struct spot at = n->p->at[n->p->captions[name].point];
	struct stand *s = n->choice[name];

	for (int form = 0; form < FORMS; form++)
		for (int j = -DOWN / 2; j <= DOWN / 2; j++)
			for (int i = -ACROSS / 2; i <= ACROSS / 2; i++, s++) {
				struct spot z = size[form];

				s->two = form > 0;
				s->cost = 1e12;
				s->weighed = true;
				s->box = (struct box){ at.x + i * STEP_X -
					    z.x / 2,
					at.y + j * STEP_Y - z.y / 2, z.x, z.y };
				if (z.x > 1)
					judge(n, name, s);
			}
}

/* With the other names where they are; no further than to bound. */
static double
cost_now(const struct namer *n, size_t name, int place, double bound)
{
	struct stand *c = &n->choice[name][place];
	/* Names one above the other are not to be read as one of two lines; a
	 * harbour's begin with a number. */
	double apart = n->d->scene == DRAWING_CHART ? APART : 2;
	const struct near *near = &n->names[name];
	struct box wide = { c->box.x - 2, c->box.y - apart, c->box.w + 4,
		c->box.h + 2 * apart };
	double cost;

	cost = c->weighed || c->cost >= bound ? c->cost :
						weigh(n, name, c, bound);
	for (size_t k = 0; k < near->n && cost < bound; k++) {
		size_t i = near->at[k];
		const struct stand *other = &n->choice[i][n->now[i]];

		cost += 20 * box_overlap(&wide, &other->box);
		/* The thin line to a name that stands apart is none to
		 * cross. */
		if (other->far)
			cost += 4 *
			    box_crossed(&wide,
				(struct spot){ other->box.x + other->box.w / 2,
				    other->box.y + other->box.h / 2 },
				n->p->at[n->p->captions[i].point]);
	}
	return cost;
}

/* Where it would stand if nothing else were there. What is wrong with that is
 * near the least, and so most places need not be weighed. */
static int
likely(const struct namer *n, size_t name)
{
	const struct stand *c = n->choice[name];
	int best = 0;

	for (int k = 1; k < PLACES; k++)
		if (c[k].cost < c[best].cost)
			best = k;
	return best;
}

static int
best_place(const struct namer *n, size_t name)
{
	int best = n->now[name], first = likely(n, name);
	double least = cost_now(n, name, best, HUGE_VAL) - 1e-6;

	for (int k = -1; k < PLACES; k++) {
		int at = k < 0 ? first : k;
		double cost = n->choice[name][at].cost;

		/* Of most is known that they are no better. */
		if (cost < least)
			cost = cost_now(n, name, at, least);
		if (cost < least) {
			least = cost;
			best = at;
		}
	}
	return best;
}

/* Names that could lie upon it, or on its thin line. */
static void
find_names(struct namer *n, size_t name)
{
	struct spot at = n->p->at[n->p->captions[name].point];
	struct near *names = &n->names[name];

	names->n = 0;
	for (size_t i = 0; i < n->p->n_captions; i++) {
		struct spot other = n->p->at[n->p->captions[i].point];
		double r = n->room[i] + n->room[name];

		if (i != name && fabs(at.x - other.x) < r &&
		    fabs(at.y - other.y) < r)
			names->at[names->n++] = (uint16_t)i;
	}
}

/* Those, and itself, are asked again. */
static void
ask_around(struct namer *n, size_t name)
{
	const struct near *names = &n->names[name];

	n->asked[name] = false;
	for (size_t k = 0; k < names->n; k++)
		n->asked[names->at[k]] = false;
}

static void
settle(struct namer *n)
{
	bool moved = true;

	memset(n->asked, 0, n->p->n_captions * sizeof *n->asked);
	for (int round = 0; round < ROUNDS && moved; round++) {
		moved = false;
		for (size_t i = 0; i < n->p->n_captions; i++) {
			int best;

			if (n->asked[i])
				continue;
			best = best_place(n, i);
			if (best != n->now[i]) {
				n->now[i] = best;
				ask_around(n, i);
				moved = true;
			}
			n->asked[i] = true;
		}
	}
}

/* A name in two, at the blank or the hyphen that halves it best. */
static bool
halve(const char *name, char line[2][48])
{
	size_t len = strlen(name), best = 0;

	for (size_t i = 1; i + 1 < len; i++) {
		size_t off = 2 * i > len ? 2 * i - len : len - 2 * i;
		size_t now = 2 * best > len ? 2 * best - len : len - 2 * best;

		if ((name[i] == ' ' || name[i] == '-') &&
		    (best == 0 || off < now))
			best = i;
	}
	if (best == 0)
		return false;
	(void)snprintf(line[0], sizeof line[0], "%.*s",
	    (int)(best + (name[best] == '-')), name);
	(void)snprintf(line[1], sizeof line[1], "%s", name + best + 1);
	return true;
}

/* For a name of that size: it is within FAR of its point, and what another
 * point's would be within as much of that. */
static void
find_near(struct namer *n, size_t name, double size)
{
	struct spot at = n->p->at[n->p->captions[name].point];
	double r = n->p->radius[n->p->captions[name].point] + FAR + size;
	struct box room = { at.x - r, at.y - r, 2 * r, 2 * r };
	struct box wide = box_wider(room, 2 * FAR);
	struct near *points = &n->points[name], *lines = &n->lines[name];
	struct near *under = &n->under[name];

	n->room[name] = r + APART;
	points->n = lines->n = under->n = 0;
	for (size_t i = 0; i < n->p->points; i++) {
		if (!box_beside(&wide, n->p->at[i], n->p->at[i]))
			points->at[points->n++] = (uint16_t)i;
		if (box_overlap(&room, &n->reach[i]) > 0)
			under->at[under->n++] = (uint16_t)i;
	}
	room = box_wider(room, 2 * CLEAR);
	for (size_t i = 0; i < n->d->n_lines; i++)
		if (!box_beside(&room, n->track[i][0], n->track[i][1]))
			lines->at[lines->n++] = (uint16_t)i;
}

static void
measure(struct namer *n, size_t name, struct pen *pen)
{
	struct caption *c = &n->p->captions[name];
	struct spot size[FORMS] = { { 0, 0 }, { 0, 0 } };
	char line[2][48];

	size[0] = (struct spot){
		pen_width(pen, c->line[0], CAPTION_SIZE, true) + 2,
		CAPTION_STEP - 2
	};
	if (halve(c->line[0], line)) {
		size[1].x = fmax(pen_width(pen, line[0], CAPTION_SIZE, true),
				pen_width(pen, line[1], CAPTION_SIZE, true)) +
		    2;
		size[1].y = 2 * CAPTION_STEP - 2;
	}
	add_choices(n, name, size);
	find_near(n, name, fmax(size[0].x, size[1].y));
}

/* A line moves away from a name that it runs through, and the points at its
 * ends with it. */
static bool
give_way(struct namer *n, const struct box *name, const struct drawing_line *l)
{
	struct spot *a = &n->p->at[l->from], *z = &n->p->at[l->to];
	struct spot c = { name->x + name->w / 2, name->y + name->h / 2 };
	double dx = z->x - a->x, dy = z->y - a->y;
	double len = fmax(hypot(dx, dy), 1), side, need, by, t;

	side = (dx * (c.y - a->y) - dy * (c.x - a->x)) / len;
	need = (name->w * fabs(dy) + name->h * fabs(dx)) / 2 / len + 9;
	if (fabs(side) >= need)
		return false;
	by = (need - fabs(side)) * (side < 0 ? 0.35 : -0.35);
	t = fmin(fmax(((c.x - a->x) * dx + (c.y - a->y) * dy) / len / len,
		     0.15),
	    0.85);
	a->x -= dy / len * by * (1 - t);
	a->y += dx / len * by * (1 - t);
	z->x -= dy / len * by * t;
	z->y += dx / len * by * t;
	return true;
}

static bool
loosen(struct namer *n)
{
	bool moved = false;

	for (size_t i = 0; i < n->p->n_captions; i++) {
		struct box wide = box_wider(n->choice[i][n->now[i]].box, 4);

		for (size_t l = 0; l < n->d->n_lines; l++)
			if (box_crossed(&wide, n->track[l][0], n->track[l][1]) >
			    0)
				moved |= give_way(n, &wide, &n->d->lines[l]);
	}
	if (moved)
		plan_spread(n->p, n->d, 6);
	return moved;
}

static void
place_names(struct namer *n, struct pen *pen)
{
	for (size_t i = 0; i < n->d->n_lines; i++)
		plan_track(n->p, n->d, i, &n->track[i][0], &n->track[i][1]);
	for (size_t i = 0; i < n->p->points; i++) {
		struct spot c = n->p->at[i];
		double r = plan_reach(n->p, n->d, i);

		n->reach[i] = (struct box){ c.x - r, c.y - r, 2 * r, 2 * r };
	}
	for (size_t i = 0; i < n->p->n_captions; i++)
		measure(n, i, pen);
	for (size_t i = 0; i < n->p->n_captions; i++)
		find_names(n, i);
	settle(n);
}

static void
keep_place(struct namer *n, size_t name)
{
	const struct stand *s = &n->choice[name][n->now[name]];
	struct caption *c = &n->p->captions[name];

	c->box = s->box;
	c->far = s->far;
	if (s->two)
		(void)halve(n->d->points[c->point].name, c->line);
}

/* Whether it would be nearer to another point's ring, or in it. */
static bool
is_ringed(const struct namer *n, size_t name, const struct box *to)
{
	const struct near *near = &n->points[name];
	const struct box *now = &n->p->captions[name].box;

	for (size_t k = 0; k < near->n; k++) {
		struct spot at = n->p->at[near->at[k]];
		double r = n->p->radius[near->at[k]];
		double gap = box_distance(to, at);

		if (r > 0 && gap < r + RING &&
		    gap < box_distance(now, at) - 1e-6)
			return true;
	}
	return false;
}

/* Whether a name may stand there as well as where it is. */
static bool
is_as_good(const struct namer *n, size_t name, const struct box *to)
{
	const struct layout *p = n->p;
	struct box wide = box_wider(*to, 2);

	for (size_t i = 0; i < p->n_captions; i++)
		if (i != name && box_overlap(&wide, &p->captions[i].box) > 0)
			return false;
	return is_inside(n, to) && !is_ringed(n, name, to) &&
	    points_cost(n, name, to, HUGE_VAL) <=
	    points_cost(n, name, &p->captions[name].box, HUGE_VAL) &&
	    lines_cost(n, name, to) <=
	    lines_cost(n, name, &p->captions[name].box) + CLEAR;
}

/* Out of the ring that a point has when something is new there, if there is
 * room. */
static bool
step_back(const struct namer *n, size_t name, size_t point, double ring)
{
	struct caption *c = &n->p->captions[name];
	struct spot at = n->p->at[point];
	double dx = fmax(c->box.x - at.x, fmin(c->box.x + c->box.w - at.x, 0));
	double dy = fmax(c->box.y - at.y, fmin(c->box.y + c->box.h - at.y, 0));
	double len = hypot(dx, dy), by = n->p->radius[point] + ring - len;
	struct box to = c->box;

	if (n->p->radius[point] <= 0 || by <= 0 || len < 1)
		return true;
	to.x += dx / len * by;
	to.y += dy / len * by;
	if (!is_as_good(n, name, &to))
		return false;
	c->box = to;
	return true;
}

static struct near *
near_new(size_t names, size_t most)
{
	struct near *near = mem_zero(names + 1, sizeof *near);

	for (size_t i = 0; i < names; i++)
		near[i].at = mem_zero(most + 1, sizeof *near[i].at);
	return near;
}

static void
near_free(struct near *near, size_t names)
{
	for (size_t i = 0; i < names; i++)
		free(near[i].at);
	free(near);
}

void
plan_names(struct layout *p, const struct drawing *d, struct pen *pen)
{
	struct namer n = { .p = p, .d = d };
	int tries = TRIES;

	p->captions = mem_zero(p->points + 1, sizeof *p->captions);
	n.choice = mem_zero(p->points + 1, sizeof *n.choice);
	n.now = mem_zero(p->points + 1, sizeof *n.now);
	n.track = mem_zero(d->n_lines + 1, sizeof *n.track);
	n.room = mem_zero(p->points + 1, sizeof *n.room);
	n.asked = mem_zero(p->points + 1, sizeof *n.asked);
	n.reach = mem_zero(p->points + 1, sizeof *n.reach);
	for (size_t i = 0; i < p->points; i++) {
		struct caption *c = &p->captions[p->n_captions];

		if (plan_skips(&d->points[i]) || d->points[i].name[0] == '\0')
			continue;
		c->point = (int)i;
		(void)snprintf(c->line[0], sizeof c->line[0], "%s",
		    d->points[i].name);
		p->n_captions++;
	}
	n.points = near_new(p->n_captions, p->points);
	n.under = near_new(p->n_captions, p->points);
	n.lines = near_new(p->n_captions, d->n_lines);
	n.names = near_new(p->n_captions, p->n_captions);
	do
		place_names(&n, pen);
	while (--tries > 0 && loosen(&n));
	for (size_t i = 0; i < p->n_captions; i++)
		keep_place(&n, i);
	for (size_t i = 0; i < p->n_captions; i++)
		for (size_t k = 0; k < p->points; k++)
			if (!step_back(&n, i, k, RING + AIR))
				(void)step_back(&n, i, k, RING);
	free(n.choice);
	free(n.now);
	free(n.track);
	free(n.reach);
	free(n.room);
	free(n.asked);
	near_free(n.points, p->n_captions);
	near_free(n.under, p->n_captions);
	near_free(n.lines, p->n_captions);
	near_free(n.names, p->n_captions);
}
