/* SPDX-License-Identifier: MIT */
#include "store/game.h"

#include "store/sql.h"

/* In the order of game_columns. */
#define GAME_COLUMNS "id, kind, version, data_hash, seats, options, state, " \
	"seed, lang, moderator, moderator_holder, created, started, ended, " \
	"seq, board, turn, opened, moderator_mails, final, seed_commit, " \
	"epoch, fork_board, fork_epoch"

bool
game_seed_known(const struct game *g)
{
	for (size_t i = 0; i < sizeof g->seed; i++)
		if (g->seed[i] != 0)
			return true;
	return false;
}

const char *
game_state_name(enum game_state state)
{
	static const char *const names[] = { "setup", "running", "over",
		"cancelled" };

	return names[state];
}

int64_t
game_epoch(const struct game *g, int board)
{
	return g->fork_epoch != 0 && board > g->fork_board ? g->fork_epoch :
	    g->epoch;
}

int
game_fork_all(struct db *db, struct err *e)
{
	struct sql q;
	int64_t epoch;

	if (db_epoch(db, &epoch, e) != 0 || sql_open(db, &q, "UPDATE game SET "
	    "fork_board = board, fork_epoch = $1", e) != 0)
		return -1;
	sql_int(&q, epoch);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

void
game_release(struct game *g)
{
	free(g->kind);
	free(g->data_hash);
	free(g->options);
	free(g->seed_commit);
	free(g->lang);
	*g = (struct game){ 0 };
}

/* What may change, in the order of game_save; game_add goes on from there. */
static void
game_bind(struct sql *q, const struct game *g)
{
	sql_int(q, g->state);
	sql_text(q, g->lang);
	sql_id(q, g->moderator);
	sql_int(q, g->moderator_holder);
	sql_int(q, g->started);
	sql_int(q, g->ended);
	sql_int(q, g->seq);
	sql_int(q, g->board);
	sql_int(q, g->turn);
	sql_int(q, g->opened);
	sql_int(q, g->moderator_mails);
	sql_int(q, g->final);
}

int
game_add(struct db *db, struct game *g, struct err *e)
{
	struct sql q;

	if (db_epoch(db, &g->epoch, e))
		return -1;
	if (sql_open(db, &q, "INSERT INTO game (state, lang, moderator, "
	    "moderator_holder, started, ended, seq, board, turn, opened, "
	    "moderator_mails, final, kind, version, data_hash, seats, "
	    "options, seed, seed_commit, created, epoch, id) "
	    "VALUES ($1, $2, $3, $4, "
	    "$5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, "
	    "$19, $20, $21, COALESCE($22, "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM game))) RETURNING id",
	    e) != 0)
		return -1;
	game_bind(&q, g);
	sql_text(&q, g->kind);
	sql_int(&q, g->version);
	sql_text(&q, g->data_hash);
	sql_int(&q, g->seats);
	sql_text(&q, g->options);
	sql_blob(&q, g->seed, sizeof g->seed);
	sql_text(&q, g->seed_commit);
	sql_int(&q, g->created);
	sql_int(&q, g->epoch);
	sql_id(&q, g->id);
	return sql_run_int(&q, &g->id, e) < 0 ? -1 : 0;
}

/* Kind, data, seats, options, seed and created never change. */
int
game_save(struct db *db, const struct game *g, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE game SET state = $1, lang = $2, "
	    "moderator = $3, moderator_holder = $4, started = $5, ended = $6, "
	    "seq = $7, board = $8, turn = $9, opened = $10, "
	    "moderator_mails = $11, final = $12 WHERE id = $13", e) != 0)
		return -1;
	game_bind(&q, g);
	sql_int(&q, g->id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

static int
game_columns(struct sql *q, struct game *g, struct err *e)
{
	struct buf seed = BUF_INIT;

	*g = (struct game){ .id = sql_get_int(q) };
	g->kind = sql_get_text(q);
	g->version = (int)sql_get_int(q);
	g->data_hash = sql_get_text(q);
	g->seats = (int)sql_get_int(q);
	g->options = sql_get_text(q);
	g->state = (enum game_state)sql_get_int(q);
	sql_get_blob(q, &seed);
	g->lang = sql_get_text(q);
	g->moderator = sql_get_int(q);
	g->moderator_holder = (int)sql_get_int(q);
	g->created = sql_get_int(q);
	g->started = sql_get_int(q);
	g->ended = sql_get_int(q);
	g->seq = (int)sql_get_int(q);
	g->board = (int)sql_get_int(q);
	g->turn = (int)sql_get_int(q);
	g->opened = (int)sql_get_int(q);
	g->moderator_mails = (int)sql_get_int(q);
	g->final = sql_get_int(q);
	g->seed_commit = sql_get_text(q);
	g->epoch = sql_get_int(q);
	g->fork_board = (int)sql_get_int(q);
	g->fork_epoch = sql_get_int(q);
	if (seed.len != sizeof g->seed) {
		buf_release(&seed);
		(void)err_set(e, ERR_CORRUPT, "game %lld has no seed",
		    (long long)g->id);
		game_release(g);
		return -1;
	}
	memcpy(g->seed, seed.data, sizeof g->seed);
	buf_release(&seed);
	return 1;
}

static int
game_one(struct sql *q, struct game *out, struct err *e)
{
	int got = sql_step(q, e), more;

	if (got > 0)
		got = game_columns(q, out, e);
	if (got > 0) {
		/* A statement that writes must be stepped to its end. */
		more = sql_step(q, e);
		if (more < 0) {
			game_release(out);
			got = -1;
		}
	}
	sql_close(q);
	return got;
}

/* Writing a row is the lock that every engine has. */
int
game_lock(struct db *db, int64_t id, struct game *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE game SET seq = seq WHERE id = $1 "
	    "RETURNING " GAME_COLUMNS, e) != 0)
		return -1;
	sql_int(&q, id);
	return game_one(&q, out, e);
}

int
game_get(struct db *db, int64_t id, struct game *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT " GAME_COLUMNS " FROM game WHERE id = $1",
	    e) != 0)
		return -1;
	sql_int(&q, id);
	return game_one(&q, out, e);
}

int
game_each(struct db *db, int state, int64_t player,
	int (*fn)(void *arg, const struct game *g), void *arg, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT " GAME_COLUMNS " FROM game "
	    "WHERE ($1 < 0 OR state = $1) AND ($2 = 0 OR moderator = $2 "
	    "OR EXISTS "
	    "(SELECT 1 FROM seat WHERE seat.game = game.id "
	    "AND seat.player = $2)) ORDER BY id", e) != 0)
		return -1;
	sql_int(&q, state);
	sql_int(&q, player);
	while ((got = sql_step(&q, e)) > 0) {
		struct game g;
		int stop;

		got = game_columns(&q, &g, e);
		if (got < 0)
			break;
		stop = fn(arg, &g);
		game_release(&g);
		if (stop != 0)
			break;
	}
	sql_close(&q);
	return got < 0 ? -1 : 0;
}
