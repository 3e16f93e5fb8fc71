/* SPDX-License-Identifier: MIT */
#include "computer/hint.h"

#include "base/mem.h"

enum { TURN_MOST = 6 };

/* Two boards as the seat imagines them: as it is, and as it would be. */
struct imagined {
	const struct game_kind *kind;
	int seat;
	void *was, *is; /* owned */
	struct rng own;
};

static void
imagine(struct imagined *i, const struct game_kind *kind, const void *pos,
    int seat)
{
	const struct game_rules *r = kind->rules;

	*i = (struct imagined){ .kind = kind, .seat = seat };
	/* The same advice whenever it is asked for, and no secret in it. */
	rng_init_number(&i->own,
	    (uint64_t)game_turn(pos) * 16 + (unsigned)seat);
	i->was = mem_alloc(r->position_size);
	i->is = mem_alloc(r->position_size);
	memcpy(i->was, pos, r->position_size);
	if (r->wits.imagine != NULL)
		r->wits.imagine(kind->data, i->was, seat);
	else if (r->vary != NULL)
		r->vary(kind->data, i->was, seat, &i->own);
	memcpy(i->is, i->was, r->position_size);
}

static void
release(struct imagined *i)
{
	free(i->was);
	free(i->is);
}

/* Makes the move; whether the seat could go on in its turn, knowing what came
 * of it. */
static bool
make(struct imagined *i, const struct move *m)
{
	const struct game_rules *r = i->kind->rules;
	struct events ev = EVENTS_INIT;
	struct refusal why;
	int turn = game_turn(i->is);
	bool on = r->apply(i->kind->data, i->is, i->seat, m, &ev, &why) == 0 &&
	    !ev.beyond && !game_over(i->is) && game_turn(i->is) == turn &&
	    r->to_act(i->kind->data, i->is) == SEAT_BIT(i->seat);

	events_release(&ev);
	return on;
}

static void
weigh(const struct imagined *i, struct reasons *out)
{
	if (i->kind->rules->wits.reasons != NULL)
		i->kind->rules->wits.reasons(i->kind->data, i->was, i->is,
		    i->seat, out);
}

void
hint_release(struct hint *h)
{
	moves_release(&h->turn);
	free(h->before);
	reasons_release(&h->why);
}

int
hint_find(const struct game_kind *kind, const void *pos, int seat,
    struct hint *out)
{
	struct computer c = { .level = LEVEL_NORMAL };
	struct imagined i;
	struct move m;
	size_t size = kind->rules->position_size;
	int rc;

	*out = (struct hint){ .before = mem_alloc(TURN_MOST * size) };
	imagine(&i, kind, pos, seat);
	rc = computer_choose(&c, kind, pos, seat, &i.own, &m);
	while (rc == 0) {
		memcpy(out->before + (size_t)out->turn.n * size, i.is, size);
		*moves_add(&out->turn) = m;
		if (!make(&i, &m) || out->turn.n == TURN_MOST ||
		    computer_choose(&c, kind, i.is, seat, &i.own, &m) != 0)
			break;
	}
	if (rc == 0)
		weigh(&i, &out->why);
	computer_release(&c);
	release(&i);
	return rc;
}

void
hint_weigh(const struct game_kind *kind, const void *pos, int seat,
    const struct move *m, struct reasons *out)
{
	struct imagined i;

	imagine(&i, kind, pos, seat);
	(void)make(&i, m);
	weigh(&i, out);
	release(&i);
}
