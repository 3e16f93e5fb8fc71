/* SPDX-License-Identifier: MIT */

/* Mail that nothing proves: held until its owner confirms it, who is asked at
 * the address on record, or at the one a stranger claims
 * (doc/design.md 6.5). */

#include <limits.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/rng.h"
#include "desk/judge.h"
#include "store/db.h"

/* What goes beyond what the mail proves waits for a word from the address on
 * record; not for the end of somebody's turn, if no line of it is about a
 * game. */
int
job_hold(struct job *j, struct err *e)
{
	struct pending *w = &j->waiting;
	struct hold h = w->place;

	h.inbox = j->row->id;
	h.player = j->who.player.id;
	h.created = order_now(&j->desk->club);
	h.owner = w->owner;
	h.nonce = rng_nonce(NONCES);
	/* A question that shows the present board is answered on it, or comes
	 * again: it does not lapse with a turn. */
	if (w->moved)
		h.turn = INT_MAX;
	h.seen = j->at.m != NULL && j->at.m->game.id == h.game ?
	    w->moved ? j->at.m->game.board : job_seen(j) :
	    -1;
	/* Which game a line of an answer to a digest is for is known now. */
	if (job_obeyed(j) || j->who.rights.role == ROLE_DIGEST)
		h.rest = w->lines.data;
	if (!w->of_game)
		h.game = h.seat = h.turn = 0;
	if (hold_add(j->desk->club.db, &h, e) ||
	    job_confirmation(j, h.nonce, NULL, e))
		return -1;
	if (job_judged(j, "held", e))
		return -1;
	return inbox_finish(j->desk->club.db, j->row->id, INBOX_HELD,
	    j->msg.message_id, e);
}

/* A stranger who would become somebody is asked first, at the address they
 * claim: nothing else happens. Not more than so often a day, as anybody can
 * write in their name. */
int
job_hold_stranger(struct job *j, struct err *e)
{
	enum { A_DAY = 3, DAY = 86400 };
	struct db *db = j->desk->club.db;
	struct hold h = { .inbox = j->row->id,
		.board = -1,
		.created = order_now(&j->desk->club),
		.address = j->msg.from,
		.nonce = rng_nonce(NONCES) };
	int n;

	if (hold_count(db, h.address, h.created - DAY, &n, e))
		return -1;
	if (n >= A_DAY)
		return job_leave(j, e);
	job_conceal(j);
	job_wait_all(j);
	if (hold_add(db, &h, e) || job_confirmation(j, h.nonce, NULL, e))
		return -1;
	if (job_judged(j, "held", e))
		return -1;
	return inbox_finish(db, j->row->id, INBOX_HELD, j->msg.message_id, e);
}

/* The mail that was held, as it is now that its owner has answered. */
struct held {
	struct job mail;
	struct inbox_row row;
	struct hold hold;
};

/* Judged as if its sender had been known at once. What it asks is answered to
 * the confirmation. */
static int
obey_held(struct held *h, struct err *e)
{
	if (job_heard(&h->mail, e) || job_judge(&h->mail, e))
		return -1;
	return h->mail.waiting.any ?
	    0 :
	    inbox_finish(h->mail.desk->club.db, h->row.id, INBOX_ANSWERED,
		h->mail.msg.message_id, e);
}

/* Its owner did not write it: nothing of it is done, ever. */
static int
drop_held(struct held *h, struct err *e)
{
	struct job *j = &h->mail;

	job_leave_seat(j);
	if (job_did(j, "mail_dropped", NULL, e) || job_answer(j, e) ||
	    job_judged(j, "dropped", e))
		return -1;
	return inbox_finish(j->desk->club.db, h->row.id, INBOX_IGNORED,
	    j->msg.message_id, e);
}

/* Yes and no, or neither: it waits on, and the question comes again. */
static int
ask_again(struct held *h, const char *why, struct err *e)
{
	struct job *j = &h->mail;
	int rc;

	buf_clear(&j->who.rights.address);
	rc = job_may_answer(j, e);
	if (rc < 0 || job_lines(j, e))
		return -1;
	if (!j->who.player.id) {
		h->hold.address = j->msg.from;
		job_guess_lang(j);
		job_conceal(j);
	}
	job_wait_all(j);
	if (hold_add(j->desk->club.db, &h->hold, e))
		return -1;
	return rc == 1 ? job_confirmation(j, h->hold.nonce, why, e) : rc;
}

