/* SPDX-License-Identifier: MIT */

/*
 * The page of a game: it is played once more, and after each event its news
 * and the position are rendered for every viewpoint from the same facts and
 * templates as the mails. Nobody is "you" here.
 */

#include <cjson/cJSON.h>

#include "archive/page_own.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/tree.h"
#include "picture/picture.h"
#include "post/context.h"
#include "post/words.h"
#include "text/escape.h"
#include "text/texts.h"

/* The events that are the news of this line: what followed, else itself. */
static int
news_of(struct page *p, int view, const char *act, struct buf *out,
    struct err *e)
{
	struct reader r = page_reader_for(p, view);
	struct log_entry h = { .seq = p->seq,
		.board = p->seq,
		.stamp = p->stamp,
		.actor = p->now.actor };
	struct buf line = BUF_INIT;
	int rc = 0;

	if (act != NULL) {
		r.was = tenure_ended(&p->tenures, p->seq);
		h.words = (char *)(uintptr_t)act;
		return news_line(p->m, &r, &h, out, e);
	}
	for (int i = p->events.n > 1; i < p->events.n && rc == 0; i++) {
		buf_clear(&line);
		h.ev = p->events.at[i];
		h.actor = h.ev.actor;
		rc = news_line(p->m, &r, &h, &line, e);
		if (line.len > 0 && out->len > 0)
			buf_char(out, ' ');
		buf_add(out, buf_text(&line), line.len);
	}
	buf_release(&line);
	return rc;
}

static void
put_when(struct page *p)
{
	char stamp[CLOCK_STAMP_SIZE];
	cJSON *o = cJSON_CreateObject();
	const char *text;

	clock_stamp(p->stamp, stamp);
	texts_moment(p->site->club.texts, p->site->club.lang, p->site->club.tz,
	    p->stamp, 0, o);
	text = tree_str(o, "text");
	buf_printf(&p->sections, "<p class=\"w\"><time datetime=\"%s\">",
	    stamp);
	escape_html(text, strlen(text), &p->sections);
	buf_str(&p->sections, "</time></p>\n");
	cJSON_Delete(o);
}

static cJSON *
event_context(const struct page *p, bool with_round)
{
	cJSON *ctx = cJSON_CreateObject();

	tree_add_int(ctx, "seq", p->seq > 0 ? p->number[p->seq] : 0);
	if (p->now.round > 0 && with_round)
		tree_add_int(ctx, "round", p->now.round);
	tree_flag(ctx, "dead", p->dead);
	tree_flag(ctx, "start", p->seq == 0);
	return ctx;
}

/* <section …>, and a heading where there is more to say than its number.
 * What is as in the one before is not said again: whose move it was, and the
 * round; of a turn that it is another. */
static int
open_section(struct page *p, struct err *e)
{
	struct page_when *was = &p->said, is = p->now;
	int n = p->seq > 0 ? p->number[p->seq] : 0, rc = 0;

	buf_printf(&p->sections, "<section class=\"e%s\" id=\"e%d\"",
	    p->dead ? " x" : "", n);
	if (n == 0 || is.actor != was->actor)
		buf_printf(&p->sections, " data-a=%d", is.actor);
	if (n == 0 || is.round != was->round)
		buf_printf(&p->sections, " data-r=%d", is.round);
	if (n == 0 || is.turn != was->turn)
		buf_str(&p->sections, " data-t");
	buf_char(&p->sections, '>');
	if (n == 0 || p->dead || is.round != was->round) {
		cJSON *ctx = event_context(p, is.round != was->round);

		buf_str(&p->sections, "<h2>");
		rc = site_inline(p->site, "page/heading", ctx, &p->sections, e);
		buf_str(&p->sections, "</h2>\n");
		cJSON_Delete(ctx);
	}
	*was = is;
	return rc;
}

/* A link to where a round, or the game, begins. */
static int
list_round(struct page *p, struct err *e)
{
	cJSON *ctx = event_context(p, true);
	int n = p->seq > 0 ? p->number[p->seq] : 0;

	buf_printf(&p->list, "<li><a href=\"#e%d\">", n);
	if (site_inline(p->site, n > 0 ? "page/round" : "page/heading", ctx,
		&p->list, e) != 0) {
		cJSON_Delete(ctx);
		return -1;
	}
	buf_str(&p->list, "</a>\n");
	cJSON_Delete(ctx);
	return 0;
}

/* What stands where there is no news: nobody here may know of it, or the game
 * has no sentence for it, and then its words must do. */
