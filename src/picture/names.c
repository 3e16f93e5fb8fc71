/* SPDX-License-Identifier: MIT */
#include "picture/plan.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/*
 * A place for each name: close to its point, in one line or two, clear of
 * lines, of rings and signs on points, and of other names. There are some
 * hundred places to try; what is wrong with one is counted, and names move in
 * turn to where the least is wrong until none does. That nothing is wrong at
 * all is owed to where a game's data has its points (tests/picture/test-plan).
 */
enum {
	FORMS = 2,
	GAPS = 4,
	BESIDE = 5, /* places at a side */
	ALONG = 11, /* above or below */
	CORNER = 3, /* at each corner */
	AROUND = 2 * BESIDE + 2 * ALONG + 4 * CORNER,
	PLACES = FORMS * GAPS * AROUND,
	ROUNDS = 40,
	APART = 3,  /* of two names */
	MEET = 100, /* what it costs to meet anything */
	NOWHERE = -1
};

struct stand {
	struct box box;
	double cost; /* of what is fixed */
	bool two;
};

struct namer {
	const struct layout *p;
	const struct drawing *d;
	double right; /* no name is beyond */
	double *half; /* owned: of each line, all its tracks */
	struct stand (*choice)[PLACES]; /* owned: of each name */
	int *now;                       /* owned */
};

static double
lines_cost(const struct namer *n, const struct box *at)
{
	double cost = 0;

	for (size_t i = 0; i < n->d->n_lines; i++) {
		const struct drawing_line *l = &n->d->lines[i];
		struct box wide = box_wider(*at, n->half[i]);
		double by;

		if (n->half[i] <= 0)
			continue;
		by = box_crossed(&wide, n->p->at[l->from], n->p->at[l->to]);
		cost += by > 0 ? MEET + by : 0;
	}
	return cost;
}

/* And of those that it would be taken to be of: they are as near. */
static double
points_cost(const struct namer *n, int own, const struct box *at, double gap)
{
	double cost = 0;

	for (size_t i = 0; i < n->p->points; i++) {
		struct box sign = plan_sign(n->p, n->d, i);
		double by = box_distance(at, n->p->at[i]) - plan_ring(n->p, i);

		if (box_overlap(&sign, at) > 0)
			cost += MEET + box_overlap(&sign, at);
		if (n->p->radius[i] <= 0)
			continue;
		if (by < -0.01)
			cost += MEET - 10 * by;
		else if ((int)i != own && by < gap + 3)
			cost += MEET / 2.0;
	}
	return cost;
}

/* How far a name is out of the picture, or reaches upon the coast or key. */
static double
outside(const struct namer *n, const struct box *b)
{
	enum { EDGE = 18 };

	return fmax(EDGE - b->x, 0) + fmax(EDGE - b->y, 0) +
	    fmax(b->x + b->w - n->right, 0) +
	    fmax(b->y + b->h - n->p->key_top + EDGE, 0);
}

static void
judge(const struct namer *n, size_t name, struct stand *s, double gap)
{
	int own = n->p->captions[name].point;
	double out = outside(n, &s->box);

	s->cost = gap + (s->two ? 3 : 0) + (out > 0 ? MEET + 10 * out : 0) +
	    points_cost(n, own, &s->box, gap) + lines_cost(n, &s->box);
}

/* The n-th place of a box around a spot, as near as r. */
static struct box
around(struct spot c, double r, struct spot size, int n)
{
	static const double turn[CORNER] = { 0.35, 0.785, 1.22 };
	struct box b = { c.x - size.x / 2, c.y - size.y / 2, size.x, size.y };
	double dx, dy;
	int step = n / 2, middle = BESIDE / 2;

	if (n < 2 * BESIDE) {
		b.x = n % 2 ? c.x + r : c.x - r - size.x;
		b.y += 0.22 * size.y * (step - middle);
		return b;
	}
	n -= 2 * BESIDE;
	step = n / 2;
	if (n < 2 * ALONG) {
		b.x = c.x - size.x * (step + 0.5) / ALONG;
		b.y = n % 2 ? c.y + r : c.y - r - size.y;
		return b;
	}
	n -= 2 * ALONG;
	dx = r * cos(turn[n % CORNER]);
	dy = r * sin(turn[n % CORNER]);
	n /= CORNER;
	b.x = n % 2 ? c.x + dx : c.x - dx - size.x;
	b.y = n / 2 ? c.y + dy : c.y - dy - size.y;
	return b;
}

static void
add_choices(struct namer *n, size_t name, const struct spot size[FORMS])
{
	static const double gaps[GAPS] = { 1, 6, 11, 17 };
	int own = n->p->captions[name].point;
	double ring = plan_ring(n->p, (size_t)own);
	struct stand *s = n->choice[name];

	for (int form = 0; form < FORMS; form++)
		for (int g = 0; g < GAPS; g++)
			for (int k = 0; k < AROUND; k++, s++) {
				s->two = form > 0;
				s->cost = HUGE_VAL;
				s->box = around(n->p->at[own], ring + gaps[g],
				    size[form], k);
				if (size[form].x > 0)
					judge(n, name, s, gaps[g]);
			}
}

/* With the other names where they are; no further than to bound. */
static double
cost_now(const struct namer *n, size_t name, int place, double bound)
{
	const struct stand *c = &n->choice[name][place];
	struct box wide = box_wider(c->box, APART);
	double cost = c->cost;

	for (size_t i = 0; i < n->p->n_captions && cost < bound; i++) {
		double by = i == name || n->now[i] == NOWHERE ?
		    0 :
		    box_overlap(&wide, &n->choice[i][n->now[i]].box);

		cost += by > 0 ? MEET + by : 0;
	}
	return cost;
}

