/* SPDX-License-Identifier: MIT */

/* The one answer a mail gets. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "desk/judge.h"
#include "desk/people.h"
#include "mail/address.h"
#include "match/letter.h"
#include "match/watch.h"
#include "match/words.h"
#include "store/outbox.h"
#include "text/texts.h"

enum { UNREAD_MAX = 8 };

static void
add_line(const struct errand *er, cJSON *lines, const struct line *l,
	cJSON *answer)
{
	cJSON *o = cJSON_CreateObject(), *r;
	struct buf cut = BUF_INIT;
	bool hide = stranger_wrote(er) && !stranger_shown(l->text);

	utf8_cut(hide ? "..." : l->text, 60, &cut);
	cJSON_AddStringToObject(o, "text", buf_text(&cut));
	switch (l->state) {
	case LINE_DONE:
		if (!cJSON_HasObjectItem(answer, "some"))
			cJSON_AddTrueToObject(answer, "some");
		cJSON_AddTrueToObject(o, "done");
		/* A long move written canonically is not said twice. */
		if (l->said &&
		    (strlen(l->said) < 30 || strcmp(l->said, l->text)))
			cJSON_AddStringToObject(o, "canonical", l->said);
		break;
	case LINE_REFUSED:
		cJSON_AddTrueToObject(o, "refused");
		r = cJSON_AddObjectToObject(answer, "refused");
		cJSON_AddStringToObject(r, "text", buf_text(&cut));
		cJSON_AddStringToObject(r, "reason", l->said ? l->said : "");
		break;
	case LINE_UNREAD:
		cJSON_AddTrueToObject(o, "unread");
		break;
	case LINE_HELD:
		cJSON_AddTrueToObject(o, "held");
		if (!cJSON_HasObjectItem(answer, "held"))
			cJSON_AddTrueToObject(answer, "held");
		break;
	case LINE_WAITING:
	case LINE_UNREACHED:
		cJSON_AddTrueToObject(o, "unreached");
		break;
	}
	cJSON_AddItemToArray(lines, o);
	buf_release(&cut);
}

/* Of a long letter the first lines are enough to know it by. */
static cJSON *
answer_tree(const struct errand *er)
{
	cJSON *answer = cJSON_CreateObject();
	cJSON *lines = cJSON_AddArrayToObject(answer, "lines");
	int unread = 0, unreached = 0;

	for (int i = 0; i < er->n; i++) {
		enum line_state s = er->line[i].state;
		unread += s == LINE_UNREAD;
		bool left = s == LINE_UNREACHED || s == LINE_WAITING;
		unreached += left;
		if ((s != LINE_UNREAD || unread <= UNREAD_MAX) &&
		    (!left || unreached <= UNREAD_MAX))
			add_line(er, lines, &er->line[i], answer);
	}
	if (unread > UNREAD_MAX)
		cJSON_AddNumberToObject(answer, "more_unread",
			unread - UNREAD_MAX);
	if (unreached > UNREAD_MAX)
		cJSON_AddNumberToObject(answer, "more_unreached",
			unreached - UNREAD_MAX);
	cJSON_AddItemReferenceToObject(answer, "parts", er->parts);
	if (er->empty)
		cJSON_AddTrueToObject(answer, "empty");
	if (er->suspect)
		cJSON_AddTrueToObject(answer, "suspect");
	if (er->moved)
		cJSON_AddTrueToObject(answer, "moved");
	if (er->msg.defects & MESSAGE_TOO_LARGE)
		cJSON_AddTrueToObject(answer, "too_large");
	else if (er->msg.defects & (MESSAGE_TOO_DEEP | MESSAGE_NO_TEXT))
		cJSON_AddTrueToObject(answer, "unreadable");
	return answer;
}

/* The address an answer about no seat goes to: the one on record, else one
 * that was proved, else the stranger's own, who learns public things only. */
static int
address_to(const struct errand *er, struct buf *out, struct err *e)
{
	const struct buf *known = er->answer_to.len ? &er->answer_to :
		er->player.id ? NULL : &er->rights.address;

	if (known && known->len) {
		buf_str(out, known->data);
		return 1;
	}
	if (er->player.id)
		return address_primary(er->desk->house.db, er->player.id, out,
		    e);
	if (!er->msg.from)
		return 0;
	buf_str(out, er->msg.from);
	return 1;
}

