/* SPDX-License-Identifier: MIT */

/* Seats of a game that is being set up: taken, left, given to computer
 * players. Afterwards a seat changes hands by match_replace alone. */

#include "base/mem.h"
#include "match/found.h"
#include "match/match.h"
#include "match/names.h"
#include "match/record.h"
#include "match/terms.h"
#include "store/knowledge.h"
#include "store/observer.h"
#include "store/request.h"

/* What the last invitation to a seat makes it for a player. */
enum { ANOTHERS, ANYBODYS, WAS_THEIRS, THEIRS };

/* invited: the one that they answer; 0. *id: the one that asked them, in time
 * or not; 0. -1 fails. */
static int
whose_seat(struct match *m, int seat, int64_t player, int64_t invited,
    int64_t *id, struct err *e)
{
	struct db *db = m->club->db;
	struct request r;
	struct player p;
	bool open;
	int rc = request_of_seat(db, m->game.id, seat, &r, e);

	*id = 0;
	if (rc <= 0)
		return rc < 0 ? -1 : ANYBODYS;
	open = request_open(&r, order_asked(m->club));
	if (r.id == invited) {
		*id = r.id;
	} else if ((rc = player_by_address(db, r.address, &p, e)) == 1) {
		if (p.id == player)
			*id = r.id;
		player_release(&p);
	}
	request_release(&r);
	if (rc < 0)
		return -1;
	if (*id)
		return open ? THEIRS : WAS_THEIRS;
	return open ? ANOTHERS : ANYBODYS;
}

/* Whether an invitation that can still be taken keeps the seat, and for
 * somebody else. *mine: the one that keeps it for them; 0. 1, 0. */
int
match_seat_kept(struct match *m, int seat, int64_t player, int64_t invited,
    int64_t *mine, struct err *e)
{
	int whose = whose_seat(m, seat, player, invited, mine, e);

	if (whose < 0)
		return -1;
	if (whose != THEIRS)
		*mine = 0;
	return whose == ANOTHERS;
}

/* The seat that is kept for them, else one that was, else the first that is
 * free and kept for nobody. Whose it is; ANOTHERS: there is none. */
static int
find_seat(struct match *m, int64_t player, int64_t invited, int *seat,
    int64_t *id, struct err *e)
{
	int best = ANOTHERS;

	for (int s = 1; s <= m->seats && best != THEIRS; s++) {
		int64_t asked;
		int whose;

		if (!match_seat_free(m, s))
			continue;
		whose = whose_seat(m, s, player, invited, &asked, e);
		if (whose < 0)
			return -1;
		if (whose > best) {
			best = whose;
			*seat = s;
			*id = asked;
		}
	}
	return best;
}

static void
give_seat(struct match *m, int seat, int64_t player, int computer,
    const char *name)
{
	struct seat *s = &m->seat[seat];

	beacon_void(m);
	s->player = player;
	s->computer = computer;
	s->ready = computer != 0;
	s->holder++;
	s->mails = 0;
	s->hold = false;
	free(s->entropy);
	s->entropy = NULL;
	free(s->entropy_mail);
	s->entropy_mail = NULL;
	free(s->name);
	s->name = mem_dup(name);
	m->happened[ON_NEWCOMER] &= (uint8_t)~(1u << seat);
	if (player)
		happen(m, ON_NEWCOMER, seat);
	happen(m, ON_CHANGE, 0);
}

/* Whose it is for them, of those above; -1 refused. */
static int
choose_seat(struct match *m, int *seat, int64_t player, int64_t invited,
    int64_t *id, struct refusal *why, struct err *e)
{
	int whose;

	if (*seat == 0) {
		whose = find_seat(m, player, invited, seat, id, e);
		return whose ? whose : refuse(why, "no-free-seat");
	}
	if (*seat < 1 || *seat > m->seats)
		return match_refuse_seat(why, "no-such-seat", *seat);
	if (!match_seat_free(m, *seat))
		return match_refuse_seat(why, "seat-taken", *seat);
	whose = whose_seat(m, *seat, player, invited, id, e);
	return whose ? whose : match_refuse_seat(why, "seat-kept", *seat);
}

/* It is used up; who comes back for a rematch is ready with that, though they
 * took their time. */
static int
take_invitation(struct match *m, int seat, int64_t id, struct err *e)
{
	struct request r = { 0 };
	int rc = request_get(m->club->db, id, &r, e);

	if (rc == 1 && request_named(&r))
		m->seat[seat].ready = true;
	request_release(&r);
	return rc < 0 ||
		request_close(m->club->db, id, REQUEST_GRANTED, e) < 0 ?
	    -1 :
	    0;
}

/* To a game under way only who was asked to that seat comes in so, whatever
 * mail says it: 1 with their seat, 0 they were not. */
