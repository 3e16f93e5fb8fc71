/* SPDX-License-Identifier: MIT */
#include "daemon/ticker.h"
#include "base/clock.h"
#include "base/log.h"
#include "match/match.h"
#include "store/clock.h"
#include "store/inbox.h"
#include "store/leftover.h"
#include "store/outgoing.h"
#include "store/owed.h"
#include "store/player.h"
#include "store/setting.h"
#include "store/thought.h"

/* A mail is stamped a little before it can be seen: the server, or `deliver`,
 * is still storing it. */
enum { SAVE_SECONDS = 300, ACT_BATCH = 50, UNSEEN_SECONDS = 15 };
/* What was judged behind ticker_note took so long at most: no outage more. */
enum { NOTED_SECONDS = 60 };

static const char polled_key[] = "polled", unsent_key[] = "unsent",
		  behind_key[] = "polled.behind";

/* No mail is to be fetched. */
static bool
is_piped(const struct daemon *d)
{
	const struct conf_mailbox *m;

	for (int i = 0; (m = conf_mailbox(d->conf, i)) != NULL; i++)
		if (strcmp(m->type, "pipe") != 0)
			return false;
	return true;
}

bool
ticker_ticks(const struct daemon *d)
{
	return d->in.n > 0 || !d->leads || is_piped(d);
}

static int64_t
ticker_limit(const struct daemon *d)
{
	int64_t two = 2 * (int64_t)conf_interval(d->conf);

	return d->conf->clock.outage > two ? d->conf->clock.outage : two;
}

/* The clock is behind that moment, at which it was right, since then; 0: it is
 * not. */
static void
ticker_behind(struct daemon *d, int64_t before, int64_t since)
{
	d->ticker.before = before;
	d->ticker.behind = since;
	d->desk->club.order.still = before;
}

int
ticker_open(struct daemon *d, struct err *e)
{
	struct clock_outage last;
	int64_t before, behind;

	if (db_setting_moment(d->db, polled_key, &d->ticker.polled, e) ||
	    db_setting_moment(d->db, unsent_key, &d->ticker.unsent, e) ||
	    db_setting_moment(d->db, ORDER_STILL, &before, e) ||
	    db_setting_moment(d->db, behind_key, &behind, e) ||
	    outage_last(d->db, &last, e) < 0)
		return -1;
	ticker_behind(d, before, behind);
	d->ticker.saved = d->ticker.polled;
	d->ticker.noted = last.until;
	return 0;
}

static int
ticker_save(struct daemon *d, struct err *e)
{
	if (db_setting_put_moment(d->db, polled_key, d->ticker.polled, e))
		return -1;
	d->ticker.saved = d->ticker.polled;
	return 0;
}

void
ticker_close(struct daemon *d)
{
	struct err ignored;

	if (d->ticker.polled != d->ticker.saved)
		(void)ticker_save(d, &ignored);
}

/* The last moment at which people could reach us, and we them; 0: never. */
static int64_t
ticker_reached(const struct daemon *d)
{
	const struct ticker *t = &d->ticker;

	return t->unsent && t->unsent < t->polled ? t->unsent : t->polled;
}

static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* The same, as far as is not noted; where the clock was behind since, the last
 * look before. What was noted in a time that is to come tells nothing of this
 * one. */
static int64_t
ticker_from(const struct daemon *d)
{
	int64_t from = ticker_reached(d), now = clock_now();

	if (d->ticker.noted <= now)
		from = later(from, d->ticker.noted);
	if (d->ticker.before <= now)
		from = later(from, d->ticker.before);
	return from;
}

/* looked: a look that began then has found the end. */
static int
ticker_outage(struct daemon *d, int64_t until, bool looked, struct err *e)
{
	struct ticker before = d->ticker;
	int64_t from = ticker_from(d);
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp(from, stamp);
	if (from > 0)
		log_event(LOG_LEVEL_WARNING, "clock.outage", "since", stamp,
		    NULL);
	if (db_begin(d->db, e) != 0)
		return -1;
	d->ticker.noted = until;
	if (looked)
		d->ticker.polled = until;
	if (desk_outage(d->desk, from, until, e) == 0 &&
	    (!looked || ticker_save(d, e) == 0) && db_commit(d->db, e) == 0)
		return 0;
	db_abort(d->db);
	desk_forget(d->desk);
	d->ticker = before;
	return -1;
}

/* What was put off until a moment of the time before would wait for it, for
 * years if the clock was that wrong. What is not further ahead than anything is
 * put off keeps its moment, for most clocks go back by a second. */