enum { HOUR = 3600, DAY = 86400 };

/* One domain has no more than a third of it, whoever fills that. */
int
desk_may_write(const struct desk *d, const char *to, struct err *e)
{
	const char *keeper = d->house.keeper ? d->house.keeper : "";
	const char *at = strrchr(to, '@');
	int64_t since = clock_now() - HOUR;
	int most = d->conf->club.strangers, all, domain;

	if (outbox_strangers(d->house.db, since, keeper, &all, e) < 0 ||
	    outbox_strangers_of(d->house.db, since, at ? at + 1 : "", &domain,
	    e) < 0)
		return -1;
	return all < most && domain < (most + 2) / 3;
}

int
errand_may_answer(struct errand *er, struct err *e)
{
	/* A quick program stops at the first, a slow one at the second. */
	enum { HOUR_MOST = 10, DAY_MOST = 40 };
	struct db *db = er->desk->house.db;
	struct buf to = BUF_INIT;
	int hour = 0, day = 0, rc = address_to(er, &to, e);

	if (rc == 1)
		rc = outbox_notices(db, to.data, clock_now() - HOUR, &hour,
			e) < 0 || outbox_notices(db, to.data, clock_now() - DAY,
			&day, e) < 0 ? -1 : hour < HOUR_MOST && day < DAY_MOST;
	if (rc == 1 && stranger_wrote(er))
		rc = desk_may_write(er->desk, to.data, e);
	buf_release(&to);
	er->defer |= rc == 0;
	return rc;
}

/* The subject is the writer's own text: only its start goes back to him, and
 * to an address that may be another's nothing that its owner should read. */
static void
subject_of(const struct errand *er, const struct buf *tag, struct buf *out)
{
	const char *s = er->msg.subject;
	size_t from;

	if (er->suspect || (stranger_wrote(er) && !stranger_shown(s)))
		s = "";
	if (!er->suspect && strncmp(s, "Re: ", 4) && strncmp(s, "RE: ", 4))
		buf_str(out, "Re: ");
	if (tag->len)
		buf_printf(out, "[%s] ", tag->data);
	from = out->len;
	utf8_cut(s, 100, out);
	if (out->len == from)
		buf_str(out, er->desk->house.club);
}

/* An answer about no seat, or a question that may come beside the answer;
 * token: whom a reply to it proves, role 0: nobody. */
static int
notice(struct errand *er, enum letter_kind kind, cJSON *ctx,
	const struct token *token, struct err *e)
{
	bool asks = kind == LETTER_CONFIRM;
	const struct reply r = { .message_id = er->suspect ? NULL :
		er->msg.message_id, .subject = er->suspect ||
		(asks && errand_obeyed(er)) ? NULL : er->msg.subject };
	const struct player *p = er->player.id ? &er->player : NULL;
	struct buf to = BUF_INIT, subject = BUF_INIT;
	char name[32];
	struct letter l = { .house = &er->desk->house, .kind = kind,
		.to = { .is = p ? TO_PLAYER : TO_STRANGER, .player = p,
			.lang = er->lang }, .reply = &r, .name = name,
		.token = *token };
	int rc = address_to(er, &to, e);

	snprintf(name, sizeof name, "0.%s%lld", asks ? "ask" : "in",
	    (long long)er->answer_id);
	cJSON_AddStringToObject(ctx, "address", er->desk->address);
	l.to.address = to.data;
	if (rc == 1)
		rc = letter_open(&l, e);
	if (rc == 1) {
		subject_of(er, &l.tag, &subject);
		l.subject = subject.data;
		rc = letter_send(&l, ctx, e);
	}
	letter_release(&l);
	buf_release(&to);
	buf_release(&subject);
	return rc < 0 ? -1 : 0;
}

