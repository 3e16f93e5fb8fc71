/* SPDX-License-Identifier: MIT */

/* How one mail to a seat, or to the moderator, is made. */

#include "match/letter.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "match/calendar.h"
#include "match/owed.h"
#include "match/post.h"
#include "match/press.h"
#include "match/token.h"
#include "match/words.h"
#include "text/texts.h"

/* A mail to a seat while it is made. */
struct draft {
	struct match *m;
	int seat;                        /* 0: to the moderator */
	int board;
	const char *to_name;             /* borrowed from m */
	char who[8];                     /* "p2", "m" */
	struct reader r;
	struct buf to, reply_to, tag, mark, mid, subject;
	struct buf text, html;
	struct calendar_files files;
};

static void
draft_release(struct draft *d)
{
	struct buf *all[] = { &d->to, &d->reply_to, &d->tag, &d->mark, &d->mid,
		&d->subject, &d->text, &d->html };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		buf_release(all[i]);
	calendar_release(&d->files);
}

/* games+42.p2.77.k3v9…@example.org, or the same in the subject's tag. */
static int
make_token(struct draft *d, struct err *e)
{
	const struct match *m = d->m;
	struct token t = { .role = d->seat ? TOKEN_SEAT : TOKEN_MODERATOR,
		.number = m->game.id, .seat = d->seat, .board = d->board,
		.epoch = game_epoch(&m->game, d->board) };

	if (player_seat_holder(m->house->db, m->seat[d->seat].player,
	    m->seat[d->seat].holder, &t.holder, e))
		return -1;
	post_token(m->house, &t, m->game.id, &d->reply_to, &d->tag);
	return 0;
}

/* board: the last one that the reader has seen once he has this mail. */
static int
draft_open(struct draft *d, struct match *m, int seat, int board,
	struct err *e)
{
	const struct player *p;
	int rc;

	memset(d, 0, sizeof *d);
	d->m = m;
	d->seat = seat;
	snprintf(d->who, sizeof d->who, seat ? "p%d" : "m", seat % 10);
	d->board = board;
	if (reader_of(m, seat, &d->r, e))
		return -1;
	p = seat ? NULL : match_player(m, 0, e);
	d->to_name = seat ? m->seat[seat].name : p ? p->name : "";
	rc = address_primary(m->house->db, m->seat[seat].player, &d->to, e);
	if (rc < 0)
		return -1;
	if (rc == 0)
		return err_set(e, ERR_CORRUPT, "player %lld has no address",
			(long long)m->seat[seat].player);
	m->seat[seat].mails++;
	if (make_token(d, e))
		return -1;
	d->r.reply_to = d->reply_to.data;
	d->r.tag = d->tag.data;
	buf_printf(&d->mark, "mail %lld.%d.%s.%d", (long long)m->game.id,
		board, d->who, m->seat[seat].mails);
	house_message_id(m->house, d->mark.data + 5, &d->mid);
	return 0;
}

/* Our own subject: constant within a turn, so nothing of the board in it. */
static int
own_subject(struct draft *d, const char *kind, const cJSON *frame,
	struct buf *out, struct err *e)
{
	cJSON *ctx = cJSON_Duplicate(frame, false), *item;
	int rc;

	for (item = frame->child; item; item = item->next)
		if (!cJSON_IsArray(item) && strcmp(item->string, "position") &&
		    strcmp(item->string, "moves"))
			cJSON_AddItemReferenceToObject(ctx, item->string, item);
	if (d->r.by_game) {
		kind = "game_thread";
	} else if (!strcmp(kind, "reminder_mail")) {
		buf_printf(out, "[%s] ", texts_phrase(d->m->house->texts,
			d->r.lang, "reminder"));
		kind = "turn_mail";
	}
	cJSON_AddTrueToObject(ctx, kind);
	buf_printf(out, "[%s] ", d->tag.data);
	rc = texts_render_plain(d->m->house->texts, d->r.lang, "mail/subject",
		ctx, out, e);
	cJSON_Delete(ctx);
	return rc;
}

/* Takes "Re:" in its many forms, "[Problem]" and "[pq…]" off the front. */
static const char *
bare_subject(const char *s)
{
	for (;;) {
		size_t n;
		while (*s == ' ')
			s++;
		n = strcspn(s, ":[ ");
		if (s[n] == ':' && n >= 2 && n <= 4)
			s += n + 1;
		else if (*s == '[' && strchr(s, ']'))
			s = strchr(s, ']') + 1;
		else
			return s;
	}
}

/* An answer keeps the subject it answers, if that was one of ours. */
static int
answer_subject(struct draft *d, const struct reply *r, const cJSON *frame,
	struct err *e)
{
	struct buf cut = BUF_INIT;
	const char *bare = bare_subject(r->subject ? r->subject : "");
	const char *problem = texts_phrase(d->m->house->texts, d->r.lang,
		"problem");

	if (!strcmp(problem, "problem"))
		problem = "Problem";
	if (r->subject)
		buf_str(&d->subject, "Re: ");
	if (r->problem)
		buf_printf(&d->subject, "[%s] ", problem);
	if (d->r.by_game || !*bare ||
	    token_game_in_subject(r->subject) != d->m->game.id)
		return own_subject(d, "answer_mail", frame, &d->subject, e);
	utf8_cut(bare, 100, &cut);
	buf_printf(&d->subject, "[%s] %s", d->tag.data, cut.data);
	buf_release(&cut);
	return 0;
}

