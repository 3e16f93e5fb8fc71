/* SPDX-License-Identifier: MIT */
#include "computer/search.h"

#include "base/mem.h"
#include "computer/turn.h"

enum {
	WHOLE = SEARCH_WHOLE, /* the reward of one who has won */
	SCALE = 2500,  /* a lead in hundredths of a point that is half of it */
	EXPLORE = 900, /* how far first sight is trusted: see standing() */
	DEPTH = 40,
	NONE = -1
};

/* A move, and what came of it. */
struct tree_node {
	struct move move;
	int next, child; /* of the same parent; of its own; NONE */
	int visits, rank;
	int sight;   /* what it looked like at first, of WHOLE */
	int64_t sum; /* rewards of the seat that made it */
	bool open;   /* its moves have been looked at */
	int8_t seat;
};

struct quest {
	const struct game_kind *kind;
	struct rng *own;
	int seat, left;
	char *board, *trial;
	struct tree_node *node; /* owned */
	int nodes, cap;
	struct moves list;
	int path[DEPTH], depth;
	int only; /* the one move of the root that is tried; NONE: any */
};

/* -∞..∞ to 0..WHOLE. */
static int
squash(int lead)
{
	int size = lead < 0 ? -lead : lead;

	return WHOLE / 2 + (int)((int64_t)lead * (WHOLE / 2) / (size + SCALE));
}

static int
first_seat(seat_set set)
{
	return set == 0 ? 0 : 1 + __builtin_ctz(set);
}

/* What each seat has of a position, of WHOLE. */
static void
reward(const struct quest *s, const void *pos, int seats, int *out)
{
	const struct game_rules *r = s->kind->rules;
	int worth[SEATS_MAX + 1], sum = 0, winners = 0;
	struct ending e = { 0 };

	if (game_over(pos))
		e = r->ending(s->kind->data, pos);
	for (int i = 1; i <= seats; i++) {
		worth[i] = game_over(pos) ?
		    100 * e.score[i] :
		    r->wits.worth(s->kind->data, pos, i);
		sum += worth[i];
		winners += game_over(pos) && ending_rank(&e, i) == 1;
	}
	for (int i = 1; i <= seats; i++) {
		int others = (sum - worth[i]) / (seats - 1);

		out[i] = squash((worth[i] - others) / (game_over(pos) ? 1 : 2));
		if (winners > 0)
			out[i] = out[i] / 2 +
			    (ending_rank(&e, i) == 1 ? WHOLE / 2 / winners : 0);
	}
}

static int
add_node(struct quest *s, const struct move *m, int seat, int sight)
{
	if (s->nodes == s->cap) {
		s->cap = s->cap == 0 ? 1024 : 2 * s->cap;
		s->node = mem_grow(s->node, (size_t)s->cap, sizeof *s->node);
	}
	s->node[s->nodes] = (struct tree_node){ .move = *m,
		.next = NONE,
		.child = NONE,
		.seat = (int8_t)seat,
		.sight = sight };
	return s->nodes++;
}

/* Behind those that look better. */
static void
add_child(struct quest *s, int parent, int child)
{
	int *at = &s->node[parent].child, rank = 0;

	for (; *at != NONE && s->node[*at].sight >= s->node[child].sight;
	    at = &s->node[*at].next)
		rank++;
	s->node[child].next = *at;
	*at = child;
	for (; child != NONE; child = s->node[child].next)
		s->node[child].rank = rank++;
}

/* Looks at every move once. */
static void
open_node(struct quest *s, int parent, int seat)
{
	const struct game_rules *r = s->kind->rules;
	size_t size = r->position_size;

	r->legal(s->kind->data, s->board, seat, &s->list);
	if (r->wits.ideas != NULL)
		r->wits.ideas(s->kind->data, s->board, seat, &s->list);
	for (int i = 0; i < s->list.n && s->left > 0; i++) {
		struct refusal why;

		memcpy(s->trial, s->board, size);
		if (r->apply(s->kind->data, s->trial, seat, &s->list.at[i],
			NULL, &why) < 0)
			continue;
		s->left--;
		add_child(s, parent,
		    add_node(s, &s->list.at[i], seat,
			squash(r->wits.worth(s->kind->data, s->trial, seat))));
	}
	s->node[parent].open = true;
}

