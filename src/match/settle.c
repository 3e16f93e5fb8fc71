/* SPDX-License-Identifier: MIT */

/* What follows from what was done: computer seats, moves sent ahead, the
 * end, new decisions, and everything written down. */

#include "computer/level.h"
#include "match/ahead.h"
#include "match/clocks.h"
#include "match/moderate.h"
#include "match/names.h"
#include "match/record.h"
#include "match/results.h"
#include "match/table_cache.h"
#include "match/think.h"
#include "store/analysis.h"
#include "store/due.h"
#include "store/inbox.h"
#include "store/thought.h"

/* Who would search does not do so here. */
static enum skill
skill_of(const struct match *m, int seat)
{
	enum skill level = (enum skill)m->seat[seat].computer;

	return level == LEVEL_NONE || level == LEVEL_HARD ? LEVEL_USUAL : level;
}

int
settle_computer(struct match *m, int seat, struct err *e)
{
	uint8_t key[RNG_KEY_SIZE];
	struct move mv = { 0 };
	struct rng own;

	think_key(m, seat, key);
	rng_init(&own, key);
	if (level_choose(skill_of(m, seat), m->kind, table_position(m->table),
		seat, &own, &mv))
		return err_set(e, ERR_CORRUPT, "game %lld: no move for p%d",
		    (long long)m->game.id, seat);
	return match_thought(m, seat, &mv, e);
}

/* Of those that do not search (think.h), nor wait. */
static int
first_computer(const struct match *m)
{
	seat_set act = match_to_act(m);

	for (int s = 1; s <= m->seats; s++)
		if (act & SEAT_BIT(s) && m->seat[s].computer &&
		    m->seat[s].computer != LEVEL_HARD && !clock_waits(m, s))
			return s;
	return 0;
}

/* Its time was given back, in this turn. */
static bool
is_restored(const struct match *m, int seat)
{
	return m->clock.restored & SEAT_BIT(seat) &&
	    m->clock.restored_turn == m->game.turn;
}

/* Whose turn it is has the time that they had, with other moves, and also when
 * another was asked something meanwhile, which is no way to more of it. */
static bool
goes_on(const struct match *m, int seat)
{
	return m->clock.pace[seat].since && match_at(m) == seat;
}

void
settle_decisions(struct match *m)
{
	seat_set act = match_to_act(m);
	bool anew = happened(m, ON_UNDO) || happened(m, ON_BEGIN);

	if (m->table != NULL)
		m->game.turn = match_turn(m);
	if (m->game.turn != m->before.turn)
		anew = true;
	for (int s = 1; s <= m->seats; s++) {
		bool over = anew || happened_to(m, ON_TIMEOUT, s) ||
		    happened_to(m, ON_NEWCOMER, s);
		bool other = over || !(m->before.act & SEAT_BIT(s));

		/* What a mail of another branch listed is not what may be done
		 * now, out of turn either. */
		if (happened(m, ON_UNDO))
			m->seat[s].decision = m->game.board;
		if (over && !is_restored(m, s))
			m->clock.pace[s] = (struct clock_seat){ 0 };
		if (!(act & SEAT_BIT(s)) ||
		    (!other && m->before.moves & SEAT_BIT(s)))
			continue;
		m->seat[s].decision = m->game.opened = m->game.board;
		happen(m, ON_DECISION, s);
		if (other && !is_restored(m, s) && !goes_on(m, s))
			clocks_opened(&m->clock, s, m->now);
	}
}

/* It is said once that nobody is left. */
static int
see_who_is_there(struct match *m, struct err *e)
{
	int alone = match_deserted(m, e);

	if (alone > 0 && !m->deserted)
		moderate_tell(m,
		    (struct moderated){ .what = "deserted",
			.days = (int)((m->club->abandon + 86399) / 86400) });
	m->deserted = alone > 0;
	return alone < 0 ? -1 : 0;
}

