/* SPDX-License-Identifier: MIT */

/* Replies to our own questions: is this address yours, may they come in. And
 * the mails that ask them. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/tree.h"
#include "desk/command.h"
#include "desk/judge.h"
#include "desk/people.h"
#include "mail/address.h"
#include "match/moderate.h"
#include "match/names.h"
#include "store/audit.h"
#include "text/texts.h"

/* What one older address is told: the word `no` takes the new one away. */
struct older {
	struct job *j;
	const struct player *p;
	struct err *e;
};

static int
tell_older(void *arg, const char *address)
{
	struct older *o = arg;
	struct job *j = o->j;
	struct request r = { .kind = REQUEST_UNDO,
		.player = o->p->id,
		.created = order_now(&o->j->desk->club) };
	struct letter l = { .club = &j->desk->club,
		.kind = LETTER_ADDED,
		.to = { .is = TO_PLAYER, .player = o->p, .address = address } };
	cJSON *ctx;
	int rc;

	if (strcmp(address, j->who.request.address) == 0)
		return 0;
	r.address = mem_dup(address);
	r.name = mem_dup(j->who.request.address);
	rc = request_add(j->desk->club.db, &r, o->e);
	l.token = token_of_request(j->desk, &r);
	request_release(&r);
	if (rc)
		return -1;
	ctx = cJSON_CreateObject();
	tree_add_str(ctx, "name", o->p->name);
	tree_add_str(ctx, "address", j->who.request.address);
	return letter_write(&l, ctx, o->e);
}

/* The player's older addresses learn of the new one, and stay for a while. */
static int
tell_player(struct job *j, const struct player *p, struct err *e)
{
	struct older o = { j, p, e };
	struct db *db = j->desk->club.db;

	return address_added(db, j->who.request.address, clock_now(), e) ||
		address_each(db, p->id, tell_older, &o, e) ?
	    -1 :
	    0;
}

/* An older address says that the new one is not its owner's: it goes, and with
 * it whatever its reader was sent. */
static int
decide_undo(struct job *j, bool stays, const char **code, struct err *e)
{
	struct db *db = j->desk->club.db;
	struct request *r = &j->who.request;
	cJSON *ctx;
	int rc = request_close(db, r->id,
	    stays ? REQUEST_GRANTED : REQUEST_DECLINED, e);

	if (rc == 1 && !stays)
		rc = address_drop(db, r->player, r->name, e);
	if (rc == 0)
		*code = "request-used";
	if (rc != 1)
		return rc;
	if (!stays && order_renew(&j->desk->club, r->player, e))
		return -1;
	ctx = cJSON_CreateObject();
	tree_add_str(ctx, "address", r->name);
	return job_did(j, stays ? "address_kept" : "address_undone", ctx, e);
}

/* The address that was asked says yes: from itself, and once. */
static int
decide_address(struct job *j, bool yes, const char **code, struct err *e)
{
	struct db *db = j->desk->club.db;
	struct request *r = &j->who.request;
	struct player p;
	int rc;

	j->answer.doubted = j->suspect;
	if (j->msg.from == NULL || strcmp(j->msg.from, r->address) != 0)
		*code = "from-elsewhere";
	else if (j->suspect)
		*code = "answer-suspect";
	if (*code != NULL)
		return 0;
	rc = request_close(db, r->id, yes ? REQUEST_GRANTED : REQUEST_DECLINED,
	    e);
	if (rc <= 0 || !yes)
		return rc < 0 ? -1 : job_did(j, "address_declined", NULL, e);
	rc = player_by_address(db, r->address, &p, e);
	if (rc == 1) {
		player_release(&p);
		*code = "request-used";
		return 0;
	}
	if (rc < 0 || player_get(db, r->player, &p, e) != 1)
		return -1;
	rc = address_add(db, p.id, r->address, e);
	if (rc == 0)
		rc = tell_player(j, &p, e);
	if (rc == 0)
		rc = job_did(j, "address_added", people_welcome(j->desk, &p),
		    e);
	player_release(&p);
	return rc;
}

static int
note_decision(struct desk *d, const struct request *r, bool yes, struct err *e)
{
	struct buf what = BUF_INIT;
	int rc;

	buf_printf(&what, "%s %s (%s)", yes ? "approve" : "decline", r->address,
	    r->name);
	rc = audit_add(d->club.db, 0, "keeper", what.data, clock_now(), e);
	buf_release(&what);
	return rc;
}