static int
root_of(int64_t n)
{
	int64_t x = n, y = (x + 1) / 2;

	while (y < x) {
		x = y;
		y = (x + n / x) / 2;
	}
	return (int)x;
}

/* How a move stands among the others: what it has brought, and the more the
 * less it was tried and the better it looked. */
static int64_t
standing(const struct tree_node *n, int visits)
{
	int64_t mean = n->visits > 0 ? (n->sum + n->sight) / (n->visits + 1) :
				       n->sight;

	return mean * 16 +
	    (int64_t)EXPLORE * root_of(256 * (int64_t)visits) /
	    ((n->visits + 1) * (n->rank + 2));
}

/* Makes a node's move on the board, if it can be made there. */
static bool
step(struct quest *s, int child)
{
	struct refusal why;

	s->left--;
	return s->kind->rules->apply(s->kind->data, s->board,
		   s->node[child].seat, &s->node[child].move, NULL, &why) >= 0;
}

/* The best move that can be made on the board, which is then made; NONE. */
static int
descend(struct quest *s, int parent)
{
	int visits = s->node[parent].visits + 1;
	int64_t below = INT64_MAX;

	for (;;) {
		int64_t most = INT64_MIN;
		int best = NONE;

		for (int i = s->node[parent].child; i != NONE;
		    i = s->node[i].next) {
			int64_t at = standing(&s->node[i], visits) * 4096 -
			    i % 4096;

			if (at < below && at > most) {
				most = at;
				best = i;
			}
		}
		if (best == NONE)
			return NONE;
		if (step(s, best))
			return best;
		below = most;
	}
}

/* Draws what is due. */
static void
settle(struct quest *s)
{
	struct event ev;
	struct err e;

	while (game_chance_due(s->kind->rules, s->kind->data, s->board)) {
		s->kind->rules->draw(s->kind->data, s->board, s->own, &ev);
		if (s->kind->rules->chance(s->kind->data, s->board, &ev, NULL,
			&e) < 0)
			abort();
	}
}

/* Once down from the root and back. */
static void
go_down(struct quest *s, const void *pos, int seats)
{
	const struct game_rules *r = s->kind->rules;
	int at = 0, by[SEATS_MAX + 1];

	memcpy(s->board, pos, r->position_size);
	if (r->vary != NULL)
		r->vary(s->kind->data, s->board, s->seat, s->own);
	for (s->depth = 0; s->depth < DEPTH && s->left > 0; s->depth++) {
		int seat, next;
		bool fresh = !s->node[at].open;

		settle(s);
		seat = first_seat(r->to_act(s->kind->data, s->board));
		if (s->depth == 0)
			seat = s->seat;
		if (seat == 0)
			break;
		if (fresh)
			open_node(s, at, seat);
		if (s->depth == 0 && s->only != NONE)
			next = step(s, s->only) ? s->only : NONE;
		else
			next = s->node[at].child != NONE &&
				s->node[s->node[at].child].seat == seat ?
			    descend(s, at) :
			    NONE;
		if (next == NONE)
			break;
		at = s->path[s->depth] = next;
		if (fresh) {
			s->depth++;
			break;
		}
	}
	settle(s);
	reward(s, s->board, seats, by);
	s->node[0].visits++;
	for (int i = 0; i < s->depth; i++) {
		struct tree_node *n = &s->node[s->path[i]];

		n->visits++;
		n->sum += by[n->seat];
	}
}

/* The move that one's own turn thought to its end begins with looks best. */
static void
prefer(struct quest *s, const struct move *m)
{
	int *at = &s->node[0].child, child;

	while (*at != NONE && !move_equal(&s->node[*at].move, m))
		at = &s->node[*at].next;
	if (*at == NONE)
		return;
	child = *at;
	*at = s->node[child].next;
	if (s->node[0].child != NONE &&
	    s->node[child].sight < s->node[s->node[0].child].sight)
		s->node[child].sight = s->node[s->node[0].child].sight;
	s->node[child].next = s->node[0].child;
	s->node[0].child = child;
	for (int i = child, rank = 0; i != NONE; i = s->node[i].next)
		s->node[i].rank = rank++;
}

