/* SPDX-License-Identifier: MIT */

/* From a row of the inbox to its answer (doc/design.md 4). */

#include "desk/judge.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "desk/command.h"
#include "desk/flood.h"
#include "desk/meant.h"
#include "desk/people.h"
#include "desk/trouble.h"
#include "mail/parser.h"
#include "store/claim.h"
#include "store/failing.h"
#include "store/kept.h"
#include "store/several.h"

static int
finish_match(struct job *j, struct err *e)
{
	struct match *m = j->at.m;

	j->at.m = NULL;
	return m != NULL ? match_finish(m, j->at.seat, e) : 0;
}

/* Whether it has moves and no other orders. */
static bool
only_moves(const struct job *j)
{
	bool moves = false;

	for (int i = 0; i < j->n; i++) {
		struct meaning m = meaning_of(j, j->line[i].text);

		if (m.is == MEANS_MOVE || m.is == MEANS_NUMBER)
			moves = true;
		else if (m.is != MEANS_PROSE)
			return false;
	}
	return moves;
}

/* Its turn ends, unless the mail has left something to ask about. */
static int
end_turn(struct job *j, struct err *e)
{
	int rc = meant_ask(j, e);

	return rc == 0 ? job_end_turn(j, e) : rc < 0 ? -1 : 0;
}

static bool
says_yes_to_nothing(const struct job *j)
{
	return j->answer.empty && job_verdict(j) == VERDICT_YES &&
	    (j->at.m == NULL || match_proposer(j->at.m) == 0);
}

/* Obeys an identified mail and answers it. */
int
job_judge(struct job *j, struct err *e)
{
	int again = job_sent_again(j, e);

	if (again < 0 || copied_drop(j, e) || job_lines(j, e))
		return -1;
	job_accepts(j);
	if (again && only_moves(j))
		return job_judged(j, "again", e) ? -1 : finish_match(j, e);
	if (!j->who.player.id)
		job_guess_lang(j);
	if (rights_newcomer(&j->who.rights))
		job_conceal(j);
	job_reply(j);
	if (meant_confirmed(j, e) || job_obey(j, e) || end_turn(j, e) ||
	    job_finish_left(j, e))
		return -1;
	j->answer.unasked = says_yes_to_nothing(j);
	if (meant_tell(j, e) || (job_obeyed(j) && job_answer(j, e)))
		return -1;
	if (j->waiting.any ? job_hold(j, e) :
			     job_judged(j,
				 j->answer.refused   ? "refused" :
				     j->answer.empty ? "empty" :
						       "obeyed",
				 e))
		return -1;
	return finish_match(j, e);
}

/* Whether every line that is no prose asks for what anybody may know. */
static bool
is_public(struct job *j)
{
	bool any = false;

	for (int i = 0; i < j->n; i++) {
		struct meaning m = meaning_of(j, j->line[i].text);

		if (m.is == MEANS_PROSE)
			continue;
		any = true;
		if (job_needs(j, &m) != RIGHT_PUBLIC)
			return false;
	}
	return any;
}

static int
judge_stranger(struct job *j, struct err *e)
{
	job_leave_seat(j);
	if (job_obey(j, e) || job_end_turn(j, e))
		return -1;
	return job_judged(j, j->answer.refused ? "refused" : "answered", e) ||
		job_answer(j, e) ?
	    -1 :
	    0;
}

/* Nobody is flooded through us, and nothing real is lost by it: the mail waits
 * for an hour with room for its answer. Of one sender few wait, and none for
 * longer than mail systems try. */
int
job_leave(struct job *j, struct err *e)
{
	enum { HOUR = 3600, DAYS = 5 * 86400, WAITING_MOST = 5 };
	struct db *db = j->desk->club.db;
	const char *from = j->msg.from != NULL ? j->msg.from : "";
	int64_t now = clock_now();
	int waiting;

	if (inbox_deferred(db, from, &waiting, e))
		return -1;
	if (waiting < WAITING_MOST && now - j->row->received < DAYS) {
		return job_judged(j, "deferred", e) ||
			inbox_defer(db, j->row->id, from, now + HOUR, e) ?
		    -1 :
		    0;
	}
	if (job_judged(j, "too-many", e))
		return -1;
	return inbox_finish(db, j->row->id, INBOX_IGNORED, j->msg.message_id,
	    e);
}

/* Whether the stranger asks for what needs their address, and may have it. 1,
 * 0. */