static int
put_silence(struct page *p, int view, const struct turnlog_line *line,
    struct buf *md, struct err *e)
{
	const struct game_rules *g = p->m->kind->rules;
	cJSON *ctx = event_context(p, true);
	bool known = line != NULL &&
	    (line->actor < 0 ||
		g->redact(p->m->kind->data, table_position(p->m->table),
		    &p->events.at[0], page_reader(view)) == REDACT_SHOW);
	struct buf words = BUF_INIT, said = BUF_INIT;
	int rc;

	if (known)
		page_words(p, line, &words);
	if (p->now.actor > 0) {
		words_made(p->site->club.texts, p->site->club.lang, g->name,
		    buf_text(&words), &said);
		tree_add_str(ctx, "seat_name", p->who[p->now.actor]);
	}
	tree_add_str(ctx, "words", buf_text(said.len > 0 ? &said : &words));
	rc = texts_render(p->site->club.texts, p->site->club.lang,
	    p->seq == 0 ? "page/start" :
		known   ? "page/unsaid" :
			  "page/silent",
	    ctx, md, e);
	buf_release(&words);
	buf_release(&said);
	cJSON_Delete(ctx);
	return rc;
}

/* The sentence of each viewpoint; of the one that sees most, in the transcript
 * as well. */
static int
put_news(struct page *p, const struct turnlog_line *line, const char *act,
    bool new_round, struct err *e)
{
	struct buf md = BUF_INIT, html[VIEWS] = { BUF_INIT };
	struct variants v = { .n = 0 };
	int rc = 0;

	for (int i = 0; i < VIEWS && rc == 0; i++) {
		if (!(p->views & VIEW_BIT(i)))
			continue;
		buf_clear(&md);
		rc = p->seq == 0 ? 0 : news_of(p, i, act, &md, e);
		if (rc == 0 && md.len == 0)
			rc = put_silence(p, i, line, &md, e);
		site_flat(buf_text(&md), &html[i]);
		variants_add(&v, i, buf_text(&html[i]), html[i].len);
	}
	/* The last one is the one that sees most. */
	if (rc == 0 && p->seq > 0)
		rc = transcript_event(p, buf_text(&md), new_round, e);
	buf_str(&p->sections, "<p class=t>");
	variants_write_inline(&v, p->views, &p->sections);
	buf_str(&p->sections, "</p>\n");
	for (int i = 0; i < VIEWS; i++)
		buf_release(&html[i]);
	buf_release(&md);
	return rc;
}

/* Round and turn of the position that stands now. */
static bool
note_time(struct page *p)
{
	int before = p->now.round;

	p->now.round = context_round(p->m);
	p->now.turn = game_turn(table_position(p->m->table));
	return p->now.round != before;
}

/* Of what stands: what was undone is no part of the game's course. */
static void
note_points(struct page *p)
{
	struct course_point m = { .event = p->seq > 0 ? p->number[p->seq] : 0,
		.round = p->now.round };

	if (!p->b->open || p->dead)
		return;
	game_scores(p->m->kind->rules, p->m->kind->data,
	    table_position(p->m->table), m.score);
	memcpy(m.who, p->who, sizeof m.who);
	p->course.seats = p->m->seats;
	course_note(&p->course, &m);
}

static bool
is_last(const struct page *p)
{
	return p->seq == table_seq(p->last);
}

static int
put_section(struct page *p, const struct turnlog_line *line, const char *act,
    struct err *e)
{
	bool new_round = note_time(p);
	int rc = page_position(p, new_round || is_last(p), e);

	note_points(p);
	if (rc == 0 && (new_round || p->seq == 0))
		rc = list_round(p, e);
	if (rc == 0)
		rc = open_section(p, e);
	if (rc == 0)
		rc = put_news(p, line, act, new_round, e);
	if (rc == 0 && p->stamp >= 0)
		put_when(p);
	if (rc == 0 && line != NULL) {
		page_notation(p, line);
		rc = page_could(p, e);
	}
	buf_str(&p->sections, "</section>\n");
	return rc;
}

struct page_step {
	struct page *p;
	struct err *e;
	int rc, last;
};

static bool
count(struct page *p, const struct turnlog_line *line, struct page_step *s)
{
	bool there = p->b->open || line->actor < 0 ||
	    table_open(p->last, &p->events.at[0]);

	/* What is left out has the next one's number, as in the copy. */
	p->number[line->seq] = s->last + 1;
	s->last += there;
	while (p->live.at < p->live.n && p->live.seq[p->live.at] < line->seq)
		p->live.at++;
	p->dead = line->actor >= 0 &&
	    (p->live.at == p->live.n || p->live.seq[p->live.at] != line->seq);
	return there;
}

