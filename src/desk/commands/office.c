/* SPDX-License-Identifier: MIT */

/* The office of a moderator is handed on, or shared with a deputy: to whom it
 * is offered, by mail, and who takes it says so (desk/request.c). */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "desk/office.h"
#include "desk/people.h"
#include "desk/seated.h"
#include "match/ahead.h"
#include "match/moderate.h"
#include "post/words.h"
#include "store/contact.h"
#include "text/texts.h"

/* Who is meant by a name, letter by letter but for case and accents. */
struct candidate {
	char *name; /* owned, folded */
	int64_t id;
	int n;
};

static int
see_name(void *arg, int64_t id, const char *name)
{
	struct candidate *c = arg;
	char *is = seated_fold(name, strlen(name));

	if (strcmp(is, c->name) == 0) {
		c->id = id;
		c->n++;
	}
	free(is);
	return 0;
}

/* The player at a seat of the table, or of the club. 0, or refused or
 * failed. */
static int
find_candidate(struct job *j, struct call *c, int *seat, int64_t *id,
    struct err *e)
{
	struct candidate who = { .n = 0 };
	const char *at = c->args;
	int rc = 0;

	*seat = seated_take(j->at.m, &at, c->why);
	if (*seat < 0)
		return -1;
	/* Whether a name is refused would tell who plays here. */
	if (!(*seat && !*at) && !j->keeper &&
	    j->at.m->terms.names == TERMS_NAMES_HIDDEN)
		return refuse(c->why, "office-by-seat");
	if (*seat && !*at) {
		*id = j->at.m->seat[*seat].player;
	} else {
		who.name = seated_fold(c->args, strlen(c->args));
		rc = player_names(j->desk->club.db, see_name, &who, e);
		*id = who.n == 1 ? who.id : 0;
		*seat = 0;
		free(who.name);
	}
	if (rc < 0)
		return -1;
	/* Nobody hears who sits where. */
	if (!*seat && j->at.m->terms.names == TERMS_NAMES_HIDDEN &&
	    match_seat_of(j->at.m, *id))
		*id = 0;
	return *id ? 0 : refuse_said(c->why, "no-candidate", "word", c->args);
}

/* An offer ends the one before. */
static int
add_request(struct job *j, struct request *r, struct err *e)
{
	struct db *db = j->desk->club.db;
	struct request old;
	int rc = request_of_seat(db, r->game, r->seat, &old, e);

	if (rc == 1) {
		rc = request_close(db, old.id, REQUEST_DECLINED, e);
		request_release(&old);
	}
	return rc < 0 ? -1 : request_add(db, r, e);
}

static int
mail_offer(struct job *j, const struct request *r, const struct player *p,
    struct err *e)
{
	struct match *m = j->at.m;
	struct letter l = { .club = &j->desk->club,
		.kind = LETTER_OFFICE,
		.to = { .is = TO_PLAYER, .player = p },
		.token = token_of_request(j->desk, r) };
	cJSON *ctx = cJSON_CreateObject();

	words_add_kind(j->desk->club.texts, p->lang, m->game.kind, ctx);
	cJSON_AddNumberToObject(ctx, "game", (double)m->game.id);
	tree_flag(ctx, "deputy", request_of_deputy(r));
	tree_flag(ctx, "keeper", m->by == NULL);
	if (m->by != NULL)
		tree_add_str(ctx, "from_name", m->by);
	if (m->reason != NULL && *m->reason)
		tree_add_str(ctx, "reason", m->reason);
	return letter_write(&l, ctx, e);
}

