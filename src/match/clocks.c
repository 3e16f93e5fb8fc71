/* SPDX-License-Identifier: MIT */
#include "match/clocks.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/span.h"
#include "match/order.h"
#include "store/db.h"

enum { USUAL_TURN = 3 * 86400 }; /* seconds */

struct clock_game
clock_game_of(struct match *m)
{
	struct clock_game g = { .now = m->now,
		.asked = order_asked(m->club),
		.seats = m->seats,
		.last = -1 };
	seat_set act = match_to_act(m);
	const struct player *p;
	struct err e;

	for (int s = 1; s <= m->seats; s++) {
		g.holder[s] = m->seat[s].holder;
		if (m->seat[s].player && match_at(m) == s)
			g.own = s;
		if (!(act & SEAT_BIT(s)) || !m->seat[s].player)
			continue;
		p = match_player(m, s, &e);
		g.act |= SEAT_BIT(s);
		g.remind[s] = p != NULL ? p->remind : NULL;
	}
	if (match_revivable(m))
		g.last = REVIVE_SECONDS;
	else if (m->deserted && match_running(m))
		g.last = m->club->abandon;
	return g;
}

void
clock_settle(struct match *m)
{
	struct clock_game g = clock_game_of(m);
	seat_set act = match_to_act(m);

	clocks_settle(&m->clock, &g);
	for (int s = 1; s <= m->seats && g.last < 0; s++) {
		int64_t until = act & SEAT_BIT(s) ? clock_waits(m, s) : 0;

		if (until)
			m->clock.pace[s].late = until;
	}
	if (m->game.state == GAME_SETUP && m->terms.begins)
		m->clock.pace[1].late = m->terms.begins;
}

void
clock_apply(struct match *m, const char *words)
{
	struct clock_game g = clock_game_of(m);

	m->happened[ON_TIMEOUT] |= (uint8_t)(clocks_apply(&m->clock, &g, words)
	    << 1);
}

/* What is asked in the same mail is answered by the new deadlines. Before the
 * first event there is no log to note it in. */
int
clock_note(struct match *m, const char *words, struct err *e)
{
	clock_apply(m, words);
	clock_settle(m);
	return m->table != NULL ? match_operator(m, "set-clock", words, e) : 0;
}

static seat_set
people_of(const struct match *m)
{
	seat_set people = 0;

	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].player)
			people |= SEAT_BIT(s);
	return people;
}

/* Who plays leaves nobody less time by other clocks, nor none to keep to, after
 * which any were more. Where there are none, the club's are what others may
 * count on, and three days for a turn where it has none either. */
static int
shortens(const struct match *m, const struct clock_game *g, int own,
    const struct clock_row *to, struct refusal *why)
{
	struct clock_row usual = m->club->clock;
	seat_set sooner;

	if (!match_running(m))
		return 0;
	if (!to->turn && m->clock.row.turn)
		return refuse(why, "clocks-kept");
	if (!usual.turn)
		usual.turn = USUAL_TURN;
	sooner = clocks_sooner(&m->clock, g, people_of(m), to, &usual);
	for (int s = 1; s <= m->seats; s++)
		if (s != own && sooner & SEAT_BIT(s))
			return match_refuse_seat(why, "clocks-shorter", s);
	return 0;
}

/* Who plays has an interest in how long others have: they take from nobody what
 * they had, neither time, also of turns to come, nor days on which they are
 * away. */
static int
takes_away(const struct match *m, const struct clock_game *g,
    const struct clock_act *act, struct refusal *why)
{
	int own = m->by != NULL && !m->club->early ? match_moderator_seat(m) :
						     0;

	if (!own)
		return 0;
	if (act->what == DO_SET)
		return shortens(m, g, own, act->to, why);
	for (int s = 1; s <= m->seats; s++)
		if (act->what == DO_DUE && (!act->seat || s == act->seat) &&
		    s != own && g->act & SEAT_BIT(s) &&
		    act->until < m->clock.pace[s].due)
			return match_refuse_seat(why, "process-early", s);
	if ((act->what == DO_ABSENCE || act->what == DO_BACK) &&
	    act->seat != own &&
	    clocks_absent(&m->clock, act->seat, g->holder[act->seat], m->now,
		0))
		return match_refuse_seat(why, "absence-theirs", act->seat);
	return 0;
}

