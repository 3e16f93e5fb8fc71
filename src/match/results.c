/* SPDX-License-Identifier: MIT */
#include "match/results.h"

#include "base/mem.h"
#include "store/result.h"

/* The rows, one a seat: how many, or -1. A game that goes on has none. Of one
 * whose names stay hidden they are nobody's: figures would tell who played. */
static int
make_rows(struct match *m, struct result row[SEATS_MAX], struct err *e)
{
	struct buf log = BUF_INIT;
	struct outcome o;
	int rc;

	if (m->table == NULL || match_running(m))
		return 0;
	rc = match_log(m, ARCHIVE, false, &log, e);
	if (rc == 0)
		rc = outcome_of_log(buf_text(&log), log.len, m->kind, &o, e);
	buf_release(&log);
	if (rc)
		return -1;
	for (int s = 1; s <= m->seats; s++) {
		const struct outcome_seat *seat = &o.seat[s];
		int64_t player = m->terms.names == TERMS_NAMES_HIDDEN ?
		    0 :
		    m->seat[s].player;

		row[s - 1] = (struct result){ .game = m->game.id,
			.seat = s,
			.player = player,
			.score = seat->score,
			.rank = seat->rank,
			.moves = seat->moves,
			.answers = seat->answers,
			.waited = seat->waited,
			.credited = seat->credited && player,
			.rated = seat->rated && player };
	}
	outcome_release(&o);
	return m->seats;
}

int
results_write(struct match *m, struct err *e)
{
	struct result row[SEATS_MAX];
	int n = make_rows(m, row, e);

	if (n < 0 || result_drop(m->club->db, m->game.id, e))
		return -1;
	for (int i = 0; i < n; i++)
		if (result_put(m->club->db, &row[i], e))
			return -1;
	return 0;
}

static bool
same_row(const struct result *a, const struct result *b)
{
	return a->seat == b->seat && a->player == b->player &&
	    a->score == b->score && a->rank == b->rank &&
	    a->moves == b->moves && a->answers == b->answers &&
	    a->waited == b->waited && a->credited == b->credited &&
	    a->rated == b->rated;
}

int
results_same(struct match *m, struct err *e)
{
	struct result want[SEATS_MAX], is[SEATS_MAX];
	int n = make_rows(m, want, e), there;

	there = n < 0 ? -1 :
			result_all(m->club->db, m->game.id, is, SEATS_MAX, e);
	if (there < 0)
		return -1;
	for (int i = 0; i < n && i < there; i++)
		if (!same_row(&want[i], &is[i]))
			return 0;
	return n == there;
}

struct results_reading {
	struct standings *standings;
	struct outcome o;
};

static void
name_of(const struct result_of *r, struct buf *out)
{
	buf_str(out, r->name);
	if (r->namesake)
		buf_printf(out, " (%lld)", (long long)r->r.player);
}

static void
close_game(struct results_reading *rd)
{
	if (rd->o.id != NULL)
		standings_add(rd->standings, &rd->o);
}

static void
open_game(struct results_reading *rd, const struct result_of *r)
{
	char id[24];

	snprintf(id, sizeof id, "%lld", (long long)r->r.game);
	if (rd->o.id != NULL && strcmp(rd->o.id, id) == 0)
		return;
	close_game(rd);
	rd->o = (struct outcome){ .id = mem_dup(id),
		.seats = r->seats,
		.started = r->started,
		.ended = r->ended,
		.end = r->finished ? REPLAY_FINISHED : REPLAY_CANCELLED };
	snprintf(rd->o.game, sizeof rd->o.game, "%s", r->kind);
}

static int
see_row(void *arg, const struct result_of *r)
{
	struct results_reading *rd = arg;
	struct buf name = BUF_INIT;
	struct outcome_seat *seat;

	open_game(rd, r);
	if (r->r.seat < 1 || r->r.seat > SEATS_MAX)
		return 0;
	name_of(r, &name);
	seat = &rd->o.seat[r->r.seat];
	*seat = (struct outcome_seat){ .score = r->r.score,
		.rank = r->r.rank,
		.moves = r->r.moves,
		.answers = r->r.answers,
		.waited = r->r.waited,
		.credited = r->r.credited,
		.rated = r->r.rated && r->r.credited };
	seat->name = mem_dup(buf_text(&name));
	buf_release(&name);
	return 0;
}

int
results_read(struct club *club, struct standings *out, struct err *e)
{
	struct results_reading rd = { .standings = out };

	memset(out, 0, sizeof *out);
	if (result_each(club->db, see_row, &rd, e)) {
		outcome_release(&rd.o);
		standings_release(out);
		return -1;
	}
	close_game(&rd);
	standings_close(out);
	return 0;
}

struct naming {
	int64_t player;
	struct buf *out;
};

static int
see_name(void *arg, const struct result_of *r)
{
	struct naming *n = arg;

	if (r->r.player != n->player)
		return 0;
	name_of(r, n->out);
	return 1;
}

int
results_name(struct club *club, const struct player *p, struct buf *out,
    struct err *e)
{
	struct naming n = { p->id, out };
	size_t len = out->len;

	if (result_each(club->db, see_name, &n, e))
		return -1;
	if (out->len == len)
		buf_str(out, p->name);
	return 0;
}
