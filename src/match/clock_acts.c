/* SPDX-License-Identifier: MIT */

/* What moderators, players and the house do to clocks: whether they may, and
 * the event that all are told. What it does is clock_log.c's; before the first
 * event there is no log to note it in. */

#include "base/clock.h"
#include "base/mem.h"
#include "base/span.h"
#include "match/clocks.h"
#include "match/deadline.h"

enum {
	HOUR = 3600, DAY = 24 * HOUR,
	EXTRA_MOST = 366 * DAY,          /* in one decision */
	HOLD_MOST = 7 * DAY,             /* from now on */
	HOLD_ALL = 14 * DAY,             /* in a game, of one holder */
	ABSENCES_MAX = 50                /* a holder; rows, not days */
};

/* What is asked in the same mail is answered by the new deadlines. */
static int
note(struct match *m, const char *words, struct err *e)
{
	if (clock_apply(m, words, e))
		return -1;
	clocks_settle(m);
	return m->table ? match_operator(m, "set-clock", words, e) : 0;
}

/* What concerns all is told to all at once. */
static int
announce(struct match *m, const char *words, struct err *e)
{
	if (m->table)
		happen(m, ON_ACT, 0);
	return note(m, words, e);
}

static int
check_running(const struct match *m, struct refusal *why)
{
	why->code = NULL;
	if (m->game.state == GAME_SETUP)
		return refuse(why, "game-not-begun");
	if (m->game.state == GAME_CANCELLED)
		return refuse(why, "game-cancelled");
	if (m->game.state == GAME_OVER)
		return refuse(why, "game-over");
	return m->clock.row.turn ? 0 : refuse(why, "no-clock");
}

int
clock_change(struct match *m, const struct clock_row *to, struct refusal *why,
	struct err *e)
{
	struct buf words = BUF_INIT;
	int rc;

	why->code = NULL;
	if (m->game.state == GAME_CANCELLED)
		return refuse(why, "game-cancelled");
	if (m->game.state == GAME_OVER)
		return refuse(why, "game-over");
	m->clock.row.absence = to->absence;
	snprintf(m->clock.row.zone, sizeof m->clock.row.zone, "%s", to->zone);
	clock_words(to, &words);
	rc = announce(m, words.data, e);
	buf_release(&words);
	happen(m, ON_CHANGE, 0);
	return rc;
}

int
clock_extend(struct match *m, int64_t seconds, struct refusal *why,
	struct err *e)
{
	struct buf words = BUF_INIT;
	int rc;

	if (check_running(m, why))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		if (m->clock.pace[s].extra + seconds > EXTRA_MOST)
			return refuse(why, "span-too-long");
	buf_str(&words, "extend=");
	span_format(seconds, &words);
	rc = announce(m, words.data, e);
	buf_release(&words);
	return rc;
}

int
clock_pause(struct match *m, struct refusal *why, struct err *e)
{
	if (check_running(m, why))
		return -1;
	if (clock_paused(m))
		return refuse(why, "already-paused");
	return announce(m, "pause", e);
}

int
clock_resume(struct match *m, struct refusal *why, struct err *e)
{
	if (check_running(m, why))
		return -1;
	if (!clock_paused(m))
		return refuse(why, "not-paused");
	return announce(m, "resume", e);
}

/* Seconds used up, and in how many pieces; what lies ahead does not count,
 * as far as it is going to be replaced. */
static int64_t
used_up(struct match *m, int seat, enum clock_why why, bool past, int *pieces)
{
	const struct clock_stop *s;
	int64_t sum = 0;

	*pieces = 0;
	for (size_t i = 0; (s = clock_stop_own(m, seat, why, &i)) != NULL; ) {
		int64_t until = past && s->until > m->now ? m->now : s->until;
		++*pieces;
		if (until > s->from)
			sum += until - s->from;
	}
	return sum;
}

static int
refuse_days(struct refusal *why, const char *code, int64_t left)
{
	refuse(why, code);
	if (left >= 2 * DAY)
		refusal_int(why, "days", (long)(left / DAY));
	else if (left >= DAY)
		refusal_int(why, "one_day", 1);
	return -1;
}

static int
note_absence(struct match *m, int seat, int64_t from, int64_t until,
	struct err *e)
{
	char a[CLOCK_STAMP_SIZE], b[CLOCK_STAMP_SIZE];
	struct buf words = BUF_INIT;
	int rc;

	clock_stamp(from, a);
	clock_stamp(until, b);
	buf_printf(&words, "p%d from=%s until=%s", seat, a, b);
	rc = note(m, words.data, e);
	buf_release(&words);
	return rc;
}

