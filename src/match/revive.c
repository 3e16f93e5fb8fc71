/* SPDX-License-Identifier: MIT */

/* A game that its moderator called off: for 14 days it can go on, then it is
 * final, and what was hidden in it is open to all. */

#include "match/clocks.h"
#include "match/moderate.h"
#include "match/record.h"

/* Whether mail still goes to the holder: who was forgotten has no address. */
static int
is_there(struct match *m, int seat, struct err *e)
{
	struct buf to = BUF_INIT;
	int rc = address_primary(m->club->db, m->seat[seat].player, &to, e);

	buf_release(&to);
	return rc;
}

/* As one of a game that was taken over when it was called off. */
static bool
nobodys(const struct match *m, int seat)
{
	return seat != 0 && m->table != NULL && !m->seat[seat].player &&
	    !m->seat[seat].computer;
}

/* A computer player goes on for whoever was forgotten or is not here, and the
 * keeper moderates. */
static int
fill_gaps(struct match *m, struct refusal *why, struct err *e)
{
	for (int s = 0; s <= m->seats; s++) {
		int there = m->seat[s].player ? is_there(m, s, e) :
						!nobodys(m, s);

		if (there < 0 || (!there && s && match_resign(m, s, why, e)))
			return -1;
		if (!there && !s) {
			m->game.moderator = m->seat[0].player = 0;
			m->game.moderator_holder = ++m->seat[0].holder;
			m->seat[0].mails = 0;
		}
	}
	return 0;
}

/* A mail of the moderator's is judged when the end has been dealt with, if it
 * came after that (daemon/ticker.h); the keeper is never asked when. */
static int
check_revive(const struct match *m, struct refusal *why)
{
	why->code = NULL;
	if (match_final(m) ||
	    (match_revivable(m) && m->by == NULL &&
		clocks_late(&m->clock, 1, m->now)))
		return refuse(why, "game-final");
	return match_revivable(m) ? 0 : refuse(why, "not-called-off");
}

/* The moment for which its beginning was set may have gone by. */
static void
forget_begin(struct match *m)
{
	if (!m->terms.begins || m->terms.begins > m->now)
		return;
	m->terms.begins = 0;
	m->terms.changed = true;
	moderate_tell(m, (struct moderated){ .what = "begins_ready" });
}

int
match_revive(struct match *m, struct refusal *why, struct err *e)
{
	if (check_revive(m, why))
		return -1;
	memset(m->clock.pace, 0, sizeof m->clock.pace);
	if (m->table != NULL) {
		if (undo_back(m, m->game.seq, e))
			return -1;
	} else {
		m->game.state = GAME_SETUP;
		m->game.ended = 0;
		forget_begin(m);
		/* The round that was named is void. */
		if (match_asks_beacon(m) && match_all_ready(m))
			beacon_name(m);
	}
	happen(m, ON_CHANGE, 0);
	return fill_gaps(m, why, e);
}

/* Also where nothing was drawn yet: who was sent the commitment may see what it
 * was of. */
static bool
publishes(const struct match *m)
{
	return match_reveals(m) &&
	    (m->table != NULL || game_seed_known(&m->game));
}

int
clock_final(struct match *m, struct err *e)
{
	m->game.final = m->now;
	happen(m, ON_CHANGE, 0);
	if (!publishes(m))
		return 0;
	for (int s = 0; s <= m->seats; s++) {
		int there = m->seat[s].player ? is_there(m, s, e) : 1;

		if (there < 0)
			return -1;
		if (!there)
			set_mailed(m, s);
	}
	happen(m, ON_END, 0);
	moderate_tell(m, (struct moderated){ .what = "final" });
	return 0;
}
