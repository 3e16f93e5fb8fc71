/* SPDX-License-Identifier: MIT */

/* A letter that was opened becomes a mail: subject, header, text and HTML, and
 * the row of the outbox. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "match/mail_id.h"
#include "post/context.h"
#include "post/pictures.h"
#include "post/screen.h"
#include "post/words.h"
#include "store/outbox.h"
#include "text/markdown.h"
#include "text/sheet.h"
#include "text/texts.h"

/* Whoever is to act reads so in each subject, which stays that of the turn,
 * unless it asks or says something else. */
static const char *
section_of(const struct letter *l, const cJSON *ctx)
{
	const char *section = letter_rows[l->kind].subject;

	return strcmp(section, "news_mail") == 0 &&
		cJSON_HasObjectItem(ctx, "act") &&
		!cJSON_HasObjectItem(ctx, "proposal") &&
		!cJSON_HasObjectItem(ctx, "timed_out") ?
	    "turn_mail" :
	    section;
}

/* Our own: constant within a turn, so nothing of the board in it. */
static int
own_subject(const struct letter *l, const char *section, const cJSON *ctx,
    struct buf *out, struct err *e)
{
	cJSON *o = cJSON_CreateObject();
	bool thread = l->m != NULL && l->r.by_game && l->kind != LETTER_OVER;
	int rc;

	if (l->kind == LETTER_REMINDER && !thread)
		buf_printf(out, "[%s] ",
		    texts_phrase(l->club->texts, l->r.lang, "reminder"));
	if (l->tag.len)
		buf_printf(out, "[%s] ", l->tag.data);
	cJSON_AddItemReferenceToObject(o, thread ? "game_thread" : section,
	    (cJSON *)(uintptr_t)ctx);
	rc = texts_render_plain(l->club->texts, l->r.lang, "mail/subject", o,
	    out, e);
	cJSON_Delete(o);
	return rc;
}

/* An answer keeps the subject it answers, if that was one of ours; unless it
 * tells whose turn it has become, or is a mail that was lost, made anew. Where
 * all mails of a game are a thread, programs join equal subjects alone. */
static int
make_subject(const struct letter *l, const cJSON *ctx, struct buf *out,
    struct err *e)
{
	const struct reply *r = l->reply;
	const char *bare = words_bare_subject(r != NULL && r->subject != NULL ?
		r->subject :
		"");

	if (l->subject != NULL) {
		buf_str(out, l->subject);
		return 0;
	}
	if (r == NULL || l->kind == LETTER_OVER || r->anew ||
	    (l->to.is == TO_SEAT && happened_to(l->m, ON_DECISION, l->to.seat)))
		return own_subject(l, section_of(l, ctx), ctx, out, e);
	if (r->subject != NULL)
		buf_str(out, "Re: ");
	if (r->problem && !l->r.by_game)
		buf_printf(out, "[%s] ",
		    texts_phrase(l->club->texts, l->r.lang, "problem"));
	if (l->r.by_game || !*bare ||
	    token_game_in_subject(r->subject) != l->m->game.id)
		return own_subject(l, "answer_mail", ctx, out, e);
	buf_printf(out, "[%s] ", l->tag.data);
	utf8_cut(bare, 100, out);
	return 0;
}

static void
add_header(struct post *p, struct buf *line)
{
	p->extra[p->n_extra++] = line->data;
}

/* References to ids that are stable for the game and for the turn, so that
 * mail programs keep together what belongs together; and what filters ask. */
