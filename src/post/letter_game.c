/* SPDX-License-Identifier: MIT */

/* A letter to somebody who has a place at a table, or watches it: what it
 * tells, and that it was told. */

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "post/calendar.h"
#include "post/context.h"
#include "post/letter.h"
#include "post/messages.h"
#include "post/screen.h"

/* Whose turn it is gets the reference of the game once; then, if they like, of
 * the board what has changed, unless they asked for it. */
static unsigned
board_parts(const struct letter *l)
{
	const struct seat *s = &l->m->seat[l->to.seat];
	bool asked = l->reply != NULL && l->reply->what & CONTEXT_POSITION;

	if (l->to.is != TO_SEAT || ~l->parts & CONTEXT_MOVES ||
	    ~l->parts & CONTEXT_POSITION)
		return 0;
	if (s->charted != s->holder)
		return CONTEXT_CHART;
	return l->r.changes && s->shown && !asked ? CONTEXT_CHANGES : 0;
}

int
letter_context(struct letter *l, cJSON **context, int64_t *press, struct err *e)
{
	l->r.answer = l->reply != NULL ? l->reply->answer : NULL;
	l->r.anew = l->reply != NULL ? l->reply->anew : 0;
	l->parts |= board_parts(l);
	if (context_make(l->m, &l->r, l->parts, context, e))
		return -1;
	if (l->parts & CONTEXT_CHART &&
	    context_beginner(l->m, &l->r, *context, e)) {
		cJSON_Delete(*context);
		*context = NULL;
		return -1;
	}
	if (l->r.answer != NULL)
		cJSON_AddItemReferenceToObject(*context, "answer", l->r.answer);
	if (l->head.len == 0 && match_head(l->m, l->board, &l->head, e) < 0) {
		cJSON_Delete(*context);
		*context = NULL;
		return -1;
	}
	if (l->head.len > 0)
		tree_add_str(*context, "chain_head", l->head.data);
	if (press_context(l->m, &l->r, *context, press, e) == 0)
		return 0;
	cJSON_Delete(*context);
	*context = NULL;
	return -1;
}

/* A mail that brings messages alone tells nothing of the game: what is
 * answered to it is answered to the mail before. */
int
letter_told(struct letter *l, int64_t press, struct err *e)
{
	struct match *m = l->m;
	struct observer *o = l->to.observer;
	struct seat *s = &m->seat[l->to.seat];

	if (l->parts & CONTEXT_NEWS) {
		s->told = o != NULL ? s->told : l->board;
		*(o != NULL ? &o->told_seq : &s->told_seq) = m->game.seq;
	}
	if (l->to.is == TO_SEAT && l->parts & CONTEXT_POSITION)
		match_show_board(m, l->to.seat, l->r.changes);
	if (l->to.is == TO_SEAT && l->parts & CONTEXT_CHART)
		s->charted = s->holder;
	if (o == NULL)
		return press ?
		    press_told(m->club->db, m->game.id, l->to.seat, press, e) :
		    0;
	if (press)
		o->told_press = press;
	return observer_save(m->club->db, o, e);
}

/* The one writer of all messages in it: 1 + their seat; 0: there are more, or
 * the seat is another's by now. */
static int
writer_of(const struct match *m, const cJSON *context)
{
	const cJSON *o;
	int writer = 0;

	cJSON_ArrayForEach(o, cJSON_GetObjectItem(context, "press")) {
		const char *seat = tree_str(o, "from_seat");
		int one = 1 +
		    (seat != NULL ? seat_read(seat, strlen(seat)) : 0);

		if ((writer && writer != one) ||
		    (one > 1 &&
			strcmp(tree_str(o, "from_name"),
			    m->seat[one - 1].name) != 0))
			return 0;
		writer = one;
	}
	return writer;
}

/* Where a plain answer goes; 0: nowhere, as the terms forbid it. */
static int
answered_by(const struct match *m, int writer)
{
	return writer > 1 && !m->game.ended &&
		m->terms.press != TERMS_PRESS_ALL ?
	    0 :
	    writer;
}

/* Who is told of each turn of others could do without, and may not know. */
static int
offer_less(const struct letter *l, cJSON *context, struct err *e)
{
	int rc = strcmp(l->to.player->notify, "all") == 0 &&
		happened(l->m, ON_CHANGE) ?
	    player_offer(l->club->db, l->to.player->id, l->m->now, e) :
	    0;

	tree_flag(context, "offer", rc == 1);
	return rc < 0 ? -1 : 0;
}

/* Whether something stands there. */
static bool
has(const cJSON *context, const char *name)
{
	const cJSON *o = cJSON_GetObjectItemCaseSensitive(context, name);

	return o != NULL && (!cJSON_IsArray(o) || o->child != NULL);
}

/* It begins with what happened last beside moves, which may have ended what did
 * before: then that is said below in its order too. Or with the first of all,
 * where it names nobody who has moved. */
static void
lead_with_news(cJSON *context)
{
	static const char *const first[] = { "acts", "proposal", "declined",
		"begun", "undone", "timed_out", "newcomer", "press", "fired" };
	cJSON *news = cJSON_GetObjectItemCaseSensitive(context, "news"), *o;
	int lead = has(context, "moved") ? -1 : 0, n = 0, leads = 0;

	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (has(context, first[i]))
			return;
	cJSON_ArrayForEach(o, news) {
		if (cJSON_HasObjectItem(o, "lead")) {
			lead = n;
			leads++;
		}
		n++;
	}
	if (lead < 0 || n == 0)
		return;
	cJSON_AddItemToObject(context, "lead",
	    leads > 1 ? cJSON_Duplicate(cJSON_GetArrayItem(news, lead), true) :
			cJSON_DetachItemFromArray(news, lead));
}

/* What the kind of mail has of its own. */
static int
prepare(struct letter *l, cJSON *context, struct err *e)
{
	if (l->kind == LETTER_MESSAGE)
		l->writer = answered_by(l->m, writer_of(l->m, context));
	if (l->kind == LETTER_NEWS || l->kind == LETTER_WATCH)
		lead_with_news(context);
	tree_flag(context, "answerable", l->writer);
	return l->kind == LETTER_NEWS && l->to.is == TO_SEAT ?
	    offer_less(l, context, e) :
	    0;
}

int
letter_tell(struct letter *l, struct err *e)
{
	struct calendar_files files = { .n = 0 };
	cJSON *context = NULL;
	int64_t press = 0;
	int rc = letter_open(l, e);

	if (rc != 1) {
		letter_release(l);
		return rc;
	}
	rc = letter_context(l, &context, &press, e);
	if (rc == 0)
		rc = prepare(l, context, e);
	if (rc == 0)
		rc = screen_fit(l, context, e);
	if (rc == 0 && l->to.is != TO_OBSERVER)
		rc = calendar_of(l->m, l->to.seat, &l->r,
		    l->parts & CONTEXT_NEWS, context, &files, e);
	l->files = files.file;
	l->n_files = files.n;
	if (rc == 0)
		rc = letter_send(l, context, e);
	if (rc == 0)
		rc = letter_told(l, press, e);
	if (rc == 0 && l->to.is == TO_MODERATOR)
		set_mailed(l->m, 0);
	cJSON_Delete(context);
	calendar_release(&files);
	letter_release(l);
	return rc;
}
