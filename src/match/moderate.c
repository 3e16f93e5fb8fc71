/* SPDX-License-Identifier: MIT */
#include "match/moderate.h"

#include "base/mem.h"
#include "match/found.h"
#include "match/names.h"

static char *
copy(const char *text)
{
	return text != NULL && *text != '\0' ? mem_dup(text) : NULL;
}

void
moderate_tell(struct match *m, struct moderated act)
{
	act.name = copy(act.name);
	act.by = m->by != NULL ? mem_dup(m->by) : NULL;
	act.reason = copy(m->reason);
	m->acts = mem_more(m->acts, m->n_acts, sizeof *m->acts);
	m->acts[m->n_acts++] = act;
	happen(m, ON_CHANGE, 0);
	happen(m, ON_ACT, 0);
}

const struct moderated *
moderate_told(const struct match *m, const char *what, int seat)
{
	for (size_t i = m->n_acts; i > 0; i--) {
		const struct moderated *act = &m->acts[i - 1];

		if (strcmp(act->what, what) == 0 &&
		    (seat == 0 || act->seat == seat))
			return act;
	}
	return NULL;
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

/* Who moderated, and sits nowhere, has no other mail of it. */
static int
tell_former(struct match *m, int64_t former, struct err *e)
{
	return former && !match_seat_of(m, former) ?
	    m->club->notifier->former(m, 0, former, e) :
	    0;
}

/* 0: nobody. */
static void
set_deputy(struct match *m, int64_t player, const char *name)
{
	free(m->terms.deputy_name);
	m->terms.deputy = player;
	m->terms.deputy_name = player ? mem_dup(name) : NULL;
	m->terms.changed = true;
	happen(m, ON_CHANGE, 0);
}

/* id 0: the keeper has it from now on. Whom the one before had as a deputy is
 * theirs alone. */
static int
hand_on(struct match *m, int64_t id, struct moderated act, struct err *e)
{
	int64_t former = m->game.moderator;

	set_deputy(m, 0, NULL);
	m->game.moderator = m->seat[0].player = id;
	m->game.moderator_holder = ++m->seat[0].holder;
	m->seat[0].mails = 0;
	if (m->player[0].id)
		player_release(&m->player[0]);
	memset(&m->player[0], 0, sizeof m->player[0]);
	m->happened[ON_APPOINTMENT] = id != 0;
	if (id) {
		const struct player *p = match_player(m, 0, e);

		if (p == NULL)
			return -1;
		act.office = true;
		act.seat = match_moderator_seat(m);
		act.name = act.seat ? NULL : p->name;
	}
	moderate_tell(m, act);
	return tell_former(m, former, e);
}

int
moderate_appoint(struct match *m, const char *name, const char *address,
    struct refusal *why, struct err *e)
{
	int64_t id = 0;

	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	if (address != NULL &&
	    club_player(m->club, name, address, m->game.lang, &id, e))
		return -1;
	if (id == m->game.moderator)
		return refuse(why, "moderates-already");
	return hand_on(m, id, (struct moderated){ .what = "appoint" }, e);
}

int
moderate_take(struct match *m, int64_t player, struct refusal *why,
    struct err *e)
{
	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	if (player == m->game.moderator)
		return refuse(why, "moderates-already");
	return hand_on(m, player, (struct moderated){ .what = "office_taken" },
	    e);
}

int
moderate_deputize(struct match *m, int64_t player, const char *name,
    struct refusal *why)
{
	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	if (match_moderates(m, player))
		return refuse(why, "moderates-already");
	set_deputy(m, player, name);
	return 0;
}

int
moderate_stand_in(struct match *m, int64_t player, struct refusal *why,
    struct err *e)
{
	int64_t former = m->game.moderator;
	struct moderated act = { .what = former ? "stood_in" : "office_taken" };
	const struct player *was = NULL;
	char *name;
	int rc;

	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	if (!player || player != m->terms.deputy)
		return refuse(why, "not-deputy");
	if (former && (was = match_player(m, 0, e)) == NULL)
		return -1;
	name = was != NULL ? mem_dup(was->name) : NULL;
	rc = hand_on(m, player, act, e);
	if (rc == 0 && former)
		set_deputy(m, former, name);
	free(name);
	return rc;
}
