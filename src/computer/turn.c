/* SPDX-License-Identifier: MIT */
#include "computer/turn.h"

#include "base/mem.h"

/* WIDTH boards are thought on from each layer, DEPTH moves ahead at most. */
enum { WIDTH = 8, DEPTH = 6, NOISE = 6 };

struct thought {
	int worth;
	int first; /* of the moves at the root; -1: the root itself */
};

struct turn {
	const struct game_kind *kind;
	struct computer *c;
	struct rng *own;
	int seat, turn;
	int left; /* positions */
	/* the layer that is thought on, and the next; boards beside them */
	struct thought at[2][WIDTH];
	int n[2];
	struct thought best; /* of turns that came to their end */
	bool found;
	struct moves *root;
};

static char *
board(const struct turn *t, int layer, int i)
{
	return (char *)t->c->board +
	    (size_t)(layer * WIDTH + i) * t->kind->rules->position_size;
}

static void *
spare(const struct turn *t)
{
	return board(t, 2, 0);
}

static void
list(const struct turn *t, const void *pos, struct moves *out)
{
	const struct game_rules *r = t->kind->rules;

	r->legal(t->kind->data, pos, t->seat, out);
	if (r->wits.ideas != NULL)
		r->wits.ideas(t->kind->data, pos, t->seat, out);
}

/* Whether the seat goes on in this turn. */
static bool
goes_on(const struct turn *t, const void *pos)
{
	const struct game_rules *r = t->kind->rules;

	return !game_over(pos) && game_turn(pos) == t->turn &&
	    r->to_act(t->kind->data, pos) & SEAT_BIT(t->seat);
}

/* The board on spare is one to think on, if it is among the best. */
static void
keep(struct turn *t, int layer, struct thought one)
{
	int n = t->n[layer], at;
	size_t size = t->kind->rules->position_size;

	if (n == WIDTH && one.worth <= t->at[layer][n - 1].worth)
		return;
	at = n < WIDTH ? n : n - 1;
	for (; at > 0 && t->at[layer][at - 1].worth < one.worth; at--) {
		t->at[layer][at] = t->at[layer][at - 1];
		memcpy(board(t, layer, at), board(t, layer, at - 1), size);
	}
	t->at[layer][at] = one;
	memcpy(board(t, layer, at), spare(t), size);
	t->n[layer] = n < WIDTH ? n + 1 : n;
}

static void
look(struct turn *t, int layer, const void *from, int first,
    const struct move *m, bool last)
{
	const struct game_rules *r = t->kind->rules;
	struct refusal why;
	struct thought one = { .first = first };

	memcpy(spare(t), from, r->position_size);
	if (r->apply(t->kind->data, spare(t), t->seat, m, NULL, &why) < 0)
		return;
	t->left--;
	one.worth = r->wits.worth(t->kind->data, spare(t), t->seat) +
	    (int)rng_below(t->own, NOISE);
	if (one.worth > t->c->value[first])
		t->c->value[first] = one.worth;
	if (!last && goes_on(t, spare(t))) {
		keep(t, layer, one);
	} else if (!t->found || one.worth > t->best.worth) {
		t->best = one;
		t->found = true;
	}
}

static void
think(struct turn *t, const void *pos)
{
	struct moves next = MOVES_INIT;

	t->n[0] = 0;
	for (int i = 0; i < t->root->n && t->left > 0; i++)
		look(t, 0, pos, i, &t->root->at[i], false);
	for (int depth = 1; depth < DEPTH && t->n[0] > 0; depth++) {
		t->n[1] = 0;
		for (int i = 0; i < t->n[0] && t->left > 0; i++) {
			list(t, board(t, 0, i), &next);
			for (int k = 0; k < next.n && t->left > 0; k++)
				look(t, 1, board(t, 0, i), t->at[0][i].first,
				    &next.at[k], depth + 1 == DEPTH);
		}
		if (t->n[1] == 0)
			break;
		memcpy(board(t, 0, 0), board(t, 1, 0),
		    WIDTH * t->kind->rules->position_size);
		memcpy(t->at[0], t->at[1], sizeof t->at[0]);
		t->n[0] = t->n[1];
	}
	moves_release(&next);
	/* Where no turn came to its end: the best that was begun. */
	if (!t->found && t->n[0] > 0)
		t->best = t->at[0][0];
}

int
turn_think(struct computer *c, const struct game_kind *kind, const void *pos,
    int seat, int positions, struct rng *own, struct move *out)
{
	const struct game_rules *r = kind->rules;
	struct turn t = { .kind = kind,
		.c = c,
		.own = own,
		.seat = seat,
		.turn = game_turn(pos),
		.left = positions,
		.best = { .first = -1 },
		.root = &c->legal };
	size_t size = (2 * WIDTH + 2) * r->position_size;
	char *root;

	if (c->size < size) {
		c->board = mem_grow(c->board, size, 1);
		c->size = size;
	}
	root = board(&t, 2, 1);
	memcpy(root, pos, r->position_size);
	if (r->wits.imagine != NULL)
		r->wits.imagine(kind->data, root, seat);
	list(&t, pos, t.root);
	c->value = mem_grow(c->value, (size_t)t.root->n + 1, sizeof *c->value);
	for (int i = 0; i < t.root->n; i++)
		c->value[i] = INT32_MIN;
	think(&t, root);
	c->looked = positions - t.left;
	if (t.best.first < 0)
		return -1;
	*out = t.root->at[t.best.first];
	return 0;
}