static int
most_tried(const struct quest *s)
{
	int best = s->node[0].child;

	for (int i = best; i != NONE; i = s->node[i].next)
		if (s->node[i].visits > s->node[best].visits)
			best = i;
	return best;
}

/* Looks at the root, and goes down from it until so many positions are used.
 * -1: no move is legal. */
static int
search(struct quest *s, struct computer *c, const void *pos, int positions)
{
	const struct game_rules *r = s->kind->rules;
	int seats = ((const struct position_head *)pos)->seats;
	struct move normal;

	if (r->wits.advise != NULL ?
		r->wits.advise(s->kind->data, pos, s->seat, s->own, &normal) :
		turn_think(c, s->kind, pos, s->seat, positions / 10, s->own,
		    &normal))
		return -1;
	s->left = positions - positions / 10;
	s->board = mem_alloc(2 * r->position_size);
	s->trial = s->board + r->position_size;
	add_node(s, &(struct move){ 0 }, 0, 0);
	memcpy(s->board, pos, r->position_size);
	if (r->wits.imagine != NULL)
		r->wits.imagine(s->kind->data, s->board, s->seat);
	else if (r->vary != NULL)
		r->vary(s->kind->data, s->board, s->seat, s->own);
	open_node(s, 0, s->seat);
	if (s->node[0].child == NONE)
		add_child(s, 0, add_node(s, &normal, s->seat, WHOLE / 2));
	prefer(s, &normal);
	while (s->left > 0 && s->node[s->node[0].child].next != NONE)
		go_down(s, pos, seats);
	c->looked += positions - positions / 10 - s->left;
	return 0;
}

static void
search_end(struct quest *s)
{
	moves_release(&s->list);
	free(s->board);
	free(s->node);
}

int
search_think(struct computer *c, const struct game_kind *kind, const void *pos,
    int seat, int positions, struct rng *own, struct move *out)
{
	struct quest s = { .kind = kind,
		.own = own,
		.seat = seat,
		.only = NONE };

	if (search(&s, c, pos, positions) != 0)
		return -1;
	*out = s.node[most_tried(&s)].move;
	search_end(&s);
	return 0;
}

/* The root's node of this move, which may be one that it did not think of. */
static int
find_move(struct quest *s, const struct move *m)
{
	int at = s->node[0].child;

	while (at != NONE && !move_equal(&s->node[at].move, m))
		at = s->node[at].next;
	if (at != NONE)
		return at;
	at = add_node(s, m, s->seat, WHOLE / 2);
	add_child(s, 0, at);
	return at;
}

/* What going down through this move brought on average, of WHOLE. */
static int
mean_of(const struct tree_node *n)
{
	return n->visits > 0 ? (int)(n->sum / n->visits) : n->sight;
}

/* Goes down through this move alone. */
static void
search_behind(struct quest *s, const void *pos, int child, int positions)
{
	int seats = ((const struct position_head *)pos)->seats;

	s->only = child;
	s->left = positions;
	while (s->left > 0)
		go_down(s, pos, seats);
	s->only = NONE;
}

int
search_compare(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, const struct move *made, int positions,
    struct rng *own, struct compared *out)
{
	struct quest s = { .kind = kind,
		.own = own,
		.seat = seat,
		.only = NONE };
	int best, mine;

	c->looked = 0;
	if (search(&s, c, pos, positions) != 0)
		return -1;
	best = most_tried(&s);
	mine = find_move(&s, made);
	search_behind(&s, pos, best, positions / 4);
	if (mine != best)
		search_behind(&s, pos, mine, positions / 4);
	*out = (struct compared){ .best = s.node[best].move,
		.best_worth = mean_of(&s.node[best]),
		.made_worth = mean_of(&s.node[mine]),
		.choices = 1 };
	for (int i = s.node[0].child; s.node[i].next != NONE;
	    i = s.node[i].next)
		out->choices++;
	search_end(&s);
	return 0;
}
