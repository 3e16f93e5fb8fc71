/* SPDX-License-Identifier: MIT */

/* A moderator's word on who sits where. Mails to strangers are few: so many a
 * day of one player, and so many a week to one address, whoever sends them. */

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/tree.h"
#include "desk/command.h"
#include "desk/people.h"
#include "desk/seated.h"
#include "match/moderate.h"
#include "post/words.h"

enum { A_DAY = 20, A_WEEK = 3, DAY = 86400 };

/* Nothing is said of whom an address belongs to, nor of who else wrote to
 * it. */
int
job_may_ask(struct job *j, enum request_kind kind, const char *address,
    struct refusal *why, struct err *e)
{
	struct db *db = j->desk->club.db;
	int64_t now = clock_now();
	int mine, theirs, may = desk_may_write(j->desk, address, e);

	if (may < 0 ||
	    request_count(db, kind, j->who.player.id, NULL, now - DAY, &mine,
		e) ||
	    request_count(db, kind, 0, address, now - 7 * DAY, &theirs, e))
		return -1;
	if (!may)
		return refuse(why, "too-many-mails");
	return mine < A_DAY && theirs < A_WEEK ?
	    0 :
	    refuse(why, "too-many-requests");
}

/* Who has a part in the shuffles. Of a game under way also how many seats sent
 * words, as its log says; before it begins nobody is told that of others. */
static int
describe_shuffles(struct match *m, cJSON *ctx, struct err *e)
{
	struct options o;
	seat_set worded = 0;
	int n;

	if (options_parse(m->game.options, &o, e))
		return -1;
	words_add_beacon(&o, ctx);
	words_add_agreed(&o, ctx);
	if (m->table == NULL)
		return 0;
	if (match_worded(m, &worded, e))
		return -1;
	n = seats_in(worded, m->seats);
	if (n > 0)
		tree_add_int(ctx, "worded", n);
	return 0;
}

/* Who invites to a table of hidden names may play there; who asks again after a
 * game has said so at its table. NULL: as nobody. */
static const char *
host_name(const struct job *j, const struct request *r)
{
	return j->at.m->terms.names == TERMS_NAMES_HIDDEN && !request_named(r) ?
	    NULL :
	    j->who.player.name;
}

static int
describe(const struct job *j, const struct request *r, const char *lang,
    cJSON *ctx, struct err *e)
{
	struct match *m = j->at.m;
	cJSON *array = tree_list(ctx, "players");

	words_add_kind(j->desk->club.texts, lang, m->game.kind, ctx);
	tree_add_str(ctx, "kind", m->game.kind);
	if (host_name(j, r) != NULL)
		tree_add_str(ctx, "from_name", host_name(j, r));
	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	tree_add_seat(ctx, "seat", r->seat);
	tree_add_int(ctx, "count", m->seats);
	tree_flag(ctx, "running", m->table != NULL);
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].player)
			tree_add_str(tree_member(array), "seat_name",
			    m->seat[s].name);
	return describe_shuffles(m, ctx, e);
}

/* Who is asked to play again, or goes on in a game, knows what the shuffles are
 * bound by before they say yes, for that may begin the game. */
static void
describe_bound(const struct match *m, int64_t over, cJSON *ctx)
{
	char commit[HASH_HEX_SIZE];

	match_commit(m, commit);
	if (over)
		cJSON_AddNumberToObject(ctx, "rematch", (double)over);
	if (over || m->table != NULL)
		tree_add_str(ctx, "seed_commit", commit);
}

int
job_invitation(struct job *j, const struct request *r, struct err *e)
{
	struct player p = { 0 };
	struct letter l = { .club = &j->desk->club,
		.kind = LETTER_INVITE,
		.to = { .is = TO_STRANGER,
		    .address = r->address,
		    .lang = j->at.m->game.lang },
		.token = token_of_request(j->desk, r) };
	cJSON *ctx;
	int rc = player_by_address(j->desk->club.db, r->address, &p, e);

	if (rc < 0)
		return -1;
	ctx = cJSON_CreateObject();
	if (rc == 1) {
		l.to.is = TO_PLAYER;
		l.to.player = &p;
		tree_add_str(ctx, "name", p.name);
	}
	rc = describe(j, r, rc == 1 ? p.lang : l.to.lang, ctx, e);
	describe_bound(j->at.m, request_named(r), ctx);
	if (rc == 0)
		rc = letter_write(&l, ctx, e);
	else
		cJSON_Delete(ctx);
	if (p.id)
		player_release(&p);
	return rc;
}

static int
send_invitation(struct job *j, int64_t id, struct err *e)
{
	struct request r = { 0 };
	int rc = request_get(j->desk->club.db, id, &r, e);

	if (rc == 0)
		rc = err_set(e, ERR_CORRUPT, "there is no request %lld",
		    (long long)id);
	else if (rc == 1)
		rc = job_invitation(j, &r, e);
	request_release(&r);
	return rc;
}