static void
add_headers(const struct letter *l, struct post *p, struct buf line[7])
{
	const struct match *m = l->m;
	const struct club *club = l->club;
	long long game = (long long)m->game.id;
	char stamp[CLOCK_STAMP_SIZE];

	buf_printf(&line[0], "pq%lld.%s@%s", game, club->mark, club->domain);
	p->references[p->n_references++] = line[0].data;
	buf_printf(&line[1], "pq%lld.%s", game, club->domain);
	p->list_id = line[1].data;
	buf_printf(&line[2], "X-Paquebot-Game: %lld", game);
	add_header(p, &line[2]);
	if (!*l->who)
		return;
	buf_printf(&line[3], "pq%lld.t%d.%s.%s@%s", game, m->game.turn, l->who,
	    club->mark, club->domain);
	if (!l->r.by_game)
		p->references[p->n_references++] = line[3].data;
	if (l->to.is != TO_OBSERVER) {
		buf_printf(&line[4], "X-Paquebot-Seat: %s", l->who);
		add_header(p, &line[4]);
	}
	buf_printf(&line[5], "X-Paquebot-Turn: %d", m->game.turn);
	add_header(p, &line[5]);
	if (l->to.is == TO_SEAT && match_due(m, l->to.seat)) {
		clock_stamp(match_due(m, l->to.seat), stamp);
		buf_printf(&line[6], "X-Paquebot-Due: %s", stamp);
		add_header(p, &line[6]);
	}
}

/* About no game: the thread of the mail that it answers (RFC 5322, 3.6.4); of a
 * long one the beginning, which is ours, and the end. */
static void
add_thread(const struct reply *r, struct post *p)
{
	enum {
		FIRST = 3,
		MOST = sizeof p->references / sizeof *p->references - 1
	};
	size_t skipped = r->n_references > MOST ? r->n_references - MOST : 0;

	for (size_t i = 0; i < r->n_references; i++)
		if (i < FIRST || i >= FIRST + skipped)
			p->references[p->n_references++] = r->references[i];
}

/* Each holder's mails are counted anew, so the second's are "42.77.p2.3.h2".
 * That of a message says whose it is, "42.77.p2.3.w1", of a seat's second
 * holder "….w1h2"; "….w0" of a moderator. */
static void
message_id(const struct letter *l, struct buf *out)
{
	int holder = l->to.is < TO_OBSERVER ? l->m->seat[l->to.seat].holder : 0;
	int by = l->writer ? l->m->seat[l->writer - 1].holder : 0;
	struct buf name = BUF_INIT;

	if (l->to.is > TO_OBSERVER) {
		club_mail_id(l->club, l->name.data, out);
		return;
	}
	buf_str(&name, l->mark.data + strlen("mail "));
	if (holder > 1)
		buf_printf(&name, ".h%d", holder);
	if (l->writer)
		buf_printf(&name, ".w%d", l->writer - 1);
	if (by > 1)
		buf_printf(&name, "h%d", by);
	club_message_id(l->club, name.data, out);
	buf_release(&name);
}

/* What comes unasked can be ended, by a mail that says so in its subject. It is
 * asked about before anything is done (desk/commands/unsubscribe.c). A URI
 * cannot be folded, and a line should have 78 letters at most (RFC 5322,
 * 2.1.1): so nothing stands there that the address says by itself. */
static void
unsubscribe_uri(const struct letter *l, struct buf *out)
{
	bool token_in_tag = strchr(buf_text(&l->tag), '.') != NULL;
	struct buf subject = BUF_INIT;

	if (l->reply != NULL || !l->token.role ||
	    (letter_rows[l->kind].priority <= OFFERED &&
		l->kind != LETTER_DIGEST))
		return;
	if (token_in_tag)
		buf_printf(&subject, "[%s] ", l->tag.data);
	buf_str(&subject, "unsubscribe");
	if (l->to.is == TO_OBSERVER)
		buf_printf(&subject, " %lld", (long long)l->m->game.id);
	words_mailto_subject(l->reply_to.data, subject.data, out);
	buf_release(&subject);
}

