/* SPDX-License-Identifier: MIT */
#include "store/game.h"

#include "base/hash.h"
#include "base/mem.h"
#include "store/event.h"
#include "store/sql.h"

/* In the order of game_columns. */
#define GAME_COLUMNS \
	"id, kind, version, data_hash, seats, options, state, " \
	"seed, lang, moderator, moderator_holder, created, started, ended, " \
	"seq, board, turn, opened, moderator_mails, final, seed_commit, " \
	"epoch, fork_board, fork_epoch, chain, unbound, draws, seedless, " \
	"seal, " \
	"beacon, beacon_ask, chains, anew"

bool
game_seed_known(const struct game *g)
{
	return g->seedless == 0;
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
	return g->fork.epoch != 0 && board > g->fork.board ? g->fork.epoch :
							     g->epoch;
}

int
game_fork_all(struct db *db, struct err *e)
{
	int64_t epoch;

	return db_epoch(db, &epoch, e) != 0 ?
	    -1 :
	    sql_do(db, e, "UPDATE game SET fork_board = board, fork_epoch = $1",
		INT(epoch));
}

int
game_says(struct db *db, struct game *g, const char *line, struct err *e)
{
	struct buf all = BUF_INIT;
	int rc;

	if (g->seq > 0)
		return event_chat(db, g->id, g->seq, line, e);
	buf_printf(&all, "%s%s\n", g->anew != NULL ? g->anew : "", line);
	rc = sql_do(db, e, "UPDATE game SET anew = $1 WHERE id = $2",
	    TEXT(all.data), INT(g->id));
	free(g->anew);
	g->anew = buf_steal(&all);
	return rc;
}

int
game_said_anew(struct db *db, const struct game *g, const char *line,
    struct err *e)
{
	struct buf whole = BUF_INIT;
	int rc;

	buf_printf(&whole, "\n%s\n", line);
	rc = sql_do(db, e,
	    "SELECT 1 FROM event WHERE game = $1 AND "
	    "instr($2 || chat || $2, $3) > 0 LIMIT 1",
	    INT(g->id), TEXT("\n"), TEXT(whole.data));
	if (rc == 0)
		rc = sql_do(db, e,
		    "SELECT 1 FROM game WHERE id = $1 AND "
		    "instr($2 || anew, $3) > 0",
		    INT(g->id), TEXT("\n"), TEXT(whole.data));
	buf_release(&whole);
	return rc;
}

static bool
has_chain(const struct game *g)
{
	static const uint8_t none[HASH_SIZE];

	return !hash_equal(g->chain, none, sizeof none);
}

static int
fork_chain(struct db *db, struct game *g, struct err *e)
{
	static const char line[] = GAME_ANEW "restored";
	uint8_t *said = g->chain + GAME_CHAIN - HASH_SIZE;
	struct buf b = BUF_INIT;

	if (has_chain(g)) {
		buf_add(&b, said, HASH_SIZE);
		buf_printf(&b, "%s\n", line);
		hash_sha256(b.data, b.len, said);
		buf_release(&b);
	}
	g->chains++;
	return game_says(db, g, line, e) < 0 || game_save(db, g, e) < 0 ? -1 :
									  0;
}

/* One that goes on, or can. What has no head yet may have had one later. */
static bool
goes_on(const struct game *g)
{
	return g->state == GAME_RUNNING || g->state == GAME_SETUP ||
	    (g->state == GAME_CANCELLED && g->final == 0);
}

int
game_fork_chains(struct db *db, struct err *e)
{
	struct game_ids ids;
	struct game g = { 0 };
	int rc = game_ids_read(db, GAMES_ALL, goes_on, &ids, e);

	for (size_t i = 0; i < ids.n && rc == 0; i++) {
		rc = game_get(db, ids.at[i], &g, e) == 1 ?
		    fork_chain(db, &g, e) :
		    -1;
		game_release(&g);
	}
	free(ids.at);
	return rc;
}

void
game_release(struct game *g)
{
	free(g->kind);
	free(g->data_hash);
	free(g->options);
	free(g->seed_commit);
	free(g->anew);
	free(g->lang);
	*g = (struct game){ 0 };
}