static int
offer(struct job *j, struct call *c, const struct player *p, int seat,
    bool deputy, struct err *e)
{
	struct match *m = j->at.m;
	struct buf address = BUF_INIT;
	struct request r = { .kind = REQUEST_OFFICE,
		.player = j->who.player.id,
		.game = m->game.id,
		.seat = REQUEST_AT_OFFICE,
		.name = deputy ? (char *)(uintptr_t)REQUEST_DEPUTY : NULL,
		.created = m->now };
	int rc = address_primary(m->club->db, p->id, &address, e);

	if (rc == 0)
		rc = refuse_said(c->why, "no-candidate", "word", c->args);
	else if (rc == 1)
		rc = j->keeper ?
		    0 :
		    job_may_ask(j, REQUEST_OFFICE, address.data, c->why, e);
	r.address = address.data;
	if (rc == 0)
		rc = add_request(j, &r, e);
	if (rc == 0)
		rc = mail_offer(j, &r, p, e);
	if (rc == 0)
		moderate_tell(m,
		    (struct moderated){ .what = deputy ? "deputy_asked" :
							 "office_asked",
			.seat = seat,
			.name = seat ? NULL : p->name,
			.office = true });
	buf_release(&address);
	return rc ? -1 : 0;
}

static int
ask_somebody(struct job *j, struct call *c, bool deputy, struct err *e)
{
	struct match *m = j->at.m;
	struct player p;
	int64_t id;
	int seat, rc;
	bool hidden;

	if (!*c->args)
		return refuse_seat_word(c->why, deputy ? "deputy" : "moderator",
		    false);
	if (match_check_state(m, SETTING_UP | RUNNING, c->why) ||
	    find_candidate(j, c, &seat, &id, e))
		return -1;
	if (id == m->game.moderator)
		return refuse(c->why, "moderates-already");
	/* Of a seat that nobody is known by nothing is told. */
	hidden = seat && m->terms.names == TERMS_NAMES_HIDDEN;
	if (deputy && id == m->terms.deputy && !hidden)
		return refuse(c->why, "deputy-already");
	rc = player_get(m->club->db, id, &p, e);
	if (rc != 1)
		return -1;
	if (player_is_silent(&p) && !hidden)
		rc = refuse_str(c->why, "office-unread", "name", p.name);
	else
		rc = offer(j, c, &p, seat, deputy, e);
	player_release(&p);
	return rc;
}

static int
run_moderator(struct job *j, struct call *c, struct err *e)
{
	return ask_somebody(j, c, false, e);
}

/* "deputy p2", "deputy off". */
static int
run_deputy(struct job *j, struct call *c, struct err *e)
{
	if (args_switch(j, c->args) != 0)
		return ask_somebody(j, c, true, e);
	if (!j->at.m->terms.deputy)
		return refuse(c->why, "no-deputy");
	return job_told(j, (struct moderated){ .what = "deputy_off" },
	    moderate_deputize(j->at.m, 0, NULL, c->why));
}

/* "deputize", "deputize 42". */
static int
run_deputize(struct job *j, struct call *c, struct err *e)
{
	int64_t game = *c->args ? args_game(c->args) :
	    j->at.m != NULL     ? j->at.m->game.id :
				  0;
	struct match *m;
	int rc;

	if (!game)
		return refuse(c->why, "deputize-which");
	rc = job_game(j, game, &m, e);
	if (rc <= 0)
		return rc < 0 ?
		    -1 :
		    refuse_number(c->why, "no-such-game", "game", game);
	if (moderate_stand_in(m, j->who.player.id, c->why, e)) {
		job_give_back(j, m);
		return -1;
	}
	if (m == j->at.m) {
		j->at.moderator = true;
		j->at.observer = false;
	}
	rights_gain(&j->who.rights, game, RIGHT_MODERATE);
	/* What is told of the act answers a mail about the game. */
	if (m == j->at.m)
		return 0;
	return job_let_go(j, m, e) ? -1 : job_did(j, "office_taken", NULL, e);
}

static int
add_invited(const struct job *j, const struct reader *r, int seat, cJSON *o,
    struct err *e)
{
	const struct match *m = j->at.m;
	struct request q;
	int rc = request_of_seat(m->club->db, m->game.id, seat, &q, e);

