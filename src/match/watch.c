/* SPDX-License-Identifier: MIT */
#include "match/watch.h"

#include <cjson/cJSON.h>
#include <limits.h>

#include "match/moderate.h"
#include "match/owed.h"
#include "match/post.h"
#include "match/press.h"
#include "match/token.h"
#include "match/words.h"
#include "store/owed.h"
#include "text/texts.h"

enum { IN_A_MAIL = 20 };

/* A mail to an observer while it is made. */
struct view {
	struct match *m;
	struct observer *o;              /* borrowed */
	struct player p;                 /* owned */
	struct reader r;
	cJSON *frame;                    /* owned */
	struct buf to, reply_to, tag, mark, mid, subject, text, html;
};

static void
view_release(struct view *v)
{
	struct buf *all[] = { &v->to, &v->reply_to, &v->tag, &v->mark, &v->mid,
		&v->subject, &v->text, &v->html };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		buf_release(all[i]);
	cJSON_Delete(v->frame);
	if (v->p.id)
		player_release(&v->p);
}

static int
make_token(struct view *v, struct err *e)
{
	const struct match *m = v->m;
	struct token t = { .role = TOKEN_OBSERVER, .number = m->game.id,
		.seat = (int)v->o->id, .board = m->game.board,
		.epoch = game_epoch(&m->game, m->game.board) };

	if (player_seat_holder(m->house->db, v->o->player,
	    v->o->since % INT_MAX, &t.holder, e))
		return -1;
	post_token(m->house, &t, m->game.id, &v->reply_to, &v->tag);
	return 0;
}

/* 1; 0 the player has no address any more, or it waits for his digest, or for
 * an hour with room for it (limited). */
static int
view_open(struct view *v, struct match *m, struct observer *o, bool waits,
	bool limited, struct err *e)
{
	const struct house *h = m->house;
	int rc;

	memset(v, 0, sizeof *v);
	v->m = m;
	v->o = o;
	rc = player_get(h->db, o->player, &v->p, e);
	if (rc == 1)
		rc = address_primary(h->db, o->player, &v->to, e);
	if (rc != 1)
		return rc;
	if (waits && !strcmp(v->p.notify, "digest"))
		return 0;
	v->r = (struct reader){ .seat = OBSERVER, .lang = v->p.lang,
		.layout = v->p.layout, .tz = v->p.tz, .width = v->p.width,
		.unicode = !strcmp(v->p.glyphs, "unicode") };
	rc = limited ? owed_put_off(m, &v->r, o->player, OWED_OBSERVER, e) : 0;
	if (rc)
		return rc < 0 ? -1 : 0;
	o->mails++;
	if (make_token(v, e))
		return -1;
	v->r.reply_to = v->reply_to.data;
	v->r.tag = v->tag.data;
	buf_printf(&v->mark, "mail %lld.%d.o%lld.%d", (long long)m->game.id,
		m->game.board, (long long)o->id, o->mails);
	house_message_id(h, v->mark.data + 5, &v->mid);
	return 1;
}

static int
add_news(struct view *v, struct err *e)
{
	cJSON *news = cJSON_AddArrayToObject(v->frame, "news");
	int rc = news_from(v->m, &v->r, v->o->told_seq + 1, NEWS_ALL, news, e);

	v->o->told_seq = v->m->game.seq;
	return rc;
}

static int
add_press(struct view *v, struct err *e)
{
	struct press at[IN_A_MAIL];
	int n = press_broadcasts(v->m->house->db, v->m->game.id,
	    v->o->told_press, at, IN_A_MAIL, e);
	cJSON *array;

	if (n <= 0)
		return n;
	array = cJSON_AddArrayToObject(v->frame, "press");
	for (int i = 0; i < n; i++) {
		cJSON_AddItemToArray(array, press_tree(v->m, &at[i],
		    OBSERVER));
		v->o->told_press = at[i].id;
		press_release(&at[i]);
	}
	return 0;
}

/* What seats propose to each other is theirs. */
static int
view_frame(struct view *v, unsigned what, const struct reply *reply,
	struct err *e)
{
	int rc = frame_make(v->m, &v->r, what & ~(unsigned)FRAME_NEWS,
	    &v->frame, e);

	if (rc)
		return -1;
	cJSON_DeleteItemFromObject(v->frame, "proposal");
	cJSON_DeleteItemFromObject(v->frame, "declined");
	cJSON_AddTrueToObject(v->frame, "observer");
	cJSON_AddStringToObject(v->frame, "mark", v->mark.data);
	if (what & FRAME_NEWS)
		rc = add_news(v, e);
	if (rc == 0)
		rc = add_press(v, e);
	if (rc == 0 && reply)
		cJSON_AddItemReferenceToObject(v->frame, "answer",
			reply->answer);
	return rc;
}

