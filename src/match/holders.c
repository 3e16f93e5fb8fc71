/* SPDX-License-Identifier: MIT */

/* Seats of a running game that change hands: given up, taken away, left to a
 * computer player, given to somebody else. Nobody takes one who has seen the
 * hand of another (store/knowledge.h). */

#include "base/mem.h"
#include "computer/level.h"
#include "match/ahead.h"
#include "match/clocks.h"
#include "match/found.h"
#include "match/moderate.h"
#include "match/names.h"
#include "match/record.h"
#include "match/terms.h"
#include "store/inbox.h"
#include "store/knowledge.h"
#include "store/observer.h"
#include "store/outbox.h"
#include "store/request.h"

static int
check_seat(const struct match *m, int seat, struct refusal *why)
{
	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	if (seat < 1 || seat > m->seats)
		return match_refuse_seat(why, "no-such-seat", seat);
	return 0;
}

/* The deadline in the old holder's calendar is taken back by the mail that
 * tells them that they have left. */
static int
leave_calendar(struct match *m, int seat, struct err *e)
{
	const struct seat *s = &m->seat[seat];
	struct calendar c = { 0 };

	if (calendar_get(m->club->db, m->game.id, seat, &c, e) < 0)
		return -1;
	m->left = (struct match_left){ s->player, s->holder, c };
	return calendar_drop(m->club->db, m->game.id, seat, e);
}

/* What the old holder was to be sent, and the mails of theirs that wait for a
 * confirmation, go with their tokens. */
static int
close_old(struct match *m, int seat, bool barred, struct err *e)
{
	struct db *db = m->club->db;
	struct seat *s = &m->seat[seat];

	if (ahead_clear(m, seat, e) || leave_calendar(m, seat, e) ||
	    hold_drop(db, m->game.id, seat, e) < 0 ||
	    outbox_recall(db, m->game.id, seat, e) < 0)
		return -1;
	return s->player && m->table != NULL ?
	    knowledge_add(db, m->game.id, s->player, seat, barred, e) :
	    0;
}

/* The seat's old tokens die with the holder's number. A newcomer is told the
 * whole history. */
static int
new_holder(struct match *m, int seat, int64_t player, bool barred,
    struct err *e)
{
	struct seat *s = &m->seat[seat];

	if (close_old(m, seat, barred, e))
		return -1;
	s->player = player;
	s->computer = player ? LEVEL_NONE : LEVEL_USUAL;
	s->holder++;
	s->mails = s->asked = 0;
	s->hold = false;
	s->ready = s->computer != LEVEL_NONE;
	m->before.act &= (seat_set)~SEAT_BIT(seat);
	s->decision = s->moved = m->game.board;
	s->told = s->told_seq = s->shown = 0;
	/* Who agreed to what they proposed has agreed to nothing else. */
	if (s->proposal != NULL)
		undo_proposals(m);
	s->agreed = false;
	if (m->table == NULL)
		beacon_void(m);
	if (player) {
		free(s->entropy);
		s->entropy = NULL;
		free(s->entropy_mail);
		s->entropy_mail = NULL;
		happen(m, ON_NEWCOMER, seat);
	}
	happen(m, ON_CHANGE, 0);
	return 0;
}

static int
note_seat(struct match *m, const char *verb, int seat, struct err *e)
{
	return m->table != NULL ? match_operator(m, verb, seat_id(seat), e) : 0;
}

int
match_resign(struct match *m, int seat, struct refusal *why, struct err *e)
{
	if (m->game.state == GAME_SETUP)
		return match_leave(m, seat, why, e);
	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	if (note_seat(m, "eject", seat, e))
		return -1;
	happen(m, ON_VACANCY, seat);
	return new_holder(m, seat, 0, false, e);
}

/* Whose seat was given to a computer player, and may come back to it, may not
 * any more. */
static int
bar_holder(struct match *m, int seat, struct refusal *why, struct err *e)
{
	struct db *db = m->club->db;
	int64_t last;
	int barred;

	if (match_last_holder(m, seat, &last, e))
		return -1;
	barred = last ? knowledge_barred(db, m->game.id, last, e) : 1;
	if (barred < 0)
		return -1;
	if (barred || match_seat_of(m, last))
		return match_refuse_seat(why, "seat-computer", seat);
	moderate_tell(m, (struct moderated){ .what = "barred", .seat = seat });
	if (knowledge_bar(db, m->game.id, last, e))
		return -1;
	return m->club->notifier->former(m, seat, last, e);
}