static unsigned
states_for(enum clock_doing what)
{
	return what == DO_SET || what == DO_ABSENCE || what == DO_BACK ?
	    SETTING_UP | RUNNING :
	    RUNNING;
}

/* Days that went by before the game began are not used up. */
static void
forget_days(struct match *m)
{
	for (size_t i = 0; i < m->clock.n_stop; i++) {
		struct clock_stop *s = &m->clock.stop[i];

		if (s->why != CLOCK_ABSENCE || s->from >= m->now)
			continue;
		s->from = s->until < m->now ? s->until : m->now;
		s->changed = true;
	}
}

/* What concerns all is told to all at once. */
int
clock_ask(struct match *m, const struct clock_act *act, struct refusal *why,
    struct err *e)
{
	struct clock_game g = clock_game_of(m);
	struct clock_row *row = &m->clock.row;
	struct buf words = BUF_INIT;
	int rc = match_check_state(m, states_for(act->what), why);

	if (m->game.state == GAME_SETUP)
		forget_days(m);
	if (rc == 0)
		rc = takes_away(m, &g, act, why);
	if (rc == 0)
		rc = clocks_ask(&m->clock, &g, act, &words, why);
	if (rc == 0 && act->what == DO_SET) {
		row->absence = act->to->absence;
		snprintf(row->zone, sizeof row->zone, "%s", act->to->zone);
		happen(m, ON_CHANGE, 0);
	}
	if (rc == 0 && m->table != NULL && !act->seat)
		happen(m, ON_ACT, 0);
	if (rc == 0)
		rc = clock_note(m, words.data, e);
	buf_release(&words);
	return rc;
}

int
clock_begin(struct match *m, struct err *e)
{
	struct buf words = BUF_INIT;
	int rc = 0;

	forget_days(m);
	for (size_t i = 0; i < m->clock.n_stop && rc == 0; i++) {
		const struct clock_stop *s = &m->clock.stop[i];

		if (s->why != CLOCK_ABSENCE || s->until <= s->from ||
		    s->holder != m->seat[s->seat].holder)
			continue;
		buf_clear(&words);
		clock_absence_words(s->seat, s->from, s->until, &words);
		rc = match_operator(m, "set-clock", words.data, e);
	}
	buf_release(&words);
	return rc;
}

int
clock_hold(struct match *m, int seat, int64_t until, struct err *e)
{
	struct clock_game g = clock_game_of(m);
	struct buf words = BUF_INIT;
	int rc = 0;

	if (match_running(m) && m->seat[seat].player)
		clocks_hold(&m->clock, &g, seat, until, &words);
	if (words.len)
		rc = clock_note(m, words.data, e) ? -1 : 1;
	buf_release(&words);
	return rc;
}

int64_t
clock_waits(const struct match *m, int seat)
{
	return m->seat[seat].computer && m->clock.row.turn ?
	    clocks_stopped(&m->clock, CLOCK_HOLD, seat, m->seat[seat].holder,
		m->now) :
	    0;
}

int
clock_wait(struct match *m, int seat, struct err *e)
{
	char words[16 + CLOCK_STAMP_SIZE], stamp[CLOCK_STAMP_SIZE];

	if (!match_running(m) || !m->clock.row.turn || !m->clock.row.grace)
		return 0;
	clock_stamp(m->now + m->clock.row.grace, stamp);
	snprintf(words, sizeof words, "p%d wait=%s", seat, stamp);
	return clock_note(m, words, e);
}

/* What a computer player that waits for somebody has waited through counts no
 * more than the time of a person does. */
static void
wait_longer(struct match *m, const struct clock_outage *o)
{
	struct clock_stop *s;

	for (int i = 1; i <= m->seats; i++) {
		if (!m->seat[i].computer)
			continue;
		for (size_t k = 0; (s = clocks_own(&m->clock, i,
					m->seat[i].holder, CLOCK_HOLD, &k));) {
			int64_t from = o->from > s->from ? o->from : s->from;

			if (s->until <= from || from >= o->until)
				continue;
			s->until += o->until - from;
			s->changed = true;
		}
	}
}

/* Between them a computer player had it. What gives it up and takes it in one
 * mail has opened no decision. */
