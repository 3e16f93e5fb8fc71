/* SPDX-License-Identifier: MIT */
#include "computer/search.h"

#include "base/mem.h"
#include "computer/tree.h"
#include "computer/turn.h"

enum {
	MOVES = 8,    /* that are compared */
	TURN = 1400,  /* positions for normal's move, as it has itself */
	CERTAIN = 15, /* tenths of a standard error: see better() */
	LEAST = 5     /* rounds that say anything */
};

/* A move among the others: what it brought, by how much that was more than the
 * first of them brought behind the same draws, and the squares of that. */
struct rival {
	struct move move;
	int sight; /* what it looks like at first */
	int node;  /* what comes behind it, in the tree */
	int now;
	int64_t sum, more, squares;
};

struct quest {
	struct playout p;
	struct tree tree;
	char *varied;
	struct rival rival[MOVES]; /* the first is normal's */
	int rivals, rounds;
	int choices; /* moves that were thought of */
};

/* Plays on behind a move on the board that was varied. */
static void
look_behind(struct quest *s, struct rival *x)
{
	int reward[SEATS_MAX + 1];

	x->now = 0;
	memcpy(s->p.board, s->varied, s->p.kind->rules->position_size);
	if (!playout_make(&s->p, s->p.seat, &x->move))
		return;
	tree_play(&s->tree, x->node, game_turn(s->varied), reward);
	x->now = reward[s->p.seat];
}

/* All moves that are left, each behind the same draws. */
static void
one_round(struct quest *s, const void *pos)
{
	const struct game_rules *r = s->p.kind->rules;
	struct rng from;

	memcpy(s->varied, pos, r->position_size);
	if (r->vary != NULL)
		r->vary(s->p.kind->data, s->varied, s->p.seat, s->p.own);
	from = *s->p.own;
	for (int i = 0; i < s->rivals && s->p.left > 0; i++) {
		*s->p.own = from;
		look_behind(s, &s->rival[i]);
	}
	if (s->p.left <= 0)
		return; /* not all of them */
	s->rounds++;
	for (int i = 0; i < s->rivals; i++) {
		int more = s->rival[i].now - s->rival[0].now;

		s->rival[i].sum += s->rival[i].now;
		s->rival[i].more += more;
		s->rival[i].squares += (int64_t)more * more;
	}
}

/* The worse half goes, but for the first. */
static void
halve(struct quest *s)
{
	int keep = (s->rivals + 1) / 2;

	while (s->rivals > keep) {
		int worst = 1;

		for (int i = 2; i < s->rivals; i++)
			if (s->rival[i].more < s->rival[worst].more)
				worst = i;
		s->rival[worst] = s->rival[--s->rivals];
	}
}

static int
phases(int rivals)
{
	int n = 1;

	for (; rivals > 2; rivals = (rivals + 1) / 2)
		n++;
	return n;
}

/* Whether it did better than the first by more than chance would have it. */
static bool
better(const struct quest *s, const struct rival *x)
{
	int64_t rest;

	if (s->rounds < LEAST || x->more <= 0)
		return false;
	rest = x->squares - x->more * x->more / s->rounds;
	return x->more * x->more * 100 >= CERTAIN * CERTAIN * rest;
}

static int
best_of(const struct quest *s)
{
	int best = 0;

	for (int i = 1; i < s->rivals; i++)
		if (s->rival[i].more > s->rival[best].more)
			best = i;
	return best > 0 && better(s, &s->rival[best]) ? best : 0;
}

/* A move that looks like this: those that look best stay. */
static void
consider(struct quest *s, const struct move *m, int sight)
{
	int at = s->rivals < MOVES ? s->rivals++ : MOVES;

	s->choices++;
	for (; at > 1 && s->rival[at - 1].sight < sight; at--)
		if (at < MOVES)
			s->rival[at] = s->rival[at - 1];
	if (at < MOVES)
		s->rival[at] = (struct rival){ .move = *m, .sight = sight };
}

/* Moves by what is worth where they lead at once. */
static void
consider_moves(struct quest *s)
{
	const struct move *first = &s->rival[0].move;
	struct playout *p = &s->p;

	p->kind->rules->legal(p->kind->data, s->varied, p->seat, &p->list);
	for (int i = 0; i < p->list.n && p->left > 0; i++) {
		const struct move *m = &p->list.at[i];
		int worth = playout_worth(p, s->varied, p->seat, m);

		if (worth > INT32_MIN && !move_equal(m, first))
			consider(s, m, worth);
	}
}