static int
wants_in(struct job *j, struct err *e)
{
	for (int i = 0; i < j->n; i++) {
		struct meaning m;
		struct buf name = BUF_INIT;
		struct refusal why = { 0 };
		int rc;

		m = meaning_of(j, j->line[i].text);
		if (m.is != MEANS_COMMAND ||
		    !(m.command->flags & COMMAND_CONFIRM))
			continue;
		if (meaning_is(&m, "observe") && observe_open(j, &why))
			continue;
		/* What will be refused need not be confirmed first. */
		rc = people_may(j, meaning_is(&m, "signup") ? m.args : "",
		    &name, &why, e);
		buf_release(&name);
		return rc == 0 ? 1 : why.code != NULL ? 0 : -1;
	}
	return 0;
}

/* It has no effect, and is not answered. */
static int
ignore(struct job *j, const char *verdict, struct err *e)
{
	return job_judged(j, verdict, e) ||
		inbox_finish(j->desk->club.db, j->row->id, INBOX_IGNORED,
		    j->msg.message_id, e) ?
	    -1 :
	    0;
}

/* Our server says that the sender is another, or that it is spam. A mail that a
 * broken signature or a rash filter has marked is somebody's move all the same;
 * of what became of it the address on record is told in a mail of ours that
 * answers nothing. Of one that names a player and proves nothing they are asked
 * whether it is theirs, but for one at a time, and one a day; the others
 * wait. */
static int
judge_suspect(struct job *j, struct err *e)
{
	enum { DAY = 86400 };
	int rc, open;

	if (job_lines(j, e))
		return -1;
	if (j->who.rights.proof != PROOF_CLAIM || !job_says_anything(j))
		return ignore(j, "suspect", e);
	rc = hold_open(j->desk->club.db, j->who.player.id, clock_now() - DAY,
		 &open, e) ?
	    -1 :
	    open ? 0 :
		   job_may_answer(j, e);
	if (rc <= 0)
		return rc < 0 ? -1 : job_leave(j, e);
	job_wait_all(j);
	return job_hold(j, e);
}

static int
judge_unproven(struct job *j, bool *held, struct err *e)
{
	int rc;

	if (j->suspect) {
		*held = true;
		return judge_suspect(j, e);
	}
	rc = job_may_answer(j, e);
	if (rc <= 0) {
		*held = true;
		return rc < 0 ? -1 : job_leave(j, e);
	}
	if (copied_drop(j, e) || job_lines(j, e))
		return -1;
	if (j->who.rights.proof == PROOF_CLAIM && job_says_anything(j) &&
	    !is_public(j)) {
		*held = true;
		job_wait_all(j);
		return job_hold(j, e);
	}
	if (j->who.rights.proof == PROOF_NONE) {
		job_guess_lang(j);
		rc = wants_in(j, e);
		*held = rc == 1;
		if (rc)
			return rc < 0 ? -1 : job_hold_stranger(j, e);
	}
	return judge_stranger(j, e);
}

/* Whoever writes from an address of their own can be written to there, and
 * whoever answers what went to one. */
int
job_heard(struct job *j, struct err *e)
{
	if (!rights_known(&j->who.rights) || !j->who.player.id ||
	    j->msg.from == NULL || j->suspect)
		return 0;
	return failing_heard(j->desk->club.db, j->who.player.id, j->msg.from,
		   j->msg.in_reply_to, clock_now(), e) < 0 ?
	    -1 :
	    0;
}

int
job_refuse(struct job *j, const char *code, struct err *e)
{
	struct refusal why = { 0 };

	refuse(&why, code);
	return job_refuse_why(j, &why, e);
}

int
job_refuse_why(struct job *j, const struct refusal *why, struct err *e)
{
	struct buf reason = BUF_INIT;
	struct reader r;
	int rc = j->suspect && !rights_known(&j->who.rights) &&
		!j->answer.to.len ?
	    0 :
	    job_may_answer(j, e);

	if (rc <= 0)
		return rc;
	if (job_reader(j, &r, e) == 0 &&
	    refusal_text(&j->desk->club, NULL, &r, why, &reason, e) == 0) {
		if (!j->n) {
			j->line = mem_zero(1, sizeof *j->line);
			j->line[j->n++].text = mem_dup("yes");
		}
		j->line[0].state = LINE_REFUSED;
		j->line[0].said = buf_steal(&reason);
		j->answer.refused = true;
		rc = job_answer(j, e);
	} else {
		rc = -1;
	}
	buf_release(&reason);
	return rc;
}

/* One more of it; without a number it is nobody's. */
static int
one_more(struct job *j, enum flood_kind kind, int64_t a, int b, int most,
    struct err *e)
{
	return a == 0 ?
	    1 :
	    flood_take(j->desk->flood, kind, a, b, most, clock_now(), e);
}