int
clock_return(struct match *m, int seat, struct err *e)
{
	struct clock_game g = clock_game_of(m);
	struct clocks *c = &m->clock;
	int turn = match_turn(m);
	int64_t last;

	if (match_last_holder(m, seat, &last, e))
		return -1;
	if (last != m->seat[seat].player)
		return 0;
	clocks_return(c, &g, seat, m->seat[seat].holder - 2);
	if (happened_to(m, ON_VACANCY, seat) && !happened(m, ON_UNDO) &&
	    turn == m->before.turn && c->before[seat].since) {
		c->pace[seat] = c->before[seat];
		c->restored |= SEAT_BIT(seat);
		c->restored_turn = turn;
	}
	return 0;
}

static int64_t
stand_still(struct match *m, const struct clock_outage *o)
{
	struct clock_game g;

	m->now = o->noted;
	g = clock_game_of(m);
	m->clock.row.outage = o->id;
	wait_longer(m, o);
	return clocks_outage(&m->clock, &g, o->from, o->until);
}

void
clock_outage_seen(struct match *m, const struct clock_outage *o)
{
	int64_t now = m->now;

	(void)stand_still(m, o);
	m->now = now;
}

/* Nobody is mailed for it: who had been told everything still has. */
int
clock_outage(struct match *m, const struct clock_outage *o, struct err *e)
{
	int64_t still = stand_still(m, o);
	struct buf words = BUF_INIT;
	int board = m->game.board, rc;
	char id[24];

	m->clock.set = true;
	if (!still)
		return 0;
	snprintf(id, sizeof id, "%lld", (long long)m->game.id);
	db_log(m->club->db, LOG_LEVEL_INFO, "clock.outage", "game", id, NULL);
	buf_str(&words, "outage=");
	span_format(still, &words);
	rc = match_operator(m, "set-clock", words.data, e);
	buf_release(&words);
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].told == board)
			m->seat[s].told = m->game.board;
	return rc;
}

int64_t
clock_away(const struct match *m, int seat)
{
	return clocks_stopped(&m->clock, CLOCK_ABSENCE, seat,
	    m->seat[seat].holder, m->now);
}

const char *
clock_zone(const struct match *m, const struct player *p)
{
	return m->terms.names == TERMS_NAMES_HIDDEN ? m->club->tz : p->tz;
}

bool
clock_is_so(const struct match *m, const struct clock_act *act)
{
	int holder = m->seat[act->seat].holder;

	return act->what == DO_BACK ?
	    !clocks_absent(&m->clock, act->seat, holder, m->now, 0) :
	    clocks_absent(&m->clock, act->seat, holder,
		act->from < m->now ? m->now : act->from, act->until);
}

bool
clock_brings(const struct match *m, const struct clock_act *act)
{
	int holder = m->seat[act->seat].holder;
	const struct clock_stop *s;

	for (size_t i = 0; (s = clocks_own(&m->clock, act->seat, holder,
				CLOCK_ABSENCE, &i)) != NULL;)
		if (s->until > m->now &&
		    (s->until > act->until ||
			(s->from < act->from && m->now < act->from)))
			return false;
	return act->what == DO_ABSENCE;
}

/* Whose present decision has a clock that counts: what opened in this very
 * transaction has none yet, unless it came back in it. */
static seat_set
counting(const struct match *m, int turn)
{
	seat_set had = m->before.act | SEAT_BIT(match_at(m));

	if (m->deserted || !m->clock.row.turn)
		return 0;
	if (happened(m, ON_UNDO) || turn != m->before.turn)
		return turn == m->clock.restored_turn ? m->clock.restored : 0;
	return had &
	    (seat_set) ~(happened_seats(m, ON_TIMEOUT) |
		happened_seats(m, ON_NEWCOMER));
}

int
clock_keep_undo(struct match *m, int event, struct err *e)
{
	struct clock_game g = clock_game_of(m);

	return clocks_keep(&m->clock, &g, m->club->db, m->game.id, event,
	    counting(m, match_turn(m)), e);
}

int
clock_restore_undo(struct match *m, int event, struct err *e)
{
	struct clock_game g = clock_game_of(m);

	return clocks_restore(&m->clock, &g, m->club->db, m->game.id, event,
	    match_turn(m), e);
}
