/* SPDX-License-Identifier: MIT */

/* Setting a game back, and taking that back. The dead branch stays in the
 * log; what it has shown is named to the moderator (seen.c). */

#include "base/mem.h"
#include "match/ahead.h"
#include "match/match.h"
#include "match/moderate.h"
#include "match/record.h"
#include "store/event.h"

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
	if (table_settle(m->table, &m->scratch, e) ||
	    record_scratch(m, table_position(m->table), e))
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
 * there would be to play with what everybody has seen. */
static int
check_state(const struct match *m, struct refusal *why)
{
	if (match_check_state(m, RUNNING | 1 << GAME_OVER, why))
		return -1;
	if (m->game.state == GAME_OVER && m->kind->rules->vary != NULL &&
	    match_reveals(m))
		return refuse(why, "game-disclosed");
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
	const struct table *t;
};

static int
find_undo(const struct undos *u, int seq)
{
	for (int i = u->n; i-- > 0;)
		if (u->at[i].seq == seq)
			return i;
	return -1;
}

static int
see_row(void *arg, const struct event_row *row)
{
	struct undos *u = arg;
	int target;

	if (row->actor >= 0 || strncmp(row->words, "undo ", 5) != 0 ||
	    table_revived(u->t, row->seq))
		return 0;
	target = find_undo(u, (int)strtol(row->words + 5, NULL, 10));
	u->at = mem_more(u->at, (size_t)u->n, sizeof *u->at);
	u->at[u->n] = (struct undo){ row->seq, u->last };
	u->last = target >= 0 ? u->at[target].before : u->n;
	u->n++;
	return 0;
}

int
match_redo(struct match *m, struct refusal *why, struct err *e)
{
	struct undos u = { .last = -1, .t = m->table };
	int rc, seq;

	if (check_state(m, why))
		return -1;
	rc = event_each(m->club->db, m->game.id, 1, see_row, &u, e);
	seq = u.last >= 0 ? u.at[u.last].seq : 0;
	free(u.at);
	if (rc < 0)
		return -1;
	if (!seq)
		return refuse(why, "nothing-undone");
	return undo_back(m, seq, e);
}

/* at[seq]: the event that an undo goes back before; 0 of all others. */
static int
see_target(void *arg, const struct event_row *row)
{
	int *at = arg;

	if (row->actor < 0 && strncmp(row->words, "undo ", 5) == 0)
		at[row->seq] = (int)strtol(row->words + 5, NULL, 10);
	return 0;
}

int
match_undone(struct match *m, bool **out, struct err *e)
{
	size_t n = (size_t)m->game.seq + 1;
	int *at = mem_zero(n, sizeof *at);
	bool *undone = mem_zero(n, sizeof *undone);
	int rc = event_each(m->club->db, m->game.id, 1, see_target, at, e);

	for (int s = m->game.seq; s > 0; s--)
		undone[s] = at[s] > 0;
	/* From the last event back, over what each undo has made void. */
	for (int s = m->game.seq; s > 0; s = at[s] > 0 ? at[s] - 1 : s - 1)
		undone[s] = false;
	free(at);
	if (rc)
		free(undone);
	else
		*out = undone;
	return rc ? -1 : 0;
}
