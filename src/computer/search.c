/* SPDX-License-Identifier: MIT */
#include "computer/search.h"

#include "base/mem.h"
#include "computer/turn.h"

enum {
	WHOLE = SEARCH_WHOLE, /* the reward of one who has won */
	SCALE = 2500, /* a lead in hundredths of a point that is half of it */
	MOVES = 8,    /* that are compared */
	TURN = 1400,  /* positions for normal's move, as it has itself */
	REST = 200,   /* positions for the rest of one's own turn */
	NOISE = 6,    /* of moves that are as good any is taken */
	CERTAIN = 15, /* tenths of a standard error: see better() */
	LEAST = 5     /* rounds that say anything */
};

/* A move among the others: what it brought, by how much that was more than the
 * first of them brought behind the same draws, and the squares of that. */
struct rival {
	struct move move;
	int sight; /* what it looks like at first */
	int now;
	int64_t sum, more, squares;
};

struct quest {
	const struct game_kind *kind;
	struct computer *c;
	struct rng *own;
	int seat, seats, left;
	char *board, *trial, *varied;
	struct moves list;
	struct rival rival[MOVES]; /* the first is normal's */
	int rivals, rounds;
	int choices; /* moves that were thought of */
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

/* What the seat has of a position, of WHOLE. */
static int
reward(const struct quest *s, const void *pos)
{
	const struct game_rules *r = s->kind->rules;
	int worth, own = 0, others = 0, winners = 0, out;
	struct ending e = { 0 };

	if (game_over(pos))
		e = r->ending(s->kind->data, pos);
	for (int i = 1; i <= s->seats; i++) {
		worth = game_over(pos) ? 100 * e.score[i] :
					 r->wits.worth(s->kind->data, pos, i);
		if (i == s->seat)
			own = worth;
		else
			others += worth;
		winners += game_over(pos) && ending_rank(&e, i) == 1;
	}
	/* What a position is worth is a lead itself. */
	own -= others / (s->seats - 1);
	out = squash(game_over(pos) ? own : own / 2);
	if (winners == 0)
		return out;
	return out / 2 +
	    (ending_rank(&e, s->seat) == 1 ? WHOLE / 2 / winners : 0);
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

/* The move that a seat makes farther on: that at a glance, the greedy one where
 * playouts go to the end, or the one after which it is worth most. */
static bool
playout_move(struct quest *s, int seat, struct move *out)
{
	const struct game_rules *r = s->kind->rules;
	int most = INT32_MIN;

	if (r->wits.glance != NULL)
		return r->wits.glance(s->kind->data, s->board, seat, s->own,
			   out) == 0;
	if (r->wits.ahead == 0)
		return r->wits.choose(s->kind->data, s->board, seat, s->own,
			   out) == 0;
	r->legal(s->kind->data, s->board, seat, &s->list);
	for (int i = 0; i < s->list.n && s->left > 0; i++) {
		struct refusal why;
		int worth;

		memcpy(s->trial, s->board, r->position_size);
		if (r->apply(s->kind->data, s->trial, seat, &s->list.at[i],
			NULL, &why) < 0)
			continue;
		s->left--;
		worth = r->wits.worth(s->kind->data, s->trial, seat) +
		    (int)rng_below(s->own, NOISE);
		if (worth > most) {
			most = worth;
			*out = s->list.at[i];
		}
	}
	return most > INT32_MIN;
}

/* The same in the turn that is thought about, which is thought to its end. */
static bool
own_move(struct quest *s, struct move *out)
{
	int rc = turn_think(s->c, s->kind, s->board, s->seat,
	    s->left < REST ? s->left : REST, s->own, out);

	s->left -= s->c->looked;
	return rc == 0;
}

/* Plays on until each seat has had so many turns, or to the end. */
static void
play_on(struct quest *s, int turn)
{
	const struct game_rules *r = s->kind->rules;
	int until = r->wits.ahead == 0 ? INT32_MAX :
					 turn + r->wits.ahead * s->seats;

	while (s->left > 0 && !game_over(s->board) &&
	    game_turn(s->board) < until) {
		int seat = first_seat(r->to_act(s->kind->data, s->board));
		bool own = seat == s->seat && r->wits.advise == NULL &&
		    r->wits.glance == NULL && game_turn(s->board) == turn;
		struct refusal why;
		struct move m;

		if (!(own ? own_move(s, &m) : playout_move(s, seat, &m)))
			return;
		s->left--;
		if (r->apply(s->kind->data, s->board, seat, &m, NULL, &why) < 0)
			return;
		settle(s);
	}
}

/* Plays on behind a move on the board that was varied. */
static void
look_behind(struct quest *s, struct rival *x)
{
	const struct game_rules *r = s->kind->rules;
	struct refusal why;

	x->now = 0;
	memcpy(s->board, s->varied, r->position_size);
	s->left--;
	if (r->apply(s->kind->data, s->board, s->seat, &x->move, NULL, &why) <
	    0)
		return;
	settle(s);
	play_on(s, game_turn(s->varied));
	x->now = reward(s, s->board);
}

/* All moves that are left, each behind the same draws. */
static void
one_round(struct quest *s, const void *pos)
{
	const struct game_rules *r = s->kind->rules;
	struct rng from;

	memcpy(s->varied, pos, r->position_size);
	if (r->vary != NULL)
		r->vary(s->kind->data, s->varied, s->seat, s->own);
	from = *s->own;
	for (int i = 0; i < s->rivals && s->left > 0; i++) {
		*s->own = from;
		look_behind(s, &s->rival[i]);
	}
	if (s->left <= 0)
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
	const struct game_rules *r = s->kind->rules;
	const struct move *first = &s->rival[0].move;

	r->legal(s->kind->data, s->varied, s->seat, &s->list);
	for (int i = 0; i < s->list.n && s->left > 0; i++) {
		struct refusal why;

		memcpy(s->trial, s->varied, r->position_size);
		if (r->apply(s->kind->data, s->trial, s->seat, &s->list.at[i],
			NULL, &why) < 0)
			continue;
		s->left--;
		if (!move_equal(&s->list.at[i], first))
			consider(s, &s->list.at[i],
			    r->wits.worth(s->kind->data, s->trial, s->seat));
	}
}

/* Moves by the best turn that begins with them. */
static void
consider_turns(struct quest *s)
{
	const struct computer *c = s->c;
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
	const struct game_rules *r = s->kind->rules;
	bool advised = r->wits.advise != NULL;
	struct move normal;

	s->c->looked = 0;
	if (advised ?
		r->wits.advise(s->kind->data, pos, s->seat, s->own, &normal) :
		turn_think(s->c, s->kind, pos, s->seat,
		    positions < 4 * TURN ? positions / 4 : TURN, s->own,
		    &normal))
		return -1;
	s->left = positions - s->c->looked;
	memcpy(s->varied, pos, r->position_size);
	if (r->wits.imagine != NULL)
		r->wits.imagine(s->kind->data, s->varied, s->seat);
	else if (r->vary != NULL)
		r->vary(s->kind->data, s->varied, s->seat, s->own);
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
	size_t size = s->kind->rules->position_size;
	int share;

	s->seats = ((const struct position_head *)pos)->seats;
	s->board = mem_alloc(3 * size);
	s->trial = s->board + size;
	s->varied = s->trial + size;
	if (look_around(s, pos, positions) != 0)
		return -1;
	share = s->left / phases(s->rivals);
	for (int end = s->left - share; s->left > 0 && s->rivals > 1;) {
		one_round(s, pos);
		if (s->left <= end && s->rivals > 2) {
			halve(s);
			end -= share;
		}
	}
	s->c->looked = positions - s->left;
	return 0;
}

static void
search_end(struct quest *s)
{
	moves_release(&s->list);
	free(s->board);
}

int
search_think(struct computer *c, const struct game_kind *kind, const void *pos,
    int seat, int positions, struct rng *own, struct move *out)
{
	struct quest s = { .kind = kind, .c = c, .own = own, .seat = seat };
	int rc = search(&s, pos, positions);

	if (rc == 0)
		*out = s.rival[best_of(&s)].move;
	search_end(&s);
	return rc;
}

static int
mean_of(const struct quest *s, const struct rival *x)
{
	return s->rounds > 0 ? (int)(x->sum / s->rounds) : WHOLE / 2;
}

/* Two moves alone, anew: what they have brought so far chose between them.
 * Averages, of WHOLE. */
static void
compare(struct quest *s, const void *pos, int positions,
    const struct move *made, struct compared *out)
{
	s->rivals = 1;
	s->rounds = 0;
	s->rival[0] = (struct rival){ .move = out->best };
	if (!move_equal(&out->best, made))
		s->rival[s->rivals++] = (struct rival){ .move = *made };
	s->left = positions;
	while (s->left > 0)
		one_round(s, pos);
	out->best_worth = mean_of(s, &s->rival[0]);
	out->made_worth = mean_of(s, &s->rival[s->rivals - 1]);
}

int
search_compare(struct computer *c, const struct game_kind *kind,
    const void *pos, int seat, const struct move *made, int positions,
    struct rng *own, struct compared *out)
{
	struct quest s = { .kind = kind, .c = c, .own = own, .seat = seat };
	int rc = search(&s, pos, positions);

	if (rc == 0) {
		*out = (struct compared){ .best = s.rival[best_of(&s)].move,
			.choices = s.choices };
		compare(&s, pos, positions / 2, made, out);
	}
	search_end(&s);
	return rc;
}
