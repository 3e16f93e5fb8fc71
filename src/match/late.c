/* SPDX-License-Identifier: MIT */

/* The end of a turn by the clock, and reminders before it. */

#include "match/clocks.h"
#include "match/moderate.h"
#include "match/record.h"
#include "match/terms.h"

/* More moves than any turn has: a late rule must come to an end. */
enum { MOVES_MOST = 100 };

/* Who was late keeps what their mail has made, and what ends the turn is asked
 * of the rules; where they know no late move the computer player does. */
static int
late_move(struct match *m, int seat, bool computer, struct err *e)
{
	struct refusal why = { 0 };
	struct move mv = { 0 };
	int rc;

	if (computer ||
	    m->kind->rules->late(m->kind->data, table_position(m->table), seat,
		&mv) < 0)
		return settle_computer(m, seat, e);
	rc = match_move(m, seat, &mv, &why, e);
	if (rc && why.code != NULL)
		return err_set(e, ERR_CORRUPT,
		    "game %lld: the late move of p%d is refused: %s",
		    (long long)m->game.id, seat, why.code);
	return rc;
}

static int
end_by_moves(struct match *m, int seat, bool computer, struct err *e)
{
	struct refusal why;
	int turn = match_turn(m);

	for (int i = 0; i < MOVES_MOST && match_turn(m) == turn &&
	    match_to_act(m) & SEAT_BIT(seat);
	    i++) {
		int ended = i && !computer ? match_turn_end(m, seat, &why, e) :
					     0;
		if (ended < 0 && why.code == NULL)
			return -1;
		if (ended <= 0 && late_move(m, seat, computer, e))
			return -1;
	}
	return 0;
}

enum clock_late
clock_rule(const struct match *m)
{
	return m->clock.row.late == CLOCK_WAIT ? CLOCK_PASS : m->clock.row.late;
}

/* how: "over", the time is; "process", a moderator did it, who says so. */
static int
end_turn(struct match *m, int seat, const char *how, struct err *e)
{
	enum clock_late rule = clock_rule(m);
	bool late = strcmp(how, "over") == 0;
	struct refusal why;
	char words[32];

	snprintf(words, sizeof words, "p%d %s=%s", seat, how,
	    clock_late_names[rule]);
	if (clock_note(m, words, e))
		return -1;
	if (!late)
		moderate_tell(m,
		    (struct moderated){ .what = "process", .seat = seat });
	if (rule == CLOCK_EJECT)
		return late ? moderate_late(m, seat, &why, e) :
			      moderate_dummy(m, seat, 0, &why, e);
	return end_by_moves(m, seat, rule == CLOCK_BOT, e);
}

/* Who plays has an interest in how long others have. */
static bool
may_process(const struct match *m, int seat)
{
	int own = m->by != NULL ? match_moderator_seat(m) : 0;
	int64_t due = match_due(m, seat);

	return !own || own == seat || m->club->early || (due && due <= m->now);
}

int
clock_may_process(const struct match *m, int seat, seat_set *ends,
    struct refusal *why)
{
	seat_set act = match_to_act(m);

	*ends = 0;
	if (!match_running(m))
		return refuse(why,
		    m->game.state == GAME_SETUP ? "game-not-begun" :
						  "game-over");
	for (int s = 1; s <= m->seats; s++) {
		if (!(act & SEAT_BIT(s)) || (seat && s != seat) ||
		    !m->seat[s].player)
			continue;
		if (!may_process(m, s))
			return match_refuse_seat(why, "process-early", s);
		*ends |= SEAT_BIT(s);
	}
	return *ends ? 0 : refuse(why, "nobody-to-act");
}

/* The end of one's turn may have ended that of another. */
int
clock_process(struct match *m, int seat, struct refusal *why, struct err *e)
{
	seat_set ends;

	why->code = NULL;
	if (clock_may_process(m, seat, &ends, why))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		if (ends & match_to_act(m) & SEAT_BIT(s) &&
		    end_turn(m, s, "process", e))
			return -1;
	return 0;
}

/* All hear of it, and who is late once more that it is their turn. */
static int
tell_late(struct match *m, int seat, struct err *e)
{
	char words[32];

	snprintf(words, sizeof words, "p%d over=wait", seat);
	if (clock_note(m, words, e))
		return -1;
	happen(m, ON_ACT, 0);
	happen(m, ON_REMINDER, seat);
	return 0;
}

/* With the rule to wait nothing ends; that the seat is late is said once. */
int
clock_expire(struct match *m, int seat, struct err *e)
{
	struct refusal why;

	clock_settle(m);
	if (m->game.state == GAME_SETUP)
		return terms_due(m, e);
	if (!clocks_late(&m->clock, seat, m->now))
		return 0;
	if (match_revivable(m))
		return clock_final(m, e) ? -1 : 1;
	if (m->deserted)
		return match_abandon(m, &why, e) ? -1 : 1;
	if (m->clock.row.late != CLOCK_WAIT)
		return end_turn(m, seat, "over", e) ? -1 : 1;
	return tell_late(m, seat, e) ? -1 : 1;
}

bool
clock_remind(struct match *m, int seat)
{
	struct clock_game g = clock_game_of(m);

	if (!clocks_remind(&m->clock, &g, seat))
		return false;
	happen(m, ON_REMINDER, seat);
	return true;
}
