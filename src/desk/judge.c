/* SPDX-License-Identifier: MIT */

/* From a row of the inbox to its answer (doc/design.md 4). */

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "desk/flood.h"
#include "desk/judge.h"
#include "desk/people.h"
#include "mail/authres.h"
#include "desk/trouble.h"
#include "mail/parser.h"
#include "store/db.h"
#include "store/failing.h"

static int
finish_match(struct errand *er, struct err *e)
{
	struct match *m = er->m;

	er->m = NULL;
	return m ? match_finish(m, er->seat, e) : 0;
}

/* Obeys an identified mail and answers it. */
int
errand_judge(struct errand *er, struct err *e)
{
	errand_lines(er);
	if (!er->player.id)
		errand_guess_lang(er);
	if (rights_newcomer(&er->rights))
		errand_conceal(er);
	if (errand_obey(er, e) || errand_finish_left(er, e) ||
	    (errand_obeyed(er) && errand_answer(er, e)))
		return -1;
	if (er->waiting.any ? errand_hold(er, e) : errand_judged(er,
	    er->refused ? "refused" : er->empty ? "empty" : "obeyed", e))
		return -1;
	return finish_match(er, e);
}

/* Whether every line that is no prose asks for what anybody may know. */
static bool
is_public(struct errand *er)
{
	bool any = false;

	for (int i = 0; i < er->n; i++) {
		struct meaning m;
		meaning_of(er, er->line[i].text, &m);
		buf_release(&m.candidates);
		if (m.is == MEANS_PROSE)
			continue;
		any = true;
		if (errand_needs(er, &m) != RIGHT_PUBLIC)
			return false;
	}
	return any;
}

static bool
says_anything(const struct errand *er)
{
	for (int i = 0; i < er->n; i++) {
		struct meaning m;
		meaning_of(er, er->line[i].text, &m);
		buf_release(&m.candidates);
		if (m.is != MEANS_PROSE)
			return true;
	}
	return false;
}

static int
judge_stranger(struct errand *er, struct err *e)
{
	errand_leave_seat(er);
	if (errand_obey(er, e))
		return -1;
	return errand_judged(er, er->refused ? "refused" : "answered", e) ||
		errand_answer(er, e) ? -1 : 0;
}

/* Nobody is flooded through us, and nothing real is lost by it: the mail waits
 * for an hour with room for its answer. Of one sender few wait, and none for
 * longer than mail systems try. */
int
errand_leave(struct errand *er, struct err *e)
{
	enum { HOUR = 3600, DAYS = 5 * 86400, WAITING_MOST = 5 };
	struct db *db = er->desk->house.db;
	const char *from = er->msg.from ? er->msg.from : "";
	int64_t now = clock_now();
	int waiting;

	if (inbox_deferred(db, from, &waiting, e))
		return -1;
	if (waiting < WAITING_MOST && now - er->row->received < DAYS) {
		return errand_judged(er, "deferred", e) || inbox_defer(db,
			er->row->id, from, now + HOUR, e) ? -1 : 0;
	}
	if (errand_judged(er, "too-many", e))
		return -1;
	return inbox_finish(db, er->row->id, INBOX_IGNORED, er->msg.message_id,
		e);
}

/* Whether the stranger asks for what needs his address, and may have it. 1, 0. */
static int
wants_in(struct errand *er, struct err *e)
{
	for (int i = 0; i < er->n; i++) {
		struct meaning m;
		struct buf name = BUF_INIT;
		struct refusal why = { 0 };
		int rc;

		meaning_of(er, er->line[i].text, &m);
		buf_release(&m.candidates);
		if (m.is != MEANS_COMMAND ||
		    !(m.command->flags & COMMAND_CONFIRM))
			continue;
		if (meaning_is(&m, "observe") && observe_open(er, &why))
			continue;
		/* What will be refused need not be confirmed first. */
		rc = people_may(er, meaning_is(&m, "signup") ? m.args : "",
			&name, &why, e);
		buf_release(&name);
		return rc == 0 ? 1 : why.code ? 0 : -1;
	}
	return 0;
}

/* Our own server says that its sender is another, or that it is spam: an answer
 * would go to somebody who has not written. What such a mail proves without its
 * sender it proves all the same, for a mail that a broken signature or a rash
 * filter has marked is somebody's move; of what became of it the address on
 * record is told in a mail of ours that answers nothing. */