/* The same of a seat whose holder was not asked. */
static int
put_out(struct match *m, int seat, const char *act, bool barred,
    struct refusal *why, struct err *e)
{
	int64_t player;

	if (check_seat(m, seat, why))
		return -1;
	player = m->seat[seat].player;
	if (m->seat[seat].computer)
		return barred ? bar_holder(m, seat, why, e) :
				match_refuse_seat(why, "seat-computer", seat);
	if (!player && barred)
		return match_refuse_seat(why, "nobody-there", seat);
	/* Before the start nobody has seen a hand: whoever asks may have it. */
	if ((!player || m->table == NULL) &&
	    knowledge_add(m->club->db, m->game.id, 0, seat, false, e))
		return -1;
	if (note_seat(m, "eject", seat, e) ||
	    new_holder(m, seat, 0, barred, e) ||
	    (barred && clock_wait(m, seat, e)))
		return -1;
	moderate_tell(m,
	    (struct moderated){ .what = act,
		.seat = seat,
		.when = clock_waits(m, seat) });
	return player ? m->club->notifier->former(m, seat, player, e) : 0;
}

int
moderate_eject(struct match *m, int seat, struct refusal *why, struct err *e)
{
	int64_t player;

	if (m->game.state != GAME_SETUP)
		return put_out(m, seat, "eject", true, why, e);
	if (check_seat(m, seat, why))
		return -1;
	if (match_seat_free(m, seat))
		return match_refuse_seat(why, "nobody-there", seat);
	player = m->seat[seat].player;
	moderate_tell(m, (struct moderated){ .what = "vacate", .seat = seat });
	if (match_leave(m, seat, why, e))
		return -1;
	return player ? m->club->notifier->former(m, seat, player, e) : 0;
}

int
moderate_dummy(struct match *m, int seat, int level, struct refusal *why,
    struct err *e)
{
	if (put_out(m, seat, "dummy", false, why, e))
		return -1;
	if (level)
		m->seat[seat].computer = level;
	return names_computer(m, seat, e);
}

int
moderate_late(struct match *m, int seat, struct refusal *why, struct err *e)
{
	return put_out(m, seat, "late", false, why, e);
}

/* Whether they may sit there: not at two seats, and not with the sight of
 * another hand. */
static int
check_newcomer(struct match *m, int seat, int64_t player, struct refusal *why,
    struct err *e)
{
	int rc;

	for (int s = 1; s <= m->seats; s++)
		if (s != seat && m->seat[s].player == player)
			return match_refuse_seat(why, "already-seated", s);
	if (m->kind->rules->vary == NULL)
		return 0;
	rc = knowledge_beyond(m->club->db, m->game.id, player, seat, e);
	return rc > 0 ? refuse(why, "has-seen") : rc;
}

int
match_replace(struct match *m, int seat, const char *name, const char *address,
    struct refusal *why, struct err *e)
{
	int64_t id = 0, former;

	if (check_seat(m, seat, why))
		return -1;
	if (club_player(m->club, name, address, m->game.lang, &id, e) ||
	    check_newcomer(m, seat, id, why, e))
		return -1;
	former = m->seat[seat].player;
	moderate_tell(m, (struct moderated){ .what = "replace", .seat = seat });
	if (note_seat(m, "replace", seat, e) ||
	    new_holder(m, seat, id, false, e))
		return -1;
	if (name != NULL && *name && names_take(m, seat, name, e))
		return -1;
	if (observer_drop(m->club->db, m->game.id, id, e) < 0)
		return -1;
	return former && former != id ?
	    m->club->notifier->former(m, seat, former, e) :
	    0;
}

/* Who plays as well might give the seat to an address of their own, and see the
 * hand there. */
