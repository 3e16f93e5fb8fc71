/* SPDX-License-Identifier: MIT */

/* The seed of a game is the one that its players were promised, or the game
 * does not go on (T26). */

#include "base/log.h"
#include "base/mem.h"
#include "game/fairness.h"
#include "match/ahead.h"
#include "match/match.h"
#include "match/moderate.h"

bool
match_bound(const struct match *m)
{
	char commit[HASH_HEX_SIZE];

	if (!game_seed_known(&m->game) || m->game.seed_commit == NULL)
		return true;
	fairness_commit(m->game.seed, commit);
	return strcmp(commit, m->game.seed_commit) == 0;
}

bool
match_seeded(const struct match *m)
{
	return game_seed_known(&m->game) && match_bound(m);
}

int
match_check_bound(const struct match *m, struct refusal *why)
{
	return m->game.unbound != 0 ? refuse(why, "seed-changed") : 0;
}

/* One that is not known here is that of a game that was taken over without it
 * and has begun; its log says that it was. 1, 0. */
static int
is_bound(const struct match *m, struct err *e)
{
	if (game_seed_known(&m->game))
		return match_bound(m);
	return m->game.state == GAME_SETUP ?
	    0 :
	    game_said_anew(m->club->db, &m->game, GAME_ANEW "imported", e);
}

static void
tell(struct match *m)
{
	char id[24];

	snprintf(id, sizeof id, "%lld", (long long)m->game.id);
	log_event(LOG_LEVEL_ERROR, "game.seed", "game", id, "commit",
	    m->game.seed_commit, NULL);
	m->game.unbound = m->now;
	moderate_tell(m, (struct moderated){ .what = "seed_changed" });
}

/* The table may have been made without the seed. What is to be done now was to
 * be done before: nothing that waits fires. */
static void
go_on(struct match *m)
{
	m->game.unbound = 0;
	if (m->table != NULL)
		table_seed(m->table, m->game.seed);
	ahead_passed(m, true);
	happen(m, ON_CHANGE, 0);
}

int
bound_open(struct match *m, struct err *e)
{
	struct game *g = &m->game;
	int is;

	if (g->state != GAME_SETUP && g->state != GAME_RUNNING)
		return 0;
	if (g->seed_commit == NULL && game_seed_known(g)) {
		g->seed_commit = mem_alloc(HASH_HEX_SIZE);
		fairness_commit(g->seed, g->seed_commit);
		return game_bind(m->club->db, g, e);
	}
	is = is_bound(m, e);
	if (is < 0 || is == (g->unbound == 0))
		return is < 0 ? -1 : 0;
	if (g->unbound == 0)
		tell(m);
	else
		go_on(m);
	return 0;
}