static bool
is_suspect(const struct errand *er)
{
	const char *id = er->desk->conf->identity.authserv_id;

	return er->msg.spam || (id && er->msg.auth_results &&
		authres_fails(er->msg.auth_results, id));
}

/* One that names a player and proves nothing: he is asked whether it is his,
 * but for one at a time, and one a day; the others wait. */
static int
judge_suspect(struct errand *er, struct err *e)
{
	enum { DAY = 86400 };
	int rc, open;

	errand_lines(er);
	if (er->rights.proof != PROOF_CLAIM || !says_anything(er))
		return errand_judged(er, "suspect", e) || inbox_finish(
			er->desk->house.db, er->row->id, INBOX_IGNORED,
			er->msg.message_id, e) ? -1 : 0;
	rc = hold_open(er->desk->house.db, er->player.id, clock_now() - DAY,
		&open, e) ? -1 : open ? 0 : errand_may_answer(er, e);
	if (rc <= 0)
		return rc < 0 ? -1 : errand_leave(er, e);
	errand_wait_all(er);
	return errand_hold(er, e);
}

static int
judge_unproven(struct errand *er, bool *held, struct err *e)
{
	int rc;

	if (er->suspect) {
		*held = true;
		return judge_suspect(er, e);
	}
	rc = errand_may_answer(er, e);
	if (rc <= 0) {
		*held = true;
		return rc < 0 ? -1 : errand_leave(er, e);
	}
	errand_lines(er);
	if (er->rights.proof == PROOF_CLAIM && says_anything(er) &&
	    !is_public(er)) {
		*held = true;
		errand_wait_all(er);
		return errand_hold(er, e);
	}
	if (er->rights.proof == PROOF_NONE) {
		errand_guess_lang(er);
		rc = wants_in(er, e);
		*held = rc == 1;
		if (rc)
			return rc < 0 ? -1 : errand_hold_stranger(er, e);
	}
	return judge_stranger(er, e);
}

/* Whoever writes from an address of his own can be written to there. */
int
errand_heard(struct errand *er, struct err *e)
{
	return rights_known(&er->rights) && er->player.id && er->msg.from &&
		!er->suspect && failing_clear(er->desk->house.db, er->player.id, er->msg.from,
		clock_now(), e) < 0 ? -1 : 0;
}

int
errand_refuse(struct errand *er, const char *code, struct err *e)
{
	struct refusal why = { 0 };

	refuse(&why, code);
	return errand_refuse_why(er, &why, e);
}

int
errand_refuse_why(struct errand *er, const struct refusal *why, struct err *e)
{
	struct buf reason = BUF_INIT;
	struct reader r;
	int rc = er->suspect && !rights_known(&er->rights) &&
		!er->request.id ? 0 : errand_may_answer(er, e);

	if (rc <= 0)
		return rc;
	if (errand_reader(er, &r, e) == 0 &&
	    refusal_text(&er->desk->house, NULL, &r, why, &reason, e) == 0) {
		if (!er->n) {
			er->line = mem_zero(1, sizeof *er->line);
			er->line[er->n++].text = mem_dup("yes");
		}
		er->line[0].state = LINE_REFUSED;
		er->line[0].said = buf_steal(&reason);
		er->refused = true;
		rc = errand_answer(er, e);
	} else {
		rc = -1;
	}
	buf_release(&reason);
	return rc;
}

/* A program that answers every mail of ours would do so for ever. No person
 * comes near these; the mail is set aside, not lost. */
static bool
is_too_much(struct errand *er)
{
	enum { SEAT_MOST = 240, GAME_MOST = 960, PLAYER_MOST = 480,
		/* with signs of a program beside the text */
		SIGNS_MOST = 20 };
	struct flood *f = er->desk->flood;
	int64_t now = clock_now();

	if (!rights_known(&er->rights))
		return false;            /* those have limits of their own */
	if (er->msg.automatic != AUTO_NO && !flood_take(f, FLOOD_SIGNS,
	    er->player.id, 0, SIGNS_MOST, now))
		return true;
	if (er->player.id && !flood_take(f, FLOOD_PLAYER, er->player.id, 0,
	    PLAYER_MOST, now))
		return true;
	return er->m && (!flood_take(f, FLOOD_SEAT, er->m->game.id, er->seat,
		SEAT_MOST, now) || !flood_take(f, FLOOD_GAME, er->m->game.id, 0,
		GAME_MOST, now));
}

