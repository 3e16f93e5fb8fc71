/* SPDX-License-Identifier: MIT */

/* From a row of the inbox to its answer (DESIGN 4). */

#include <cjson/cJSON.h>
#include <strings.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "desk/flood.h"
#include "desk/people.h"
#include "store/db.h"
#include "store/failing.h"

/* A held mail can be confirmed for two weeks. */
enum { HOLD_SECONDS = 14 * 86400 };

static void
errand_open(struct errand *er, struct desk *d, const struct inbox_row *row)
{
	memset(er, 0, sizeof *er);
	er->desk = d;
	er->row = row;
	er->answer_id = row->id;
	er->lang = d->house.lang;
	er->parts = cJSON_CreateArray();
	er->steps = cJSON_CreateArray();
	message_read(row->raw, row->raw_len, &er->msg);
}

static void
errand_close(struct errand *er)
{
	match_drop(er->m);
	for (int i = 0; i < er->n; i++) {
		free(er->line[i].text);
		free(er->line[i].said);
		free(er->line[i].block);
	}
	free(er->line);
	free(er->seen);
	preview_release(&er->preview);
	cJSON_Delete(er->parts);
	cJSON_Delete(er->steps);
	if (er->player.id)
		player_release(&er->player);
	buf_release(&er->tag);
	buf_release(&er->proved);
	buf_release(&er->answer_to);
	request_release(&er->request);
	cJSON_Delete(er->leads);
	message_release(&er->msg);
}

static int
finish_match(struct errand *er, struct err *e)
{
	struct match *m = er->m;

	er->m = NULL;
	return m ? match_finish(m, er->seat, e) : 0;
}

static void
log_judged(const struct errand *er, const char *event)
{
	char game[24] = "", seat[8] = "", row[24];

	snprintf(row, sizeof row, "%lld", (long long)er->row->id);
	if (er->m) {
		snprintf(game, sizeof game, "%lld", (long long)er->m->game.id);
		snprintf(seat, sizeof seat, er->seat ? "p%d" : "m",
			er->seat % 10);
	}
	log_event(LOG_LEVEL_INFO, event, "inbox", row, "game",
		*game ? game : NULL, "seat", *seat ? seat : NULL,
		"refused", er->refused ? "yes" : NULL,
		"mid", er->msg.message_id, NULL);
}

/* Obeys an identified mail and answers it. */
static int
judge_proven(struct errand *er, struct err *e)
{
	errand_lines(er);
	if (!er->player.id)
		errand_guess_lang(er);
	if (errand_obey(er, e) || errand_answer(er, e))
		return -1;
	log_judged(er, "mail.judged");
	return finish_match(er, e);
}