/* What may change, in the order of game_save; game_add goes on from there. */
#define GAME_VALUES(g) \
	INT((g)->state), TEXT((g)->lang), ID((g)->moderator), \
	    INT((g)->moderator_holder), INT((g)->started), INT((g)->ended), \
	    INT((g)->seq), INT((g)->board), INT((g)->turn), INT((g)->opened), \
	    INT((g)->moderator_mails), INT((g)->final), \
	    BLOB((g)->chain, sizeof(g)->chain), INT((g)->unbound), \
	    BLOB((g)->seal, sizeof(g)->seal), INT((g)->beacon), \
	    INT((g)->beacon_ask), INT((g)->chains)

int
game_add(struct db *db, struct game *g, struct err *e)
{
	if (db_epoch(db, &g->epoch, e))
		return -1;
	return sql_done(db, e,
	    "INSERT INTO game (state, lang, moderator, "
	    "moderator_holder, started, ended, seq, board, turn, "
	    "opened, moderator_mails, final, chain, unbound, seal, beacon, "
	    "beacon_ask, chains, kind, version, data_hash, seats, options, "
	    "seed, seed_commit, created, epoch, draws, seedless, id) VALUES "
	    "($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, "
	    "$15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, "
	    "$28, $29, COALESCE($30, "
	    "(SELECT COALESCE(MAX(id), 0) + 1 FROM game))) RETURNING id",
	    GAME_VALUES(g), TEXT(g->kind), INT(g->version), TEXT(g->data_hash),
	    INT(g->seats), TEXT(g->options), BLOB(g->seed, sizeof g->seed),
	    TEXT(g->seed_commit), INT(g->created), INT(g->epoch), INT(g->draws),
	    INT(g->seedless), ID(g->id), TO(g->id));
}

int
game_bind(struct db *db, const struct game *g, struct err *e)
{
	return sql_done(db, e,
	    "UPDATE game SET seed_commit = $1 WHERE id = $2 AND seed_commit IS "
	    "NULL",
	    TEXT(g->seed_commit), INT(g->id));
}

int
game_agree(struct db *db, const struct game *g, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE game SET options = $1 WHERE id = $2 AND state = $3",
	    TEXT(g->options), INT(g->id), INT(GAME_SETUP));
}

/* Kind, data, seats, draws, seed and created never change. */
int
game_save(struct db *db, const struct game *g, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE game SET state = $1, lang = $2, moderator = $3, "
	    "moderator_holder = $4, started = $5, ended = $6, seq = $7, board "
	    "= $8, turn = $9, opened = $10, moderator_mails = $11, final = "
	    "$12, chain = $13, unbound = $14, seal = $15, beacon = $16, "
	    "beacon_ask = $17, chains = $18 WHERE id = $19",
	    GAME_VALUES(g), INT(g->id));
}

static void
game_columns(struct sql *q, struct game *g)
{
	struct buf seed = BUF_INIT, chain = BUF_INIT, seal = BUF_INIT;

	*g = (struct game){ 0 };
	sql_read(q, TO(g->id), TO(g->kind), TO(g->version), TO(g->data_hash),
	    TO(g->seats), TO(g->options), TO(g->state), TO(seed), TO(g->lang),
	    TO(g->moderator), TO(g->moderator_holder), TO(g->created),
	    TO(g->started), TO(g->ended), TO(g->seq), TO(g->board), TO(g->turn),
	    TO(g->opened), TO(g->moderator_mails), TO(g->final),
	    TO(g->seed_commit), TO(g->epoch), TO(g->fork.board),
	    TO(g->fork.epoch), TO(chain), TO(g->unbound), TO(g->draws),
	    TO(g->seedless), TO(seal), TO(g->beacon), TO(g->beacon_ask),
	    TO(g->chains), TO(g->anew));
	if (chain.len == sizeof g->chain)
		memcpy(g->chain, chain.data, sizeof g->chain);
	if (seal.len == sizeof g->seal)
		memcpy(g->seal, seal.data, sizeof g->seal);
	if (seed.len == sizeof g->seed)
		memcpy(g->seed, seed.data, sizeof g->seed);
	else
		q->rows = err_set(q->e, ERR_CORRUPT, "game %lld has no seed",
		    (long long)g->id);
	buf_release(&seed);
	buf_release(&chain);
	buf_wipe(&seal);
}

