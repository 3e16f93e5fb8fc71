/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/mem.h"
#include "store/library_ask.h"
#include "store/library_own.h"

/* The first moves of all games as a tree, which is made in one walk over them.
 * A node is found by its parent, the seat and the act. */

struct branch {
	int parent, seat, depth;
	int64_t act, games, finished;
	double share[LIBRARY_SEATS + 1];
	int child, beside; /* the first of its own, the next of its parent's */
};

struct growing {
	struct library *l;
	const struct library_tree *how;
	struct branch *at; /* owned; [0] the root */
	size_t n;
	int *slot; /* owned: a hash table of places; 0 none */
	size_t slots;
	sqlite3_stmt *games, *seats, *moves, *words;
	int most; /* seats of a game */
	int here; /* the branch that the game has come to */
	/* of the game: */
	bool finished;
	double share[LIBRARY_SEATS + 1];
};

static size_t
hash_of(int parent, int seat, int64_t act)
{
	uint64_t h = (uint64_t)act * 0x9e3779b97f4a7c15u;

	h ^= ((uint64_t)parent << 3 | (uint64_t)seat) * 0xc2b2ae3d27d4eb4fu;
	return (size_t)(h ^ h >> 29);
}

static void
put_slot(struct growing *g, int branch)
{
	const struct branch *b = &g->at[branch];
	size_t i = hash_of(b->parent, b->seat, b->act) & (g->slots - 1);

	while (g->slot[i] != 0)
		i = (i + 1) & (g->slots - 1);
	g->slot[i] = branch;
}

static void
make_slots(struct growing *g)
{
	if (2 * (g->n + 1) < g->slots)
		return;
	free(g->slot);
	g->slots = g->slots == 0 ? 1024 : 2 * g->slots;
	g->slot = mem_zero(g->slots, sizeof *g->slot);
	for (size_t i = 1; i < g->n; i++)
		put_slot(g, (int)i);
}

static int
branch_of(struct growing *g, int parent, int seat, int64_t act)
{
	size_t i;

	make_slots(g);
	for (i = hash_of(parent, seat, act) & (g->slots - 1); g->slot[i] != 0;
	    i = (i + 1) & (g->slots - 1)) {
		const struct branch *b = &g->at[g->slot[i]];

		if (b->parent == parent && b->seat == seat && b->act == act)
			return g->slot[i];
	}
	g->at = mem_more(g->at, g->n, sizeof *g->at);
	g->at[g->n] = (struct branch){ .parent = parent,
		.seat = seat,
		.depth = g->at[parent].depth + 1,
		.act = act,
		.beside = g->at[parent].child };
	g->at[parent].child = (int)g->n;
	g->slot[i] = (int)g->n;
	return (int)g->n++;
}

/* A game has come to a branch. */
static void
count(struct growing *g, int branch)
{
	struct branch *b = &g->at[branch];

	g->here = branch;
	b->games++;
	b->finished += g->finished;
	for (int s = 1; s <= LIBRARY_SEATS; s++)
		b->share[s] += g->share[s];
}

/* The shares of its seats. */
static int
begin_game(struct growing *g)
{
	int rc;

	g->finished = false;
	memset(g->share, 0, sizeof g->share);
	(void)sqlite3_bind_int64(g->seats, 1,
	    sqlite3_column_int64(g->games, 0));
	while ((rc = sqlite3_step(g->seats)) == SQLITE_ROW) {
		int seat = sqlite3_column_int(g->seats, 0);

		g->most = seat > g->most ? seat : g->most;
		if (sqlite3_column_type(g->seats, 1) == SQLITE_NULL)
			continue;
		g->finished = true;
		if (seat >= 1 && seat <= LIBRARY_SEATS)
			g->share[seat] = sqlite3_column_double(g->seats, 1);
	}
	(void)sqlite3_reset(g->seats);
	count(g, 0);
	return rc;
}

/* Its first moves: the walk over its events ends with the last of them. */
static int
add_moves(struct growing *g)
{
	int rc;

	(void)sqlite3_bind_int64(g->moves, 1,
	    sqlite3_column_int64(g->games, 0));
	(void)sqlite3_bind_int(g->moves, 2, g->how->depth);
	while ((rc = sqlite3_step(g->moves)) == SQLITE_ROW)
		count(g,
		    branch_of(g, g->here, sqlite3_column_int(g->moves, 0),
			sqlite3_column_int64(g->moves, 1)));
	(void)sqlite3_reset(g->moves);
	return rc;
}