/* Whether every line that is no prose asks for what anybody may know. */
static bool
is_public(const struct errand *er)
{
	bool any = false;

	for (int i = 0; i < er->n; i++) {
		struct meaning m;
		meaning_of(er, er->line[i].text, &m);
		buf_release(&m.candidates);
		if (m.is == MEANS_PROSE)
			continue;
		any = true;
		if (m.is != MEANS_COMMAND ||
		    !(m.command->flags & COMMAND_PUBLIC))
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

/* Without the seat nothing but public things can be had. */
static void
leave_seat(struct errand *er)
{
	match_drop(er->m);
	er->m = NULL;
	er->seat = 0;
	er->moderator = er->observer = false;
	er->game_words = NULL;
}

static int
judge_stranger(struct errand *er, struct err *e)
{
	leave_seat(er);
	if (errand_obey(er, e))
		return -1;
	log_judged(er, "mail.public");
	return errand_answer(er, e);
}

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
static int
hold_mail(struct errand *er, struct err *e)
{
	struct hold h = { .inbox = er->row->id, .player = er->player.id,
		.board = -1, .created = clock_now() };

	if (!is_about_game(er))
		leave_seat(er);
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
	log_judged(er, "mail.held");
	return inbox_finish(er->desk->house.db, er->row->id, INBOX_HELD,
		er->msg.message_id, e);
}

/* Nobody is flooded through us: what comes in the name of one address without
 * proof is answered so often an hour, and then not looked at. */
static int
leave_unanswered(struct errand *er, struct err *e)
{
	log_judged(er, "mail.too-many");
	return inbox_finish(er->desk->house.db, er->row->id, INBOX_IGNORED,
		er->msg.message_id, e);
}

/* A stranger who would become somebody is asked first, at the address he
 * claims: nothing else happens. Not more than so often a day, as anybody can
 * write in his name. */
static int
hold_stranger(struct errand *er, struct err *e)
{
	enum { A_DAY = 3, DAY = 86400 };
	struct db *db = er->desk->house.db;
	struct hold h = { .inbox = er->row->id, .board = -1,
		.created = clock_now(), .address = er->msg.from };
	int n;

	if (hold_count(db, h.address, h.created - DAY, &n, e))
		return -1;
	if (n >= A_DAY)
		return leave_unanswered(er, e);
	if (hold_add(db, &h, e) || errand_confirmation(er, e))
		return -1;
	log_judged(er, "mail.held");
	return inbox_finish(db, er->row->id, INBOX_HELD, er->msg.message_id,
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
		if (m.command == &command_observe && observe_open(er, &why))
			continue;
		/* What will be refused need not be confirmed first. */
		rc = people_may(er, m.command == &command_signup ? m.args : "",
			&name, &why, e);
		buf_release(&name);
		return rc == 0 ? 1 : why.code ? 0 : -1;
	}
	return 0;
}

static int
judge_unproven(struct errand *er, bool *held, struct err *e)
{
	int rc = errand_may_answer(er, e);

	if (rc <= 0) {
		*held = true;
		return rc < 0 ? -1 : leave_unanswered(er, e);
	}
	errand_lines(er);
	if (er->trust == TRUST_CLAIMED && says_anything(er) && !is_public(er)) {
		*held = true;
		return hold_mail(er, e);
	}
	if (er->trust == TRUST_NONE) {
		errand_guess_lang(er);
		rc = wants_in(er, e);
		*held = rc == 1;
		if (rc)
			return rc < 0 ? -1 : hold_stranger(er, e);
	}
	return judge_stranger(er, e);
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
	if (rc == 1 && (judge_proven(&old, e) || inbox_finish(
	    er->desk->house.db, h->inbox, INBOX_ANSWERED, old.msg.message_id,
	    e)))
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

int
errand_refuse(struct errand *er, const char *code, struct err *e)
{
	struct buf reason = BUF_INIT;
	struct reader r;
	struct refusal why = { 0 };
	int rc = errand_may_answer(er, e);

	if (rc <= 0)
		return rc;
	refuse(&why, code);
	if (errand_reader(er, &r, e) == 0 &&
	    refusal_text(&er->desk->house, NULL, &r, &why, &reason, e) == 0) {
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

static int
judge_confirmation(struct errand *er, int64_t id, struct err *e)
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

/* A program that answers every mail of ours would do so for ever. No person
 * comes near these; the mail is set aside, not lost. */
static bool
is_too_much(struct errand *er)
{
	enum { SEAT_MOST = 240, GAME_MOST = 960, PLAYER_MOST = 480 };
	struct flood *f = er->desk->flood;
	int64_t now = clock_now();

	if (er->trust != TRUST_PROVEN)
		return false;            /* those have limits of their own */
	if (er->player.id && !flood_take(f, FLOOD_PLAYER, er->player.id, 0,
	    PLAYER_MOST, now))
		return true;
	return er->m && (!flood_take(f, FLOOD_SEAT, er->m->game.id, er->seat,
		SEAT_MOST, now) || !flood_take(f, FLOOD_GAME, er->m->game.id, 0,
		GAME_MOST, now));
}

/* From our own address, with or without a detail: a loop, or a forgery. */
static bool
is_own(const struct errand *er)
{
	const char *own = er->desk->address, *from = er->msg.from;
	size_t local = strcspn(own, "@");
	const char *at = from ? strrchr(from, '@') : NULL;

	return at && !strncasecmp(from, own, local) &&
		(from[local] == '@' || from[local] == '+') &&
		!strcasecmp(at, own + local);
}

static int
judge_person(struct errand *er, struct err *e)
{
	int64_t confirms = 0;
	bool held = false;
	int rc;

	if (is_own(er))
		return inbox_finish(er->desk->house.db, er->row->id,
			INBOX_IGNORED, er->msg.message_id, e);
	if (errand_identify(er, &confirms, e))
		return -1;
	if (is_too_much(er)) {
		log_judged(er, "mail.too-many");
		return inbox_finish(er->desk->house.db, er->row->id,
			INBOX_ASIDE, er->msg.message_id, e);
	}
	if (er->trust == TRUST_PROVEN && er->msg.from &&
	    failing_clear(er->desk->house.db, er->msg.from, clock_now(), e) < 0)
		return -1;
	if (confirms)
		rc = judge_confirmation(er, confirms, e);
	else if (er->request.id && er->request.kind != REQUEST_INVITATION)
		rc = errand_request(er, e);
	else if (er->trust == TRUST_PROVEN)
		rc = judge_proven(er, e);
	else if (!er->msg.from)
		return inbox_finish(er->desk->house.db, er->row->id,
			INBOX_IGNORED, er->msg.message_id, e);
	else
		rc = judge_unproven(er, &held, e);
	if (rc || held)
		return rc;
	return inbox_finish(er->desk->house.db, er->row->id, INBOX_ANSWERED,
		er->msg.message_id, e);
}

static int
judge_automatic(struct errand *er, struct err *e)
{
	if (er->msg.automatic == AUTO_BOUNCE && errand_bounce(er, e))
		return -1;
	log_judged(er, "mail.automatic");
	return inbox_finish(er->desk->house.db, er->row->id, INBOX_IGNORED,
		er->msg.message_id, e);
}

static int
judge_row(struct desk *d, const struct inbox_row *row, struct err *e)
{
	struct errand er;
	int rc;

	errand_open(&er, d, row);
	rc = er.msg.automatic == AUTO_NO ? judge_person(&er, e) :
		judge_automatic(&er, e);
	errand_close(&er);
	return rc;
}

int
desk_judge(struct desk *d, struct inbox_row *rows, int n, int *failed,
	struct err *e)
{
	char id[24];
	struct err why = { ERR_NONE, "" };

	*failed = 0;
	for (int i = 0; i < n; i++) {
		if (db_savepoint(d->house.db, e))
			return -1;
		if (judge_row(d, &rows[i], &why) == 0) {
			if (db_savepoint_keep(d->house.db, e))
				return -1;
			continue;
		}
		db_savepoint_undo(d->house.db);
		desk_forget(d);
		if (err_passes(&why) || !db_in_transaction(d->house.db)) {
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
