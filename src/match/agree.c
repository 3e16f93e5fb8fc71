/* SPDX-License-Identifier: MIT */

/* Taking moves back, and what all seats must agree to first. */

#include "base/mem.h"
#include "match/ahead.h"
#include "match/match.h"
#include "match/moderate.h"
#include "match/record.h"
#include "store/event.h"

/* Computer players agree to everything; so does nobody's seat. */
static bool
all_agree(const struct match *m)
{
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].player && !m->seat[s].agreed)
			return false;
	return true;
}

/* Of "undo 12". */
static int
event_of(const char *proposal)
{
	return (int)strtol(proposal + strlen("undo "), NULL, 10);
}

/* Done when the last one agrees: kept until the game's end for its log. An undo
 * voids it. */
static int
carry_out(struct match *m, struct refusal *why, struct err *e)
{
	char *what = mem_dup(m->seat[match_proposer(m)].proposal);
	int rc;

	rc = strcmp(what, "end") == 0 ? match_cancel(m, false, why, e) :
					match_undo(m, event_of(what), why, e);
	free(what);
	return rc;
}

/* Who has not agreed may leave, and then nobody is left who could. */
int
agree_settle(struct match *m, struct err *e)
{
	struct moderated act = { .what = "agreed" };
	struct refusal why = { 0 };
	int by = match_proposer(m);

	if (!by || !match_running(m) || !all_agree(m))
		return 0;
	if (strcmp(m->seat[by].proposal, "end") != 0)
		act.number = event_of(m->seat[by].proposal);
	if (carry_out(m, &why, e))
		return why.code != NULL ? 0 : -1;
	moderate_tell(m, act);
	return 0;
}

/* The number of the event that began the seat's last turn: its first move of
 * that turn by the rules among the events that stand and that all may know of.
 * Of two turns that it played in a row only the later one goes. */
struct last_turn {
	int seat, number, turn;
	int before; /* the board */
};

static int
see_event(void *arg, struct match *m, const struct log_entry *h)
{
	struct last_turn *l = arg;
	bool shown = h->board > l->before;
	const int *live;
	int n;

	l->before = h->board;
	if (!shown || h->words != NULL || h->ev.kind != EVENT_MOVE)
		return 0;
	n = table_live(m->table, &live);
	if (!record_stands(live, n, h->seq))
		return 0;
	/* What they do after it, as buying in Clippers, is of that turn. */
	if (h->actor == l->seat && h->turn != l->turn &&
	    h->act & SEAT_BIT(l->seat)) {
		l->number = h->board;
		l->turn = h->turn;
	}
	return 0;
}

static int
own_last_turn(struct match *m, int seat, struct err *e)
{
	struct last_turn l = { .seat = seat };
	struct table *t = NULL;

	if (replay_match(m, 1, NULL, NULL, &t, e))
		return -1;
	table_free(m->table);
	m->table = t;
	return match_each(m, 1, see_event, &l, e) ? -1 : l.number;
}

static void
note_proposal(struct match *m, int seat, const char *what)
{
	m->seat[seat].proposal = mem_dup(what);
	m->seat[seat].agreed = true;
	m->seat[seat].proposed = m->game.board;
	for (int s = 1; s <= m->seats; s++)
		m->seat[s].asked = m->seat[s].mails;
}

/* Boards do not count proposals: of one board several may have been made. */
bool
match_asked(const struct match *m, int seat, int mail, int board, bool named)
{
	int by = match_proposer(m);

	if (seat == by)
		return true;
	if (mail > 0)
		return mail > m->seat[seat].asked;
	if (board >= 0 && board != m->seat[by].proposed)
		return board > m->seat[by].proposed;
	return named;
}

int
match_propose(struct match *m, int seat, const char *what, int number,
    struct refusal *why, struct err *e)
{
	char text[24];

	why->code = NULL;
	if (!match_running(m))
		return refuse(why,
		    m->game.state == GAME_SETUP ? "game-not-begun" :
						  "game-over");
	if (match_proposer(m)) {
		match_refuse_seat(why, "already-proposed", match_proposer(m));
		return refusal_str(why, "what",
		    m->seat[match_proposer(m)].proposal);
	}
	if (strcmp(what, "undo") == 0) {
		if (match_check_bound(m, why))
			return -1;
		if (number == 0 && (number = own_last_turn(m, seat, e)) < 0)
			return -1;
		if (number == 0)
			return refuse(why, "no-move-yet");
		if (number < 1 || number > m->game.board) {
			refuse_int(why, "no-such-event", "number", number);
			return refusal_int(why, "last", m->game.board);
		}
		snprintf(text, sizeof text, "undo %d", number);
	} else {
		snprintf(text, sizeof text, "end");
	}
	note_proposal(m, seat, text);
	happen(m, ON_CHANGE, 0);
	happen(m, ON_PROPOSAL, seat);
	return all_agree(m) ? carry_out(m, why, e) : 0;
}

int
match_agree(struct match *m, int seat, bool yes, struct refusal *why,
    struct err *e)
{
	why->code = NULL;
	if (!match_proposer(m) || !match_running(m))
		return refuse(why, "nothing-proposed");
	if (yes && strcmp(m->seat[match_proposer(m)].proposal, "end") != 0 &&
	    match_check_bound(m, why))
		return -1;
	happen(m, ON_CHANGE, 0);
	m->seat[seat].agreed = yes;
	if (!yes) {
		happen(m, ON_DECLINE, seat);
		undo_proposals(m);
		return 0;
	}
	return all_agree(m) ? carry_out(m, why, e) : 0;
}