static int
judge_person(struct errand *er, struct err *e)
{
	int64_t confirms = 0;
	bool held = false;
	int rc;

	/* A loop, or a forgery. */
	if (er->msg.from && desk_is_own(er->desk, er->msg.from))
		return errand_judged(er, "loop", e) || inbox_finish(
			er->desk->house.db, er->row->id, INBOX_IGNORED,
			er->msg.message_id, e) ? -1 : 0;
	if (errand_identify(er, &confirms, e))
		return -1;
	if (is_too_much(er)) {
		if (errand_judged(er, "aside", e))
			return -1;
		return trouble_aside(er->desk, er->row, er->msg.message_id,
			true, e);
	}
	if (errand_heard(er, e))
		return -1;
	rc = errand_again(er, e);
	if (rc)
		return rc < 0 ? -1 : 0;
	if (confirms)
		rc = errand_confirmed(er, confirms, e);
	else if (er->request.id && er->request.kind != REQUEST_INVITATION)
		rc = errand_request(er, e);
	else if (rights_known(&er->rights))
		rc = errand_judge(er, e);
	else if (!er->msg.from)
		return inbox_finish(er->desk->house.db, er->row->id,
			INBOX_IGNORED, er->msg.message_id, e);
	else
		rc = judge_unproven(er, &held, e);
	if (rc || held || er->waiting.any)
		return rc;
	if (er->defer)
		return errand_leave(er, e);
	return inbox_finish(er->desk->house.db, er->row->id, INBOX_ANSWERED,
		er->msg.message_id, e);
}

static int
judge_automatic(struct errand *er, enum sort sort, struct err *e)
{
	if (sort == SORT_REPORT && errand_bounce(er, e))
		return -1;
	if (errand_judged(er, sort == SORT_REPORT ? "report" : "program", e))
		return -1;
	return inbox_finish(er->desk->house.db, er->row->id, INBOX_IGNORED,
		er->msg.message_id, e);
}

static int
judge_row(struct desk *d, const struct inbox_row *row, struct err *e)
{
	struct errand er;
	enum sort sort;
	int rc;

	rc = errand_open(&er, d, row, e);
	d->house.answering = row->id;
	er.suspect = rc == 0 && is_suspect(&er);
	if (rc == 0)
		rc = errand_sort(&er, &sort, e);
	if (rc == 0)
		rc = sort == SORT_PERSON ? judge_person(&er, e) :
			judge_automatic(&er, sort, e);
	/* A word on another mail, or from nobody. */
	if (rc == 0 && !er.judged)
		rc = errand_judged(&er, er.request.id ? "reply" :
			er.msg.from ? "confirmation" : "nobody", e);
	d->house.answering = 0;
	errand_close(&er);
	d->house.author = 0;
	return rc;
}

/* They are read ahead, while those before them are judged. */
static void
expect(struct desk *d, const struct inbox_row *rows, int n)
{
	struct parser_mail *mails = mem_zero((size_t)n + 1, sizeof *mails);

	for (int i = 0; i < n; i++)
		mails[i] = (struct parser_mail){ rows[i].raw,
			rows[i].raw_len, false };
	parser_expect(d->parser, mails, (size_t)n);
	free(mails);
}

/* The mails themselves are the caller's, and may be gone by the next call. */
static int
judge_rows(struct desk *d, const struct inbox_row *rows, int n, int *failed,
	struct err *e)
{
	char id[24];
	struct err why = { ERR_NONE, "" };

	*failed = 0;
	for (int i = 0; i < n; i++) {
		if (d->alive)
			d->alive();
		if (db_savepoint(d->house.db, e))
			return -1;
		if (judge_row(d, &rows[i], &why) == 0) {
			if (db_savepoint_keep(d->house.db, e))
				return -1;
			continue;
		}
		db_savepoint_undo(d->house.db);
		desk_forget(d);
		if (err_passes(&why) || db_damaged(d->house.db) ||
		    !db_in_transaction(d->house.db)) {
			*e = why;
			return -1;
		}
		++*failed;
		snprintf(id, sizeof id, "%lld", (long long)rows[i].id);
		log_event(LOG_LEVEL_ERROR, "mail.failed", "inbox", id, "why",
			why.text, NULL);
	}
	return 0;
}

int
desk_judge(struct desk *d, struct inbox_row *rows, int n, int *failed,
	struct err *e)
{
	int rc;

	if (house_keys(&d->house, e))
		return -1;
	expect(d, rows, n);
	rc = judge_rows(d, rows, n, failed, e);
	expect(d, NULL, 0);
	return rc;
}
