/* SPDX-License-Identifier: MIT */

/* A match made of a turn log alone, for looking at it: no row of the store is
 * read or written. */

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "log/replay.h"
#include "match/ahead.h"
#include "match/match.h"

static void
take_seats(struct match *m, const struct replay_head *h)
{
	m->seats = m->game.seats = h->seats;
	for (int s = 1; s <= h->seats; s++) {
		m->seat[s] = (struct seat){ .seat = s,
			.holder = 1,
			.ready = true };
		m->seat[s].name = mem_ndup(h->seat_name[s].at,
		    h->seat_name[s].len);
	}
}

static void
take_game(struct match *m, const struct replay *r)
{
	const struct replay_head *h = &r->head;
	struct buf options = BUF_INIT;
	struct game *g = &m->game;
	char id[24] = "";

	memcpy(id, h->id.at, h->id.len < sizeof id ? h->id.len : 0);
	g->id = strtoll(id, NULL, 10);
	g->kind = mem_dup(h->game);
	g->version = h->version;
	g->data_hash = mem_dup(h->data_hash);
	options_format(&h->options, &options);
	g->options = buf_steal(&options);
	g->draws = h->draws;
	g->lang = mem_dup(m->club->lang);
	(void)hash_unhex(h->seed, strlen(h->seed), g->seed, sizeof g->seed);
	g->seedless = h->seed[0] == '\0';
	g->seed_commit = mem_dup(h->seed_commit);
	(void)clock_stamp_parse(h->started.at, h->started.len, &g->started);
	g->created = g->started;
	g->state = table_cancelled(r->table) ? GAME_CANCELLED :
	    table_over(r->table)             ? GAME_OVER :
					       GAME_RUNNING;
	/* The seed stands in a log when nobody can go on with the game; at an
	 * earlier event it was still on. */
	g->final = g->state == GAME_OVER ||
	    (g->state == GAME_CANCELLED && h->seed[0]);
	g->seq = table_seq(r->table);
	g->board = table_board(r->table);
	g->turn = game_turn(table_position(r->table));
}

int
match_of_log(struct club *club, const char *text, size_t len,
    const struct game_kind *kind, int until, struct match **out, struct err *e)
{
	struct replay_how how = { .kind = kind,
		.until = until,
		.keep_history = true };
	struct replay r;
	struct match *m;
	int rc = replay_text(text, len, &how, &r, e);

	if (rc == 0 && r.redacted)
		rc = err_set(e, ERR_CORRUPT,
		    "%d: a redacted copy cannot be replayed", r.line);
	if (rc == 0 && kind == NULL)
		rc = game_open(r.head.game, &kind, e);
	if (rc) {
		replay_release(&r);
		return -1;
	}
	m = mem_zero(1, sizeof *m);
	m->club = club;
	m->now = clock_now();
	m->kind = kind;
	/* Never kept for the next mail: it belongs to no store. */
	happen(m, ON_CHANGE, 0);
	take_game(m, &r);
	take_seats(m, &r.head);
	m->table = r.table;
	r.table = NULL;
	replay_release(&r);
	rc = ahead_open(m, e);
	if (rc)
		match_drop(m);
	else
		*out = m;
	return rc;
}
