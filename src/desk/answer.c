/* SPDX-License-Identifier: MIT */

/* The one answer a mail gets. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "desk/judge.h"
#include "desk/people.h"
#include "desk/plain.h"
#include "mail/address.h"
#include "post/letter.h"
#include "post/watch.h"
#include "post/words.h"
#include "store/outbox.h"
#include "text/texts.h"

enum { UNREAD_MAX = 8 };

/* Whether the line is of the game that the answer is about. */
static bool
is_here(const struct job *j, const struct line *l)
{
	return l->game == (j->at.m != NULL ? j->at.m->game.id : 0);
}

static void
add_line(const struct job *j, cJSON *lines, const struct line *l, cJSON *answer)
{
	static const char *const states[] = { [LINE_DONE] = "done",
		[LINE_REFUSED] = "refused",
		[LINE_UNREAD] = "unread",
		[LINE_HELD] = "held",
		[LINE_WAITING] = "unreached",
		[LINE_UNREACHED] = "unreached" };
	cJSON *o = tree_member(lines), *r;
	struct buf cut = BUF_INIT;
	const char *written = l->written != NULL ? l->written : l->text;
	bool hide = stranger_wrote(j) && !stranger_shown(written);

	utf8_cut(hide ? "..." : written, 60, &cut);
	tree_add_str(o, "text", buf_text(&cut));
	tree_flag(o, states[l->state], true);
	if (l->state == LINE_DONE) {
		tree_flag(answer, "some", !cJSON_HasObjectItem(answer, "some"));
		/* A long move written canonically is not said twice. */
		if (l->said != NULL &&
		    (strlen(l->said) < 30 || strcmp(l->said, written) != 0))
			tree_add_str(o, "canonical", l->said);
	} else if (l->state == LINE_REFUSED) {
		r = is_here(j, l) ?
		    tree_object(answer, "refused") :
		    tree_member(cJSON_GetObjectItem(answer, "elsewhere"));
		if (l->game)
			cJSON_AddNumberToObject(r, "of_game", (double)l->game);
		tree_add_str(r, "text", buf_text(&cut));
		/* What was meant is asked, and then that says it all. */
		if (!l->unknown || j->answer.meant == NULL || !is_here(j, l))
			tree_add_str(r, "reason",
			    l->said != NULL ? l->said : "");
	} else if (l->state == LINE_HELD) {
		tree_flag(answer, "held", !cJSON_HasObjectItem(answer, "held"));
	}
	buf_release(&cut);
}

/* What of the mail was taken for a copy of ours: its first and last line. */
static void
add_quoted(const struct job *j, cJSON *answer)
{
	cJSON *o = tree_object(answer, "quoted");
	struct buf cut = BUF_INIT;

	utf8_cut(j->msg.quoted_first, 50, &cut);
	tree_add_str(o, "first", buf_text(&cut));
	buf_clear(&cut);
	utf8_cut(j->msg.quoted_last, 50, &cut);
	tree_add_str(o, "last", buf_text(&cut));
	buf_release(&cut);
}

/* Whether what the mail asked for says by itself that each line was done. */
static bool
speaks_for_lines(const struct job *j)
{
	int said = cJSON_GetArraySize(j->answer.parts) +
	    cJSON_GetArraySize(j->answer.leads) + (j->at.anew > 0);

	for (int i = 0; i < j->n; i++)
		if (j->line[i].state != LINE_DONE || j->line[i].said != NULL)
			return false;
	return said >= j->n;
}

/* Whether a line that is no order says that they are away, or need more
 * time. */
static bool
says_away(const struct job *j)
{
	enum { PHRASE = 3 };
	static const char *const ids[] = { "away", NULL };
	bool away = false;

	for (int i = 0; i < j->n && !away; i++) {
		const struct line *l = &j->line[i];
		struct plain p = { .j = j };

		if (l->unknown || l->state == LINE_UNREAD)
			plain_cut(&p, l->text, strlen(l->text));
		for (int k = 0; k < p.n && !away; k++)
			for (int to = k + 1; to <= p.n && to <= k + PHRASE;
			    to++)
				away |= plain_ids(&p, "away", k, to, ids) != 0;
		plain_release(&p);
	}
	return away;
}

