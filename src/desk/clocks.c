/* SPDX-License-Identifier: MIT */

/* What is done when the time has come, not because of a mail: late rules,
 * reminders, and what an outage of ours does to clocks. */

#include "match/clocks.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "desk/desk.h"
#include "store/audit.h"
#include "store/db.h"
#include "store/game.h"

enum { AGAIN_SECONDS = 3600 }; /* after a failure */

struct moment {
	struct clock_next next;
	bool late; /* else a reminder */
};

/* A late moment that has come goes before all reminders: it ends what one of
 * them may be about. */
static int
earliest(struct desk *d, int64_t polled, struct moment *out, struct err *e)
{
	struct clock_next remind;
	int late = clock_next_late(d->club.db, &out->next, e), rc;

	if (late < 0)
		return -1;
	rc = clock_next_remind(d->club.db, &remind, e);
	if (rc < 0)
		return -1;
	out->late = late &&
	    (!rc || out->next.when < polled || out->next.when <= remind.when);
	if (!out->late && rc)
		out->next = remind;
	return late || rc;
}

int
desk_clock_next(struct desk *d, struct desk_moments *out, struct err *e)
{
	struct clock_next next;
	int rc;

	out->late = out->remind = INT64_MAX;
	rc = clock_next_late(d->club.db, &next, e);
	if (rc > 0)
		out->late = next.when;
	if (rc >= 0)
		rc = clock_next_remind(d->club.db, &next, e);
	if (rc > 0)
		out->remind = next.when;
	return rc < 0 ? -1 : 0;
}

/* What was done is told when it is committed; why it could not be, at once. */
static void
log_moment(struct db *db, const struct moment *w, const char *event,
    const char *why)
{
	const char *seat = seat_id(w->next.seat);
	char game[24];

	snprintf(game, sizeof game, "%lld", (long long)w->next.game);
	if (why != NULL)
		log_event(LOG_LEVEL_ERROR, event, "game", game, "seat", seat,
		    "why", why, NULL);
	else
		db_log(db, LOG_LEVEL_INFO, event, "game", game, "seat", seat,
		    NULL);
}

static int
note_late(struct desk *d, const struct match *m, int seat, struct err *e)
{
	char what[32];

	if (m->deserted)
		snprintf(what, sizeof what, "abandoned");
	else if (match_final(m))
		snprintf(what, sizeof what, "final");
	else if (m->game.state == GAME_SETUP || m->game.started == m->now)
		snprintf(what, sizeof what, "begin");
	else
		snprintf(what, sizeof what, "p%d late: %s", seat,
		    clock_late_names[m->clock.row.late]);
	return audit_add(d->club.db, m->game.id, "clock", what, m->now, e);
}

/* Also where nothing is to be done any more the moment is worked out anew. */
static int
act(struct desk *d, const struct moment *w, struct err *e)
{
	struct match *m;
	int rc = match_open(&d->club, w->next.game, &m, e);

	if (rc != 1)
		return rc < 0 ? -1 :
				err_set(e, ERR_CORRUPT, "there is no game %lld",
				    (long long)w->next.game);
	rc = w->late ? clock_expire(m, w->next.seat, e) :
		       clock_remind(m, w->next.seat);
	if (rc == 1) {
		log_moment(d->club.db, w,
		    w->late ? "clock.late" : "clock.remind", NULL);
		rc = w->late ? note_late(d, m, w->next.seat, e) : 0;
	}
	if (rc < 0) {
		match_drop(m);
		return -1;
	}
	return match_finish(m, 0, e);
}

static int
act_apart(struct desk *d, const struct moment *w, struct err *e)
{
	struct err why;
	int rc;

	if (db_savepoint(d->club.db, e))
		return -1;
	rc = db_savepoint_end(d->club.db, act(d, w, &why), &why, e);
	if (rc != 0)
		desk_forget(d);
	if (rc <= 0)
		return rc;
	log_moment(d->club.db, w, "clock.failed", why.text);
	return clock_put_off(d->club.db, &w->next, clock_now() + AGAIN_SECONDS,
	    e);
}

/* Whether a mail that was in time still waits to be judged. */
static int
mail_waits(struct desk *d, int64_t when, struct err *e)
{
	int64_t received;
	int rc = inbox_oldest(d->club.db, &received, e);

	return rc < 0 ? -1 : rc && received <= when;
}

int
desk_clocks(struct desk *d, int64_t polled, int most, struct err *e)
{
	struct moment w;
	int n = 0, rc;

	if (club_keys(&d->club, e))
		return -1;
	while (n < most) {
		rc = earliest(d, polled, &w, e);
		if (rc <= 0)
			return rc < 0 ? -1 : n;
		if (w.next.when >= polled || w.next.when > clock_now())
			return n;
		rc = mail_waits(d, w.next.when, e);
		if (rc)
			return rc < 0 ? -1 : n;
		if (act_apart(d, &w, e))
			return -1;
		n++;
	}
	return n;
}

static bool
is_revivable(const struct game *g)
{
	return !g->final;
}

static int
open_once(struct desk *d, int64_t game, struct err *e)
{
	struct match *m;
	int rc = match_open(&d->club, game, &m, e);

	if (rc == 1)
		match_drop(m);
	return rc < 0 ? -1 : 0;
}

/* Of those that were called off, which are few, the clock may be wrong. A game
 * that cannot be opened has none that could run out either; one that only could
 * not be written now must not be passed over. */
static int
open_cancelled(struct desk *d, struct err *e)
{
	struct game_ids ids;
	struct err why = { ERR_NONE, "" };
	int rc = game_ids_read(d->club.db, GAME_CANCELLED, is_revivable, &ids,
	    e);

	for (size_t i = 0; i < ids.n && rc == 0; i++) {
		rc = db_savepoint(d->club.db, e);
		if (rc)
			break;
		rc = db_savepoint_end(d->club.db, open_once(d, ids.at[i], &why),
		    &why, e);
		if (rc == 0)
			continue;
		desk_forget(d);
		if (rc < 0)
			break;
		log_event(LOG_LEVEL_ERROR, "clock.failed", "why", why.text,
		    NULL);
		rc = 0;
	}
	free(ids.at);
	return rc < 0 ? -1 : 0;
}

/* A running game takes account of it when it is opened (store/clock.h). */
int
desk_outage(struct desk *d, int64_t from, int64_t until, struct err *e)
{
	const struct clock_outage o = { .from = from,
		.until = until,
		.noted = clock_now() };

	return outage_add(d->club.db, &o, e) || open_cancelled(d, e) ? -1 : 0;
}