int
errand_show_preview(struct errand *er, struct err *e)
{
	struct buf after = BUF_INIT;
	struct reader r;
	cJSON *ctx;
	int rc;

	if (!cJSON_GetArraySize(er->preview.shown)) {
		preview_release(&er->preview);
		return 0;
	}
	if (errand_reader(er, &r, e) ||
	    preview_after(&er->preview, er->m, &r, &after, e))
		return -1;
	ctx = cJSON_CreateObject();
	cJSON_AddItemReferenceToObject(ctx, "steps", er->preview.shown);
	if (after.len)
		cJSON_AddStringToObject(ctx, "after", buf_text(&after));
	rc = errand_render(er, "desk/preview", ctx, e);
	preview_release(&er->preview);
	buf_release(&after);
	return rc;
}

/* The seat whose mail this is, if it is still its writer's; 0 for that of a
 * moderator who does not play; -1: neither. */
static int
answer_seat(const struct errand *er)
{
	const struct match *m = er->m;

	if (m && er->seat && m->seat[er->seat].player == er->player.id)
		return er->seat;
	return m && er->moderator && match_moderates(m, er->player.id) ? 0 : -1;
}

int
errand_did(struct errand *er, const char *what, cJSON *ctx, struct err *e)
{
	cJSON *o = cJSON_CreateObject();
	struct buf b = BUF_INIT;
	int rc;

	cJSON_AddStringToObject(ctx, "club", er->desk->house.club);
	cJSON_AddItemToObject(o, what, ctx);
	rc = texts_render(er->desk->house.texts, er->lang, "desk/done", o, &b,
		e);
	cJSON_Delete(o);
	if (rc == 0 && !er->leads)
		er->leads = cJSON_CreateArray();
	if (rc == 0) {
		while (b.len && b.data[b.len - 1] == '\n')
			buf_truncate(&b, b.len - 1);
		o = cJSON_CreateObject();
		cJSON_AddStringToObject(o, "text", buf_text(&b));
		cJSON_AddItemToArray(er->leads, o);
	}
	buf_release(&b);
	return rc;
}

/* An answer to a seat has a head of its own: there they are parts. */
static void
lead_parts(struct errand *er)
{
	const cJSON *o;

	cJSON_ArrayForEach(o, er->leads)
		errand_part(er, cJSON_GetStringValue(cJSON_GetObjectItem(o,
			"text")));
}

static void
add_leads(struct errand *er, cJSON *ctx)
{
	if (er->leads)
		cJSON_AddItemReferenceToObject(ctx, "leads", er->leads);
	if (er->player.id)
		cJSON_AddStringToObject(ctx, "name", er->player.name);
}

/* A player's reply to it is known to be his; one to a question of ours that is
 * still open answers that. */
static int
answer_notice(struct errand *er, cJSON *ctx, struct err *e)
{
	struct token t = { .role = 0 };
	int rc = 1;

	if (er->refused && er->answer_to.len &&
	    request_open(&er->request, clock_now())) {
		t = (struct token){ .role = TOKEN_REQUEST,
			.number = er->request.id, .nonce = er->request.nonce,
			.epoch = er->desk->house.epoch };
	} else if (er->player.id && !er->answer_to.len) {
		t.number = er->player.id;
		rc = player_holder(er->desk->house.db, t.number, &t.holder, e);
		t.role = rc == 1 ? TOKEN_PLAYER : 0;
	}
	return rc < 0 ? -1 : notice(er, er->refused ? LETTER_REFUSED :
		er->enrolled ? LETTER_ENROLLED : LETTER_HELP, ctx, &t, e);
}

int
errand_answer(struct errand *er, struct err *e)
{
	cJSON *answer, *ctx;
	struct reply r = { .problem = er->refused, .what = er->what };
	int seat = answer_seat(er);
	int rc = er->m ? match_settle(er->m, e) : 0;

	if (rc == 0)
		rc = errand_show_preview(er, e);
	if (seat >= 0)
		lead_parts(er);
	r.answer = answer = answer_tree(er);
	if (!er->suspect) {
		r.message_id = er->msg.message_id;
		r.subject = er->msg.subject;
	}
	if (rc == 0 && seat >= 0) {
		rc = mails_answer(er->m, seat, &r, e);
	} else if (rc == 0 && er->m && er->observer) {
		rc = watch_answer(er->m, er->player.id, &r, e);
	} else if (rc == 0) {
		ctx = cJSON_CreateObject();
		cJSON_AddItemReferenceToObject(ctx, "answer", answer);
		if (er->empty)
			cJSON_AddTrueToObject(ctx, "empty");
		add_leads(er, ctx);
		rc = answer_notice(er, ctx, e);
		cJSON_Delete(ctx);
	}
	cJSON_Delete(answer);
	return rc;
}

