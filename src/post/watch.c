/* SPDX-License-Identifier: MIT */
#include "post/watch.h"

#include <limits.h>

#include "match/moderate.h"
#include "match/press.h"
#include "match/think.h"
#include "post/letter.h"

/* A mail to who watches. */
static int
tell(struct match *m, struct observer *o, enum letter_kind kind,
    const struct reply *reply, unsigned parts, struct err *e)
{
	struct letter l = { .club = m->club,
		.m = m,
		.kind = kind,
		.to = { .is = TO_OBSERVER, .observer = o },
		.reply = reply,
		.parts = parts };

	return letter_tell(&l, e);
}

/* What is told now: a turn (of computers who think the last), the start, the
 * end, a game set back; else what a moderator had to say to all. */
static enum letter_kind
kind_of(const struct match *m)
{
	if (happened(m, ON_END))
		return LETTER_OVER;
	if (happened(m, ON_CHANGE) && m->game.state != GAME_SETUP &&
	    (happened(m, ON_BEGIN) || happened(m, ON_UNDO) ||
		(m->game.turn != m->before.turn && !match_thinker(m))))
		return LETTER_WATCH;
	return happened(m, ON_BROADCAST) ? LETTER_BROADCAST : LETTER_NONE;
}

int
watch_after(struct match *m, struct err *e)
{
	struct observer at[WATCHERS_MAX];
	enum letter_kind kind = kind_of(m);
	int n, rc = 0;

	if (!happened(m, ON_CHANGE) && !happened(m, ON_BROADCAST))
		return 0;
	m->told.watched_seq = INT_MAX;
	n = observer_all(m->club->db, m->game.id, at, WATCHERS_MAX, e);
	for (int i = 0; i < n && rc == 0; i++) {
		/* The moderator's own mail has told them: one mail an act, in
		 * whichever way they look on. */
		if (kind && !(mailed(m, 0) && match_moderates(m, at[i].player)))
			rc = tell(m, &at[i], kind, NULL, 0, e);
		if (at[i].told_seq < m->told.watched_seq)
			m->told.watched_seq = at[i].told_seq;
	}
	return n < 0 || rc ? -1 : 0;
}

int
watch_answer(struct match *m, int64_t player, const struct reply *r,
    struct err *e)
{
	struct observer o;
	int rc = observer_find(m->club->db, m->game.id, player, &o, e);

	if (rc != 1)
		return rc < 0 ? -1 :
				err_set(e, ERR_CORRUPT,
				    "player %lld does not watch game %lld",
				    (long long)player, (long long)m->game.id);
	return tell(m, &o, r->problem ? LETTER_REFUSED : LETTER_ANSWER, r,
	    r->what & CONTEXT_POSITION, e);
}

static int
check(struct match *m, int64_t player, struct refusal *why, struct err *e)
{
	struct observer at[WATCHERS_MAX];
	int n;

	why->code = NULL;
	if (match_seat_of(m, player))
		return match_refuse_seat(why, "observe-seated",
		    match_seat_of(m, player));
	n = observers_allowed(m->club->db, m->game.id, e);
	if (n == 0)
		return refuse(why, "observe-closed");
	if (n > 0 && m->game.ended)
		return refuse(why, "observe-over");
	if (n > 0)
		n = observer_all(m->club->db, m->game.id, at, WATCHERS_MAX, e);
	if (n == WATCHERS_MAX)
		return refuse(why, "observe-full");
	if (n >= 0)
		n = observer_count(m->club->db, player, e);
	if (n >= WATCHED_MAX)
		return refuse(why, "observe-too-many");
	return n < 0 ? -1 : 0;
}

int
watch_begin(struct match *m, int64_t player, struct refusal *why, struct err *e)
{
	struct observer o = { .game = m->game.id,
		.player = player,
		.since = m->now,
		.told_seq = m->game.seq },
			old;
	int rc = observer_find(m->club->db, m->game.id, player, &old, e);

	if (rc)
		return rc < 0 ? -1 : 0;
	if (check(m, player, why, e))
		return -1;
	rc = press_last(m->club->db, m->game.id, &o.told_press, e);
	return rc ? -1 : observer_add(m->club->db, &o, e);
}

int
watch_allow(struct match *m, bool yes, struct err *e)
{
	struct observer at[WATCHERS_MAX];
	struct db *db = m->club->db;
	int was = observers_allowed(db, m->game.id, e), n = 0;

	if (was < 0 || was == yes)
		return was < 0 ? -1 : 0;
	if (!yes)
		n = observer_all(db, m->game.id, at, WATCHERS_MAX, e);
	if (n < 0 || observers_allow(db, m->game.id, yes, e))
		return -1;
	moderate_tell(m,
	    (struct moderated){ .what = yes ? "opened" : "closed" });
	for (int i = 0; i < n; i++)
		if (!match_moderates(m, at[i].player) &&
		    tell(m, &at[i], LETTER_UNWATCHED, NULL, 0, e))
			return -1;
	return yes ? 0 : observer_drop_all(db, m->game.id, e);
}
