/* SPDX-License-Identifier: MIT */
#include "match/rebuild.h"

#include "base/mem.h"
#include "match/chain.h"
#include "match/record.h"
#include "match/results.h"
#include "store/event.h"

struct mend {
	int seq, board;
	char *derived;
};

struct rebuild {
	struct match *m;
	struct table *t;
	struct events events;
	int64_t ended; /* stamp of the last event */
	struct rebuilt *out;
	/* owned: columns that differ; put right after the rows were read */
	struct mend *mend;
	size_t n;
	struct err *e;
};

static void
differs(struct rebuild *r, const char *what, int at)
{
	r->out->differ++;
	buf_printf(&r->out->said, "%s", what);
	if (at > 0)
		buf_printf(&r->out->said, " of event %d", at);
	buf_str(&r->out->said, " differs from what the events give\n");
}

static int
see_row(void *arg, const struct event_row *row)
{
	struct rebuild *r = arg;
	struct buf derived = BUF_INIT;
	bool board, text;

	if (replay_row(r->m, r->t, row, &r->events, r->e))
		return -1;
	r->out->events++;
	r->ended = row->stamp;
	/* Who did an operator's act, and why, is in no other place. */
	if (row->actor < 0)
		buf_str(&derived, row->derived);
	else
		(void)record_derived(r->t, &r->events, 1, &derived);
	board = row->board != table_board(r->t);
	text = strcmp(row->derived, buf_text(&derived)) != 0;
	if (board)
		differs(r, "the board number", row->seq);
	if (text)
		differs(r, "a derived line", row->seq);
	if (board || text) {
		r->mend = mem_more(r->mend, r->n, sizeof *r->mend);
		r->mend[r->n++] = (struct mend){ row->seq, table_board(r->t),
			buf_steal(&derived) };
	}
	buf_release(&derived);
	return 0;
}

/* The row of the game against the table. */
static void
see_game(struct rebuild *r)
{
	struct game *g = &r->m->game;
	int turn = game_turn(table_position(r->t));
	enum game_state state = table_cancelled(r->t) ? GAME_CANCELLED :
	    table_over(r->t)                          ? GAME_OVER :
							GAME_RUNNING;
	int64_t ended = state == GAME_RUNNING ? 0 : r->ended;

	if (g->seq != table_seq(r->t))
		differs(r, "the number of the last event", 0);
	if (g->board != table_board(r->t))
		differs(r, "the game's board number", 0);
	if (g->turn != turn && state == GAME_RUNNING)
		differs(r, "the game's turn", 0);
	if (g->state != state)
		differs(r, "the game's state", 0);
	if (g->ended != ended)
		differs(r, "the time of the game's end", 0);
	g->seq = table_seq(r->t);
	g->board = table_board(r->t);
	g->state = state;
	g->ended = ended;
	if (state != GAME_CANCELLED)
		g->final = ended;
	if (state == GAME_RUNNING)
		g->turn = turn;
}

/* A snapshot that this build can read is of the same table. What it has of
 * news is not made anew, so they are made from the rows. */
static int
see_snapshot(struct rebuild *r, struct err *e)
{
	struct buf snap = BUF_INIT;
	struct match *m = r->m;
	int seq, found = position_get(m->club->db, m->game.id, &seq, &snap, e);

	if (found == 1 && seq == m->game.seq &&
	    record_restore(m, snap.data, snap.len)) {
		if (!table_same(m->table, r->t))
			differs(r, "the snapshot", 0);
		table_free(m->table);
		record_drop(m);
	}
	buf_release(&snap);
	m->table = r->t;
	r->t = NULL;
	return found < 0 ? -1 : 0;
}

/* Of rows that are right. */
static int
see_chain(struct rebuild *r, bool write, struct err *e)
{
	int n = 0;

	if (!write && r->n > 0)
		return 0;
	if (chain_mend(r->m, write, &n, e))
		return -1;
	if (n > 0)
		differs(r, "the chain", 0);
	return 0;
}

static int
put_right(struct rebuild *r, struct err *e)
{
	struct match *m = r->m;
	struct db *db = m->club->db;

	for (size_t i = 0; i < r->n; i++)
		if (event_mend(db, m->game.id, r->mend[i].seq, r->mend[i].board,
			r->mend[i].derived, e))
			return -1;
	if (see_chain(r, true, e))
		return -1;
	return game_save(db, &m->game, e) || position_drop(db, m->game.id, e) ||
		record_keep(m, e) ?
	    -1 :
	    0;
}

/* Made from the log, so from what has been put right. */
static int
see_results(struct rebuild *r, bool write, struct err *e)
{
	int same = results_same(r->m, e);

	if (same == 0)
		differs(r, "the result", 0);
	return same < 0 || (same == 0 && write && results_write(r->m, e)) ? -1 :
									    0;
}

static int
replay_all(struct rebuild *r, bool write, struct err *e)
{
	int rc = replay_table(r->m, &r->t, e);

	e->kind = ERR_NONE;
	if (rc == 0)
		rc = event_each(r->m->club->db, r->m->game.id, 1, see_row, r,
		    e);
	if (rc != 0 || e->kind != ERR_NONE)
		return -1;
	see_game(r);
	if (see_snapshot(r, e) ||
	    (write ? put_right(r, e) : see_chain(r, false, e)))
		return -1;
	return see_results(r, write, e);
}

int
match_rebuild(struct club *club, int64_t id, bool write, struct rebuilt *out,
    struct err *e)
{
	struct rebuild r = { .out = out, .e = e };
	int rc;

	memset(out, 0, sizeof *out);
	/* The snapshot must not be what the table is made from. */
	rc = match_rows(club, id, true, &r.m, e);
	if (rc < 0)
		return err_wrap(e, "game %lld", (long long)id);
	if (rc == 0)
		return 0;
	if (r.m->game.state != GAME_SETUP && r.m->game.seq > 0)
		rc = replay_all(&r, write, e) ?
		    err_wrap(e, "game %lld", (long long)id) :
		    1;
	happen(r.m, ON_CHANGE, 0); /* never kept for the next mail */
	match_drop(r.m);
	table_free(r.t);
	for (size_t i = 0; i < r.n; i++)
		free(r.mend[i].derived);
	free(r.mend);
	events_release(&r.events);
	club_forget(club);
	return rc;
}