int
clock_absence(struct match *m, int seat, int64_t from, int64_t until,
	struct refusal *why, struct err *e)
{
	int64_t left;
	int pieces;

	if (check_running(m, why))
		return -1;
	if (from < m->now)
		from = m->now;
	if (until <= from)
		return refuse(why, "absence-over");
	left = m->clock.row.absence - used_up(m, seat, CLOCK_ABSENCE, true,
		&pieces);
	if (until - from > left || pieces >= ABSENCES_MAX)
		return refuse_days(why, "absence-too-long", left);
	return note_absence(m, seat, from, until, e);
}

int
clock_back(struct match *m, int seat, struct refusal *why, struct err *e)
{
	const struct clock_stop *s;
	char words[16];
	bool was = false;

	if (check_running(m, why))
		return -1;
	for (size_t i = 0; (s = clock_stop_own(m, seat, CLOCK_ABSENCE, &i)); )
		was |= s->until > m->now;
	if (!was)
		return refuse(why, "not-absent");
	snprintf(words, sizeof words, "p%d back", seat);
	return note(m, words, e);
}

/* What is held already is not held twice. */
int
clock_hold(struct match *m, int seat, int64_t until, struct err *e)
{
	int64_t from = clock_held(m, seat), left;
	struct buf words = BUF_INIT;
	char stamp[CLOCK_STAMP_SIZE];
	int pieces, rc;

	if (!match_running(m) || !m->clock.row.turn || !m->seat[seat].player)
		return 0;
	left = HOLD_ALL - used_up(m, seat, CLOCK_HOLD, false, &pieces);
	if (until > m->now + HOLD_MOST)
		until = m->now + HOLD_MOST;
	if (until > from + left)
		until = from + left;
	if (until <= from || pieces >= ABSENCES_MAX)
		return 0;
	clock_stamp(until, stamp);
	buf_printf(&words, "p%d hold=%s", seat, stamp);
	rc = note(m, words.data, e);
	buf_release(&words);
	return rc ? -1 : 1;
}

/* Nobody is mailed for it: who had been told everything still has. */
static int
note_slip(struct match *m, int64_t seconds, struct err *e)
{
	int board = m->game.board, rc;
	struct buf words = BUF_INIT;

	buf_str(&words, "slip=");
	span_format(seconds, &words);
	rc = match_operator(m, "set-clock", words.data, e);
	buf_release(&words);
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].told == board)
			m->seat[s].told = m->game.board;
	return rc;
}

/* When the first decision that is open was opened: what lies before it stopped
 * no clock, whatever a machine that was wrong about the time believes. */
static int64_t
first_opened(const struct match *m, int64_t until)
{
	int64_t from = until;

	for (int s = 1; s <= m->seats; s++)
		if (m->clock.pace[s].due && m->clock.pace[s].since < from)
			from = m->clock.pace[s].since;
	return from;
}

/* Nobody could have taken a seat over, or revived the game; and whom should we
 * tell of it? */
static int
slip_last(struct match *m, int64_t from, int64_t until)
{
	struct clock_seat *first = &m->clock.pace[1];

	clocks_settle(m);
	if (first->since > from)
		from = first->since;
	if (from < until)
		first->since += until - from;
	clocks_settle(m);
	return 0;
}

int
clock_outage(struct match *m, int64_t from, int64_t until, struct err *e)
{
	struct clock_stop s = { .why = CLOCK_OUTAGE, .from = from,
		.until = until };
	const struct clock_seat *pace = m->clock.pace;
	int64_t before[SEATS_MAX + 1], opened;
	bool slipped = false;

	if (match_revivable(m) || (m->deserted && match_running(m)))
		return slip_last(m, from, until);
	if (!match_running(m) || !m->clock.row.turn || clock_paused(m))
		return 0;
	clocks_settle(m);
	opened = first_opened(m, until);
	/* We have never been there: an hour of it is no matter. */
	if (opened >= until || (!from && until - opened <= HOUR))
		return 0;
	if (from < opened)
		s.from = opened;
	for (int i = 1; i <= m->seats; i++)
		before[i] = pace[i].late + pace[i].due;
	if (clock_stop_add(m, &s, e))
		return -1;
	clocks_settle(m);
	for (int i = 1; i <= m->seats; i++)
		slipped |= pace[i].late + pace[i].due != before[i];
	if (!slipped)
		return clock_stop_drop(m->house->db,
			m->clock.stop[--m->clock.n_stop].id, e);
	return note_slip(m, until - s.from, e) ? -1 : 1;
}