static int
render(struct draft *d, const char *template, cJSON *frame, struct err *e)
{
	struct buf md = BUF_INIT;
	int rc;

	cJSON_AddStringToObject(frame, "mark", d->mark.data);
	rc = texts_render(d->m->house->texts, d->r.lang, template, frame, &md,
	    e);
	if (rc == 0)
		post_render(d->r.layout, d->r.width, d->r.unicode, d->r.lang,
			d->subject.data, &md, &d->text, &d->html);
	buf_release(&md);
	return rc;
}

/* References to ids that are stable for the game and for the turn, so that
 * mail programs keep together what belongs together. */
static int
post_draft(struct draft *d, const struct reply *reply, struct err *e)
{
	struct match *m = d->m;
	struct buf line[5] = { BUF_INIT }, root = BUF_INIT, turn = BUF_INIT;
	struct post p = { .to = d->to.data, .to_name = d->to_name,
		.reply_to = d->reply_to.data, .subject = d->subject.data,
		.message_id = d->mid.data, .reply = reply && reply->subject,
		.date = m->now, .text = d->text.data, .html = d->html.data,
		.files = d->files.file, .n_files = d->files.n };
	char stamp[CLOCK_STAMP_SIZE];
	int rc;

	buf_printf(&root, "pq%lld.%s@%s", (long long)m->game.id,
		m->house->mark, m->house->domain);
	buf_printf(&turn, "pq%lld.t%d.%s.%s@%s", (long long)m->game.id,
		m->game.turn, d->who, m->house->mark, m->house->domain);
	p.references[p.n_references++] = root.data;
	if (!d->r.by_game)
		p.references[p.n_references++] = turn.data;
	if (reply && reply->message_id) {
		p.references[p.n_references++] = reply->message_id;
		p.in_reply_to = reply->message_id;
	}
	buf_printf(&line[0], "pq%lld.%s", (long long)m->game.id,
		m->house->domain);
	p.list_id = line[0].data;
	buf_printf(&line[1], "X-Paquebot-Game: %lld", (long long)m->game.id);
	buf_printf(&line[2], "X-Paquebot-Seat: %s", d->who);
	buf_printf(&line[3], "X-Paquebot-Turn: %d", m->game.turn);
	for (int i = 1; i <= 3; i++)
		p.extra[p.n_extra++] = line[i].data;
	if (d->seat && match_due(m, d->seat)) {
		clock_stamp(match_due(m, d->seat), stamp);
		buf_printf(&line[4], "X-Paquebot-Due: %s", stamp);
		p.extra[p.n_extra++] = line[4].data;
	}
	rc = post_store(m->house, &p, m->game.id, d->seat, m->seat[d->seat].player,
		m->now, e);
	for (int i = 0; i < 5; i++)
		buf_release(&line[i]);
	buf_release(&root);
	buf_release(&turn);
	return rc;
}

/* A mail that brings messages alone tells nothing of the game: what is
 * answered to it is answered to the mail before. */
static void
note_told(struct match *m, int seat, unsigned what)
{
	if (!(what & FRAME_NEWS))
		return;
	m->seat[seat].told = m->game.board;
	m->seat[seat].told_seq = m->game.seq;
}

/* 1: it has to wait for an hour with room for it. */
static int
put_off(struct match *m, int seat, struct err *e)
{
	struct reader r;
	int rc;

	if (m->put_off & 1u << seat)
		return 1;
	rc = reader_of(m, seat, &r, e) ? -1 :
		owed_put_off(m, &r, m->seat[seat].player, seat, e);
	if (rc == 1)
		m->moderator_told |= !seat;
	return rc;
}

int
letter_seat(struct match *m, int seat, const char *template, const char *kind,
	unsigned what, const struct reply *reply, struct err *e)
{
	struct draft d;
	cJSON *frame = NULL;
	int64_t press = 0;
	int rc = reply ? 0 : put_off(m, seat, e);

	if (rc)
		return rc < 0 ? -1 : 0;
	rc = draft_open(&d, m, seat, !seat || what & FRAME_NEWS ?
	    m->game.board : m->seat[seat].told, e);

	d.r.answer = reply ? reply->answer : NULL;
	if (rc == 0)
		rc = frame_make(m, &d.r, what, &frame, e);
	if (rc == 0)
		rc = press_frame(m, seat, frame, &press, e);
	if (rc == 0 && reply && reply->answer)
		cJSON_AddItemReferenceToObject(frame, "answer", reply->answer);
	if (rc == 0)
		rc = reply && !(seat && m->opened & SEAT_BIT(seat)) ?
			answer_subject(&d, reply, frame, e) :
			own_subject(&d, kind, frame, &d.subject, e);
	if (rc == 0)
		rc = render(&d, template, frame, e);
	if (rc == 0 && seat)
		rc = calendar_of(m, seat, &d.r, what & FRAME_NEWS, frame,
			&d.files, e);
	if (rc == 0)
		rc = post_draft(&d, reply, e);
	if (rc == 0 && press)
		rc = press_told(m->house->db, m->game.id, seat, press, e);
	if (rc == 0) {
		note_told(m, seat, what);
		m->moderator_told |= !seat;
	}
	cJSON_Delete(frame);
	draft_release(&d);
	return rc;
}
