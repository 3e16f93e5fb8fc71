/* SPDX-License-Identifier: MIT */
#include "computer/tree.h"

#include "base/mem.h"

enum {
	EACH = 8,     /* times that a node is passed for each of its arms */
	ARMS = 4,     /* single moves of a node */
	WEIGHED = 48, /* legal moves that are looked at for these */
	CURIOUS = 80  /* UCB1's factor, of PLAYOUT_WHOLE */
};

/* An arm of a node, and the node behind it. */
struct tree_arm {
	struct move move;
	int64_t sum; /* what it brought to the seat that took it */
	int taken, refused;
	int not_now; /* passing of its node, in which it was refused */
	int first;   /* arm of the node: what is usual; 0: it has none yet */
	int next;    /* arm of the same node; 0: the last */
	int grows;   /* more arms when it was passed so often */
};

static int
add(struct tree *t, const struct move *m)
{
	t->arm = mem_more(t->arm, (size_t)t->n, sizeof *t->arm);
	t->arm[t->n] = (struct tree_arm){ 0 };
	if (m != NULL)
		t->arm[t->n].move = *m;
	return t->n++;
}

int
tree_grow(struct tree *t)
{
	return add(t, NULL);
}

void
tree_release(struct tree *t)
{
	free(t->arm);
}

/* A legal move, and what it is worth at once. */
struct idea {
	struct move move;
	int worth;
	bool foremost; /* the best of its verb, of which there is no arm */
};

/* Whether a goes before b. */
static bool
before(const struct idea *a, const struct idea *b)
{
	return a->foremost != b->foremost ? a->foremost : a->worth > b->worth;
}

static void
insert(struct idea best[ARMS], int *n, const struct idea *one)
{
	int at = *n;

	if (*n == ARMS) {
		if (!before(one, &best[ARMS - 1]))
			return;
		at = ARMS - 1;
	} else {
		++*n;
	}
	for (; at > 0 && before(one, &best[at - 1]); at--)
		best[at] = best[at - 1];
	best[at] = *one;
}

/* Whether an arm of a node makes this move; *verb: or one of its verb. */
static bool
has(const struct tree *t, int node, const struct move *m, bool *verb)
{
	bool found = false;

	*verb = false;
	for (int i = t->arm[t->arm[node].first].next; i != 0;
	    i = t->arm[i].next) {
		found |= move_equal(&t->arm[i].move, m);
		*verb |= t->arm[i].move.verb == m->verb;
	}
	return found;
}

/* Whether of these it is the best of its verb, the first of equal ones. */
static bool
leads(const struct idea *all, int n, int i)
{
	for (int k = 0; k < n; k++)
		if (all[k].move.verb == all[i].move.verb &&
		    (all[k].worth > all[i].worth ||
			(all[k].worth == all[i].worth && k < i)))
			return false;
	return true;
}

/* The moves that no arm makes, of a long list some evenly. */
static int
weigh(const struct tree *t, int node, int seat, const struct move *usual,
    struct idea all[WEIGHED])
{
	struct playout *p = t->p;
	bool verb;
	int n = 0;

	p->kind->rules->legal(p->kind->data, p->board, seat, &p->list);
	for (int i = 0; i < p->list.n && p->left > 0;
	    i += 1 + (p->list.n - 1) / WEIGHED) {
		const struct move *m = &p->list.at[i];

		if (move_equal(m, usual) || has(t, node, m, &verb))
			continue;
		all[n].move = *m;
		all[n].foremost = !verb;
		all[n].worth = playout_worth(p, p->board, seat, m);
		n += all[n].worth > INT32_MIN;
	}
	return n;
}

/* Arms for the moves that look best. */
static void
widen(struct tree *t, int node, int seat, const struct move *usual)
{
	struct idea all[WEIGHED], best[ARMS];
	int n = weigh(t, node, seat, usual, all), ideas = 0;
	int last = t->arm[node].first;

	for (int i = 0; i < n; i++) {
		all[i].foremost = all[i].foremost && leads(all, n, i);
		insert(best, &ideas, &all[i]);
	}
	while (t->arm[last].next != 0)
		last = t->arm[last].next;
	for (int i = 0; i < ideas; i++) {
		n = add(t, &best[i].move);
		t->arm[last].next = n;
		last = n;
	}
}