/* Of a long letter the first lines are enough to know it by. */
static cJSON *
answer_tree(const struct job *j)
{
	cJSON *answer = cJSON_CreateObject();
	cJSON *lines = tree_list(answer, "lines");
	int unread = 0, unreached = 0;

	(void)tree_list(answer, "elsewhere");
	for (int i = 0; i < j->n; i++) {
		enum line_state s = j->line[i].state;
		unread += s == LINE_UNREAD;
		bool left = s == LINE_UNREACHED || s == LINE_WAITING;
		unreached += left;
		if ((s != LINE_UNREAD || unread <= UNREAD_MAX) &&
		    (!left || unreached <= UNREAD_MAX))
			add_line(j, lines, &j->line[i], answer);
	}
	if (unread > UNREAD_MAX)
		tree_add_int(answer, "more_unread", unread - UNREAD_MAX);
	if (unreached > UNREAD_MAX)
		tree_add_int(answer, "more_unreached", unreached - UNREAD_MAX);
	cJSON_AddItemReferenceToObject(answer, "parts", j->answer.parts);
	tree_flag(answer, "empty", j->answer.empty);
	tree_flag(answer, "unasked", j->answer.unasked);
	tree_flag(answer, "points", j->answer.points);
	tree_flag(answer, "asked",
	    cJSON_GetArraySize(j->answer.parts) || j->at.what);
	tree_flag(answer, "plain", speaks_for_lines(j));
	if (j->answer.meant != NULL)
		cJSON_AddItemReferenceToObject(answer, "meant",
		    j->answer.meant);
	if (j->answer.near != NULL)
		cJSON_AddItemReferenceToObject(answer, "near", j->answer.near);
	if (j->answer.empty && j->msg.quoted_first != NULL &&
	    !stranger_wrote(j))
		add_quoted(j, answer);
	tree_flag(answer, "away",
	    j->at.seat && (j->answer.empty || j->answer.refused) &&
		j->at.m->clock.row.turn && says_away(j));
	tree_flag(answer, "suspect", j->suspect && !j->answer.doubted);
	tree_flag(answer, "moved", j->at.moved);
	tree_flag(answer, "stated", j->at.stated);
	if (j->msg.defects & MESSAGE_TOO_LARGE)
		tree_flag(answer, "too_large", true);
	else if ((j->msg.defects & MESSAGE_TOO_DEEP) != 0 ||
	    (j->answer.empty && (j->msg.defects & MESSAGE_NO_TEXT) != 0))
		tree_flag(answer, "unreadable", true);
	return answer;
}

/* The address an answer about no seat goes to: the one on record, else one
 * that was proved, else the stranger's own, who learns public things only. */
static int
address_to(const struct job *j, struct buf *out, struct err *e)
{
	const struct buf *known = j->answer.to.len ? &j->answer.to :
	    j->who.player.id                       ? NULL :
						     &j->who.rights.address;

	if (known != NULL && known->len) {
		buf_str(out, known->data);
		return 1;
	}
	if (j->who.player.id)
		return address_primary(j->desk->club.db, j->who.player.id, out,
		    e);
	if (j->msg.from == NULL)
		return 0;
	buf_str(out, j->msg.from);
	return 1;
}

enum { HOUR = 3600, DAY = 86400 };

/* One domain has no more than a third of it, whoever fills that. */
int
desk_may_write(const struct desk *d, const char *to, struct err *e)
{
	const char *keeper = d->club.keeper != NULL ? d->club.keeper : "";
	const char *at = strrchr(to, '@');
	int64_t since = clock_now() - HOUR;
	int most = d->conf->club.strangers, all, domain;

	if (outbox_strangers(d->club.db, since, keeper, &all, e) < 0 ||
	    outbox_strangers_of(d->club.db, since, at != NULL ? at + 1 : "",
		&domain, e) < 0)
		return -1;
	return all < most && domain < (most + 2) / 3;
}