/* As bytes, in a row for the outbox. */
static int
make_row(const struct letter *l, struct post *p,
    const struct mail_pictures *shown, struct outbox_row *out, struct err *e)
{
	struct buf line[7] = { BUF_INIT }, mid = BUF_INIT, raw = BUF_INIT,
		   end = BUF_INIT;
	const struct player *to = l->to.player;
	int rc;

	message_id(l, &mid);
	p->message_id = mid.data;
	unsubscribe_uri(l, &end);
	p->unsubscribe = end.data;
	if (l->m != NULL)
		add_headers(l, p, line);
	if (l->reply != NULL && l->reply->message_id != NULL) {
		if (l->m == NULL)
			add_thread(l->reply, p);
		p->references[p->n_references++] = l->reply->message_id;
		p->in_reply_to = l->reply->message_id;
	}
	*out = (struct outbox_row){ .game = l->m != NULL ? l->m->game.id : 0,
		.seat = l->to.is == TO_SEAT ? l->to.seat : 0,
		.player = to != NULL ? to->id : 0,
		.author = l->club->author,
		.known = l->known,
		.next_try = p->date,
		.created = p->date };
	rc = l->club->write(l->club, p, &raw, e);
	if (rc == 0 && shown->n > 0) {
		p->html = shown->html.data;
		p->pictures = shown->cid;
		p->n_pictures = shown->n;
		rc = l->club->write(l->club, p, &out->pictured, e);
		buf_add(&out->drawing, shown->drawings.data,
		    shown->drawings.len);
		out->picture = mem_alloc(HASH_HEX_SIZE);
		hash_sha256_hex(out->drawing.data, out->drawing.len,
		    out->picture);
	}
	if (rc == 0) {
		out->to = mem_dup(p->to);
		out->message_id = buf_steal(&mid);
		out->raw_len = raw.len;
		out->raw = buf_steal(&raw);
	}
	for (int i = 0; i < 7; i++)
		buf_release(&line[i]);
	buf_release(&mid);
	buf_release(&raw);
	buf_release(&end);
	return rc ? -1 : 0;
}

/* Markdown to text and HTML. */
static int
render(const struct letter *l, const cJSON *ctx, const char *title,
    struct buf *text, struct buf *html, struct mail_pictures *shown,
    struct err *e)
{
	const struct reader *r = &l->r;
	struct sheet_form form;
	struct buf md = BUF_INIT;

	if (texts_render(l->club->texts, r->lang, letter_rows[l->kind].template,
		ctx, &md, e)) {
		buf_release(&md);
		return -1;
	}
	texts_mark(&md, l->mark.data);
	screen_form(r, &form);
	/* Where its pictures cannot be drawn, a digest says boards in words. */
	form.said |= r->shows && l->kind == LETTER_DIGEST;
	sheet_make(buf_text(&md), md.len, &form, r->lang, title, text, html);
	mail_pictures(l, ctx, &md, &form, title, shown);
	buf_release(&md);
	return 0;
}

/* What a mail asks for is a word to touch: a mail to where the reply would go,
 * with that word in it; and the move that the reader is asked about, which is
 * sent by its own words, for such a mail does not say what it answers. */
static void
add_taps(const struct letter *l, const char *subject, cJSON *ctx)
{
	const cJSON *meant = cJSON_GetObjectItemCaseSensitive(
	    cJSON_GetObjectItemCaseSensitive(ctx, "answer"), "meant");
	struct buf re = BUF_INIT, tap = BUF_INIT;

	buf_printf(&re, strncmp(subject, "Re: ", 4) != 0 ? "Re: %s" : "%s",
	    subject);
	words_mailto(l->reply_to.data, re.data, &tap);
	tree_add_str(ctx, "tap", tap.data);
	if (meant != NULL) {
		words_percent(tree_str(meant, "text"), &tap);
		tree_add_str(ctx, "tap_meant", tap.data);
	}
	buf_release(&re);
	buf_release(&tap);
}

