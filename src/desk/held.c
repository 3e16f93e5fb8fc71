/* SPDX-License-Identifier: MIT */

/* Mail that nothing proves: held until its owner confirms it, who is asked at
 * the address on record, or at the one a stranger claims (DESIGN 6). */

#include "base/clock.h"
#include "base/utf8.h"
#include "desk/judge.h"

/* A held mail can be confirmed for two weeks. */
enum { HOLD_SECONDS = 14 * 86400 };

static bool
is_about_game(const struct errand *er)
{
	enum { NONE = COMMAND_PUBLIC | COMMAND_CONFIRM };
	bool any = false;

	for (int i = 0; i < er->n && !any; i++) {
		const struct command *c;
		struct meaning m;
		meaning_of(er, er->line[i].text, &m);
		buf_release(&m.candidates);
		c = m.command;
		any = m.is != MEANS_PROSE && (m.is != MEANS_COMMAND ||
			!(c->flags & NONE || c == &command_create ||
			c == &command_address));
	}
	return any;
}

/* From a registered address, but nothing proves it: the mail waits for a
 * word from the address on record; not for the end of somebody's turn, if no
 * line of it is about a game. */
int
errand_hold(struct errand *er, struct err *e)
{
	struct hold h = { .inbox = er->row->id, .player = er->player.id,
		.board = -1, .created = clock_now() };

	if (!is_about_game(er))
		errand_leave_seat(er);
	if (er->m) {
		h.game = er->m->game.id;
		h.seat = er->seat;
		h.turn = er->m->game.turn;
		if (er->current)
			h.board = er->board < 0 ? er->m->game.board : er->board;
		/* Somebody else's turn ends soon; his own may come first. */
		if (!er->seat ||
		    !(match_to_act(er->m) & SEAT_BIT(er->seat)))
			h.turn += er->m->seats;
	}
	if (hold_add(er->desk->house.db, &h, e) || errand_confirmation(er, e))
		return -1;
	errand_log(er, "mail.held");
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
		.created = clock_now(), .address = er->msg.from };
	int n;

	if (hold_count(db, h.address, h.created - DAY, &n, e))
		return -1;
	if (n >= A_DAY)
		return errand_leave(er, e);
	errand_conceal(er);
	if (hold_add(db, &h, e) || errand_confirmation(er, e))
		return -1;
	errand_log(er, "mail.held");
	return inbox_finish(db, er->row->id, INBOX_HELD, er->msg.message_id,
		e);
}

/* The mail that was held, judged as if its sender had been known at once.
 * What it asks is answered to the confirmation. 1; 0 if its seat is lost. */
static int
judge_held(struct errand *er, const struct hold *h, struct err *e)
{
	struct inbox_row row = { 0 };
	struct errand old;
	int rc = inbox_get(er->desk->house.db, h->inbox, &row, e);

	if (rc != 1)
		return rc;
	errand_open(&old, er->desk, &row);
	old.answer_id = er->row->id;
	rc = errand_resume(&old, h, e);
	if (rc == 1 && (errand_heard(&old, e) || errand_judge(&old, e) ||
	    inbox_finish(er->desk->house.db, h->inbox, INBOX_ANSWERED,
		old.msg.message_id, e)))
		rc = -1;
	errand_close(&old);
	inbox_row_release(&row);
	return rc;
}

/* `yes` at the head of a line. Silence is none: what answers by itself, or
 * cannot be read, has confirmed nothing. */
static bool
says_yes(struct errand *er)
{
	bool yes = false;

	errand_lines(er);
	for (int i = 0; i < er->n; i++) {
		struct buf word = BUF_INIT;
		const char *id;

		utf8_fold(er->line[i].text, strcspn(er->line[i].text, " .,!\t"),
			&word);
		yes |= names_find(er->words, "command", buf_text(&word),
			word.len, 0, &id) == NAME_FOUND && !strcmp(id, "yes");
		buf_release(&word);
	}
	return yes;
}

/* Used before, lapsed with the turn, or not confirmed: said to whoever asks. */
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
	struct hold h;
	int rc;

	if (!says_yes(er))
		return refuse_confirmation(er, "confirmation-without-yes", e);
	rc = hold_take(er->desk->house.db, id, &h, e);
	if (rc == 1 && clock_now() - h.created > HOLD_SECONDS)
		rc = 0;
	if (rc == 1)
		rc = judge_held(er, &h, e);
	if (rc < 0)
		return -1;
	return rc == 1 ? 0 : refuse_confirmation(er, "confirmation-used", e);
}
