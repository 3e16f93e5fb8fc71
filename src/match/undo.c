/* SPDX-License-Identifier: MIT */

/* Setting a game back, and taking that back. The dead branch stays in the
 * log; what it has shown is named to the moderator (seen.c). */

#include "base/mem.h"
#include "match/ahead.h"
#include "match/match.h"
#include "match/moderate.h"
#include "match/record.h"

/* An undo gives every seat a new board and a decision on it. */
static int
undo_seq(struct match *m, int seq, struct err *e)
{
	char args[16];

	if (!table_can_undo(m->table, seq)) {
		table_free(m->table);
		m->table = NULL;
		if (replay_match(m, 1, NULL, NULL, &m->table, e))
			return -1;
	}
	if (seen_collect(m, seq, e))
		return -1;
	snprintf(args, sizeof args, "%d", seq);
	if (match_operator(m, "undo", args, e) || ahead_restore(m, seq, e))
		return -1;
	undo_proposals(m);
	events_clear(&m->scratch);
	beacon_void(m);
	if (beacon_follow(m, e) || table_settle(m->table, &m->scratch, e) ||
	    record_scratch(m, table_position(m->table), e) ||
	    beacon_follow(m, e))
		return -1;
	happen(m, ON_UNDO, 0);
	for (int s = 1; s <= m->seats; s++) {
		m->seat[s].moved = 0;
		moves_clear(&m->made[s].moves);
		m->made[s].turn = 0;
	}
	return 0;
}

/* What is over is open to all: hands, piles, and the seed. To go on from
 * there would be to play with what everybody has seen. Nor does anybody take
 * back by themselves how a game ended that they played. */
static int
check_state(const struct match *m, struct refusal *why)
{
	if (match_check_state(m, RUNNING | 1 << GAME_OVER, why) ||
	    match_check_bound(m, why))
		return -1;
	if (m->game.state == GAME_OVER && m->kind->rules->vary != NULL &&
	    match_reveals(m))
		return refuse(why, "game-disclosed");
	if (m->game.state == GAME_OVER && m->by != NULL &&
	    match_moderator_seat(m))
		return refuse(why, "result-stands");
	return 0;
}

int
undo_back(struct match *m, int seq, struct err *e)
{
	if (undo_seq(m, seq, e))
		return -1;
	m->game.state = GAME_RUNNING;
	m->game.ended = m->game.final = 0;
	ahead_passed(m, true);
	return 0;
}

int
match_undo(struct match *m, int number, struct refusal *why, struct err *e)
{
	int seq;

	if (check_state(m, why))
		return -1;
	seq = match_seq_of(m, number, e);
	if (seq < 0)
		return -1;
	if (seq == 0) {
		refuse_int(why, "no-such-event", "number", number);
		return refusal_int(why, "last", m->game.board);
	}
	return undo_back(m, seq, e);
}

/* The first event of a round that stands and that all may know of; what was
 * secret before it goes with what the round before has. */
struct round_search {
	const int *live; /* borrowed */
	int n, round;
	int before; /* the board */
	int number; /* 0: not found */
};

static int
see_round(void *arg, struct match *m, const struct log_entry *h)
{
	struct round_search *s = arg;
	bool shown = h->board > s->before;

	(void)m;
	s->before = h->board;
	if (!shown || h->words != NULL || h->round != s->round ||
	    !record_stands(s->live, s->n, h->seq))
		return 0;
	s->number = h->board;
	return 1;
}

int
match_undo_round(struct match *m, int round, int *number, struct refusal *why,
    struct err *e)
{
	struct round_search s = { .round = round };

	if (check_state(m, why))
		return -1;
	s.n = table_live(m->table, &s.live);
	if (match_each(m, 1, see_round, &s, e))
		return -1;
	if (!s.number) {
		refuse_int(why, "no-such-round", "number", round);
		return refusal_int(why, "last",
		    game_round(table_position(m->table)));
	}
	*number = s.number;
	return match_undo(m, s.number, why, e);
}

/*
 * The undo events of a game, each with the one that was the last to stand
 * before it. An undo of an event stands until it is taken back; an undo of an
 * undo leaves standing what stood before that one. That of a cancel (revive) is
 * none of them.
 */
struct undo {
	int seq, before;
}; /* before: an index; -1: none */
struct undos {
	struct undo *at;
	int n, last;
};

static int
find_undo(const struct undos *u, int seq)
{
	for (int i = u->n; i-- > 0;)
		if (u->at[i].seq == seq)
			return i;
	return -1;
}

static void
add_undo(struct undos *u, int seq, int undoes)
{
	int target = find_undo(u, undoes);

	u->at = mem_more(u->at, (size_t)u->n, sizeof *u->at);
	u->at[u->n] = (struct undo){ seq, u->last };
	u->last = target >= 0 ? u->at[target].before : u->n;
	u->n++;
}

int
match_redo(struct match *m, struct refusal *why, struct err *e)
{
	struct undos u = { .last = -1 };
	int seq;

	if (check_state(m, why))
		return -1;
	for (int s = 1; s <= m->game.seq; s++)
		if (table_undo_of(m->table, s) && !table_revived(m->table, s))
			add_undo(&u, s, table_undo_of(m->table, s));
	seq = u.last >= 0 ? u.at[u.last].seq : 0;
	free(u.at);
	if (!seq)
		return refuse(why, "nothing-undone");
	return undo_back(m, seq, e);
}

bool *
match_undone(const struct match *m)
{
	bool *undone = mem_zero((size_t)m->game.seq + 1, sizeof *undone);
	int undoes;

	for (int s = m->game.seq; s > 0; s--)
		undone[s] = table_undo_of(m->table, s) > 0;
	/* From the last event back, over what each undo has made void. */
	for (int s = m->game.seq; s > 0; s = (undoes > 0 ? undoes : s) - 1) {
		undoes = table_undo_of(m->table, s);
		undone[s] = false;
	}
	return undone;
}