static int
find_asked(struct match *m, int64_t player, int64_t invited, int *seat,
    struct err *e)
{
	int64_t mine;

	for (int s = 1; s <= m->seats; s++) {
		if (*seat && s != *seat)
			continue;
		if (match_seat_kept(m, s, player, invited, &mine, e) < 0)
			return -1;
		if (mine) {
			*seat = s;
			return 1;
		}
	}
	return 0;
}

int
match_join(struct match *m, int *seat, int64_t player, int64_t invited,
    struct refusal *why, struct err *e)
{
	struct player p;
	int64_t asked = 0;
	int whose, rc;

	if (m->game.state == GAME_RUNNING) {
		rc = find_asked(m, player, invited, seat, e);
		if (rc)
			return rc < 0 ?
			    -1 :
			    match_takeover(m, *seat, player, NULL, why, e);
	}
	if (match_check_state(m, SETTING_UP, why))
		return -1;
	if (match_seat_of(m, player))
		return match_refuse_seat(why, "seated-already",
		    match_seat_of(m, player));
	whose = choose_seat(m, seat, player, invited, &asked, why, e);
	if (whose < 0)
		return -1;
	if (whose != THEIRS && terms_shut(m, player))
		return refuse(why, "game-closed");
	rc = player_get(m->club->db, player, &p, e);
	if (rc != 1)
		return rc < 0 ?
		    -1 :
		    err_set(e, ERR_CORRUPT, "there is no player %lld",
			(long long)player);
	give_seat(m, *seat, player, 0, p.name);
	rc = names_take(m, *seat, p.name, e);
	player_release(&p);
	/* Who plays does not watch as well. */
	if (rc || observer_drop(m->club->db, m->game.id, player, e) < 0)
		return -1;
	return asked ? take_invitation(m, *seat, asked, e) : 0;
}

int
match_leave(struct match *m, int seat, struct refusal *why, struct err *e)
{
	char name[16];

	(void)e;
	if (match_check_state(m, SETTING_UP, why))
		return -1;
	snprintf(name, sizeof name, "Seat %d", seat);
	give_seat(m, seat, 0, 0, name);
	happen(m, ON_VACANCY, seat);
	return 0;
}

int
match_fill(struct match *m, int level, struct refusal *why, struct err *e)
{
	char name[CHARACTER_SIZE];
	bool people = false;

	if (match_check_state(m, SETTING_UP, why))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		people |= m->seat[s].player != 0;
	if (!people)
		return refuse(why, "nobody-seated");
	for (int s = 1; s <= m->seats; s++) {
		if (!match_seat_free(m, s))
			continue;
		if (match_character(m->club, &m->game, level, s, name, e))
			return -1;
		give_seat(m, s, 0, level, name);
	}
	return 0;
}

/* Once a game, whatever came of it: 0, or -1 refused or failed. */
static int
check_asked(struct match *m, const char *address, struct refusal *why,
    struct err *e)
{
	struct request old;
	int rc = request_last(m->club->db, REQUEST_INVITATION, address,
	    m->game.id, &old, e);

	if (rc == 1) {
		request_release(&old);
		return refuse(why, "invited-before");
	}
	return rc;
}

/* Who was asked before for the seat has been too slow. */
static int
ask(struct match *m, int seat, const char *address, int64_t by, int64_t *id,
    struct err *e)
{
	struct db *db = m->club->db;
	struct request old,
	    r = { .kind = REQUEST_INVITATION,
		    .player = by,
		    .game = m->game.id,
		    .seat = seat,
		    .created = m->now };
	int rc = request_of_seat(db, m->game.id, seat, &old, e);

	if (rc == 1) {
		rc = request_close(db, old.id, REQUEST_DECLINED, e);
		request_release(&old);
	}
	if (rc < 0)
		return -1;
	r.address = mem_dup(address);
	rc = request_add(db, &r, e);
	*id = r.id;
	free(r.address);
	return rc;
}

int
match_invite(struct match *m, int seat, const char *address, int64_t by,
    int64_t *id, struct refusal *why, struct err *e)
{
	if (match_check_state(m, SETTING_UP, why))
		return -1;
	if (seat < 1 || seat > m->seats)
		return match_refuse_seat(why, "no-such-seat", seat);
	if (!match_seat_free(m, seat))
		return match_refuse_seat(why, "seat-taken", seat);
	return match_offer(m, seat, address, by, id, why, e);
}

int
match_offer(struct match *m, int seat, const char *address, int64_t by,
    int64_t *id, struct refusal *why, struct err *e)
{
	why->code = NULL;
	return check_asked(m, address, why, e) ||
		ask(m, seat, address, by, id, e) ?
	    -1 :
	    0;
}
