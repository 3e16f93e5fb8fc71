/* SPDX-License-Identifier: MIT */
#include "match/match.h"

#include "base/clock.h"
#include "base/mem.h"
#include "match/ahead.h"
#include "match/clocks.h"
#include "match/moderate.h"
#include "match/record.h"
#include "match/table_cache.h"
#include "store/db.h"
#include "store/event.h"

static int
load_table(struct match *m, struct err *e)
{
	struct cached_table cached;
	struct buf snap = BUF_INIT;
	int seq, found;

	if (m->game.state == GAME_SETUP ||
	    (m->game.state == GAME_CANCELLED && m->game.seq == 0))
		return 0;
	if (table_cache_take(m->club->cache, m->game.id, m->game.seq,
		&cached)) {
		m->table = cached.table;
		m->recent = cached.recent;
		m->n_recent = cached.n_recent;
		m->shown = cached.shown;
		return 0;
	}
	found = position_get(m->club->db, m->game.id, &seq, &snap, e);
	if (found == 1 && seq == m->game.seq &&
	    record_restore(m, snap.data, snap.len)) {
		buf_release(&snap);
		return 0;
	}
	buf_release(&snap);
	if (found < 0)
		return -1;
	return replay_match(m, 1, NULL, NULL, &m->table, e);
}

static int
load_rows(struct match *m, int64_t id, bool lock, struct err *e)
{
	int rc = lock ? game_lock(m->club->db, id, &m->game, e) :
			game_get(m->club->db, id, &m->game, e);

	if (rc <= 0)
		return rc;
	if (game_open(m->game.kind, &m->kind, e))
		return -1;
	/* Other data would give other games from the same events. */
	if (strcmp(m->kind->data_hash, m->game.data_hash) != 0 ||
	    m->kind->rules->version != m->game.version)
		return err_set(e, ERR_GIVEUP,
		    "game %lld is of %s/%d with data %.12s, which are not "
		    "installed",
		    (long long)id, m->game.kind, m->game.version,
		    m->game.data_hash);
	m->seats = seat_all(m->club->db, id, m->seat, e);
	if (m->seats < 0)
		return -1;
	if (m->seats != m->game.seats)
		return err_set(e, ERR_CORRUPT, "game %lld has %d seats, not %d",
		    (long long)id, m->seats, m->game.seats);
	m->seat[0].player = m->game.moderator;
	m->seat[0].holder = m->game.moderator_holder;
	m->seat[0].mails = m->game.moderator_mails;
	return 1;
}

int
match_rows(struct club *club, int64_t id, bool lock, struct match **out,
    struct err *e)
{
	struct match *m = mem_zero(1, sizeof *m);
	int rc;

	m->club = club;
	m->now = order_now(club);
	rc = load_rows(m, id, lock, e);
	if (rc <= 0)
		match_drop(m);
	else
		*out = m;
	return rc;
}

static int
open_match(struct club *club, int64_t id, bool lock, struct match **out,
    struct err *e)
{
	struct match *m;
	int rc = match_rows(club, id, lock, &m, e), alone;

	if (rc <= 0)
		return rc;
	if (load_table(m, e) || ahead_open(m, e) ||
	    clocks_open(&m->clock, club->db, id, e) ||
	    terms_get(club->db, id, &m->terms, e) < 0 ||
	    (lock && ahead_resume(m, e)) ||
	    (alone = match_deserted(m, e)) < 0) {
		match_drop(m);
		return -1;
	}
	m->deserted = alone > 0;
	m->before = (struct match_before){ m->game.turn, m->game.seq,
		m->game.board, match_to_act(m), match_to_act(m) };
	*out = m;
	return 1;
}

/* An outage that it has not taken account of comes before anything else that is
 * done to it. */
static int
catch_up(struct club *club, struct match **m, struct err *e)
{
	int64_t id = (*m)->game.id;
	struct clock_outage o;
	int rc;

	while ((rc = outage_next(club->db, (*m)->clock.row.outage, &o, e)) ==
	    1) {
		if (clock_outage(*m, &o, e)) {
			rc = -1;
			break;
		}
		if (match_finish(*m, 0, e))
			return -1;
		rc = open_match(club, id, true, m, e);
		if (rc != 1)
			return rc;
	}
	if (rc < 0)
		match_drop(*m);
	return rc < 0 ? -1 : 1;
}

