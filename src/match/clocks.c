/* SPDX-License-Identifier: MIT */

/* Clocks as they are kept: loaded with a match, worked out when it is
 * settled, stored when it is finished. */

#include "match/clocks.h"

#include "base/mem.h"
#include "base/span.h"
#include "match/deadline.h"

int
clocks_open(struct match *m, struct err *e)
{
	int rc = clock_get(m->house->db, m->game.id, &m->clock.row, e);
	int alone = match_deserted(m, e);

	m->deserted = alone > 0;
	if (rc <= 0 || alone < 0 ||
	    (!m->clock.row.turn && !alone && !match_revivable(m)))
		return rc < 0 || alone < 0 ? -1 : 0;
	rc = clock_seat_all(m->house->db, m->game.id, m->clock.pace, e);
	memcpy(m->clock.before, m->clock.pace, sizeof m->clock.pace);
	return rc ? -1 : clock_stop_all(m->house->db, m->game.id,
		&m->clock.stop, &m->clock.n_stop, e);
}

void
clocks_close(struct match *m)
{
	free(m->clock.stop);
	m->clock.stop = NULL;
	m->clock.n_stop = 0;
}

int
clocks_write(struct match *m, struct err *e)
{
	if (happened(m, ON_CLOCK) &&
	    clock_put(m->house->db, m->game.id, &m->clock.row, e))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		if (memcmp(&m->clock.pace[s], &m->clock.before[s],
		    sizeof m->clock.pace[s]) && clock_seat_put(m->house->db,
		    m->game.id, s, &m->clock.pace[s], e))
			return -1;
	return 0;
}

/* The stops of one seat, for deadline.h. Absences, like outages, are worth
 * their length and no more: else a short one would be worth the minimum. */
static size_t
stops_of(const struct match *m, int seat, struct stop *out)
{
	size_t n = 0;

	for (size_t i = 0; i < m->clock.n_stop; i++) {
		const struct clock_stop *s = &m->clock.stop[i];
		if (s->seat && (s->seat != seat ||
		    s->holder != m->seat[seat].holder))
			continue;
		out[n++] = (struct stop){ s->from,
			s->until ? s->until : DEADLINE_NEVER,
			s->why == CLOCK_ABSENCE || s->why == CLOCK_OUTAGE };
	}
	return n;
}

static int
reminders_of(struct match *m, int seat, int64_t list[SPAN_LIST])
{
	struct err e;
	const struct player *p = match_player(m, seat, &e);
	const char *text = p && p->remind[0] ? p->remind : m->clock.row.remind;
	int n = strcmp(text, "off") ? span_list_parse(text, list) : 0;

	return n < 0 ? 0 : n;
}

static int64_t
or_never(int64_t t)
{
	return t == DEADLINE_NEVER ? 0 : t;
}

/* A deadline that is later than it was is reminded of anew: what counts as sent
 * are the reminders whose moment lies behind. */
static void
remind_anew(struct clock_seat *s, int64_t due, int64_t now)
{
	if (s->reminded && due > s->due && due > now)
		s->reminded = due - now + 1;
}

static void
settle_seat(struct match *m, int seat, const struct stop *stop, size_t n)
{
	const struct clock_row *c = &m->clock.row;
	const struct pace p = { c->turn, c->grace, c->minimum, c->days,
		c->zone };
	struct clock_seat *s = &m->clock.pace[seat];
	int64_t list[SPAN_LIST], which;
	int64_t due = deadline_due(&p, s->since, s->extra, stop, n);

	remind_anew(s, or_never(due), m->now);
	s->due = or_never(due);
	s->late = or_never(deadline_late(&p, due, stop, n));
	if (s->late && s->late <= s->lapsed)
		s->late = 0;
	s->remind = deadline_remind(due, s->since, m->now, list,
		reminders_of(m, seat, list), s->reminded ? s->reminded - 1 : -1,
		&which);
}

/* One moment is left, at the first seat: when a deserted game is given up, or
 * one that was called off is final. */
static void
settle_last(struct match *m, int64_t seconds)
{
	struct clock_seat first = m->clock.pace[1];
	bool since = first.late && !first.due;

	memset(m->clock.pace, 0, sizeof m->clock.pace);
	if (!seconds)
		return;
	m->clock.pace[1].since = since ? first.since : m->now;
	m->clock.pace[1].late = m->clock.pace[1].since + seconds;
}

void
clocks_settle(struct match *m)
{
	seat_set act = match_to_act(m);
	struct stop *stop;

	if (match_revivable(m) || (m->deserted && match_running(m))) {
		settle_last(m, match_revivable(m) ? REVIVE_SECONDS :
			m->house->abandon);
		return;
	}
	if (!m->clock.row.turn) {
		memset(m->clock.pace, 0, sizeof m->clock.pace);
		return;
	}
	stop = mem_zero(m->clock.n_stop + 1, sizeof *stop);
	for (int s = 1; s <= m->seats; s++) {
		if (act & SEAT_BIT(s) && m->seat[s].player)
			settle_seat(m, s, stop, stops_of(m, s, stop));
		else
			m->clock.pace[s] = (struct clock_seat){ 0 };
	}
	free(stop);
}

void
clocks_opened(struct match *m, int seat)
{
	m->clock.pace[seat] = (struct clock_seat){ .since = m->now };
}

bool
clock_paused(const struct match *m)
{
	const struct clock_stop *s = m->clock.stop;

	for (size_t i = 0; i < m->clock.n_stop; i++)
		if (s[i].why == CLOCK_PAUSE && !s[i].until)
			return true;
	return false;
}

int64_t
clock_away(const struct match *m, int seat)
{
	for (size_t i = 0; i < m->clock.n_stop; i++) {
		const struct clock_stop *s = &m->clock.stop[i];
		if (s->why == CLOCK_ABSENCE && s->seat == seat &&
		    s->holder == m->seat[seat].holder &&
		    s->from <= m->now && s->until > m->now)
			return s->until;
	}
	return 0;
}
