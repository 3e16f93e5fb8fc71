/* SPDX-License-Identifier: MIT */
#include "match/moderate.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "game/tree.h"
#include "match/found.h"
#include "match/press.h"
#include "match/record.h"

void
moderate_tell(struct match *m, const char *act, cJSON *args)
{
	cJSON *o = cJSON_CreateObject();

	if (m->acts == NULL)
		m->acts = cJSON_CreateArray();
	if (args == NULL)
		args = cJSON_CreateObject();
	if (m->by != NULL)
		cJSON_AddStringToObject(args, "by", m->by);
	if (m->reason != NULL && *m->reason)
		cJSON_AddStringToObject(args, "reason", m->reason);
	cJSON_AddItemToObject(o, act, args);
	cJSON_AddItemToArray(m->acts, o);
	happen(m, ON_CHANGE, 0);
	happen(m, ON_ACT, 0);
}

cJSON *
moderate_seat(int seat)
{
	cJSON *o = cJSON_CreateObject();

	tree_add_seat(o, "seat", seat);
	return o;
}

int
moderate_begin(struct match *m, struct refusal *why, struct err *e)
{
	if (match_begin(m, why, e))
		return -1;
	moderate_tell(m, "begin", NULL);
	return 0;
}

int
moderate_cancel(struct match *m, struct refusal *why, struct err *e)
{
	if (match_cancel(m, true, why, e))
		return -1;
	moderate_tell(m, "cancel", NULL);
	return 0;
}

int
moderate_revive(struct match *m, struct refusal *why, struct err *e)
{
	if (match_revive(m, why, e))
		return -1;
	moderate_tell(m, "revive", NULL);
	return 0;
}

int
moderate_rollback(struct match *m, int number, struct refusal *why,
    struct err *e)
{
	cJSON *args;

	if (match_undo(m, number, why, e))
		return -1;
	args = cJSON_CreateObject();
	cJSON_AddNumberToObject(args, "number", number);
	moderate_tell(m, "rollback", args);
	return 0;
}

int
moderate_rollforward(struct match *m, struct refusal *why, struct err *e)
{
	if (match_redo(m, why, e))
		return -1;
	moderate_tell(m, "rollforward", NULL);
	return 0;
}

int
moderate_announce(struct match *m, const char *text, struct refusal *why,
    struct err *e)
{
	if (match_press(m, PRESS_MODERATOR, 0, true, text, why, e))
		return -1;
	moderate_tell(m, "announce", NULL);
	return 0;
}

int
moderate_appoint(struct match *m, const char *name, const char *address,
    struct refusal *why, struct err *e)
{
	cJSON *args;
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
	if (m->player[0].id)
		player_release(&m->player[0]);
	memset(&m->player[0], 0, sizeof m->player[0]);
	m->happened[ON_APPOINTMENT] = id != 0;
	args = cJSON_CreateObject();
	if (id) {
		const struct player *p = match_player(m, 0, e);
		cJSON_AddStringToObject(args, "name",
		    p != NULL ? p->name : name);
	}
	moderate_tell(m, "appoint", args);
	return 0;
}
