/* SPDX-License-Identifier: MIT */

/* What is so in a game, as it stands: nothing here changes it. */

#include <stdio.h>
#include <string.h>

#include "match/match.h"
#include "store/knowledge.h"

bool
match_running(const struct match *m)
{
	return m->game.state == GAME_RUNNING;
}

int
match_check_state(const struct match *m, unsigned states, struct refusal *why)
{
	static const char *const other[] = { [GAME_SETUP] = "game-not-begun",
		[GAME_RUNNING] = "game-begun",
		[GAME_OVER] = "game-over",
		[GAME_CANCELLED] = "game-cancelled" };

	why->code = NULL;
	return states & 1u << m->game.state ? 0 :
					      refuse(why, other[m->game.state]);
}

int
match_turn(const struct match *m)
{
	return game_turn(table_position(m->table));
}

int
match_at(const struct match *m)
{
	return m->table != NULL && match_running(m) ?
	    game_at(table_position(m->table)) :
	    0;
}

seat_set
match_to_act(const struct match *m)
{
	return m->table == NULL || !match_running(m) || m->game.unbound != 0 ?
	    0 :
	    table_to_act(m->table);
}

int64_t
match_due(const struct match *m, int seat)
{
	return match_to_act(m) & SEAT_BIT(seat) ? m->clock.pace[seat].due : 0;
}

bool
match_moderates(const struct match *m, int64_t player)
{
	return player && m->game.moderator == player;
}

int
match_seat_of(const struct match *m, int64_t player)
{
	for (int s = 1; s <= m->seats; s++)
		if (player && m->seat[s].player == player)
			return s;
	return 0;
}

int
match_moderator_seat(const struct match *m)
{
	return match_seat_of(m, m->game.moderator);
}

const struct player *
match_player(struct match *m, int seat, struct err *e)
{
	struct player *p = &m->player[seat];

	if (!m->seat[seat].player)
		return NULL;
	if (p->id != m->seat[seat].player) {
		if (p->id)
			player_release(p);
		memset(p, 0, sizeof *p);
		if (player_get(m->club->db, m->seat[seat].player, p, e) != 1) {
			p->id = 0;
			return NULL;
		}
	}
	return p;
}

bool
match_seat_free(const struct match *m, int seat)
{
	return !m->seat[seat].player && !m->seat[seat].computer;
}

int
match_deserted(const struct match *m, struct err *e)
{
	int left = 0;

	if (!match_running(m))
		return 0;
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].player)
			return 0;
	for (int s = 1; s <= m->seats && left == 0; s++)
		left = knowledge_left(m->club->db, m->game.id, s, e);
	return left;
}

int
match_proposer(const struct match *m)
{
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].proposal != NULL)
			return s;
	return 0;
}

bool
match_final(const struct match *m)
{
	return m->game.final != 0;
}

bool
match_revivable(const struct match *m)
{
	return m->game.state == GAME_CANCELLED && !match_final(m);
}

int
match_refuse_seat(struct refusal *why, const char *code, int seat)
{
	return refuse_str(why, code, "seat", seat_id(seat));
}

/* Who held a seat last that a computer player has. */
struct last_holder {
	int seat;
	int64_t player;
};

static int
see_holder(void *arg, int seat, int64_t player, const char *name)
{
	struct last_holder *l = arg;

	(void)name;
	if (seat == l->seat && player)
		l->player = player;
	return 0;
}

int
match_last_holder(struct match *m, int seat, int64_t *player, struct err *e)
{
	struct last_holder last = { .seat = seat };

	if (knowledge_leavers(m->club->db, m->game.id, see_holder, &last, e) <
	    0)
		return -1;
	*player = last.player;
	return 0;
}
