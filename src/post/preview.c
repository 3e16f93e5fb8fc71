/* SPDX-License-Identifier: MIT */
#include "post/preview.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "post/context.h"
#include "post/mails.h"
#include "post/words.h"
#include "text/texts.h"

void
preview_init(struct preview *p, const struct game_kind *kind, const void *pos,
    int seat)
{
	*p = (struct preview){ .kind = kind, .seat = seat };
	p->pos = mem_alloc(kind->rules->position_size);
	memcpy(p->pos, pos, kind->rules->position_size);
	p->shown = cJSON_CreateArray();
}

void
preview_release(struct preview *p)
{
	free(p->pos);
	cJSON_Delete(p->shown);
	*p = (struct preview){ .pos = NULL };
}

/* The move itself, as the seat knows it before it is made. */
static cJSON *
described(const struct preview *p, const struct move *mv)
{
	void *seen = game_seen(p->kind, p->pos, p->seat);
	cJSON *o = cJSON_CreateObject();

	p->kind->rules->describe(p->kind->data, seen, p->seat, mv, o);
	free(seen);
	return o;
}

static void
add_wrapped(cJSON *array, cJSON *o, int seat)
{
	const char *verb = tree_str(o, "verb");

	if (seat > 0 && !cJSON_HasObjectItem(o, "seat"))
		tree_add_seat(o, "seat", seat);
	cJSON_AddItemToObject(tree_member(array), verb != NULL ? verb : "event",
	    o);
}

static void
add_events(const struct preview *p, const struct events *ev, const void *now,
    cJSON *array)
{
	const struct game_rules *r = p->kind->rules;

	for (int i = 0; i < ev->n; i++) {
		cJSON *o;

		if (ev->at[i].kind != EVENT_DERIVED && i + 1 < ev->n &&
		    ev->at[i + 1].kind == EVENT_DERIVED)
			continue;
		if (r->redact(p->kind->data, now, &ev->at[i], p->seat) !=
		    REDACT_SHOW)
			continue;
		o = cJSON_CreateObject();
		r->tell(p->kind->data, &ev->at[i], o);
		tree_flag(o, "tried", true);
		add_wrapped(array, o, ev->at[i].actor);
	}
}

/* Applies to a second copy, so that what shows too much is not kept. */
int
preview_move(struct preview *p, const struct move *mv, cJSON *steps,
    struct refusal *why)
{
	const struct game_rules *r = p->kind->rules;
	void *next = mem_alloc(r->position_size);
	struct events ev = EVENTS_INIT;
	struct buf canonical = BUF_INIT;
	cJSON *step, *array;
	int rc;

	memcpy(next, p->pos, r->position_size);
	rc = r->apply(p->kind->data, next, p->seat, mv, &ev, why);
	if (rc == 0) {
		p->move = *mv;
		step = tree_member(steps);
		r->format(p->kind->data, p->pos, p->seat, mv, &canonical);
		tree_add_str(step, "canonical", buf_text(&canonical));
		array = tree_list(step, "events");
		p->stands = !ev.beyond;
		if (ev.beyond) {
			tree_flag(step, "beyond", true);
			add_wrapped(array, described(p, mv), p->seat);
			p->beyond = true;
		} else {
			add_events(p, &ev, next, array);
			memcpy(p->pos, next, r->position_size);
			p->beyond = game_chance_due(r, p->kind->data, next);
			tree_flag(step, "beyond", p->beyond);
		}
	}
	buf_release(&canonical);
	events_release(&ev);
	free(next);
	return rc;
}

int
preview_words(const struct match *m, const struct reader *r, cJSON *step,
    cJSON *ctx, struct err *e)
{
	cJSON *lines = tree_list(ctx, "events"), *wrap;
	struct buf words = BUF_INIT;
	int rc = 0;

	words_made(m->club->texts, r->lang, m->game.kind,
	    tree_str(step, "canonical"), &words);
	tree_add_text(ctx, "canonical", &words);
	tree_flag(ctx, "beyond", cJSON_HasObjectItem(step, "beyond"));
	cJSON_ArrayForEach(wrap,
	    cJSON_GetObjectItemCaseSensitive(step, "events")) {
		struct buf b = BUF_INIT;
		words_dress(m, r, wrap);
		rc = context_render(m, r, "events", wrap, &b, e);
		if (rc == 0 && b.len)
			tree_add_str(tree_member(lines), "line", b.data);
		buf_release(&b);
		if (rc)
			return -1;
	}
	return 0;
}

/* The view of what the seat would see then. */
static cJSON *
view_after(const struct preview *p)
{
	void *seen = game_seen(p->kind, p->pos, p->seat);
	cJSON *view = p->kind->rules->view(p->kind->data, seen, p->seat);

	free(seen);
	return view;
}

int
preview_after(const struct preview *p, const struct match *m,
    const struct reader *r, struct buf *out, struct err *e)
{
	char name[64];
	cJSON *view;
	int rc;

	snprintf(name, sizeof name, "%s/after", m->game.kind);
	if (!p->stands || texts_template(m->club->texts, "en", name) == NULL)
		return 0;
	view = view_after(p);
	words_dress(m, r, view);
	rc = context_render(m, r, "after", view, out, e);
	cJSON_Delete(view);
	return rc;
}
