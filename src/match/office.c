/* SPDX-License-Identifier: MIT */

/* As whom somebody moderates, or is the deputy. */

#include "match/names.h"
#include "store/knowledge.h"

struct office_holder {
	int64_t player;
	bool left;
};

static int
see_office_holder(void *arg, int seat, int64_t player, const char *name)
{
	struct office_holder *l = arg;

	(void)name;
	l->left |= seat > 0 && player == l->player;
	return l->left;
}

int
names_office(struct match *m, int64_t player, const char *own,
    const char **name, struct err *e)
{
	struct office_holder l = { .player = player };
	int seat = match_seat_of(m, player);

	if (!seat && player && m->terms.names == TERMS_NAMES_HIDDEN &&
	    knowledge_leavers(m->club->db, m->game.id, see_office_holder, &l,
		e))
		return -1;
	*name = seat ? m->seat[seat].name : l.left ? "" : own;
	return 0;
}