int
job_may_answer(struct job *j, struct err *e)
{
	/* A quick program stops at the first, a slow one at the second. */
	enum { HOUR_MOST = 10, DAY_MOST = 40 };
	struct db *db = j->desk->club.db;
	struct buf to = BUF_INIT;
	int hour = 0, day = 0, rc = address_to(j, &to, e);

	if (rc == 1)
		rc = outbox_notices(db, to.data, clock_now() - HOUR, &hour, e) <
			    0 ||
			outbox_notices(db, to.data, clock_now() - DAY, &day,
			    e) < 0 ?
		    -1 :
		    hour < HOUR_MOST && day < DAY_MOST;
	if (rc == 1 && stranger_wrote(j))
		rc = desk_may_write(j->desk, to.data, e);
	buf_release(&to);
	j->defer |= rc == 0;
	return rc;
}

/* The subject is the writer's own text: only its start goes back to them, and
 * to an address that may be another's nothing that its owner should read. */
static void
subject_of(const struct job *j, const struct buf *tag, struct buf *out)
{
	const char *s = j->msg.subject;
	size_t from;

	if (j->suspect || (stranger_wrote(j) && !stranger_shown(s)))
		s = "";
	if (!j->suspect && strncmp(s, "Re: ", 4) != 0 &&
	    strncmp(s, "RE: ", 4) != 0)
		buf_str(out, "Re: ");
	if (tag->len)
		buf_printf(out, "[%s] ", tag->data);
	from = out->len;
	utf8_cut(s, 100, out);
	if (out->len == from)
		buf_str(out, j->desk->club.name);
}

/* Where the answer stands in a thread: below the mail. */
static void
add_thread(const struct job *j, struct reply *r)
{
	const struct message *m = &j->msg;

	r->message_id = m->message_id;
	r->n_references = m->n_references;
	r->references = (const char *const *)m->references;
	if (m->n_references == 0 && m->in_reply_to != NULL) {
		r->references = (const char *const *)&m->in_reply_to;
		r->n_references = 1;
	}
}

/* An answer about no seat, or a question that may come beside the answer;
 * token: whom a reply to it proves, role 0: nobody. */
static int
notice(struct job *j, enum letter_kind kind, cJSON *ctx,
    const struct token *token, struct err *e)
{
	bool asks = kind == LETTER_CONFIRM;
	struct reply r = { .subject = j->suspect || (asks && job_obeyed(j)) ?
		    NULL :
		    j->msg.subject };
	const struct player *p = j->who.player.id ? &j->who.player : NULL;
	struct buf to = BUF_INIT, subject = BUF_INIT;
	struct letter l = { .club = &j->desk->club,
		.kind = kind,
		.to = { .is = p != NULL ? TO_PLAYER : TO_STRANGER,
		    .player = p,
		    .lang = j->lang },
		.reply = &r,
		.token = *token,
		.files = j->answer.calendar.file,
		.n_files = asks ? 0 : j->answer.calendar.n };
	int rc = address_to(j, &to, e);

	if (!j->suspect)
		add_thread(j, &r);
	tree_add_str(ctx, "address", j->desk->address);
	l.to.address = to.data;
	if (rc == 1)
		rc = letter_open(&l, e);
	if (rc == 1) {
		subject_of(j, &l.tag, &subject);
		l.subject = subject.data;
		rc = letter_send(&l, ctx, e);
	}
	letter_release(&l);
	buf_release(&to);
	buf_release(&subject);
	return rc < 0 ? -1 : 0;
}

int
job_show_preview(struct job *j, struct err *e)
{
	struct buf after = BUF_INIT;
	struct reader r;
	cJSON *ctx;
	int rc;

	if (!cJSON_GetArraySize(j->preview.shown)) {
		preview_release(&j->preview);
		return 0;
	}
	if (job_reader(j, &r, e) ||
	    preview_after(&j->preview, j->at.m, &r, &after, e))
		return -1;
	ctx = cJSON_CreateObject();
	cJSON_AddItemReferenceToObject(ctx, "steps", j->preview.shown);
	if (after.len)
		tree_add_str(ctx, "after", buf_text(&after));
	rc = job_render(j, "desk/preview", ctx, e);
	preview_release(&j->preview);
	buf_release(&after);
	return rc;
}

/* The seat whose mail this is, if it is still its writer's; 0 for that of a
 * moderator who does not play; -1: neither. */
static int
answer_seat(const struct job *j)
{
	const struct match *m = j->at.m;

	if (m != NULL && j->at.seat &&
	    m->seat[j->at.seat].player == j->who.player.id)
		return j->at.seat;
	return m != NULL && j->at.moderator &&
		match_moderates(m, j->who.player.id) ?
	    0 :
	    -1;
}