int
moderate_replace(struct match *m, int seat, const char *name,
    const char *address, struct refusal *why, struct err *e)
{
	why->code = NULL;
	if (m->by != NULL && m->table != NULL && match_moderator_seat(m))
		return match_refuse_seat(why, "moderator-plays", seat);
	return match_replace(m, seat, name, address, why, e);
}

/* Who sat there last comes back without asking. A moderator who plays has no
 * say in who is to see the hand of another. */
static int
check_closed(struct match *m, int seat, int64_t player, struct refusal *why,
    struct err *e)
{
	int64_t last;

	if (!terms_shut(m, player) || match_moderator_seat(m))
		return 0;
	if (match_last_holder(m, seat, &last, e))
		return -1;
	return last == player ? 0 : refuse(why, "game-closed");
}

/* Left by its holder, kept for nobody else; who was put out comes back only if
 * they are asked to. *mine: the invitation that they answer; 0. */
static int
check_takeover(struct match *m, int seat, int64_t player, int64_t *mine,
    struct refusal *why, struct err *e)
{
	struct db *db = m->club->db;
	int left, barred, kept;

	if (check_seat(m, seat, why))
		return -1;
	if (m->game.state == GAME_SETUP)
		return refuse(why, "game-not-begun");
	left = knowledge_left(db, m->game.id, seat, e);
	barred = knowledge_barred(db, m->game.id, player, e);
	kept = match_seat_kept(m, seat, player, 0, mine, e);
	if (left < 0 || barred < 0 || kept < 0)
		return -1;
	if (!left || !m->seat[seat].computer)
		return match_refuse_seat(why, "seat-not-left", seat);
	if (kept)
		return match_refuse_seat(why, "seat-kept", seat);
	if (barred && !*mine)
		return refuse(why, "put-out");
	if (!*mine && check_closed(m, seat, player, why, e))
		return -1;
	return check_newcomer(m, seat, player, why, e);
}

int
match_takeover(struct match *m, int seat, int64_t player, const char *name,
    struct refusal *why, struct err *e)
{
	struct player p;
	int64_t mine = 0;
	int rc, found;

	if (check_takeover(m, seat, player, &mine, why, e))
		return -1;
	if (mine && request_close(m->club->db, mine, REQUEST_GRANTED, e) < 0)
		return -1;
	if (note_seat(m, "replace", seat, e) ||
	    new_holder(m, seat, player, false, e) || clock_return(m, seat, e))
		return -1;
	found = name != NULL ? 0 : player_get(m->club->db, player, &p, e);
	if (found == 1)
		name = p.name;
	rc = found >= 0 && name != NULL ? names_take(m, seat, name, e) : found;
	if (found == 1)
		player_release(&p);
	/* Who plays does not watch as well. */
	return rc < 0 || observer_drop(m->club->db, m->game.id, player, e) < 0 ?
	    -1 :
	    0;
}

/* Whether the seat may be offered. Another than who offers it hears whether
 * they may sit there once they answer: before that it would tell whose the
 * address is, and where they sit. */
static int
check_offer(struct match *m, int seat, const char *address, int64_t by,
    struct refusal *why, struct err *e)
{
	struct player p;
	int rc;

	why->code = NULL;
	if (m->by != NULL && m->table != NULL && match_moderator_seat(m))
		return match_refuse_seat(why, "moderator-plays", seat);
	if (check_seat(m, seat, why))
		return -1;
	rc = player_by_address(m->club->db, address, &p, e);
	if (rc == 1) {
		rc = p.id == by ? check_newcomer(m, seat, by, why, e) : 0;
		player_release(&p);
	}
	return rc;
}

int
moderate_offer(struct match *m, int seat, const char *address, int64_t by,
    int64_t *id, struct refusal *why, struct err *e)
{
	if (check_offer(m, seat, address, by, why, e) ||
	    match_offer(m, seat, address, by, id, why, e))
		return -1;
	if (m->game.state == GAME_SETUP)
		return match_seat_free(m, seat) ?
		    0 :
		    moderate_eject(m, seat, why, e);
	if (m->seat[seat].computer) {
		moderate_tell(m,
		    (struct moderated){ .what = "offered", .seat = seat });
		return knowledge_add(m->club->db, m->game.id, 0, seat, false,
		    e);
	}
	return put_out(m, seat, "given", false, why, e);
}