/* What is the owner's alone is confirmed from their first address: 1; 0 it
 * comes from elsewhere, or our server says that it is forged, and waits on. */
static int
may_confirm(const struct job *j, const struct held *h, struct err *e)
{
	int rc = !h->hold.owner ?
	    1 :
	    j->suspect ?
	    0 :
	    identity_from_first(&j->desk->club, &j->msg, h->hold.player, e);

	if (rc == 0 && hold_add(j->desk->club.db, &h->hold, e))
		return -1;
	return rc;
}

enum { LOST, DECIDED, ELSEWHERE, SUSPECT };

/* LOST: its seat is; -1. */
static int
decide_held(struct job *j, const struct hold *hold, enum verdict v,
    struct err *e)
{
	struct held h = { .hold = *hold };
	int rc = inbox_get(j->desk->club.db, hold->inbox, &h.row, e);

	if (rc != 1)
		return rc;
	rc = job_open(&h.mail, j->desk, &h.row, e);
	h.mail.answer.inbox = j->row->id;
	if (rc == 0)
		rc = job_resume(&h.mail, hold, e);
	log_trace("confirms", LOG_NUMBER("held", hold->inbox),
	    LOG_WORD("still", rc == 1 ? "good" : "void"));
	if (rc == 1)
		job_trace_identity(&h.mail);
	if (rc == 1 && v == VERDICT_YES && (rc = may_confirm(j, &h, e)) == 0)
		rc = j->suspect ? SUSPECT : ELSEWHERE;
	if (rc == DECIDED &&
	    (v == VERDICT_YES ?
		    obey_held(&h, e) :
		    v == VERDICT_NO ?
		    drop_held(&h, e) :
		    ask_again(&h, v == VERDICT_BOTH ? "both" : "neither", e)))
		rc = -1;
	j->defer |= h.mail.defer;
	job_close(&h.mail);
	inbox_row_release(&h.row);
	return rc;
}

/* Used before, lapsed with the turn, or of other keys: said to whoever asks. */
static int
refuse_confirmation(struct job *j, const char *code, struct err *e)
{
	struct player p;

	if (!j->who.player.id && j->msg.from != NULL &&
	    player_by_address(j->desk->club.db, j->msg.from, &p, e) == 1) {
		j->who.player = p;
		j->lang = p.lang;
	}
	return job_refuse(j, code, e);
}

/* A yes of the owner's that our server has marked is answered where the
 * question went, as often as any mail; those beyond do not wait. */
static int
refuse_suspect(struct job *j, const struct hold *h, struct err *e)
{
	int rc = player_get(j->desk->club.db, h->player, &j->who.player, e);

	if (rc != 1)
		return rc;
	j->lang = j->who.player.lang;
	if (address_primary(j->desk->club.db, h->player, &j->answer.to, e) < 0)
		return -1;
	j->answer.doubted = true;
	rc = job_refuse(j, "answer-suspect", e);
	j->defer = false;
	return rc;
}

int
job_confirmed(struct job *j, int64_t id, struct err *e)
{
	struct hold h = { 0 };
	int rc = hold_take(j->desk->club.db, id, &h, e);

	/* Another mail has this number now. */
	if (rc == 1 && h.nonce != j->who.token.nonce)
		rc = hold_add(j->desk->club.db, &h, e);
	if (rc == 1 && order_asked(&j->desk->club) - h.created > HOLD_SECONDS)
		rc = 0;
	if (rc == 1)
		rc = decide_held(j, &h, job_verdict(j), e);
	if (rc == SUSPECT)
		rc = refuse_suspect(j, &h, e) ? -1 : DECIDED;
	hold_release(&h);
	if (rc < 0)
		return -1;
	return rc == DECIDED ?
	    0 :
	    refuse_confirmation(j,
		rc == ELSEWHERE ? "from-elsewhere" : "confirmation-used", e);
}
