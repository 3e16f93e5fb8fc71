/* SPDX-License-Identifier: MIT */

/* Who comes into a closed game: somebody who was not invited asks by `join` or
 * `takeover`, the table is told, and the moderator lets them in by `admit`. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "desk/office.h"
#include "desk/seated.h"
#include "match/terms.h"

static int
check_asked(struct job *j, const struct match *m, const char *address,
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
			return refuse(why, "asked-already");
	}
	return rc < 0 ? -1 : job_may_ask(j, REQUEST_ENTRY, address, why, e);
}

static int
note_asked(struct job *j, struct match *m, int seat, struct refusal *why,
    struct err *e)
{
	struct buf address = BUF_INIT;
	struct request r = { .kind = REQUEST_ENTRY,
		.player = j->who.player.id,
		.name = j->who.player.name,
		.game = m->game.id,
		.seat = REQUEST_AT_ENTRY - seat,
		.created = m->now };
	int rc = address_primary(m->club->db, r.player, &address, e);

	if (rc == 0)
		rc = refuse(why, "game-closed");
	else if (rc == 1)
		rc = check_asked(j, m, address.data, why, e);
	r.address = address.data;
	if (rc == 0)
		rc = request_add(m->club->db, &r, e);
	buf_release(&address);
	return rc ? -1 : 0;
}

int
job_ask_entry(struct job *j, struct match *m, int seat, struct refusal *why,
    struct err *e)
{
	cJSON *ctx;

	why->code = NULL;
	if (note_asked(j, m, seat, why, e)) {
		job_give_back(j, m);
		return -1;
	}
	ctx = cJSON_CreateObject();
	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	moderate_tell(m,
	    (struct moderated){ .what = "entry_asked",
		.name = j->who.player.name });
	if (job_let_go(j, m, e)) {
		cJSON_Delete(ctx);
		return -1;
	}
	return job_did(j, "entry_noted", ctx, e);
}

/* The first who asked, of that name (folded; "": anybody). */
struct asking {
	const struct match *m;
	const char *name;
	struct request found;
};

static int
see_asking(void *arg, const struct request *r)
{
	struct asking *a = arg;
	char *is;
	bool same;

	if (r->game != a->m->game.id ||
	    !request_open(r, order_asked(a->m->club)))
		return 0;
	is = seated_fold(r->name, strlen(r->name));
	same = *a->name == '\0' || strcmp(is, a->name) == 0;
	free(is);
	if (!same)
		return 0;
	a->found = *r;
	a->found.address = NULL;
	a->found.name = mem_dup(r->name);
	return 1;
}

static int
let_in(struct match *m, const struct request *r, struct refusal *why,
    struct err *e)
{
	int seat = REQUEST_AT_ENTRY - r->seat, rc;

	/* They asked while it was closed; whoever wants to comes by
	 * themselves, and nobody hears who it is. */
	if (m->terms.names == TERMS_NAMES_HIDDEN)
		return refuse(why, "closed-anonymous");
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
	struct asking a = { .m = j->at.m, .name = name };
	int rc = request_each(j->desk->club.db, REQUEST_ENTRY, see_asking, &a,
	    e);

	free(name);
	if (rc == 0 && a.found.id == 0)
		rc = refuse(c->why, "nobody-asks");
	else if (rc >= 0)
		rc = let_in(j->at.m, &a.found, c->why, e);
	request_release(&a.found);
	return rc ? -1 : 0;
}

const struct command commands_entry[] = {
	{ "admit", COMMAND_MODERATOR | COMMAND_WHOLE | COMMAND_OFFICE,
	    RIGHT_MODERATE, run_admit, NULL },
	{ .name = NULL },
};