/* A program that answers every mail of ours would do so for ever. No person
 * comes near these; the mail is set aside, not lost. 1, 0, -1. */
static int
is_too_much(struct job *j, struct err *e)
{
	enum {
		SEAT_MOST = 240,
		GAME_MOST = 960,
		PLAYER_MOST = 480,
		/* with signs of a program beside the text */
		SIGNS_MOST = 20
	};
	int64_t player = j->who.player.id,
		game = j->at.m != NULL ? j->at.m->game.id : 0;
	int good = 1;

	/* Those have limits of their own; that is for when it counts. */
	if (!rights_known(&j->who.rights) || j->desk->club.order.behind != 0)
		return 0;
	if (j->msg.automatic != AUTO_NO)
		good = flood_take(j->desk->flood, FLOOD_SIGNS, player, 0,
		    SIGNS_MOST, clock_now(), e);
	if (good > 0)
		good = one_more(j, FLOOD_PLAYER, player, 0, PLAYER_MOST, e);
	if (good > 0)
		good = one_more(j, FLOOD_SEAT, game, j->at.seat, SEAT_MOST, e);
	if (good > 0)
		good = one_more(j, FLOOD_GAME, game, 0, GAME_MOST, e);
	return good < 0 ? -1 : good == 0;
}

static int
set_aside(struct job *j, struct err *e)
{
	return job_judged(j, "aside", e) ||
		trouble_aside(j->desk, j->row, j->msg.message_id, true, e) ?
	    -1 :
	    0;
}

static int
judge_automatic(struct job *j, enum sort sort, struct err *e)
{
	if (sort == SORT_REPORT && job_bounce(j, e))
		return -1;
	return ignore(j, sort == SORT_REPORT ? "report" : "program", e);
}

/* A yes or a no to a confirmation that is of no use: of one that was used, or
 * from before a rekey or a restore. */
static bool
answers_dead(const struct job *j)
{
	return j->who.dead == TOKEN_CONFIRM && j->msg.from != NULL &&
	    job_verdict(j) != VERDICT_NONE;
}

/* What may be a program's does nothing without a word of whose it would be. */
static int
judge_doubted(struct job *j, struct err *e)
{
	if (copied_drop(j, e) || job_lines(j, e))
		return -1;
	job_wait_all(j);
	j->waiting.doubted = true;
	return job_hold(j, e);
}

static int
judge_person(struct job *j, struct err *e)
{
	bool held = false;
	enum sort sort;
	int rc, much;

	/* A loop, or a forgery. */
	if (j->msg.from != NULL && club_is_ours(&j->desk->club, j->msg.from))
		return ignore(j, "loop", e);
	if (job_identify(j, e))
		return -1;
	if (order_writer(&j->desk->club,
		rights_known(&j->who.rights) ? j->who.player.id : 0, e))
		return -1;
	job_trace_identity(j);
	if (job_sort_text(j, &sort, e))
		return -1;
	if (sort != SORT_PERSON && sort != SORT_DOUBTED)
		return judge_automatic(j, sort, e);
	much = is_too_much(j, e);
	if (much < 0)
		return -1;
	if (much > 0)
		return set_aside(j, e);
	if (job_heard(j, e))
		return -1;
	rc = job_again(j, e);
	if (rc)
		return rc < 0 ? -1 : 0;
	if (j->who.token.role == TOKEN_CONFIRM || answers_dead(j))
		rc = job_confirmed(j, j->who.token.number, e);
	else if (j->who.request.id &&
	    (j->who.request.kind != REQUEST_INVITATION || job_declines(j)))
		rc = job_request(j, e);
	else if (sort == SORT_DOUBTED)
		rc = judge_doubted(j, e);
	else if (rights_known(&j->who.rights))
		rc = job_judge(j, e);
	else if (j->msg.from == NULL)
		return inbox_finish(j->desk->club.db, j->row->id, INBOX_IGNORED,
		    j->msg.message_id, e);
	else
		rc = judge_unproven(j, &held, e);
	if (rc || held || j->waiting.any)
		return rc;
	if (j->defer)
		return job_leave(j, e);
	return inbox_finish(j->desk->club.db, j->row->id, INBOX_ANSWERED,
	    j->msg.message_id, e);
}