int
people_decide(struct desk *d, const struct request *r, bool yes, struct err *e)
{
	const char *lang = r->lang != NULL &&
		texts_has_lang(d->club.texts, r->lang) ?
	    r->lang :
	    d->club.lang;
	struct player p = { 0 };
	struct letter l = {
		.club = &d->club,
		.kind = yes ? LETTER_WELCOME : LETTER_DECLINED,
		.to = { .is = TO_STRANGER, .address = r->address, .lang = lang }
	};
	cJSON *ctx;
	int rc = player_by_address(d->club.db, r->address, &p, e);

	if (rc == 1)
		player_release(&p);
	if (rc != 0)
		return rc < 0 ? -1 : 0;
	if (!request_open(r, order_asked(&d->club)))
		return 0;
	rc = request_close(d->club.db, r->id,
	    yes ? REQUEST_GRANTED : REQUEST_DECLINED, e);
	if (rc != 1)
		return rc;
	if (note_decision(d, r, yes, e))
		return -1;
	if (yes && people_add(d, r->name, r->address, lang, &p, e))
		return -1;
	if (yes) {
		l.to.is = TO_PLAYER;
		l.to.player = &p;
		l.token = (struct token){ .role = TOKEN_PLAYER,
			.number = p.id };
		if (player_holder(d->club.db, p.id, &l.token.holder, e) < 0) {
			player_release(&p);
			return -1;
		}
		ctx = people_welcome(d, &p);
	} else {
		ctx = cJSON_CreateObject();
		tree_add_str(ctx, "name", r->name);
	}
	rc = letter_write(&l, ctx, e);
	if (yes)
		player_release(&p);
	return rc ? -1 : 1;
}

int
desk_admit(struct desk *d, const char *address, bool yes, struct err *e)
{
	struct request r;
	int rc = request_last(d->club.db, REQUEST_SIGNUP, address, 0, &r, e);

	if (rc <= 0)
		return rc;
	rc = people_decide(d, &r, yes, e);
	request_release(&r);
	return rc;
}

static int
decide_signup(struct job *j, bool yes, const char **code, struct err *e)
{
	cJSON *ctx;
	int rc = people_decide(j->desk, &j->who.request, yes, e);

	if (rc == 0)
		*code = "request-used";
	if (rc != 1)
		return rc;
	ctx = cJSON_CreateObject();
	tree_add_str(ctx, "name", j->who.request.name);
	return job_did(j, yes ? "approved" : "turned_down", ctx, e);
}

/* Who is asked to a seat does not want it: it is free, and the table is told.
 * Nothing is said of who they are that its mails did not say. */
static int
decide_invitation(struct job *j, const char **code, struct err *e)
{
	const struct request *r = &j->who.request;
	struct match *m;
	int rc = request_close(j->desk->club.db, r->id, REQUEST_DECLINED, e);

	if (rc == 0)
		*code = "request-used";
	if (rc == 1)
		rc = match_open(&j->desk->club, r->game, &m, e);
	if (rc != 1)
		return rc;
	moderate_tell(m,
	    (struct moderated){ .what = "declined",
		.seat = r->seat,
		.name = request_named(r) ? j->who.player.name : NULL });
	return match_finish(m, 0, e) ? -1 : job_did(j, "declined", NULL, e);
}

/* The office is theirs to give who offered it, for as long as they have it; the
 * keeper's always is. */
static bool
stands(const struct request *r, const struct match *m)
{
	return !r->player || r->player == m->game.moderator;
}

static int
take_office(struct match *m, const char *address, bool deputy,
    const char **code, struct err *e)
{
	struct refusal why = { 0 };
	struct player p;
	int rc = player_by_address(m->club->db, address, &p, e);

	if (rc == 0)
		*code = "request-used";
	if (rc != 1)
		return rc;
	rc = deputy ? moderate_deputize(m, p.id, p.name, &why) :
		      moderate_take(m, p.id, &why, e);
	if (rc == 0 && deputy)
		moderate_tell(m,
		    (struct moderated){ .what = "deputy_taken",
			.seat = match_seat_of(m, p.id),
			.name = match_seat_of(m, p.id) ? NULL : p.name,
			.office = true });
	player_release(&p);
	*code = why.code;
	return rc && why.code == NULL ? -1 : rc == 0;
}

