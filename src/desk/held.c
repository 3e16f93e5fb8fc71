/* SPDX-License-Identifier: MIT */

/* Mail that nothing proves: held until its owner confirms it, who is asked at
 * the address on record, or at the one a stranger claims
 * (doc/design.md 6.5). */

#include <cjson/cJSON.h>
#include <limits.h>

#include "base/clock.h"
#include "base/rng.h"
#include "desk/judge.h"
#include "store/db.h"

/* A held mail can be confirmed for two weeks. */
enum { HOLD_SECONDS = 14 * 86400 };

/* What goes beyond what the mail proves waits for a word from the address on
 * record; not for the end of somebody's turn, if no line of it is about a
 * game. */
int
errand_hold(struct errand *er, struct err *e)
{
	struct pending *w = &er->waiting;
	struct hold h = w->place;

	h.inbox = er->row->id;
	h.player = er->player.id;
	h.created = clock_now();
	h.owner = w->owner;
	h.nonce = rng_nonce(NONCES);
	/* A question that shows the present board is answered on it, or comes
	 * again: it does not lapse with a turn. */
	if (w->moved)
		h.turn = INT_MAX;
	h.seen = er->m && er->m->game.id == h.game ? w->moved ?
		er->m->game.board : errand_seen(er) : -1;
	if (errand_obeyed(er))
		h.rest = w->lines.data;
	if (!w->of_game)
		h.game = h.seat = h.turn = 0;
	if (hold_add(er->desk->house.db, &h, e) ||
	    errand_confirmation(er, h.nonce, NULL, e))
		return -1;
	if (errand_judged(er, "held", e))
		return -1;
	return inbox_finish(er->desk->house.db, er->row->id, INBOX_HELD,
		er->msg.message_id, e);
}

/* A stranger who would become somebody is asked first, at the address he
 * claims: nothing else happens. Not more than so often a day, as anybody can
 * write in his name. */
int
errand_hold_stranger(struct errand *er, struct err *e)
{
	enum { A_DAY = 3, DAY = 86400 };
	struct db *db = er->desk->house.db;
	struct hold h = { .inbox = er->row->id, .board = -1,
		.created = clock_now(), .address = er->msg.from,
		.nonce = rng_nonce(NONCES) };
	int n;

	if (hold_count(db, h.address, h.created - DAY, &n, e))
		return -1;
	if (n >= A_DAY)
		return errand_leave(er, e);
	errand_conceal(er);
	errand_wait_all(er);
	if (hold_add(db, &h, e) || errand_confirmation(er, h.nonce, NULL, e))
		return -1;
	if (errand_judged(er, "held", e))
		return -1;
	return inbox_finish(db, er->row->id, INBOX_HELD, er->msg.message_id,
		e);
}

/* The mail that was held, as it is now that its owner has answered. */
struct held {
	struct errand mail;
	struct inbox_row row;
	struct hold hold;
};

/* Judged as if its sender had been known at once. What it asks is answered to
 * the confirmation. */
static int
obey_held(struct held *h, struct err *e)
{
	if (errand_heard(&h->mail, e) || errand_judge(&h->mail, e))
		return -1;
	return h->mail.waiting.any ? 0 : inbox_finish(h->mail.desk->house.db,
		h->row.id, INBOX_ANSWERED, h->mail.msg.message_id, e);
}

/* Its owner did not write it: nothing of it is done, ever. */
static int
drop_held(struct held *h, struct err *e)
{
	struct errand *er = &h->mail;

	errand_leave_seat(er);
	if (errand_did(er, "mail_dropped", cJSON_CreateObject(), e) ||
	    errand_answer(er, e) || errand_judged(er, "dropped", e))
		return -1;
	return inbox_finish(er->desk->house.db, h->row.id, INBOX_IGNORED,
		er->msg.message_id, e);
}

/* Yes and no, or neither: it waits on, and the question comes again. */
static int
ask_again(struct held *h, const char *why, struct err *e)
{
	struct errand *er = &h->mail;
	int rc;

	buf_clear(&er->rights.address);
	rc = errand_may_answer(er, e);
	errand_lines(er);
	if (!er->player.id) {
		h->hold.address = er->msg.from;
		errand_guess_lang(er);
		errand_conceal(er);
	}
	errand_wait_all(er);
	if (hold_add(er->desk->house.db, &h->hold, e))
		return -1;
	return rc == 1 ? errand_confirmation(er, h->hold.nonce, why, e) : rc;
}

/* What is the owner's alone is confirmed from his first address: 1; 0 it comes
 * from elsewhere, and waits on. */
static int
may_confirm(const struct errand *er, const struct held *h, struct err *e)
{
	int rc = h->hold.owner ? errand_from_first(er, h->hold.player, e) : 1;

	if (rc == 0 && hold_add(er->desk->house.db, &h->hold, e))
		return -1;
	return rc;
}

enum { LOST, DECIDED, ELSEWHERE };

/* LOST: its seat is; -1. */
static int
decide_held(struct errand *er, const struct hold *hold, enum verdict v,
	struct err *e)
{
	struct held h = { .hold = *hold };
	int rc = inbox_get(er->desk->house.db, hold->inbox, &h.row, e);

	if (rc != 1)
		return rc;
	rc = errand_open(&h.mail, er->desk, &h.row, e);
	h.mail.answer_id = er->row->id;
	if (rc == 0)
		rc = errand_resume(&h.mail, hold, e);
	if (rc == 1 && v == VERDICT_YES && (rc = may_confirm(er, &h, e)) == 0)
		rc = ELSEWHERE;
	if (rc == DECIDED && (v == VERDICT_YES ? obey_held(&h, e) :
	    v == VERDICT_NO ? drop_held(&h, e) :
	    ask_again(&h, v == VERDICT_BOTH ? "both" : "neither", e)))
		rc = -1;
	er->defer |= h.mail.defer;
	errand_close(&h.mail);
	inbox_row_release(&h.row);
	return rc;
}

/* Used before, or lapsed with the turn: said to whoever asks. */
static int
refuse_confirmation(struct errand *er, const char *code, struct err *e)
{
	struct player p;

	if (er->msg.from && player_by_address(er->desk->house.db, er->msg.from,
	    &p, e) == 1) {
		er->player = p;
		er->lang = p.lang;
	}
	return errand_refuse(er, code, e);
}

int
errand_confirmed(struct errand *er, int64_t id, struct err *e)
{
	struct hold h = { 0 };
	int rc = hold_take(er->desk->house.db, id, &h, e);

	/* Another mail has this number now. */
	if (rc == 1 && h.nonce != er->nonce)
		rc = hold_add(er->desk->house.db, &h, e);
	if (rc == 1 && clock_now() - h.created > HOLD_SECONDS)
		rc = 0;
	if (rc == 1)
		rc = decide_held(er, &h, errand_verdict(er), e);
	hold_release(&h);
	if (rc < 0)
		return -1;
	return rc == DECIDED ? 0 : refuse_confirmation(er, rc == ELSEWHERE ?
		"from-elsewhere" : "confirmation-used", e);
}