static void
note_holders(struct page *p)
{
	for (int s = 1; s <= p->m->seats; s++) {
		const struct tenure *t = tenure_at(&p->tenures, s, p->seq);

		p->who[s] = t != NULL ? t->name : p->m->seat[s].name;
	}
}

static int
on_line(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct page_step *s = ctx;
	struct page *p = s->p;
	struct buf words = BUF_INIT;

	if (line->type == TURNLOG_CHAT) {
		const char *press = options_get(&r->head.options, "press");

		if (press == NULL || strcmp(press, "no") != 0)
			s->rc = page_chat(p, line, s->e);
		return s->rc;
	}
	if (line->type != TURNLOG_EVENT)
		return 0;
	p->m->table = r->table;
	p->seq = line->seq;
	p->now.actor = line->actor;
	note_holders(p);
	if (line->stamp.len == 0 ||
	    clock_stamp_parse(line->stamp.at, line->stamp.len, &p->stamp) != 0)
		p->stamp = -1;
	if (!count(p, line, s))
		return 0;
	if (line->actor < 0)
		page_words(p, line, &words);
	s->rc = put_section(p, line, words.len > 0 ? words.data : NULL, s->e);
	if (s->rc == 0)
		s->rc = page_comments(p, p->number[p->seq], s->e);
	buf_release(&words);
	return s->rc;
}

/* The position before the first event. */
static int
put_start(struct page *p, const char *log, size_t len, struct err *e)
{
	struct replay_how how = { .until = 0 };
	struct replay r;
	int rc = replay_text(log, len, &how, &r, e);

	if (rc == 0) {
		p->m->table = r.table;
		p->stamp = -1;
		rc = put_section(p, NULL, NULL, e);
		p->m->table = p->last;
	}
	replay_release(&r);
	return rc;
}

static int
walk(struct page *p, const char *log, size_t len, struct err *e)
{
	struct page_step s = { .p = p, .e = e };
	struct replay_how how = { .until = -1,
		.keep_history = true,
		.events = &p->events,
		.each = on_line,
		.ctx = &s,
		.all_lines = true };
	struct replay r;
	int rc;

	p->live.n = table_live(p->last, &p->live.seq);
	p->number = mem_zero((size_t)table_seq(p->last) + 2, sizeof *p->number);
	if (transcript_head(p, e) != 0 || put_start(p, log, len, e) != 0)
		return -1;
	rc = replay_text(log, len, &how, &r, e);
	p->m->table = p->last;
	replay_release(&r);
	p->b->events = s.last;
	if (rc != 0 || s.rc != 0 || page_comments(p, 0, e) != 0)
		return -1;
	return transcript_tail(p, e);
}

int
page_make(const struct site *site, struct match *m, const char *log, size_t len,
    struct book *b, struct err *e)
{
	struct page p = { .site = site,
		.m = m,
		.last = m->table,
		.b = b,
		.views = VIEW_BIT(VIEW_PUBLIC) };
	int rc;

	tenures_of_log(log, len, &p.tenures);
	note_holders(&p);
	for (int s = 1; s <= m->seats && b->open; s++)
		p.views |= VIEW_BIT(s);
	if (b->open)
		p.views |= VIEW_BIT(VIEW_ALL);
	rc = page_read_comments(&p, e);
	if (rc == 0)
		rc = walk(&p, log, len, e);
	/* What the public saw last. */
	if (rc == 0 && site->pictures != NULL && p.map[VIEW_PUBLIC].len > 0)
		rc = picture_png(site->pictures, &p.drawn, &b->picture, e);
	if (rc == 0) {
		/* The script has no use for it as elements. */
		buf_str(&p.sections, "<noscript id=places>\n");
		position_finish(&p.stock, p.views, &p.sections);
		buf_str(&p.sections, "</noscript>\n");
		rc = page_layout(&p, e);
	}
	stock_release(&p.stock);
	pieces_release(&p.pieces);
	buf_release(&p.sections);
	buf_release(&p.could);
	buf_release(&p.list);
	for (int v = 0; v < VIEWS; v++) {
		buf_release(&p.seen[v]);
		buf_release(&p.facts[v]);
		buf_release(&p.map[v]);
	}
	buf_release(&p.text);
	buf_release(&p.markdown);
	drawing_release(&p.drawn);
	drawing_release(&p.drawing);
	buf_release(&p.map_title);
	buf_release(&p.map_caption);
	events_release(&p.events);
	tenures_release(&p.tenures);
	course_release(&p.course);
	cJSON_Delete(p.comments);
	free(p.number);
	return rc;
}