int
match_settle(struct match *m, struct err *e)
{
	int s;

	struct refusal why;

	if (m->settled)
		return 0;
	/* The last who came was ready with that: what else their mail held, as
	 * words for the shuffle, is done. And a round that was named before a
	 * computer player came is named anew. */
	if (m->game.state == GAME_SETUP &&
	    (happened(m, ON_NEWCOMER) || happened(m, ON_VOID)) &&
	    match_all_ready(m) && m->game.unbound == 0 && !match_awaits(m) &&
	    match_begin(m, &why, e))
		return -1;
	if (agree_settle(m, e) || see_who_is_there(m, e))
		return -1;
	for (;;) {
		int rc;
		if (!m->deserted && (s = first_computer(m)) != 0)
			rc = settle_computer(m, s, e);
		else if ((s = ahead_next(m)) != 0)
			rc = ahead_fire(m, s, e);
		else
			break;
		if (rc)
			return -1;
	}
	if (m->game.state == GAME_RUNNING && table_over(m->table)) {
		if (m->terms.names == TERMS_NAMES_HIDDEN && names_show(m, e))
			return -1;
		m->game.state = GAME_OVER;
		m->game.ended = m->game.final = m->now;
		happen(m, ON_END, 0);
		happen(m, ON_CHANGE, 0);
	}
	if (happened(m, ON_CHANGE))
		settle_decisions(m);
	clock_settle(m);
	m->settled = true;
	return 0;
}

/* Its pages are made when it ends and whenever it changes after that; an undo
 * may make a game go on that was over. */
static bool
archive_asks(const struct match *m)
{
	return m->game.seq > 0 &&
	    (happened(m, ON_UNDO) || m->game.state == GAME_OVER ||
		m->game.state == GAME_CANCELLED);
}

int
match_weighed(struct match *m, struct err *e)
{
	bool people = false;

	for (int s = 1; s <= m->seats; s++)
		people |= m->seat[s].player != 0;
	return people && m->game.state == GAME_OVER && match_reveals(m) ?
	    match_archived(m, e) :
	    0;
}

static int
ask_analysis(struct match *m, struct err *e)
{
	int rc = m->club->analyses ? match_weighed(m, e) : 0;

	return rc == 1 ?
	    analysis_put(m->club->db, m->game.id, m->game.seq, m->now, e) :
	    rc;
}

/* Who is to think, in a game in which somebody does or did. */
static int
write_thinker(struct match *m, struct err *e)
{
	int seat = match_thinker(m);
	bool thinks = happened(m, ON_NEWCOMER);

	for (int s = 1; s <= m->seats; s++)
		thinks |= m->seat[s].computer == LEVEL_HARD;
	if (seat != 0)
		return thought_put(m->club->db, m->game.id, seat, m->game.board,
		    m->now, e);
	return thinks ? thought_drop(m->club->db, m->game.id, e) : 0;
}

static int
write_rows(struct match *m, struct err *e)
{
	bool change = match_changed(m);

	for (int s = 1; s <= m->seats; s++) {
		m->seat[s].hold = false;
		if (seat_save(m->club->db, &m->seat[s], e))
			return -1;
	}
	if (clocks_write(&m->clock, m->club->db, m->game.id, e) ||
	    (m->terms.changed &&
		terms_put(m->club->db, m->game.id, &m->terms, e)))
		return -1;
	/* A broadcast moves the chain. */
	if (!change && !happened(m, ON_BROADCAST) &&
	    m->seat[0].mails == m->game.moderator_mails)
		return 0;
	m->game.moderator_mails = m->seat[0].mails;
	if (!change)
		return game_save(m->club->db, &m->game, e);
	if (m->game.turn != m->before.turn &&
	    hold_lapse(m->club->db, m->game.id, m->game.turn, e))
		return -1;
	if ((happened(m, ON_END) || happened(m, ON_UNDO)) &&
	    results_write(m, e))
		return -1;
	if (archive_asks(m) &&
	    (due_put(m->club->db, m->game.id, e) || ask_analysis(m, e)))
		return -1;
	if (write_thinker(m, e))
		return -1;
	return game_save(m->club->db, &m->game, e) ||
		(m->table != NULL && record_keep(m, e)) ?
	    -1 :
	    0;
}

int
match_finish(struct match *m, int answer_to, struct err *e)
{
	int rc = match_settle(m, e);

	if (rc == 0)
		rc = m->club->notifier->after(m, answer_to, e);
	record_trim(m);
	if (rc == 0)
		rc = write_rows(m, e);
	if (rc == 0) /* the table is kept */
		m->happened[ON_CHANGE] = m->happened[ON_SECRET] = 0;
	match_drop(m);
	return rc;
}