int
job_did(struct job *j, const char *what, cJSON *ctx, struct err *e)
{
	cJSON *o = cJSON_CreateObject();
	struct buf b = BUF_INIT;
	int rc;

	if (ctx == NULL)
		ctx = cJSON_CreateObject();
	tree_add_str(ctx, "club", j->desk->club.name);
	cJSON_AddItemToObject(o, what, ctx);
	rc = texts_render(j->desk->club.texts, j->lang, "desk/done", o, &b, e);
	cJSON_Delete(o);
	if (rc == 0 && j->answer.leads == NULL)
		j->answer.leads = cJSON_CreateArray();
	if (rc == 0) {
		while (b.len && b.data[b.len - 1] == '\n')
			buf_truncate(&b, b.len - 1);
		tree_add_str(tree_member(j->answer.leads), "text",
		    buf_text(&b));
	}
	buf_release(&b);
	return rc;
}

/* An answer about a game has a head of its own: there they are its first
 * parts. */
static void
lead_parts(struct job *j)
{
	cJSON *all = j->answer.leads;

	if (all == NULL)
		return;
	while (cJSON_GetArraySize(j->answer.parts) > 0)
		cJSON_AddItemToArray(all,
		    cJSON_DetachItemFromArray(j->answer.parts, 0));
	cJSON_Delete(j->answer.parts);
	j->answer.parts = all;
	j->answer.leads = NULL;
}

static void
add_leads(struct job *j, cJSON *ctx)
{
	if (j->answer.leads != NULL)
		cJSON_AddItemReferenceToObject(ctx, "leads", j->answer.leads);
	if (j->who.player.id)
		tree_add_str(ctx, "name", j->who.player.name);
}

/* A player's reply to it is known to be theirs; one to a question of ours that
 * is still open answers that, as one to an invitation may ask for the rules
 * first. */
static int
answer_notice(struct job *j, cJSON *ctx, struct err *e)
{
	struct token t = { .role = 0 };
	int rc = 1;

	if (((j->answer.refused && j->answer.to.len) ||
		j->who.request.kind == REQUEST_INVITATION) &&
	    request_open(&j->who.request, clock_now())) {
		t = token_of_request(j->desk, &j->who.request);
		tree_flag(ctx, "invited",
		    j->who.request.kind == REQUEST_INVITATION);
	} else if (j->who.player.id && !j->answer.to.len) {
		t.number = j->who.player.id;
		rc = player_holder(j->desk->club.db, t.number, &t.holder, e);
		t.role = rc == 1 ? TOKEN_PLAYER : 0;
	}
	return rc < 0 ? -1 :
			notice(j,
			    j->answer.refused      ? LETTER_REFUSED :
				j->answer.enrolled ? LETTER_ENROLLED :
						     LETTER_HELP,
			    ctx, &t, e);
}

/* Who says nothing that can be done where only a few moves are left, as of an
 * offer ("Deal!"), sees those. */
static bool
has_few_moves(const struct job *j)
{
	enum { FEW = 3 };

	return (j->answer.empty || j->answer.refused) &&
	    j->answer.near == NULL && job_can_move(j) &&
	    numbered_count(j->at.m->kind, table_position(j->at.m->table),
		j->at.seat) <= FEW;
}

int
job_answer(struct job *j, struct err *e)
{
	cJSON *answer, *ctx;
	struct reply r = { .problem = j->answer.refused,
		.what = j->at.what,
		.anew = j->at.anew };
	int seat = answer_seat(j);
	int rc = j->at.m != NULL ? match_settle(j->at.m, e) : 0;

	if (has_few_moves(j))
		r.what |= CONTEXT_MOVES;
	if (rc == 0)
		rc = job_show_preview(j, e);
	if (seat >= 0 || (j->at.m != NULL && j->at.observer))
		lead_parts(j);
	r.answer = answer = answer_tree(j);
	if (!j->suspect) {
		add_thread(j, &r);
		r.subject = j->msg.subject;
	}
	if (rc == 0 && seat >= 0) {
		rc = mails_answer(j->at.m, seat, &r, e);
	} else if (rc == 0 && j->at.m != NULL && j->at.observer) {
		rc = watch_answer(j->at.m, j->who.player.id, &r, e);
	} else if (rc == 0) {
		ctx = cJSON_CreateObject();
		cJSON_AddItemReferenceToObject(ctx, "answer", answer);
		tree_flag(ctx, "empty", j->answer.empty);
		add_leads(j, ctx);
		rc = answer_notice(j, ctx, e);
		cJSON_Delete(ctx);
	}
	cJSON_Delete(answer);
	return rc;
}