int
letter_make(struct letter *l, cJSON *ctx, struct outbox_row *out, struct err *e)
{
	struct buf subject = BUF_INIT, text = BUF_INIT, html = BUF_INIT;
	const struct recipient *to = &l->to;
	struct post p = { .to = l->address.data,
		.to_name = to->is == TO_SEAT ? l->m->seat[to->seat].name :
		    to->player != NULL       ? to->player->name :
					       "",
		.reply_to = l->reply_to.data,
		.reply = l->reply != NULL && l->reply->subject != NULL,
		.date = l->m != NULL ? l->m->now : clock_now(),
		.files = l->files,
		.n_files = l->n_files };
	struct mail_pictures shown = { .n = 0 };
	int rc;

	if (!cJSON_HasObjectItem(ctx, "club"))
		tree_add_str(ctx, "club", l->club->name);
	tree_add_str(ctx, "mark", l->mark.data);
	if (l->head.len > 0 && !cJSON_HasObjectItem(ctx, "chain_head"))
		tree_add_str(ctx, "chain_head", l->head.data);
	rc = make_subject(l, ctx, &subject, e);
	if (rc == 0) {
		add_taps(l, buf_text(&subject), ctx);
		rc = render(l, ctx, buf_text(&subject), &text, &html, &shown,
		    e);
	}
	p.subject = subject.data;
	p.text = text.data;
	p.html = html.data;
	if (rc == 0)
		rc = make_row(l, &p, &shown, out, e);
	buf_release(&subject);
	buf_release(&text);
	buf_release(&html);
	mail_pictures_release(&shown);
	return rc;
}

/* What came about that concerns whoever is at that place: "decision press". */
static void
occasions(const struct letter *l, struct buf *out)
{
	static const char *const words[] = { [ON_CHANGE] = "change",
		[ON_BEGIN] = "begin",
		[ON_END] = "end",
		[ON_UNDO] = "undo",
		[ON_ACT] = "act",
		[ON_NEWCOMER] = "newcomer",
		[ON_VACANCY] = "vacancy",
		[ON_APPOINTMENT] = "appointment",
		[ON_PROPOSAL] = "proposal",
		[ON_DECLINE] = "decline",
		[ON_DECISION] = "decision",
		[ON_TIMEOUT] = "timeout",
		[ON_REMINDER] = "reminder",
		[ON_REQUEST] = "request",
		[ON_PRESS] = "press",
		[ON_BROADCAST] = "broadcast",
		[ON_VOID] = "void" };

	for (int o = 0; l->m != NULL && o < OCCASIONS; o++)
		/* ON_SECRET has none. */
		if (words[o] != NULL &&
		    (happened_to(l->m, (enum occasion)o, 0) ||
			happened_to(l->m, (enum occasion)o, l->to.seat)))
			buf_printf(out, "%s%s", out->len ? " " : "", words[o]);
	buf_str(out, "");
}

static void
trace_letter(const struct letter *l, const struct outbox_row *row)
{
	static const char *const to[] = { [TO_SEAT] = "seat",
		[TO_MODERATOR] = "moderator",
		[TO_OBSERVER] = "observer",
		[TO_PLAYER] = "player",
		[TO_STRANGER] = "stranger",
		[TO_KEEPER] = "keeper" };
	struct buf on = BUF_INIT;

	if (!log_traces())
		return;
	log_wrote(row->id);
	occasions(l, &on);
	log_trace("letter", LOG_NUMBER("outbox", row->id),
	    LOG_WORD("template", letter_rows[l->kind].template),
	    LOG_WORD("to", to[l->to.is]), LOG_NUMBER("game", row->game),
	    LOG_WORD("seat", log_seat(row->seat)),
	    LOG_NUMBER("board", l->board),
	    LOG_WORD("on", on.len ? on.data : NULL),
	    LOG_NUMBER("bytes", (int64_t)row->raw_len),
	    LOG_WORD("mid", row->message_id));
	buf_release(&on);
}

int
letter_send(struct letter *l, cJSON *ctx, struct err *e)
{
	const struct club *club = l->club;
	struct outbox_row row;
	int rc = letter_make(l, ctx, &row, e);

	if (rc)
		return -1;
	if (l->reply != NULL && l->reply->subject != NULL)
		row.answers = club->answering;
	rc = outbox_add(club->db, &row, e);
	if (rc == 0)
		trace_letter(l, &row);
	outbox_row_release(&row);
	return rc;
}

int
letter_write(struct letter *l, cJSON *ctx, struct err *e)
{
	int rc = letter_open(l, e);

	if (rc == 1)
		rc = letter_send(l, ctx, e);
	letter_release(l);
	cJSON_Delete(ctx);
	return rc;
}