static int
view_subject(struct view *v, const char *kind, const struct reply *reply,
	struct err *e)
{
	int rc;

	if (reply && reply->subject)
		buf_str(&v->subject, "Re: ");
	if (reply && reply->problem)
		buf_printf(&v->subject, "[%s] ", texts_phrase(
		    v->m->house->texts, v->r.lang, "problem"));
	buf_printf(&v->subject, "[%s] ", v->tag.data);
	cJSON_AddTrueToObject(v->frame, kind);
	rc = texts_render_plain(v->m->house->texts, v->r.lang, "mail/subject",
		v->frame, &v->subject, e);
	cJSON_DeleteItemFromObject(v->frame, kind);
	return rc;
}

static int
view_post(struct view *v, const struct reply *reply, struct err *e)
{
	const struct match *m = v->m;
	struct buf line[2] = { BUF_INIT, BUF_INIT }, root = BUF_INIT;
	struct post p = { .to = v->to.data, .to_name = v->p.name,
		.reply_to = v->reply_to.data, .subject = v->subject.data,
		.message_id = v->mid.data, .reply = reply && reply->subject,
		.date = m->now, .text = v->text.data, .html = v->html.data };
	int rc;

	buf_printf(&root, "pq%lld.%s@%s", (long long)m->game.id,
		m->house->mark, m->house->domain);
	p.references[p.n_references++] = root.data;
	if (reply && reply->message_id) {
		p.references[p.n_references++] = reply->message_id;
		p.in_reply_to = reply->message_id;
	}
	buf_printf(&line[0], "pq%lld.%s", (long long)m->game.id,
		m->house->domain);
	p.list_id = line[0].data;
	buf_printf(&line[1], "X-Paquebot-Game: %lld", (long long)m->game.id);
	p.extra[p.n_extra++] = line[1].data;
	rc = post_store(m->house, &p, m->game.id, 0, v->p.id, m->now, e);
	buf_release(&line[0]);
	buf_release(&line[1]);
	buf_release(&root);
	return rc;
}

static int
view_mail(struct match *m, struct observer *o, const char *template,
	const char *kind, unsigned what, const struct reply *reply,
	struct err *e)
{
	struct view v;
	struct buf md = BUF_INIT;
	bool last = !strcmp(template, "mail/unwatched");
	int rc = view_open(&v, m, o, !reply && !last &&
	    strcmp(template, "mail/over"), !reply && !last, e);

	if (rc == 1) {
		rc = view_frame(&v, m->table ? what : what &
		    ~(unsigned)(FRAME_NEWS | FRAME_POSITION), reply, e);
		if (rc == 0)
			rc = view_subject(&v, kind, reply, e);
		if (rc == 0)
			rc = texts_render(m->house->texts, v.r.lang, template,
				v.frame, &md, e);
		if (rc == 0)
			post_render(v.r.layout, v.r.width, v.r.unicode, v.r.lang,
				v.subject.data, &md, &v.text, &v.html);
		if (rc == 0)
			rc = view_post(&v, reply, e) ||
			    observer_save(m->house->db, o, e) ? -1 : 0;
	}
	buf_release(&md);
	view_release(&v);
	return rc;
}

/* What is told now: a turn, the start, the end, a game set back. */
static bool
has_news(const struct match *m)
{
	return m->changed && m->game.state != GAME_SETUP &&
	    (m->begun || m->undone || m->ended ||
	    m->game.turn != m->turn_before);
}

/* The moderator's own mail has told them: one mail an act, in whichever way
 * they look on. What they have not seen comes with the next one. */
static bool
told_already(const struct match *m, const struct observer *o)
{
	return m->moderator_told && match_moderates(m, o->player);
}

int
watch_after(struct match *m, struct err *e)
{
	struct observer at[WATCHERS_MAX];
	bool news = has_news(m);
	int n, rc = 0;

	if (!m->changed && !m->broadcast)
		return 0;
	m->watched_seq = INT_MAX;
	n = observer_all(m->house->db, m->game.id, at, WATCHERS_MAX, e);
	for (int i = 0; i < n && rc == 0; i++) {
		if (told_already(m, &at[i]))
			rc = 0;
		else if (m->ended)
			rc = view_mail(m, &at[i], "mail/over", "over_mail",
				FRAME_NEWS | FRAME_POSITION, NULL, e);
		else if (news)
			rc = view_mail(m, &at[i], "mail/watch", "news_mail",
				FRAME_NEWS | FRAME_POSITION, NULL, e);
		else if (m->broadcast)
			rc = view_mail(m, &at[i], "mail/watch", "news_mail", 0,
				NULL, e);
		if (at[i].told_seq < m->watched_seq)
			m->watched_seq = at[i].told_seq;
	}
	return n < 0 || rc ? -1 : 0;
}

