/* SPDX-License-Identifier: MIT */

/* The same game once more, asked for by somebody who played it. */

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "desk/command.h"
#include "match/rematch.h"

/* Everybody who is to play is asked but who just took their seat: by a mail, or
 * by who asked first. */
static int
ask_others(struct job *j, cJSON *ctx, struct err *e)
{
	cJSON *asked = tree_list(ctx, "asked");
	cJSON *silent = tree_list(ctx, "silent");
	struct match *m = j->at.m;

	for (int s = 1; s <= m->seats; s++) {
		struct request r;
		struct player p;
		int rc;

		if (!match_seat_free(m, s))
			continue;
		rc = request_of_seat(m->club->db, m->game.id, s, &r, e);
		if (rc < 0)
			return -1;
		if (rc == 0)
			continue;
		rc = job_invitation(j, &r, e);
		if (rc == 0)
			rc = player_by_address(m->club->db, r.address, &p, e);
		request_release(&r);
		if (rc < 0)
			return -1;
		if (rc == 1) {
			tree_add_str(tree_member(player_is_silent(&p) ? silent :
									asked),
			    "name", p.name);
			player_release(&p);
		}
	}
	return 0;
}

static int
found(struct job *j, struct call *c, struct err *e)
{
	struct match *m;
	cJSON *ctx;
	int seat = 0, rc;

	if (job_may_found(j, c->why, e) ||
	    rematch_open(j->at.m, j->who.player.id, &m, c->why, e))
		return -1;
	rc = match_join(m, &seat, j->who.player.id, 0, c->why, e);
	if (rc == 0)
		happen(m, ON_APPOINTMENT, 0);
	rc = job_joined(j, c, m, seat, rc, e);
	if (rc)
		return -1;
	rights_gain(&j->who.rights, m->game.id, RIGHT_SEAT | RIGHT_MODERATE);
	ctx = cJSON_CreateObject();
	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	if (ask_others(j, ctx, e)) {
		cJSON_Delete(ctx);
		return -1;
	}
	return job_did(j, "rematch", ctx, e);
}

/* Who asks second says yes to who asked first. */
static int
join(struct job *j, struct call *c, int64_t game, struct err *e)
{
	struct match *m;
	int seat = 0, rc = job_game(j, game, &m, e);

	if (rc < 0)
		return -1;
	if (rc == 0)
		return refuse_number(c->why, "no-such-game", "game", game);
	if (m->game.state != GAME_SETUP) {
		refuse_number(c->why,
		    m->game.started ? "rematch-begun" : "rematch-off", "game",
		    game);
		job_give_back(j, m);
		return -1;
	}
	rc = match_join(m, &seat, j->who.player.id, 0, c->why, e);
	return job_joined(j, c, m, seat, rc, e);
}

/* In reply to the invitation it says yes, as `join` does. */
static int
run_rematch(struct job *j, struct call *c, struct err *e)
{
	const struct match *over = j->at.m;
	int64_t game;

	if (over == NULL && request_named(&j->who.request))
		return job_join(j, c, e);
	if (over == NULL)
		return job_no_game(j, c->why);
	if (!j->at.seat)
		return refuse(c->why, "not-seated");
	if (over->table == NULL || !match_final(over))
		return refuse(c->why, "rematch-not-over");
	/* Who is asked to which seat would tell who sat where. */
	if (over->terms.names == TERMS_NAMES_HIDDEN)
		return refuse(c->why, "rematch-nameless");
	if (rematch_find(over, &game, e))
		return -1;
	return game ? join(j, c, game, e) : found(j, c, e);
}

/* Who reads the address that was asked may say yes; what will be refused need
 * not be confirmed. */
static unsigned
needs_rematch(struct job *j, const char *args)
{
	(void)args;
	return j->at.seat ? RIGHT_SEAT : RIGHT_CLUB;
}

const struct command commands_rematch[] = {
	{ "rematch", COMMAND_ALONE, RIGHT_SEAT, run_rematch, needs_rematch },
	{ .name = NULL },
};