/* Moves by the best turn that begins with them. */
static void
consider_turns(struct quest *s)
{
	const struct computer *c = s->p.c;
	const struct move *first = &s->rival[0].move;

	for (int i = 0; i < c->legal.n; i++)
		if (c->value[i] > INT32_MIN &&
		    !move_equal(&c->legal.at[i], first))
			consider(s, &c->legal.at[i], c->value[i]);
}

/* What normal would do, and what else looks well. -1: no move is legal. */
static int
look_around(struct quest *s, const void *pos, int positions)
{
	const struct game_rules *r = s->p.kind->rules;
	bool advised = r->wits.advise != NULL;
	struct move normal;

	s->p.c->looked = 0;
	if (advised ? r->wits.advise(s->p.kind->data, pos, s->p.seat, s->p.own,
			  &normal) :
		      turn_think(s->p.c, s->p.kind, pos, s->p.seat,
			  positions < 4 * TURN ? positions / 4 : TURN, s->p.own,
			  &normal))
		return -1;
	s->p.left = positions - s->p.c->looked;
	memcpy(s->varied, pos, r->position_size);
	if (r->wits.imagine != NULL)
		r->wits.imagine(s->p.kind->data, s->varied, s->p.seat);
	else if (r->vary != NULL)
		r->vary(s->p.kind->data, s->varied, s->p.seat, s->p.own);
	consider(s, &normal, INT32_MAX);
	if (advised)
		consider_moves(s);
	else
		consider_turns(s);
	return 0;
}

/* Compares moves until so many positions are used; half of them goes when its
 * share of these is. -1: no move is legal. */
static int
search(struct quest *s, const void *pos, int positions)
{
	int share;

	playout_begin(&s->p, pos);
	s->tree.p = &s->p;
	s->varied = mem_alloc(s->p.kind->rules->position_size);
	if (look_around(s, pos, positions) != 0)
		return -1;
	for (int i = 0; i < s->rivals; i++)
		s->rival[i].node = tree_grow(&s->tree);
	share = s->p.left / phases(s->rivals);
	for (int end = s->p.left - share; s->p.left > 0 && s->rivals > 1;) {
		one_round(s, pos);
		if (s->p.left <= end && s->rivals > 2) {
			halve(s);
			end -= share;
		}
	}
	s->p.c->looked = positions - s->p.left;
	return 0;
}

static void
search_end(struct quest *s)
{
	tree_release(&s->tree);
	playout_end(&s->p);
	free(s->varied);
}

int
search_think(struct computer *c, const struct game_kind *kind, const void *pos,
    int seat, int positions, struct rng *own, struct move *out)
{
	struct quest s = {
		.p = { .kind = kind, .c = c, .own = own, .seat = seat }
	};
	int rc = search(&s, pos, positions);

	if (rc == 0)
		*out = s.rival[best_of(&s)].move;
	search_end(&s);
	return rc;
}

static int
mean_of(const struct quest *s, const struct rival *x)
{
	return s->rounds > 0 ? (int)(x->sum / s->rounds) : SEARCH_WHOLE / 2;
}

/* Two moves alone, anew: what they have brought so far chose between them.
 * Averages, of WHOLE. */
static void
compare(struct quest *s, const void *pos, int positions,
    const struct move *made, struct compared *out)
{
	s->rivals = 1;
	s->rounds = 0;
	s->rival[0] = (struct rival){ .move = out->best,
		.node = tree_grow(&s->tree) };
	if (!move_equal(&out->best, made))
		s->rival[s->rivals++] = (struct rival){ .move = *made,
			.node = tree_grow(&s->tree) };
	s->p.left = positions;
	while (s->p.left > 0)
		one_round(s, pos);
	out->best_worth = mean_of(s, &s->rival[0]);
	out->made_worth = mean_of(s, &s->rival[s->rivals - 1]);
}

int
search_compare(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, const struct move *made, int positions,
    struct rng *own, struct compared *out)
{
	struct quest s = {
		.p = { .kind = kind, .c = c, .own = own, .seat = seat }
	};
	int rc = search(&s, pos, positions);

	if (rc == 0) {
		*out = (struct compared){ .best = s.rival[best_of(&s)].move,
			.choices = s.choices };
		compare(&s, pos, positions / 2, made, out);
	}
	search_end(&s);
	return rc;
}