/* What the digest of a player tells of a game that he watches. */
int
watch_frame(struct match *m, const struct player *p, cJSON **frame,
	struct err *e)
{
	struct observer o;
	struct view v = { .m = m, .o = &o };
	int rc = observer_find(m->house->db, m->game.id, p->id, &o, e);
	bool some;

	if (rc != 1)
		return rc;
	v.r = (struct reader){ .seat = OBSERVER, .lang = p->lang,
		.layout = p->layout, .tz = p->tz, .width = p->width };
	buf_str(&v.mark, "");
	rc = view_frame(&v, m->table ? FRAME_NEWS : 0, NULL, e);
	if (rc == 0)
		rc = observer_save(m->house->db, &o, e);
	some = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(v.frame,
		"news")) || cJSON_HasObjectItem(v.frame, "press");
	if (rc == 0 && some) {
		cJSON_DeleteItemFromObject(v.frame, "mark");
		*frame = v.frame;
		v.frame = NULL;
	}
	view_release(&v);
	return rc ? -1 : some;
}

int
watch_answer(struct match *m, int64_t player, const struct reply *r,
	struct err *e)
{
	struct observer o;
	unsigned what = r->what & FRAME_POSITION;
	int rc = observer_find(m->house->db, m->game.id, player, &o, e);

	if (rc != 1)
		return rc < 0 ? -1 : err_set(e, ERR_CORRUPT,
			"player %lld does not watch game %lld",
			(long long)player, (long long)m->game.id);
	return view_mail(m, &o, r->problem ? "mail/refused" : "mail/answer",
		"answer_mail", what, r, e);
}

static int
check(struct match *m, int64_t player, struct refusal *why, struct err *e)
{
	struct observer at[WATCHERS_MAX];
	int64_t games[WATCHED_MAX];
	int n;

	why->code = NULL;
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].player == player)
			return match_refuse_seat(why, "observe-seated", s);
	n = observers_allowed(m->house->db, m->game.id, e);
	if (n == 0)
		return refuse(why, "observe-closed");
	if (n > 0 && m->game.ended)
		return refuse(why, "observe-over");
	if (n > 0)
		n = observer_all(m->house->db, m->game.id, at, WATCHERS_MAX, e);
	if (n == WATCHERS_MAX)
		return refuse(why, "observe-full");
	if (n >= 0)
		n = observer_games(m->house->db, player, games, WATCHED_MAX,
			e);
	if (n == WATCHED_MAX)
		return refuse(why, "observe-too-many");
	return n < 0 ? -1 : 0;
}

int
watch_begin(struct match *m, int64_t player, struct refusal *why,
	struct err *e)
{
	struct observer o = { .game = m->game.id, .player = player,
		.since = m->now, .told_seq = m->game.seq }, old;
	int rc = observer_find(m->house->db, m->game.id, player, &old, e);

	if (rc)
		return rc < 0 ? -1 : 0;
	if (check(m, player, why, e))
		return -1;
	rc = press_last(m->house->db, m->game.id, &o.told_press, e);
	return rc ? -1 : observer_add(m->house->db, &o, e);
}

int
watch_end(struct house *h, int64_t game, int64_t player, struct err *e)
{
	return observer_drop(h->db, game, player, e);
}

int
watch_allow(struct match *m, bool yes, struct err *e)
{
	struct observer at[WATCHERS_MAX];
	struct db *db = m->house->db;
	int was = observers_allowed(db, m->game.id, e), n = 0;

	if (was < 0 || was == yes)
		return was < 0 ? -1 : 0;
	if (!yes)
		n = observer_all(db, m->game.id, at, WATCHERS_MAX, e);
	if (n < 0 || observers_allow(db, m->game.id, yes, e))
		return -1;
	moderate_tell(m, yes ? "opened" : "closed", NULL);
	for (int i = 0; i < n; i++)
		if (!match_moderates(m, at[i].player) &&
		    view_mail(m, &at[i], "mail/unwatched", "news_mail", 0,
		    NULL, e))
			return -1;
	return yes ? 0 : observer_drop_all(db, m->game.id, e);
}