/* Who is asked to moderate a game, or to be a deputy, says yes or no. */
static int
decide_office(struct job *j, bool yes, const char **code, struct err *e)
{
	const struct request *r = &j->who.request;
	bool deputy = request_of_deputy(r);
	struct moderated no = { .what = deputy ? "deputy_declined" :
						 "office_declined" };
	struct match *m = NULL;
	cJSON *ctx;
	int rc = request_close(j->desk->club.db, r->id,
	    yes ? REQUEST_GRANTED : REQUEST_DECLINED, e);

	if (rc == 1)
		rc = match_open(&j->desk->club, r->game, &m, e);
	if (rc != 1)
		m = NULL;
	if (rc == 1 && !stands(r, m))
		rc = 0;
	if (rc == 0)
		*code = "request-used";
	else if (rc == 1 && yes)
		rc = take_office(m, r->address, deputy, code, e);
	else if (rc == 1)
		moderate_tell(m, no);
	if (rc != 1) {
		match_drop(m);
		return rc;
	}
	if (match_finish(m, 0, e))
		return -1;
	ctx = cJSON_CreateObject();
	cJSON_AddNumberToObject(ctx, "game", (double)r->game);
	return job_did(j,
	    !yes       ? "office_declined" :
		deputy ? "deputy_taken" :
			 "office_taken",
	    ctx, e);
}

/* Whether the mail says that to an invitation that stands, and nothing else: a
 * command in it says what its writer wants. */
static bool
says_to_invitation(const struct job *j, enum verdict v)
{
	struct buf line = BUF_INIT;
	const char *text = j->msg.text;
	bool says = j->who.request.kind == REQUEST_INVITATION &&
	    request_open(&j->who.request, order_asked(&j->desk->club)) &&
	    job_verdict(j) == v;

	while (says && *text) {
		size_t n = strcspn(text, "\n");

		buf_clear(&line);
		buf_add(&line, text, n);
		says = meaning_of(j, buf_text(&line)).is != MEANS_COMMAND;
		text += n + (text[n] == '\n');
	}
	buf_release(&line);
	return says;
}

bool
job_declines(const struct job *j)
{
	return says_to_invitation(j, VERDICT_NO);
}

void
job_accepts(struct job *j)
{
	static const char join[] = "join";

	if (!says_to_invitation(j, VERDICT_YES))
		return;
	job_drop_lines(j);
	job_add_line(j, join, sizeof join - 1);
}

/* What was asked, for whoever has to be asked again. */
static int
refuse_verdict(struct job *j, enum verdict v, struct refusal *why,
    struct err *e)
{
	const struct request *r = &j->who.request;
	struct player p;
	int rc;

	refuse(why, v == VERDICT_BOTH ? "yes-and-no" : "yes-or-no");
	if (r->kind == REQUEST_SIGNUP) {
		refusal_str(why, "stranger", r->name);
		return 0;
	}
	if (r->kind == REQUEST_OFFICE)
		return 0;
	rc = player_get(j->desk->club.db, r->player, &p, e);
	if (rc == 1) {
		refusal_str(why, "player", p.name);
		player_release(&p);
	}
	return rc < 0 ? -1 : 0;
}

static int
decide(struct job *j, struct refusal *why, struct err *e)
{
	const struct request *r = &j->who.request;
	enum verdict v = job_verdict(j);
	const char *code = NULL;
	int rc = 0;

	if (!request_open(r, order_asked(&j->desk->club)))
		code = "request-used";
	else if (r->kind == REQUEST_INVITATION)
		rc = decide_invitation(j, &code, e);
	else if (v != VERDICT_YES && v != VERDICT_NO)
		return refuse_verdict(j, v, why, e);
	else if (r->kind == REQUEST_SIGNUP)
		rc = decide_signup(j, v == VERDICT_YES, &code, e);
	else if (r->kind == REQUEST_OFFICE)
		rc = decide_office(j, v == VERDICT_YES, &code, e);
	else if (r->kind == REQUEST_UNDO)
		rc = decide_undo(j, v == VERDICT_YES, &code, e);
	else
		rc = decide_address(j, v == VERDICT_YES, &code, e);
	if (code != NULL)
		refuse(why, code);
	return rc < 0 ? -1 : 0;
}

int
job_request(struct job *j, struct err *e)
{
	const struct request *r = &j->who.request;
	struct refusal why = { 0 };
	bool signup = r->kind == REQUEST_SIGNUP;
	int rc;

	buf_clear(&j->answer.to);
	buf_str(&j->answer.to,
	    signup && j->desk->club.keeper != NULL ? j->desk->club.keeper :
						     r->address);
	rc = job_may_answer(j, e);
	if (rc <= 0)
		return rc;
	if (job_lines(j, e))
		return -1;
	for (int i = 0; i < j->n; i++)
		j->line[i].state = i ? LINE_UNREAD : LINE_DONE;
	if (decide(j, &why, e))
		return -1;
	return why.code != NULL ? job_refuse_why(j, &why, e) : job_answer(j, e);
}