/* To where the least is wrong. */
static bool
move(struct namer *n, size_t name)
{
	int was = n->now[name], best = was;
	double least = was == NOWHERE ? HUGE_VAL :
					cost_now(n, name, was, HUGE_VAL);

	for (int k = 0; k < PLACES; k++) {
		double cost = cost_now(n, name, k, least);

		if (cost < least - 1e-6) {
			least = cost;
			best = k;
		}
	}
	n->now[name] = best;
	return best != was;
}

static void
settle(struct namer *n, size_t but)
{
	bool moved = true;

	for (int round = 0; round < ROUNDS && moved; round++) {
		moved = false;
		for (size_t i = 0; i < n->p->n_captions; i++)
			if (i != but)
				moved |= move(n, i);
	}
}

static int
clean_places(const struct namer *n, size_t name)
{
	int clean = 0;

	for (int k = 0; k < PLACES; k++)
		clean += n->choice[name][k].cost < MEET / 2.0;
	return clean;
}

/* Those with the fewest places are first to choose. */
static void
begin(struct namer *n)
{
	for (size_t i = 0; i < n->p->n_captions; i++)
		n->now[i] = NOWHERE;
	for (size_t done = 0; done < n->p->n_captions; done++) {
		size_t next = 0;
		int fewest = INT_MAX;

		for (size_t i = 0; i < n->p->n_captions; i++) {
			int clean = n->now[i] == NOWHERE ? clean_places(n, i) :
							   INT_MAX;

			if (clean < fewest) {
				fewest = clean;
				next = i;
			}
		}
		(void)move(n, next);
	}
}

static double
all_costs(const struct namer *n)
{
	double cost = 0;

	for (size_t i = 0; i < n->p->n_captions; i++)
		cost += cost_now(n, i, n->now[i], HUGE_VAL);
	return cost;
}

/* A name that meets another takes each of its places in turn, and the others
 * move; the first that helps is kept. */
static void
insist(struct namer *n, size_t name)
{
	size_t size = n->p->n_captions * sizeof *n->now;
	double was = all_costs(n);
	int *old;

	if (cost_now(n, name, n->now[name], HUGE_VAL) < MEET / 2.0)
		return;
	old = mem_alloc(size);
	memcpy(old, n->now, size);
	for (int k = 0; k < PLACES && all_costs(n) >= was; k++) {
		memcpy(n->now, old, size);
		if (n->choice[name][k].cost >= MEET / 2.0)
			continue;
		n->now[name] = k;
		settle(n, name);
		settle(n, SIZE_MAX);
	}
	if (all_costs(n) >= was)
		memcpy(n->now, old, size);
	free(old);
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

static void
measure(struct namer *n, size_t name, struct pen *pen)
{
	struct caption *c = &n->p->captions[name];
	struct spot size[FORMS] = { { 0, 0 }, { 0, 0 } };
	char line[2][48];

	size[0] = (struct spot){
		pen_width(pen, c->line[0], CAPTION_SIZE, true) + 2, CAPTION_HIGH
	};
	if (halve(c->line[0], line)) {
		size[1].x = fmax(pen_width(pen, line[0], CAPTION_SIZE, true),
				pen_width(pen, line[1], CAPTION_SIZE, true)) +
		    2;
		size[1].y = CAPTION_STEP + CAPTION_HIGH;
	}
	add_choices(n, name, size);
}

/* Tracks side by side are one line here, the first of them. */
static double
half_of(const struct drawing *d, size_t line)
{
	int side = 0;

	for (size_t i = 0; i < d->n_lines; i++) {
		if (!drawing_twins(d, line, i))
			continue;
		if (i < line)
			return 0;
		if (abs(drawing_sideways(d, i)) > side)
			side = abs(drawing_sideways(d, i));
	}
	return LINE_CLEAR + side * (LINE_APART / 2.0);
}

static void
keep_place(struct namer *n, size_t name, struct caption *c)
{
	const struct stand *s = &n->choice[name][n->now[name]];

	c->box = s->box;
	if (s->two)
		(void)halve(n->d->points[c->point].name, c->line);
}

static void
list_names(struct layout *p, const struct drawing *d)
{
	p->captions = mem_zero(p->points + 1, sizeof *p->captions);
	for (size_t i = 0; i < p->points; i++) {
		struct caption *c = &p->captions[p->n_captions];

		if (plan_skips(&d->points[i]) || d->points[i].name[0] == '\0')
			continue;
		c->point = (int)i;
		(void)snprintf(c->line[0], sizeof c->line[0], "%s",
		    d->points[i].name);
		p->n_captions++;
	}
}

void
plan_names(struct layout *p, const struct drawing *d, struct pen *pen)
{
	struct namer n = { .p = p, .d = d, .right = p->width - 18 };

	list_names(p, d);
	n.choice = mem_zero(p->points + 1, sizeof *n.choice);
	n.now = mem_zero(p->points + 1, sizeof *n.now);
	n.half = mem_zero(d->n_lines + 1, sizeof *n.half);
	for (size_t i = 0; i < d->n_lines; i++)
		n.half[i] = half_of(d, i);
	/* The coast goes through the ports (chart.c). */
	for (size_t i = 0; i < p->points && d->scene == DRAWING_CHART; i++)
		if (d->points[i].shape == DRAWING_BOX)
			n.right = fmin(n.right, p->at[i].x - 6);
	for (size_t i = 0; i < p->n_captions; i++)
		measure(&n, i, pen);
	begin(&n);
	settle(&n, SIZE_MAX);
	for (size_t i = 0; i < p->n_captions; i++)
		insist(&n, i);
	for (size_t i = 0; i < p->n_captions; i++)
		keep_place(&n, i, &p->captions[i]);
	free(n.choice);
	free(n.now);
	free(n.half);
}