static int
say_invited(struct job *j, int seat, const char *address, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();

	tree_add_str(ctx, "address", address);
	tree_add_seat(ctx, "seat", seat);
	return job_did(j, "invited", ctx, e);
}

/* Somebody is asked to a seat, which match_invite or moderate_offer books. */
typedef int invitation(struct match *m, int seat, const char *address,
    int64_t by, int64_t *id, struct refusal *why, struct err *e);

static int
ask(struct job *j, struct call *c, int seat, const char *who,
    const char *command, invitation *book, struct err *e)
{
	struct buf address = BUF_INIT;
	int64_t id = 0;
	int rc = args_address(j, who, &address, c->why);

	if (rc == 0)
		rc = job_may_ask(j, REQUEST_INVITATION, address.data, c->why,
		    e);
	if (rc == 0)
		rc = book(j->at.m, seat, address.data, j->who.player.id, &id,
		    c->why, e);
	if (rc == 0)
		rc = send_invitation(j, id, e);
	if (rc == 0)
		rc = say_invited(j, seat, address.data, e);
	if (rc == 0)
		buf_printf(c->said, "%s p%d %s",
		    word_own(j, "command", command), seat, address.data);
	buf_release(&address);
	return rc;
}

/* "p2 Anna <anna@example.org>". */
static int
run_invite(struct job *j, struct call *c, struct err *e)
{
	const char *args = c->args, *at = args + strcspn(args, " \t");

	at += strspn(at, " \t");
	if (tolower((unsigned char)*args) != 'p' ||
	    !isdigit((unsigned char)args[1]) || args[2] > ' ' || !*at)
		return refuse(c->why, "bad-invite");
	return ask(j, c, args[1] - '0', at, "invite", match_invite, e);
}

static int
give_seat(struct job *j, int seat, const char *who, struct refusal *why,
    struct err *e)
{
	struct buf name = BUF_INIT, address = BUF_INIT;
	int rc = args_person(j, who, &name, &address, why, e);

	if (rc == 0)
		rc = moderate_replace(j->at.m, seat, name.data, address.data,
		    why, e);
	buf_release(&name);
	buf_release(&address);
	return rc;
}

/* The seat goes to a computer player, of a level if one is named. */
static int
to_computer(struct job *j, struct call *c, int seat, const char *args,
    struct err *e)
{
	int level = word_level(j, &args);

	if (*args)
		return refuse_seat_word(c->why, "replace", true);
	return moderate_dummy(j->at.m, seat, level, c->why, e);
}

/* A seat is offered, within the limits of invitations: no moderator but the
 * keeper makes somebody a player who has not said that they will be one. */
static int
run_replace(struct job *j, struct call *c, struct err *e)
{
	const char *args = c->args;
	int seat = args_seat(&args);

	if (!seat || !*args)
		return refuse_seat_word(c->why, "replace", true);
	if (word_id(j, "who", args, strcspn(args, " "), 0) != NULL) {
		args += strcspn(args, " ");
		args += strspn(args, " ");
		return to_computer(j, c, seat, args, e);
	}
	if (j->keeper)
		return give_seat(j, seat, args, c->why, e);
	return ask(j, c, seat, args, "replace", moderate_offer, e);
}

/* The seat that stands first, behind which a reason may follow without a colon;
 * -1 refused. */
static int
named_seat(struct job *j, struct call *c, const char *command)
{
	int seat = seated_take(j->at.m, &c->args, c->why);

	return seat ? seat : refuse_seat_word(c->why, command, false);
}

/* "dummy p2 easy", and a reason. */
static int
run_dummy(struct job *j, struct call *c, struct err *e)
{
	int seat = named_seat(j, c, "dummy"), level;

	if (seat < 0)
		return -1;
	level = word_level(j, &c->args);
	return seated_reason(j, c->args, "dummy", c->why) ?
	    -1 :
	    moderate_dummy(j->at.m, seat, level, c->why, e);
}

static int
run_eject(struct job *j, struct call *c, struct err *e)
{
	int seat = named_seat(j, c, "eject");

	if (seat < 0)
		return -1;
	return seated_reason(j, c->args, "eject", c->why) ?
	    -1 :
	    moderate_eject(j->at.m, seat, c->why, e);
}

enum { ACT = COMMAND_MODERATOR | COMMAND_BOARD };

const struct command commands_invite[] = {
	{ "dummy", ACT | COMMAND_WHOLE, RIGHT_MODERATE, run_dummy, NULL },
	{ "eject", ACT | COMMAND_WHOLE, RIGHT_MODERATE, run_eject, NULL },
	{ "invite", COMMAND_MODERATOR, RIGHT_MODERATE, run_invite, NULL },
	/* Alone the word is a move of Atlantic Star. */
	{ "replace", ACT | COMMAND_ON_SEAT, RIGHT_MODERATE, run_replace, NULL },
	{ .name = NULL },
};
