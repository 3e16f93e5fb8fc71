/* SPDX-License-Identifier: MIT */

/* What a seat's own mails say of its moves sent ahead: those that wait, and
 * what became of others in this transaction. */

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "match/ahead.h"
#include "post/context.h"
#include "post/words.h"
#include "text/texts.h"

static cJSON *
add_text(cJSON *array, const char *key, const char *text)
{
	cJSON *o = tree_member(array);

	tree_add_str(o, key, text);
	return o;
}

/* A move, or the beginning of one, in the reader's words. */
static void
say_words(const struct match *m, const struct reader *r, const char *words,
    cJSON *o)
{
	struct buf b = BUF_INIT;

	words_made(m->club->texts, r->lang, m->game.kind, words, &b);
	tree_add_text(o, "words", &b);
}

static void
add_waiting(const struct match *m, const struct reader *r, cJSON *context)
{
	const struct queue *q = &m->queue[r->seat];
	cJSON *array;

	if (!q->n || !match_running(m))
		return;
	array = tree_list(context, "ahead");
	for (int i = 0; i < q->n; i++)
		add_text(array, "line", q->line[i]);
	array = tree_list(context, "ahead_stops");
	for (int i = 0; i < q->n_stop; i++)
		say_words(m, r, q->stop[i], tree_member(array));
	tree_flag(context, "ahead_asks", match_to_act(m) & SEAT_BIT(r->seat));
}

/* What was made of a line, unless it says the same. */
static void
add_made(const struct match *m, const struct reader *r, const char *text,
    const char *canonical, cJSON *o)
{
	struct buf words = BUF_INIT;

	words_made(m->club->texts, r->lang, m->game.kind, canonical, &words);
	tree_flag(o, "made", true);
	if (strcmp(buf_text(&words), text) != 0)
		tree_add_str(o, "canonical", buf_text(&words));
	buf_release(&words);
}

static void
add_tried(const struct match *m, const struct reader *r, const struct queue *q,
    cJSON *fired)
{
	cJSON *array = tree_list(fired, "lines"), *o;

	for (int i = 0; i < q->n_tried; i++) {
		o = add_text(array, "text", q->tried[i].text);
		if (q->tried[i].canonical != NULL) {
			add_made(m, r, q->tried[i].text, q->tried[i].canonical,
			    o);
		} else {
			cJSON_AddTrueToObject(o,
			    q->why.code != NULL && i == q->refused ? "failed" :
								     "dropped");
		}
	}
}

static void
add_stopped(const struct match *m, const struct reader *r,
    const struct queue *q, cJSON *fired)
{
	cJSON *o = context_seat(m, NULL, q->stop_seat);

	say_words(m, r, q->stop_words, o);
	cJSON_AddItemToObject(fired, "stopped", o);
}

static int
add_refused(const struct match *m, const struct reader *r,
    const struct queue *q, cJSON *fired, struct err *e)
{
	struct buf b = BUF_INIT;
	int rc = refusal_text(m->club, m, r, &q->why, &b, e);
	cJSON *o = tree_object(fired, "refused");

	tree_add_str(o, "text", q->tried[q->refused].text);
	tree_add_text(o, "reason", &b);
	return rc;
}

int
context_ahead(struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	const struct queue *q = &m->queue[r->seat];
	cJSON *fired, *did;
	int rc = 0;

	add_waiting(m, r, context);
	if (!ahead_noted(m, r->seat))
		return 0;
	fired = tree_object(context, "fired");
	add_tried(m, r, q, fired);
	if (q->stop_seat)
		add_stopped(m, r, q, fired);
	tree_flag(fired, "set_back", q->set_back);
	if (q->why.code != NULL)
		rc = add_refused(m, r, q, fired, e);
	/* In an answer it is among what the mail did. */
	if (rc || r->answer != NULL)
		return rc;
	did = tree_list(fired, "did");
	return news_from(m, r, m->before.seq + 1, NEWS_OWN, did, e);
}