static int
put_forward(struct db *db, int64_t now, struct err *e)
{
	return outbox_clock_back(db, now, DAEMON_BACKOFF_MAX, e) == 0 &&
		player_clock_back(db, now, e) == 0 &&
		owed_clock_back(db, now, e) == 0 &&
		leftover_clock_back(db, now, e) == 0 &&
		inbox_clock_back(db, now, e) == 0 &&
		thought_clock_back(db, now, e) == 0 ?
	    0 :
	    -1;
}

/* The clock went back, to where we have been. Deadlines stay where people were
 * told that they are, unless that clock was more than a day ahead
 * (outage_back): then no mail is judged before, and the look that finds it does
 * it again. One that fell behind by as much will be right again (but for
 * ticker_settle): the last look before that is kept, for what lies between is
 * no more than an outage. */
static int
ticker_back(struct daemon *d, int64_t now, struct err *e)
{
	int64_t was = later(d->ticker.polled, d->ticker.before);
	int64_t before = was > now + CLOCK_WRONG_SECONDS ? was : 0;
	int64_t behind = d->ticker.behind;
	struct clock_outage last;
	char stamp[CLOCK_STAMP_SIZE];
	int ahead = -1;

	clock_stamp(was, stamp);
	if (!d->ticker.righted)
		log_event(LOG_LEVEL_WARNING, "clock.back", "since", stamp,
		    NULL);
	if (db_begin(d->db, e) != 0)
		return -1;
	if (put_forward(d->db, now, e) == 0 &&
	    outage_last(d->db, &last, e) >= 0)
		ahead = outage_back(d->db, was, now, e);
	/* (Before the first look is noted no moment is known as right.) */
	if (ahead > 0 || (ahead == 0 && last.id == 0))
		before = 0;
	else if (d->ticker.righted) /* the look that finds it does it again */
		before = d->ticker.before;
	if (before == 0)
		behind = 0;
	else if (behind == 0 || behind > now)
		behind = now;
	if (ahead >= 0 &&
	    db_setting_put_moment(d->db, ORDER_STILL, before, e) == 0 &&
	    db_setting_put_moment(d->db, behind_key, behind, e) == 0 &&
	    db_commit(d->db, e) == 0) {
		d->ticker.noted = 0;
		ticker_behind(d, before, behind);
		d->ticker.righted = true;
		return 0;
	}
	db_abort(d->db);
	return -1;
}

bool
ticker_still(const struct daemon *d)
{
	return d->ticker.before > clock_now();
}

/* While the clock is behind the keeper is told. One that has gone on so for a
 * day without being put right was ahead before, and is right: nobody waits the
 * rest of it. */
static int
ticker_settle(struct daemon *d, struct err *e)
{
	int64_t now = clock_now();
	char stamp[CLOCK_STAMP_SIZE], why[200];

	if (d->ticker.behind == 0)
		return 0;
	clock_stamp(d->ticker.before, stamp);
	if (ticker_still(d) && now - d->ticker.behind < CLOCK_WRONG_SECONDS) {
		(void)snprintf(why, sizeof why,
		    "it was %s here once, and is earlier now: no time passes "
		    "in games until then, or until this has been so for a day",
		    stamp);
		if (!alarm_on(d, ALARM_CLOCK))
			alarm_raise(d, ALARM_CLOCK, why);
		return 0;
	}
	if (ticker_still(d)) {
		log_event(LOG_LEVEL_WARNING, "clock.taken", "before", stamp,
		    NULL);
		if (db_setting_put_moment(d->db, ORDER_STILL, 0, e))
			return -1;
		ticker_behind(d, 0, d->ticker.behind);
	}
	if (db_setting_put_moment(d->db, behind_key, 0, e))
		return -1;
	d->ticker.behind = 0;
	alarm_clear(d, ALARM_CLOCK);
	return 0;
}

int
ticker_note(struct daemon *d, struct err *e)
{
	int64_t now = clock_now(), from;

	if (!d->leads || !ticker_ticks(d))
		return 0;
	if (!d->ticker.righted &&
	    (d->ticker.polled > now + CLOCK_WRONG_SECONDS ||
		d->ticker.noted > now + CLOCK_WRONG_SECONDS) &&
	    ticker_back(d, now, e) != 0)
		return -1;
	from = ticker_from(d);
	if (now - from <= ticker_limit(d) ||
	    now - from < from - ticker_reached(d))
		return 0;
	return ticker_outage(d, now, false, e);
}

/* Whether an outage is to be noted, which has ended; or is not over, as nothing
 * goes (unsent): then as seldom as by ticker_note, and so that mail that waits
 * for a deadline may be judged. */
