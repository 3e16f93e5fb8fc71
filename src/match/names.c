/* SPDX-License-Identifier: MIT */
#include "match/names.h"

#include "base/mem.h"
#include "match/found.h"
#include "store/knowledge.h"

static void
call(struct match *m, int seat, const char *name)
{
	free(m->seat[seat].name);
	m->seat[seat].name = mem_dup(name);
}

/* As a computer player of a level, or (0) nobody; at a table a seat that
 * changes hands keeps the name that it has. */
static int
call_anew(struct match *m, int seat, int level, struct err *e)
{
	char name[CHARACTER_SIZE];

	if (m->table != NULL)
		return 0;
	if (match_character(m->club, &m->game, level, seat, name, e))
		return -1;
	call(m, seat, name);
	return 0;
}

int
names_computer(struct match *m, int seat, struct err *e)
{
	return call_anew(m, seat, m->seat[seat].computer, e);
}

int
names_take(struct match *m, int seat, const char *name, struct err *e)
{
	if (m->terms.names == TERMS_NAMES_HIDDEN)
		return call_anew(m, seat, 0, e);
	call(m, seat, name);
	return 0;
}

const char *
names_office(const struct match *m, int64_t player, const char *own)
{
	int seat = match_seat_of(m, player);

	if (own == NULL)
		return NULL;
	if (m->terms.names == TERMS_NAMES_HIDDEN)
		return "";
	return seat ? m->seat[seat].name : own;
}

/* What was called so before is told so: the mark has it looked for. */
static int
note_name(struct match *m, int seat, struct err *e)
{
	if (!match_running(m))
		return 0;
	return match_operator(m, "rename", seat_id(seat), e) ||
		knowledge_add(m->club->db, m->game.id, 0, seat, false, e) ?
	    -1 :
	    0;
}

int
match_rename(struct match *m, int seat, const char *from, const char *to,
    struct err *e)
{
	int board = m->game.board;

	if (m->game.state == GAME_OVER || match_final(m))
		return 0;
	if (m->terms.names == TERMS_NAMES_HIDDEN ||
	    strcmp(m->seat[seat].name, from) != 0 || strcmp(from, to) == 0)
		return 0;
	if (note_name(m, seat, e) || match_known(m, seat, board, e))
		return -1;
	call(m, seat, to);
	return 1;
}

static void
settled(struct match *m, enum terms_names names)
{
	m->terms.names = names;
	m->terms.changed = true;
	happen(m, ON_CHANGE, 0);
}

void
names_hidden(struct match *m, int seat, const char *name)
{
	settled(m, TERMS_NAMES_HIDDEN);
	call(m, seat, name);
}

int
names_hide(struct match *m, struct err *e)
{
	settled(m, TERMS_NAMES_HIDDEN);
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].player && call_anew(m, s, 0, e))
			return -1;
	return 0;
}

static int
show_name(struct match *m, int seat, struct err *e)
{
	int64_t player = m->seat[seat].player;
	struct player p;
	int rc = 0;

	if (!player && m->table != NULL &&
	    match_last_holder(m, seat, &player, e))
		return -1;
	rc = player ? player_get(m->club->db, player, &p, e) : 0;
	if (rc != 1)
		return rc;
	if (strcmp(m->seat[seat].name, p.name) != 0) {
		rc = note_name(m, seat, e);
		call(m, seat, p.name);
	}
	player_release(&p);
	return rc < 0 ? -1 : 0;
}

int
names_show(struct match *m, struct err *e)
{
	settled(m, TERMS_NAMES_SHOWN);
	for (int s = 1; s <= m->seats; s++)
		if (show_name(m, s, e))
			return -1;
	return 0;
}