static int
prepare(struct growing *g, const char *sql, sqlite3_stmt **stmt)
{
	return sqlite3_prepare_v2(g->l->db, sql, -1, stmt, NULL);
}

static int
grow(struct growing *g, struct err *e)
{
	int rc;

	if (prepare(g,
		"SELECT game FROM games WHERE kind = ?1 AND (?2 = 0 OR seats = "
		"?2) ORDER BY game",
		&g->games) != SQLITE_OK ||
	    prepare(g,
		"SELECT seat, share FROM seats WHERE game = ? ORDER BY seat",
		&g->seats) != SQLITE_OK ||
	    prepare(g,
		"SELECT seat, act FROM events WHERE game = ? AND nth IS NOT "
		"NULL ORDER BY seq LIMIT ?",
		&g->moves) != SQLITE_OK ||
	    prepare(g, "SELECT words FROM acts WHERE act = ?", &g->words) !=
		SQLITE_OK)
		return library_fail(g->l, "library", e);
	(void)sqlite3_bind_text(g->games, 1, g->how->kind, -1, SQLITE_STATIC);
	(void)sqlite3_bind_int(g->games, 2, g->how->seats);
	while ((rc = sqlite3_step(g->games)) == SQLITE_ROW)
		if (begin_game(g) != SQLITE_DONE || add_moves(g) != SQLITE_DONE)
			break;
	return rc == SQLITE_DONE ? 0 : library_fail(g->l, "library", e);
}

static const char *
words_of(struct growing *g, int64_t act)
{
	const char *words = NULL;

	(void)sqlite3_reset(g->words);
	(void)sqlite3_bind_int64(g->words, 1, act);
	if (sqlite3_step(g->words) == SQLITE_ROW)
		words = (const char *)sqlite3_column_text(g->words, 0);
	return words != NULL ? words : "";
}

/* The more games the earlier, and then as they came. */
static int
by_games(const void *x, const void *y)
{
	const struct branch *a = *(const struct branch *const *)x;
	const struct branch *b = *(const struct branch *const *)y;

	if (a->games != b->games)
		return a->games > b->games ? -1 : 1;
	return a < b ? -1 : 1;
}

/* One after the other without calling itself: what is to be told yet. */
static void
tell(struct growing *g, void (*each)(void *, const struct library_node *),
    void *arg)
{
	const struct branch **todo = mem_alloc((g->n + 1) * sizeof(void *));
	size_t n = 0;

	todo[n++] = &g->at[0];
	while (n > 0) {
		const struct branch *b = todo[--n];
		size_t from = n;
		struct library_node node = { .depth = b->depth,
			.seat = b->seat,
			.seats = g->most,
			.words = b->act != 0 ? words_of(g, b->act) : "",
			.games = b->games,
			.finished = b->finished };

		memcpy(node.share, b->share, sizeof node.share);
		each(arg, &node);
		for (int i = b->child; i != 0; i = g->at[i].beside)
			if (g->at[i].games >= g->how->least)
				todo[n++] = &g->at[i];
		qsort(todo + from, n - from, sizeof(void *), by_games);
		for (size_t i = from, k = n; i + 1 < k; i++, k--) {
			const struct branch *other = todo[i];

			todo[i] = todo[k - 1];
			todo[k - 1] = other;
		}
	}
	free(todo);
}

int
library_tree(struct library *l, const struct library_tree *how,
    void (*each)(void *arg, const struct library_node *node), void *arg,
    struct err *e)
{
	struct growing g = { .l = l, .how = how, .n = 1 };
	int rc;

	g.at = mem_more(NULL, 0, sizeof *g.at);
	memset(g.at, 0, sizeof *g.at);
	rc = grow(&g, e);
	if (rc == 0)
		tell(&g, each, arg);
	(void)sqlite3_finalize(g.games);
	(void)sqlite3_finalize(g.seats);
	(void)sqlite3_finalize(g.moves);
	(void)sqlite3_finalize(g.words);
	free(g.slot);
	free(g.at);
	return rc;
}