static int
judge_row(struct desk *d, const struct inbox_row *row, struct err *e)
{
	struct job j;
	enum sort sort;
	int rc;

	log_mail(row->id);
	rc = job_open(&j, d, row, e);
	d->club.answering = row->id;
	j.suspect = rc == 0 &&
	    identity_suspect(conf_authserv(d->conf, j.row->mailbox), &j.msg);
	if (rc == 0) {
		job_trace_parsed(&j);
		rc = job_sort(&j, &sort, e);
	}
	if (rc == 0)
		rc = sort == SORT_PERSON ? judge_person(&j, e) :
					   judge_automatic(&j, sort, e);
	/* A word on another mail, or from nobody. */
	if (rc == 0 && !j.judged)
		rc = job_judged(&j,
		    j.who.request.id       ? "reply" :
			j.msg.from != NULL ? "confirmation" :
					     "nobody",
		    e);
	d->club.answering = 0;
	job_close(&j);
	d->club.author = 0;
	log_mail(0);
	return rc;
}

/* They are read ahead, while those before them are judged. */
static void
expect(struct desk *d, const struct inbox_row *rows, int n)
{
	struct parser_mail *mails = mem_zero((size_t)n + 1, sizeof *mails);

	for (int i = 0; i < n; i++)
		mails[i] = (struct parser_mail){ rows[i].raw, rows[i].raw_len,
			false };
	parser_expect(d->parser, mails, (size_t)n);
	free(mails);
}

/* Whether it is of another game than it was taken for, while mails of before it
 * wait for whoever has taken them (store/claim.h): 1, 0. */
static int
is_astray(struct desk *d, const struct inbox_row *row, struct err *e)
{
	return d->club.order.astray ? claim_behind(d->club.db, row->id, e) : 0;
}

/* Then it concerns all, and neither it nor those behind it were judged. */
static int
turn_back(struct desk *d, const struct inbox_row *rows, int n, struct err *e)
{
	int rc = claim_widen(d->club.db, rows->id, e);

	for (int i = 0; i < n && rc >= 0; i++)
		rc = inbox_attempt(d->club.db, &rows[i].id, 1, -1, e);
	return rc < 0 ? -1 : 0;
}

/* It is early, and undone. */
static int
keep_back(struct desk *d, const struct inbox_row *row, struct err *e)
{
	char id[24], behind[24];

	(void)snprintf(id, sizeof id, "%lld", (long long)row->id);
	(void)snprintf(behind, sizeof behind, "%lld",
	    (long long)d->club.order.behind);
	db_log(d->club.db, LOG_LEVEL_DEBUG, "mail.early", "inbox", id, "behind",
	    d->club.order.behind != row->id ? behind : NULL, NULL);
	return order_keep(&d->club, row->id, e) ||
		inbox_attempt(d->club.db, &row->id, 1, -1, e) ?
	    -1 :
	    0;
}

/* One of them in a savepoint: 0; 1 it could not be judged (why); 2 it is not
 * to be yet, nor what is behind it; 3 it is early; -1 the world failed. */
static int
judge_apart(struct desk *d, const struct inbox_row *row, struct err *why,
    struct err *e)
{
	int rc, astray = 0;

	if (db_savepoint(d->club.db, e))
		return -1;
	order_begin(&d->club, row);
	rc = judge_row(d, row, why);
	order_end(&d->club);
	if (rc == 0)
		astray = is_astray(d, row, why);
	if (astray > 0 || (rc == 0 && d->club.order.behind != 0)) {
		db_savepoint_undo(d->club.db, why);
		desk_forget(d);
		return astray > 0 ? 2 : 3;
	}
	if (rc == 0 && astray == 0 && d->club.order.kept)
		rc = kept_drop(d->club.db, row->id, why);
	rc = db_savepoint_end(d->club.db, rc < 0 ? rc : astray, why, e);
	if (rc != 0) {
		desk_forget(d);
		/* What could not be judged is not put off. */
		d->club.order.behind = 0;
	}
	return rc;
}

/* The mails themselves are the caller's, and may be gone by the next call. */
static int
judge_rows(struct desk *d, const struct inbox_row *rows, int n, int *failed,
    struct err *e)
{
	char id[24];
	struct err why = { ERR_NONE, "" };
	int rc;

	*failed = 0;
	for (int i = 0; i < n; i++) {
		if (d->between != NULL)
			d->between(d->of_between);
		rc = judge_apart(d, &rows[i], &why, e);
		if (rc == 2)
			*failed += n - i;
		if (rc == 2 || rc < 0)
			return rc < 0 ? -1 : turn_back(d, rows + i, n - i, e);
		if (rc == 0)
			continue;
		++*failed;
		if (rc == 3 && keep_back(d, &rows[i], e) != 0)
			return -1;
		if (rc == 3)
			continue;
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

	if (club_keys(&d->club, e) || order_look(&d->club, e))
		return -1;
	if (db_several(d->club.db))
		flood_look(d->flood);
	expect(d, rows, n);
	rc = judge_rows(d, rows, n, failed, e);
	expect(d, NULL, 0);
	return rc;
}
