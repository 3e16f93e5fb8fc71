/* SPDX-License-Identifier: MIT */
#include "match/moderate.h"

#include "base/mem.h"
#include "match/found.h"

static char *
copy(const char *text)
{
	return text != NULL && *text != '\0' ? mem_dup(text) : NULL;
}

void
moderate_tell(struct match *m, struct moderated act)
{
	act.name = copy(act.name);
	act.by = copy(m->by);
	act.reason = copy(m->reason);
	m->acts = mem_more(m->acts, m->n_acts, sizeof *m->acts);
	m->acts[m->n_acts++] = act;
	happen(m, ON_CHANGE, 0);
	happen(m, ON_ACT, 0);
}

void
moderate_drop(struct match *m)
{
	for (size_t i = 0; i < m->n_acts; i++) {
		free(m->acts[i].name);
		free(m->acts[i].by);
		free(m->acts[i].reason);
	}
	free(m->acts);
	seen_drop(m);
}

int
moderate_appoint(struct match *m, const char *name, const char *address,
    struct refusal *why, struct err *e)
{
	struct moderated act = { .what = "appoint" };
	int64_t id = 0;

	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	if (address != NULL &&
	    club_player(m->club, name, address, m->game.lang, &id, e))
		return -1;
	if (id == m->game.moderator)
		return refuse(why, "moderates-already");
	m->game.moderator = m->seat[0].player = id;
	m->game.moderator_holder = ++m->seat[0].holder;
	m->seat[0].mails = 0;
	if (m->player[0].id)
		player_release(&m->player[0]);
	memset(&m->player[0], 0, sizeof m->player[0]);
	m->happened[ON_APPOINTMENT] = id != 0;
	if (id) {
		const struct player *p = match_player(m, 0, e);
		act.name = p != NULL ? p->name : (char *)(uintptr_t)name;
	}
	moderate_tell(m, act);
	return 0;
}
