/* SPDX-License-Identifier: MIT */

/* Which game a mail goes on about, and coming and going there. */

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/mem.h"
#include "base/tree.h"
#include "desk/command.h"
#include "desk/office.h"
#include "desk/people.h"
#include "desk/seated.h"
#include "store/game.h"
#include "text/texts.h"

struct seat_ref {
	int64_t game;
	int seat;
};

/* "42", "42 as p2", "p2", "as p2": what stands before the seat is a number or
 * a word that needs no translation to be understood. */
static int
read_ref(const char *args, struct seat_ref *w, struct refusal *why)
{
	for (const char *p = args; *p;) {
		size_t n = strcspn(p, " \t");
		const char *at = p;
		char *end;

		if (isdigit((unsigned char)*at) && !w->game) {
			w->game = strtol(at, &end, 10);
			if (end != at + n || w->game < 1 || n > 15)
				return refuse(why, "bad-join");
		} else if (n == 2 && tolower((unsigned char)*at) == 'p' &&
		    isdigit((unsigned char)at[1])) {
			w->seat = at[1] - '0';
			if (!w->seat)
				return match_refuse_seat(why, "no-such-seat",
				    0);
		} else if (n > 6 || w->seat) {
			return refuse(why, "bad-join");
		}
		p += n + strspn(p + n, " \t");
	}
	return 0;
}

/* What the invitation that is answered, or the mail's game, leaves unsaid. */
static int
fill_ref(const struct job *j, struct seat_ref *w, struct refusal *why)
{
	const struct request *r = &j->who.request;

	if (!w->game)
		w->game = r->id     ? r->game :
		    j->at.m != NULL ? j->at.m->game.id :
				      0;
	if (!w->game)
		return refuse(why, "bad-join");
	if (r->id && r->game == w->game) {
		if (!w->seat)
			w->seat = r->seat;
		if (!request_open(r, order_asked(&j->desk->club)) &&
		    !j->who.player.id)
			return refuse(why, "invitation-used");
	}
	return 0;
}

static int
open_game(struct job *j, int64_t game, struct match **m, struct refusal *why,
    struct err *e)
{
	int rc = job_game(j, game, m, e);

	return rc > 0 ? 0 :
	    rc < 0    ? -1 :
			refuse_number(why, "no-such-game", "game", game);
}

/* The seat is the writer's now, if rc says so, and the mail goes on there. */
static int
go_on(struct job *j, struct match *m, int seat, int rc, struct err *e)
{
	if (rc) {
		job_give_back(j, m);
		return -1;
	}
	rights_gain(&j->who.rights, m->game.id, RIGHT_SEAT);
	return job_take(j, m, seat, -1, e);
}

int
job_joined(struct job *j, struct call *c, struct match *m, int seat, int rc,
    struct err *e)
{
	if (rc == 0)
		buf_printf(c->said, "%s %lld %s p%d",
		    word_own(j, "command", "join"), (long long)m->game.id,
		    texts_phrase(j->desk->club.texts, j->lang, "as"), seat);
	return go_on(j, m, seat, rc, e);
}

static bool
is_closed(const struct refusal *why)
{
	return why->code != NULL && strcmp(why->code, "game-closed") == 0;
}

int
job_join(struct job *j, struct call *c, struct err *e)
{
	struct seat_ref w = { 0 };
	struct match *m;
	int rc, wanted;

	if (read_ref(c->args, &w, c->why) || fill_ref(j, &w, c->why) ||
	    people_become(j, c->why, e) || open_game(j, w.game, &m, c->why, e))
		return -1;
	wanted = w.seat;
	rc = match_join(m, &w.seat, j->who.player.id, j->who.request.id, c->why,
	    e);
	if (rc && is_closed(c->why))
		return job_ask_entry(j, m, wanted, c->why, e);
	return job_joined(j, c, m, w.seat, rc, e);
}

/* "42 p2", "42 as p2", or "p2" of the game the mail is about. */
static int
read_takeover(struct job *j, const char *args, struct seat_ref *w)
{
	char *end;

	w->game = j->at.m != NULL ? j->at.m->game.id : 0;
	if (isdigit((unsigned char)*args)) {
		w->game = strtoll(args, &end, 10);
		args = end + strspn(end, " ");
	}
	if (strncmp(args, "as ", 3) == 0)
		args += 3 + strspn(args + 3, " ");
	w->seat = args_seat(&args);
	return w->game < 1 || !w->seat || *args ? -1 : 0;
}

static int
run_takeover(struct job *j, struct call *c, struct err *e)
{
	struct seat_ref w;
	struct match *m;
	char *name;
	int rc;

	if (!j->who.player.id)
		return stranger_refused(j, NULL, c->why);
	if (read_takeover(j, c->args, &w))
		return refuse(c->why, "bad-takeover");
	if (open_game(j, w.game, &m, c->why, e))
		return -1;
	name = mem_dup(j->who.player.name);
	rc = match_takeover(m, w.seat, j->who.player.id, name, c->why, e);
	free(name);
	if (rc && is_closed(c->why))
		return job_ask_entry(j, m, w.seat, c->why, e);
	return go_on(j, m, w.seat, rc, e);
}

/* It cannot be taken back. What will be refused need not be confirmed. */
static unsigned
needs_takeover(struct job *j, const char *args)
{
	struct seat_ref w;

	return read_takeover(j, args, &w) ? RIGHT_CLUB : RIGHT_OWNER;
}

static int
run_game(struct job *j, struct call *c, struct err *e)
{
	int64_t id = args_game(c->args);
	struct game g;
	int rc;

	if (*c->args == '\0')
		return refuse(c->why, "which-game");
	if (!id)
		return refuse_said(c->why, "no-such-game", "game", c->args);
	rc = j->at.m != NULL && j->at.m->game.id == id ?
	    1 :
	    job_sit(j, id, 0, -1, e);
	j->at.named |= rc == 1;
	if (rc)
		return rc < 0 ? -1 : 0;
	rc = game_get(j->desk->club.db, id, &g, e);
	if (rc == 1)
		game_release(&g);
	return rc < 0 ? -1 :
			refuse_number(c->why,
			    rc ? "not-seated" : "no-such-game", "game", id);
}

static int
run_resign(struct job *j, struct call *c, struct err *e)
{
	bool before = j->at.m->game.state == GAME_SETUP;
	cJSON *ctx;

	if (match_resign(j->at.m, j->at.seat, c->why, e))
		return -1;
	if (before)
		return job_did(j, "left", NULL, e);
	ctx = cJSON_CreateObject();
	cJSON_AddTrueToObject(tree_object(ctx, "eject"), "you");
	return job_render(j, "desk/events", ctx, e);
}

/* Before the start the seat can be had again. */
static unsigned
needs_resign(struct job *j, const char *args)
{
	(void)args;
	return j->at.m == NULL || j->at.m->game.state == GAME_RUNNING ?
	    RIGHT_OWNER :
	    RIGHT_SEAT;
}

const struct command commands_seats[] = {
	{ "game", 0, RIGHT_CLUB, run_game, NULL },
	{ "join", COMMAND_CONFIRM, RIGHT_CLUB, job_join, NULL },
	{ "resign", COMMAND_SEAT | COMMAND_ALONE | COMMAND_WHOLE, RIGHT_OWNER,
	    run_resign, needs_resign },
	{ "takeover", COMMAND_WHOLE, RIGHT_CLUB, run_takeover, needs_takeover },
	{ .name = NULL },
};
