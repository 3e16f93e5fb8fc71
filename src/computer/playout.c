/* SPDX-License-Identifier: MIT */
#include "computer/playout.h"

#include "base/mem.h"
#include "computer/turn.h"

enum {
	WHOLE = PLAYOUT_WHOLE,
	SCALE = 2500, /* a lead in hundredths of a point that is half of it */
	REST = 200,   /* positions for the rest of one's own turn */
	NOISE = 6     /* of moves that are as good any is taken */
};

void
playout_begin(struct playout *p, const void *pos)
{
	size_t size = p->kind->rules->position_size;

	p->seats = ((const struct position_head *)pos)->seats;
	p->board = mem_alloc(2 * size);
	p->trial = p->board + size;
}

void
playout_end(struct playout *p)
{
	moves_release(&p->list);
	free(p->board);
}

static int
first_seat(seat_set set)
{
	return set == 0 ? 0 : 1 + __builtin_ctz(set);
}

int
playout_to_act(const struct playout *p, int turn)
{
	const struct game_rules *r = p->kind->rules;

	if (game_over(p->board) ||
	    (r->wits.ahead > 0 &&
		game_turn(p->board) >= turn + r->wits.ahead * p->seats))
		return 0;
	return first_seat(r->to_act(p->kind->data, p->board));
}

int
playout_worth(struct playout *p, const void *pos, int seat,
    const struct move *m)
{
	const struct game_rules *r = p->kind->rules;
	struct refusal why;

	memcpy(p->trial, pos, r->position_size);
	if (r->apply(p->kind->data, p->trial, seat, m, NULL, &why) < 0)
		return INT32_MIN;
	p->left--;
	return r->wits.worth(p->kind->data, p->trial, seat);
}

static bool
best_at_once(struct playout *p, int seat, struct move *out)
{
	int most = INT32_MIN;

	p->kind->rules->legal(p->kind->data, p->board, seat, &p->list);
	for (int i = 0; i < p->list.n && p->left > 0; i++) {
		int worth = playout_worth(p, p->board, seat, &p->list.at[i]);

		if (worth == INT32_MIN)
			continue;
		worth += (int)rng_below(p->own, NOISE);
		if (worth > most) {
			most = worth;
			*out = p->list.at[i];
		}
	}
	return most > INT32_MIN;
}

bool
playout_usual(struct playout *p, int seat, int turn, struct move *out)
{
	const struct game_wits *w = &p->kind->rules->wits;
	const struct game_data *d = p->kind->data;
	int rc;

	if (w->glance != NULL)
		return w->glance(d, p->board, seat, p->own, out) == 0;
	if (seat == p->seat && w->advise == NULL &&
	    game_turn(p->board) == turn) {
		rc = turn_think(p->c, p->kind, p->board, seat,
		    p->left < REST ? p->left : REST, p->own, out);
		p->left -= p->c->looked;
		return rc == 0;
	}
	if (w->ahead == 0)
		return w->choose(d, p->board, seat, p->own, out) == 0;
	return best_at_once(p, seat, out);
}

bool
playout_make(struct playout *p, int seat, const struct move *m)
{
	const struct game_rules *r = p->kind->rules;
	struct refusal why;
	struct event ev;
	struct err e;

	p->left--;
	if (r->apply(p->kind->data, p->board, seat, m, NULL, &why) < 0)
		return false;
	while (game_chance_due(r, p->kind->data, p->board)) {
		r->draw(p->kind->data, p->board, p->own, &ev);
		if (r->chance(p->kind->data, p->board, &ev, NULL, &e) < 0)
			abort();
	}
	return true;
}

/* -∞..∞ to 0..WHOLE. */
static int
squash(int lead)
{
	int size = lead < 0 ? -lead : lead;

	return WHOLE / 2 + (int)((int64_t)lead * (WHOLE / 2) / (size + SCALE));
}

/* Half of a reward is how far a seat is ahead, and half that it has won; of a
 * game that is not over, where what a seat is worth is a lead itself, all of it
 * is half the lead. */
void
playout_rewards(const struct playout *p, int out[SEATS_MAX + 1])
{
	const struct game_rules *r = p->kind->rules;
	bool over = game_over(p->board);
	int worth[SEATS_MAX + 1], sum = 0, winners = 0;
	struct ending e = { 0 };

	if (over)
		e = r->ending(p->kind->data, p->board);
	for (int i = 1; i <= p->seats; i++) {
		worth[i] = over ? 100 * e.score[i] :
				  r->wits.worth(p->kind->data, p->board, i);
		sum += worth[i];
		winners += over && ending_rank(&e, i) == 1;
	}
	for (int i = 1; i <= p->seats; i++) {
		int lead = worth[i] - (sum - worth[i]) / (p->seats - 1);

		out[i] = squash(over ? lead : lead / 2);
		if (over)
			out[i] = out[i] / 2 +
			    (ending_rank(&e, i) == 1 ? WHOLE / 2 / winners : 0);
	}
}