static int
game_one(struct sql q, struct game *out)
{
	struct game g = { 0 };

	/* A statement that writes must be stepped to its end. */
	while (sql_next(&q))
		game_columns(&q, &g);
	if (sql_end(&q) > 0)
		*out = g;
	else
		game_release(&g);
	return q.rows;
}

/* Writing a row is the lock that every engine has. */
int
game_lock(struct db *db, int64_t id, struct game *out, struct err *e)
{
	return game_one(sql_ask(db, e,
			    "UPDATE game SET seq = seq WHERE id = $1 "
			    "RETURNING " GAME_COLUMNS,
			    INT(id)),
	    out);
}

int
game_get(struct db *db, int64_t id, struct game *out, struct err *e)
{
	return game_one(sql_ask(db, e,
			    "SELECT " GAME_COLUMNS " FROM game WHERE id = $1",
			    INT(id)),
	    out);
}

int
game_twin(struct db *db, int64_t id, int64_t *twin, struct err *e)
{
	return sql_do(db, e,
	    "SELECT t.id FROM game g JOIN game t ON t.seed_commit = "
	    "g.seed_commit AND t.id <> g.id WHERE g.id = $1 AND (g.final = 0 "
	    "OR t.final = 0) ORDER BY t.id LIMIT 1",
	    INT(id), TO(*twin));
}

/* Each by an index of its own: the others of a large club are not looked at. */
static struct sql
each_after(struct db *db, int state, int64_t after, struct err *e)
{
	if (state == GAMES_OPEN)
		return sql_ask(db, e,
		    "SELECT " GAME_COLUMNS
		    " FROM game WHERE state < 2 AND +id > $1 ORDER BY id",
		    INT(after));
	if (state < 0)
		return sql_ask(db, e,
		    "SELECT " GAME_COLUMNS
		    " FROM game WHERE id > $1 ORDER BY id",
		    INT(after));
	return sql_ask(db, e,
	    "SELECT " GAME_COLUMNS
	    " FROM game WHERE state = $1 AND id > $2 ORDER BY id",
	    INT(state), INT(after));
}

static struct sql
each_of(struct db *db, int state, int64_t player, struct err *e)
{
	return sql_ask(db, e,
	    "SELECT " GAME_COLUMNS
	    " FROM game WHERE id IN (SELECT game FROM seat WHERE "
	    "player = $1 UNION SELECT id FROM game WHERE moderator = "
	    "$1) AND (state = $2 OR $2 = $3 OR (state < 2 AND $2 = "
	    "$4)) ORDER BY id",
	    INT(player), INT(state), INT(GAMES_ALL), INT(GAMES_OPEN));
}

static int
each(struct sql q, int (*fn)(void *arg, const struct game *g), void *arg)
{
	while (sql_next(&q)) {
		struct game g;

		game_columns(&q, &g);
		if (q.rows > 0)
			q.stop = fn(arg, &g);
		game_release(&g);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
game_each(struct db *db, int state, int64_t player,
    int (*fn)(void *arg, const struct game *g), void *arg, struct err *e)
{
	return each(player != 0 ? each_of(db, state, player, e) :
				  each_after(db, state, 0, e),
	    fn, arg);
}

int
game_each_after(struct db *db, int state, int64_t after,
    int (*fn)(void *arg, const struct game *g), void *arg, struct err *e)
{
	return each(each_after(db, state, after, e), fn, arg);
}

struct picked_ids {
	struct game_ids *ids;
	bool (*want)(const struct game *g);
};

static int
take_id(void *arg, const struct game *g)
{
	const struct picked_ids *w = arg;
	struct game_ids *ids = w->ids;

	if (w->want != NULL && !w->want(g))
		return 0;
	ids->at = mem_more(ids->at, ids->n, sizeof *ids->at);
	ids->at[ids->n++] = g->id;
	return 0;
}

int
game_ids_read(struct db *db, int state, bool (*want)(const struct game *g),
    struct game_ids *out, struct err *e)
{
	struct picked_ids w = { out, want };

	*out = (struct game_ids){ NULL, 0 };
	return game_each(db, state, 0, take_id, &w, e);
}