/* 0: none of its turns ends. */
static int64_t
first_late(const struct match *m)
{
	int64_t first = 0;

	for (int s = 1; s <= SEATS_MAX; s++) {
		int64_t late = m->clock.pace[s].late;

		if (late != 0 && (first == 0 || late < first))
			first = late;
	}
	return first;
}

int
match_open(struct club *club, int64_t id, struct match **out, struct err *e)
{
	int rc = open_match(club, id, true, out, e);
	/* As it is stored, by which an early mail waits (store/kept.h). */
	int64_t late = rc == 1 ? first_late(*out) : 0;

	if (rc == 1 && bound_open(*out, e)) {
		match_drop(*out);
		return -1;
	}
	/* What stands still has no clock to be put right. */
	if (rc == 1 && (*out)->game.unbound == 0)
		rc = catch_up(club, out, e);
	if (rc == 1 && order_touch(club, id, late, e)) {
		match_drop(*out);
		return -1;
	}
	return rc;
}

int
match_look(struct club *club, int64_t id, struct match **out, struct err *e)
{
	struct clock_outage o;
	int rc = open_match(club, id, false, out, e), more = rc;

	while (more == 1) {
		more = outage_next(club->db, (*out)->clock.row.outage, &o, e);
		if (more == 1)
			clock_outage_seen(*out, &o);
	}
	if (rc == 1 && more < 0) {
		match_drop(*out);
		rc = -1;
	}
	return rc;
}

/* A position is kept for each event since a table was read: one that has so
 * many is better read anew, from its snapshot, which has none. */
enum { HISTORY_MOST = 32 };

/* An unchanged table is as good as before and goes back to the others. */
static void
put_away(struct match *m)
{
	struct cached_table cached = { m->game.id, m->game.seq, m->table,
		m->recent, m->n_recent, m->shown };

	table_cache_put(m->club->cache, &cached);
	m->table = NULL;
	m->recent = NULL;
	m->n_recent = 0;
	m->shown = NULL;
}

void
match_drop(struct match *m)
{
	if (m == NULL)
		return;
	if (m->table != NULL && !match_changed(m) &&
	    table_history(m->table) <= HISTORY_MOST)
		put_away(m);
	table_free(m->table);
	record_drop(m);
	shown_free(m->shown);
	free(m->recent);
	ahead_close(m);
	clocks_close(&m->clock);
	terms_release(&m->terms);
	for (int s = 0; s <= SEATS_MAX; s++) {
		if (s <= m->seats)
			seat_release(&m->seat[s]);
		if (m->player[s].id)
			player_release(&m->player[s]);
		moves_release(&m->made[s].moves);
	}
	events_release(&m->scratch);
	moderate_drop(m);
	game_release(&m->game);
	free(m);
}

/* A copy of the position that stood after the event. */
static void
keep_shown(struct match *m, int seat, int seq, const void *position)
{
	size_t size = m->kind->rules->position_size;
	struct shown_position *shown;

	if (m->shown == NULL)
		m->shown = mem_zero(SEATS_MAX + 1, sizeof *m->shown);
	shown = &m->shown[seat];
	if (shown->position == NULL)
		shown->position = mem_alloc(size);
	memcpy(shown->position, position, size);
	shown->seq = seq;
}

void
match_show_board(struct match *m, int seat, bool again)
{
	m->seat[seat].shown = m->game.seq;
	if (again && m->table != NULL)
		keep_shown(m, seat, m->game.seq, table_position(m->table));
}

const void *
match_shown_board(struct match *m, int seat, struct err *e)
{
	int seq = m->seat[seat].shown;
	struct table *t;

	if (m->shown == NULL || m->shown[seat].position == NULL ||
	    m->shown[seat].seq != seq) {
		if (replay_table_at(m, seq, &t, e))
			return NULL;
		keep_shown(m, seat, seq, table_position(t));
		table_free(t);
	}
	return m->shown[seat].position;
}