static void
add_quote(cJSON *lines, const char *text, size_t len)
{
	struct buf b = BUF_INIT;
	cJSON *o = cJSON_CreateObject();

	buf_add(&b, text, len);
	cJSON_AddStringToObject(o, "text", buf_text(&b));
	cJSON_AddItemToArray(lines, o);
	buf_release(&b);
}

/* All that will be obeyed, and whole: what is confirmed was seen. Of prose
 * nothing is, and anybody may have written it. */
static void
add_quotes(const struct errand *er, cJSON *lines)
{
	const struct pending *w = &er->waiting;
	struct buf game = BUF_INIT;

	if (errand_obeyed(er) && w->of_game && w->place.game) {
		buf_printf(&game, "%s %lld", word_own(er, "command", "game"),
			(long long)w->place.game);
		add_quote(lines, game.data, game.len);
	}
	for (const char *p = buf_text(&w->lines); *p; ) {
		size_t n = strcspn(p, "\n");
		add_quote(lines, p, n);
		p += n + (p[n] == '\n');
	}
	buf_release(&game);
}

/* Why he is asked: what the template says of it. */
static const char *
why_asked(const struct errand *er)
{
	if (!er->player.id)
		return "stranger";
	if (er->waiting.moved && !er->waiting.beyond)
		return "moved";
	if (er->suspect && er->rights.proof == PROOF_CLAIM)
		return "suspect";
	if (er->waiting.owner)
		return "owner";
	if (er->dead)
		return "dead";
	if (!rights_known(&er->rights))
		return "unproven";
	return er->rights.proof == PROOF_CONFIRMED ? "again" : "beyond";
}

/* Whoever is asked because the game has gone on is shown it. NULL: failed. */
static cJSON *
question_frame(struct errand *er, struct err *e)
{
	struct reader r;
	cJSON *frame;

	if (!er->waiting.moved || !er->m)
		return cJSON_CreateObject();
	if (errand_reader(er, &r, e) || frame_make(er->m, &r, FRAME_NEWS |
	    FRAME_POSITION, &frame, e))
		return NULL;
	return frame;
}

/* The token is good for this one mail. */
int
errand_confirmation(struct errand *er, int64_t nonce, const char *again,
	struct err *e)
{
	struct token t = { .role = TOKEN_CONFIRM, .number = er->row->id,
		.nonce = nonce, .epoch = er->desk->house.epoch };
	const struct house *h = &er->desk->house;
	cJSON *ctx = question_frame(er, e);
	int rc;

	if (!ctx)
		return -1;
	cJSON_AddTrueToObject(ctx, why_asked(er));
	if (er->rights.proof == PROOF_TOKEN)
		cJSON_AddTrueToObject(ctx, "token");
	if (errand_obeyed(er))
		cJSON_AddTrueToObject(ctx, "part");
	if (er->waiting.moved)
		cJSON_AddTrueToObject(ctx, "now");
	if (er->waiting.of_game)
		cJSON_AddTrueToObject(ctx, "turn");
	if (again)
		cJSON_AddTrueToObject(ctx, again);
	add_quotes(er, cJSON_AddArrayToObject(ctx, "lines"));
	if (er->m && !er->waiting.moved) {
		struct buf kind = BUF_INIT;
		words_kind(h->texts, er->lang, er->m->game.kind, &kind);
		cJSON_AddNumberToObject(ctx, "game", (double)er->m->game.id);
		cJSON_AddStringToObject(ctx, "kind_name", buf_text(&kind));
		buf_release(&kind);
	}
	rc = notice(er, LETTER_CONFIRM, ctx, &t, e);
	cJSON_Delete(ctx);
	return rc;
}