	if (rc != 1)
		return rc;
	if (q.kind == REQUEST_INVITATION && request_open(&q, m->now))
		texts_add_moment(m->club->texts, r->lang, r->tz,
		    q.created + REQUEST_SECONDS, m->now, o, "invited");
	request_release(&q);
	return 0;
}

/* What became of the last mail to the seat's holder that all may expect. What
 * they wrote or others wrote to them is nobody's business; nor is where names
 * are hidden when they were mailed, which may be as in another game. */
static int
add_contact(const struct job *j, const struct reader *r, int seat, cJSON *about,
    struct err *e)
{
	const struct match *m = j->at.m;
	struct contact c;

	if (m->terms.names == TERMS_NAMES_HIDDEN)
		return 0;
	if (contact_get(m->club->db, m->game.id, seat, m->seat[seat].player, &c,
		e))
		return -1;
	if (c.written)
		texts_add_moment(m->club->texts, r->lang, r->tz,
		    c.bounced                  ? c.returned :
			c.state == OUTBOX_SENT ? c.sent :
						 c.written,
		    m->now, tree_object(about, "contact"),
		    c.bounced                    ? "returned" :
			c.state == OUTBOX_SENT   ? "sent" :
			c.state == OUTBOX_FAILED ? "failed" :
						   "queued");
	return 0;
}

/* That there are moves sent ahead is nothing for somebody at the table. */
static int
add_seat(const struct job *j, const struct reader *r, int seat, cJSON *list,
    struct err *e)
{
	const struct match *m = j->at.m;
	const struct clock_seat *pace = &m->clock.pace[seat];
	cJSON *o = tree_member(list);

	tree_add_seat(o, "seat", seat);
	tree_add_str(o, "seat_name", m->seat[seat].name);
	tree_flag(o, "awaited",
	    match_to_act(m) & SEAT_BIT(seat) && m->seat[seat].player);
	if (pace->due)
		texts_add_moment(m->club->texts, r->lang, r->tz, pace->due,
		    m->now, o, "until");
	if (pace->due && pace->late && m->clock.row.late != CLOCK_WAIT)
		texts_add_moment(m->club->texts, r->lang, r->tz, pace->late,
		    m->now, o, "then");
	tree_flag(o, "sent_ahead",
	    !match_moderator_seat(m) && m->queue[seat].n > 0);
	if (!m->seat[seat].player)
		return add_invited(j, r, seat, o, e);
	return match_to_act(m) & SEAT_BIT(seat) &&
		seat != match_moderator_seat(m) ?
	    add_contact(j, r, seat, o, e) :
	    0;
}

int
office_status(const struct job *j, const struct reader *r, cJSON *context,
    struct err *e)
{
	cJSON *list = tree_list(context, "office"), *o;

	for (int s = 1; s <= j->at.m->seats; s++)
		if (add_seat(j, r, s, list, e))
			return -1;
	for (int i = cJSON_GetArraySize(list); i-- > 0;) {
		o = cJSON_GetArrayItem(list, i);
		if (!cJSON_IsTrue(cJSON_GetObjectItem(o, "awaited")) &&
		    !cJSON_IsTrue(cJSON_GetObjectItem(o, "sent_ahead")) &&
		    !cJSON_HasObjectItem(o, "invited"))
			cJSON_DeleteItemFromArray(list, i);
	}
	return 0;
}

const struct command commands_office[] = {
	{ "moderator", COMMAND_MODERATOR | COMMAND_WHOLE | COMMAND_OFFICE,
	    RIGHT_MODERATE, run_moderator, NULL },
	{ "deputy", COMMAND_MODERATOR | COMMAND_WHOLE | COMMAND_OFFICE,
	    RIGHT_MODERATE, run_deputy, NULL },
	{ "deputize", COMMAND_WHOLE | COMMAND_BARE | COMMAND_OF_GAME,
	    RIGHT_OWNER, run_deputize, NULL },
	{ .name = NULL },
};
