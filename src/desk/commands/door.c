/* SPDX-License-Identifier: MIT */

/* The door of a game: who was not asked to one that is closed knocks by `join`
 * or `takeover`, its table is told, and its moderator lets them in. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "desk/office.h"
#include "desk/seated.h"
#include "match/terms.h"

static int
check_knock(struct job *j, const struct match *m, const char *address,
    struct refusal *why, struct err *e)
{
	struct request old;
	bool open;
	int rc = request_last(m->club->db, REQUEST_ENTRY, address, m->game.id,
	    &old, e);

	if (rc == 1) {
		open = request_open(&old, m->now);
		request_release(&old);
		if (open)
			return refuse(why, "knocked-already");
	}
	return rc < 0 ? -1 : job_may_ask(j, REQUEST_ENTRY, address, why, e);
}

static int
note_knock(struct job *j, struct match *m, int seat, struct refusal *why,
    struct err *e)
{
	struct buf address = BUF_INIT;
	struct request r = { .kind = REQUEST_ENTRY,
		.player = j->who.player.id,
		.name = j->who.player.name,
		.game = m->game.id,
		.seat = REQUEST_AT_DOOR - seat,
		.created = m->now };
	int rc = address_primary(m->club->db, r.player, &address, e);

	if (rc == 0)
		rc = refuse(why, "game-closed");
	else if (rc == 1)
		rc = check_knock(j, m, address.data, why, e);
	r.address = address.data;
	if (rc == 0)
		rc = request_add(m->club->db, &r, e);
	buf_release(&address);
	return rc ? -1 : 0;
}

static bool
is_visited(const struct job *j, const struct match *m)
{
	bool yes = m == j->at.m;

	for (int i = 0; i < j->n_left; i++)
		yes |= m == j->left[i].m;
	return yes;
}

int
job_knock(struct job *j, struct match *m, int seat, struct refusal *why,
    struct err *e)
{
	cJSON *ctx;

	why->code = NULL;
	if (note_knock(j, m, seat, why, e)) {
		job_give_back(j, m);
		return -1;
	}
	ctx = cJSON_CreateObject();
	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	moderate_tell(m,
	    (struct moderated){ .what = "knocks", .name = j->who.player.name });
	if (!is_visited(j, m) && match_finish(m, 0, e)) {
		cJSON_Delete(ctx);
		return -1;
	}
	return job_did(j, "knocked", ctx, e);
}

/* Who knocked first at this door, of that name (folded; "": anybody). */
struct knocks {
	const struct match *m;
	const char *name;
	struct request found;
};

static int
see_knock(void *arg, const struct request *r)
{
	struct knocks *k = arg;
	char *is;
	bool same;

	if (r->game != k->m->game.id || !request_open(r, k->m->now))
		return 0;
	is = seated_fold(r->name, strlen(r->name));
	same = *k->name == '\0' || strcmp(is, k->name) == 0;
	free(is);
	if (!same)
		return 0;
	k->found = *r;
	k->found.address = NULL;
	k->found.name = mem_dup(r->name);
	return 1;
}

static int
let_in(struct match *m, const struct request *r, struct refusal *why,
    struct err *e)
{
	int seat = REQUEST_AT_DOOR - r->seat, rc;

	m->terms.admits = r->player;
	rc = m->game.state == GAME_SETUP ?
	    match_join(m, &seat, r->player, 0, why, e) :
	    match_takeover(m, seat, r->player, NULL, why, e);
	m->terms.admits = 0;
	if (rc || request_close(m->club->db, r->id, REQUEST_GRANTED, e) < 0)
		return -1;
	moderate_tell(m,
	    (struct moderated){ .what = "admitted", .name = r->name });
	return 0;
}

/* "admit Zoe". */
static int
run_admit(struct job *j, struct call *c, struct err *e)
{
	char *name = seated_fold(c->args, strlen(c->args));
	struct knocks k = { .m = j->at.m, .name = name };
	int rc = request_each(j->desk->club.db, REQUEST_ENTRY, see_knock, &k,
	    e);

	free(name);
	if (rc == 0 && k.found.id == 0)
		rc = refuse(c->why, "nobody-knocked");
	else if (rc >= 0)
		rc = let_in(j->at.m, &k.found, c->why, e);
	request_release(&k.found);
	return rc ? -1 : 0;
}

const struct command commands_door[] = {
	{ "admit", COMMAND_MODERATOR | COMMAND_WHOLE | COMMAND_OFFICE,
	    RIGHT_MODERATE, run_admit, NULL },
	{ .name = NULL },
};