static void
add_quote(cJSON *lines, const char *text, size_t len)
{
	struct buf b = BUF_INIT;

	buf_add(&b, text, len);
	tree_add_text(tree_member(lines), "text", &b);
	buf_release(&b);
}

/* All that will be obeyed, and whole: what is confirmed was seen. Of prose
 * nothing is, and anybody may have written it. */
static void
add_quotes(const struct job *j, cJSON *lines)
{
	const struct pending *w = &j->waiting;
	struct buf game = BUF_INIT;

	if (job_obeyed(j) && w->of_game && w->place.game) {
		buf_printf(&game, "%s %lld", word_own(j, "command", "game"),
		    (long long)w->place.game);
		add_quote(lines, game.data, game.len);
	}
	for (const char *p = buf_text(&w->lines); *p;) {
		size_t n = strcspn(p, "\n");
		add_quote(lines, p, n);
		p += n + (p[n] == '\n');
	}
	buf_release(&game);
}

/* Why they are asked: what the template says of it. */
static const char *
why_asked(const struct job *j)
{
	if (!j->who.player.id)
		return "stranger";
	if (j->waiting.moved && !j->waiting.beyond)
		return "moved";
	if (j->waiting.doubted)
		return "doubted";
	if (j->waiting.asked && rights_known(&j->who.rights))
		return j->waiting.silence ? "silence" : "unwatch";
	if (j->suspect && j->who.rights.proof == PROOF_CLAIM)
		return "suspect";
	if (j->waiting.owner)
		return "owner";
	if (j->who.dead)
		return "dead";
	if (!rights_known(&j->who.rights))
		return !job_answers_ours(j)  ? "unproven" :
		    j->desk->club.subaddress ? "elsewhere" :
					       "retitled";
	return j->who.rights.proof == PROOF_CONFIRMED ? "again" : "beyond";
}

/* Whoever is asked because the game has gone on is shown it. NULL: failed. */
static cJSON *
question_context(struct job *j, struct err *e)
{
	struct reader r;
	cJSON *context;

	if (!j->waiting.moved || j->at.m == NULL)
		return cJSON_CreateObject();
	if (job_reader(j, &r, e) ||
	    context_make(j->at.m, &r, CONTEXT_NEWS | CONTEXT_POSITION, &context,
		e))
		return NULL;
	return context;
}

/* The token is good for this one mail. */
int
job_confirmation(struct job *j, int64_t nonce, const char *again, struct err *e)
{
	struct token t = { .role = TOKEN_CONFIRM,
		.number = j->row->id,
		.nonce = nonce,
		.epoch = j->desk->club.epoch };
	const struct club *club = &j->desk->club;
	cJSON *ctx = question_context(j, e);
	int rc;

	if (ctx == NULL)
		return -1;
	cJSON_AddTrueToObject(ctx, why_asked(j));
	tree_flag(ctx, "token",
	    j->who.rights.proof == PROOF_TOKEN && !j->waiting.doubted);
	tree_flag(ctx, "part", job_obeyed(j));
	tree_flag(ctx, "now", j->waiting.moved);
	tree_flag(ctx, "turn", j->waiting.of_game);
	if (again != NULL)
		cJSON_AddTrueToObject(ctx, again);
	add_quotes(j, tree_list(ctx, "lines"));
	if (j->at.m != NULL && !j->waiting.moved) {
		cJSON_AddNumberToObject(ctx, "game", (double)j->at.m->game.id);
		words_add_kind(club->texts, j->lang, j->at.m->game.kind, ctx);
	}
	rc = notice(j, LETTER_CONFIRM, ctx, &t, e);
	cJSON_Delete(ctx);
	return rc;
}