static bool
ticker_lags(const struct daemon *d, int64_t began, bool unsent)
{
	int64_t limit = ticker_limit(d), from = ticker_from(d);
	int64_t reached = ticker_reached(d);

	if (began - reached <= limit || began - from <= NOTED_SECONDS)
		return false;
	return !unsent || began - d->ticker.polled > limit ||
	    (began - from > limit && began - from >= from - reached);
}

static int
ticker_mark(struct daemon *d, int64_t unsent, struct err *e)
{
	if (d->ticker.unsent == unsent)
		return 0;
	if (db_setting_put_moment(d->db, unsent_key, unsent, e))
		return -1;
	d->ticker.unsent = unsent;
	return 0;
}

int
ticker_looked(struct daemon *d, int64_t began, struct err *e)
{
	int64_t since;
	int unsent, rc = 0;

	if (!ticker_ticks(d))
		return 0;
	if ((began < d->ticker.polled || d->ticker.noted > clock_now()) &&
	    ticker_back(d, began, e) != 0)
		return -1;
	unsent = outgoing_unheard(d->db, &since, e);
	if (unsent < 0 ||
	    (unsent && !d->ticker.unsent && ticker_mark(d, since, e)))
		return -1;
	if (ticker_lags(d, began, unsent)) {
		if (ticker_outage(d, began, true, e) != 0)
			return -1;
		rc = 1;
	}
	if (!unsent && ticker_mark(d, 0, e))
		return -1;
	d->ticker.polled = began;
	d->ticker.righted = false;
	if (rc == 0 &&
	    (began - d->ticker.saved >= SAVE_SECONDS ||
		began < d->ticker.saved))
		return ticker_save(d, e);
	return rc;
}

/* From when on a look counts for the earlier of the two moments; INT64_MAX:
 * there is none. */
static int64_t
ticker_next(struct daemon *d)
{
	struct desk_moments next;
	struct err e;

	if (desk_clock_next(d->desk, &next, &e) != 0)
		return INT64_MAX;
	if (next.remind < next.late)
		next.late = next.remind;
	return next.late == INT64_MAX ? INT64_MAX : next.late + UNSEEN_SECONDS;
}

/* A look is due for a moment that has passed, and often enough that none is
 * missed where a server tells of new mail by itself. 1: it is new that one is
 * wanted. */
static int
ticker_want(struct daemon *d, int64_t next)
{
	int64_t now = clock_now();
	int wanted = 0;

	for (int i = 0; i < d->in.n; i++) {
		struct fetching *in = &d->in.at[i];

		if (in->look ||
		    ((next >= now || next < in->looked) && in->looked <= now &&
			now - in->looked <= ticker_limit(d) / 2))
			continue;
		in->look = true;
		wanted = 1;
	}
	return wanted;
}

/* Mail goes again: deadlines that came meanwhile wait for a look after it. 1:
 * it is new that one is wanted. */
static int
ticker_goes(struct daemon *d, struct err *e)
{
	int64_t since;
	int unsent = d->ticker.unsent ? outgoing_unheard(d->db, &since, e) : 1;
	int wanted = 0;

	for (int i = 0; i < d->in.n && unsent == 0; i++) {
		wanted |= !d->in.at[i].look;
		d->in.at[i].look = true;
	}
	return unsent < 0 ? -1 : wanted;
}

int
ticker_step(struct daemon *d, struct err *e)
{
	int64_t next, reached;
	int n = 0, goes;

	if (!ticker_ticks(d))
		return 0;
	if (ticker_settle(d, e) != 0)
		return -1;
	if ((goes = ticker_goes(d, e)) < 0)
		return -1;
	if (d->in.n == 0 && ticker_looked(d, clock_now(), e) < 0)
		return -1;
	next = ticker_next(d);
	reached = ticker_reached(d);
	/* (A last look that is still to come is from before the clock went
	 * back.) */
	if (next < reached && d->ticker.polled <= clock_now()) {
		if (db_begin(d->db, e) != 0)
			return -1;
		n = desk_clocks(d->desk, reached - UNSEEN_SECONDS, ACT_BATCH,
		    e);
		if (n < 0 || db_commit(d->db, e) != 0) {
			db_abort(d->db);
			desk_forget(d->desk);
			return -1;
		}
		next = ticker_next(d);
	}
	return n > 0 ? n : ticker_want(d, next) | goes;
}

int64_t
ticker_due(struct daemon *d)
{
	int64_t next, now = clock_now();

	if (!ticker_ticks(d))
		return -1;
	next = ticker_next(d);
	return next != INT64_MAX && next >= now ? next - now + 1 : -1;
}