/* What is usual is an arm from the start; others come when the node has been
 * passed EACH times, and again four times as often each. false: there is
 * nothing usual. */
static bool
grow_arms(struct tree *t, int node, int seat, int turn)
{
	struct move usual;
	int first;

	if (t->arm[node].first == 0) {
		first = add(t, NULL);
		t->arm[node].first = first;
		t->arm[node].grows = EACH;
	}
	if (t->arm[node].taken < t->arm[node].grows)
		return true;
	if (!playout_usual(t->p, seat, turn, &usual))
		return false;
	t->arm[node].grows *= 4;
	widen(t, node, seat, &usual);
	return true;
}

static int
root_of(int64_t square)
{
	int64_t r = 0;

	for (int64_t bit = 1 << 20; bit > 0; bit >>= 1)
		if ((r + bit) * (r + bit) <= square)
			r += bit;
	return (int)r;
}

/* UCB1, of an arm in a node that was passed so often; -1: not in this one. */
static int64_t
promise(const struct tree_arm *a, int passed)
{
	int could = passed - a->refused, bits = 0;

	if (a->not_now == passed)
		return -1;
	if (a->taken == 0)
		return INT64_MAX;
	for (; could > 0; could >>= 1)
		bits++;
	return a->sum / a->taken +
	    CURIOUS * root_of((int64_t)bits * 4096 / a->taken) / 64;
}

/* The arm that promises most, of one more each EACH passings; 0: none. */
static int
choose(const struct tree *t, int node)
{
	int passed = t->arm[node].taken, open = passed / EACH, best = 0;
	int64_t most = -1;

	for (int i = t->arm[node].first; i != 0 && open >= 0;
	    i = t->arm[i].next, open--) {
		int64_t is = promise(&t->arm[i], passed);

		if (is > most) {
			most = is;
			best = i;
		}
	}
	return best;
}

/* Makes the move of the arm that promises most and is legal: the node behind
 * it; 0: there is none. */
static int
take(struct tree *t, int node, int seat, int turn)
{
	struct move m;
	int i;

	while ((i = choose(t, node)) != 0) {
		m = t->arm[i].move;
		if (i == t->arm[node].first &&
		    !playout_usual(t->p, seat, turn, &m))
			return 0;
		if (playout_make(t->p, seat, &m))
			return i;
		t->arm[i].refused++;
		t->arm[i].not_now = t->arm[node].taken;
	}
	return 0;
}

/* Along the tree as far as it has grown. false: nobody moves any more. */
static bool
descend(struct tree *t, int node, int turn)
{
	const int deepest = sizeof t->path / sizeof *t->path;
	struct playout *p = t->p;
	int seat;

	while (t->arm[node].taken >= EACH && t->depth < deepest) {
		seat = playout_to_act(p, turn);
		if (seat == 0 || p->left <= 0)
			return false;
		if (!grow_arms(t, node, seat, turn))
			return false;
		node = take(t, node, seat, turn);
		if (node == 0)
			return false;
		t->by[t->depth] = seat;
		t->path[t->depth++] = node;
	}
	return true;
}

void
tree_play(struct tree *t, int node, int turn, int reward[SEATS_MAX + 1])
{
	struct playout *p = t->p;
	struct move m;
	int seat;

	t->depth = 0;
	if (descend(t, node, turn))
		while (p->left > 0 && (seat = playout_to_act(p, turn)) != 0 &&
		    playout_usual(p, seat, turn, &m) &&
		    playout_make(p, seat, &m))
			;
	playout_rewards(p, reward);
	t->arm[node].taken++;
	for (int i = 0; i < t->depth; i++) {
		t->arm[t->path[i]].taken++;
		t->arm[t->path[i]].sum += reward[t->by[i]];
	}
}
