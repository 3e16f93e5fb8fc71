/* SPDX-License-Identifier: MIT */

/* Games that wait for a value of the beacon: their people are asked for one
 * that is out, and what the daemon fetched is entered. */

#include "desk/beacons.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "match/match.h"
#include "store/audit.h"
#include "store/awaited.h"

enum { AGAIN_SECONDS = 3600 }; /* after a failure */

/* What to do with a game; value NULL: its people are asked. */
struct errand {
	int64_t game, round;
	const char *value;
	bool failed; /* for one of them */
	struct err why;
};

static int
enter(struct desk *d, struct match *m, const struct errand *it, struct err *e)
{
	struct refusal why = { 0 };

	/* Of one that does not go on nothing is wanted (T26). */
	if (m->game.beacon != it->round || m->game.unbound != 0)
		return 0;
	if (match_beacon(m, it->value, &why, e) == 0)
		return audit_add(d->club.db, m->game.id, "daemon", "beacon",
		    m->now, e);
	if (why.code == NULL)
		return -1;
	return err_set(e, ERR_GIVEUP, "the value was refused: %s", why.code);
}

static int
run(struct desk *d, const struct errand *it, struct err *e)
{
	struct match *m;
	int rc = match_open(&d->club, it->game, &m, e);

	if (rc <= 0)
		return rc;
	rc = 0;
	if (it->value != NULL)
		rc = enter(d, m, it, e);
	else
		match_ask_beacon(m);
	if (rc) {
		match_drop(m);
		return -1;
	}
	return match_finish(m, 0, e);
}

/* What one game cannot do keeps no other from it. */
static int
run_apart(struct desk *d, struct errand *it, struct err *e)
{
	char game[24];
	int rc;

	if (db_savepoint(d->club.db, e))
		return -1;
	rc = db_savepoint_end(d->club.db, run(d, it, &it->why), &it->why, e);
	if (rc != 0)
		desk_forget(d);
	if (rc <= 0)
		return rc;
	it->failed = true;
	snprintf(game, sizeof game, "%lld", (long long)it->game);
	log_event(LOG_LEVEL_ERROR, "beacon.failed", "game", game, "why",
	    it->why.text, NULL);
	return it->value != NULL ? 1 :
				   awaited_put_off(d->club.db, it->game,
				       clock_now() + AGAIN_SECONDS, e);
}

static int
run_all(struct desk *d, const struct game_ids *ids, struct errand *it,
    struct err *e)
{
	int rc = club_keys(&d->club, e);

	for (size_t i = 0; i < ids->n && rc >= 0; i++) {
		it->game = ids->at[i];
		rc = run_apart(d, it, e);
	}
	return rc < 0 ? -1 : 0;
}

int
desk_beacon_asks(struct desk *d, struct err *e)
{
	struct errand it = { .value = NULL };
	struct game_ids ids;
	int rc = awaited_asks(d->club.db, clock_now(), &ids, e);

	if (rc == 0)
		rc = run_all(d, &ids, &it, e);
	free(ids.at);
	return rc;
}

int
desk_beacon_enter(struct desk *d, int64_t round, const char *value,
    struct err *e)
{
	struct errand it = { .round = round, .value = value };
	struct game_ids ids;
	int rc = awaited_games(d->club.db, round, &ids, e);

	if (rc == 0)
		rc = run_all(d, &ids, &it, e);
	free(ids.at);
	if (rc < 0 || !it.failed)
		return rc;
	*e = it.why;
	return 1;
}
