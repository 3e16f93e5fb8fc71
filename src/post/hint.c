/* SPDX-License-Identifier: MIT */
#include "post/hint.h"

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "computer/hint.h"
#include "post/context.h"
#include "post/words.h"
#include "store/seat.h"

/* Hundredths in a point; reasons that a hint gives at most. */
enum { POINT = 100, REASONS_TOLD = 3 };

int
hint_allowed(struct match *m, int seat, enum hints *offered, struct err *e)
{
	struct options o;
	int played;

	if (options_parse(m->game.options, &o, e))
		return -1;
	*offered = options_hints(&o);
	if (*offered != HINTS_FIRST)
		return *offered == HINTS_ALL;
	played = seat_has_played(m->club->db, m->seat[seat].player,
	    m->game.kind, m->game.id, e);
	return played < 0 ? -1 : !played;
}

/* The i-th of a hint, with its number if the list has it. */
static void
add_move(struct match *m, const struct reader *r, const struct hint *h, int i,
    cJSON *out)
{
	size_t size = m->kind->rules->position_size;
	struct buf text = BUF_INIT;
	int n = 0;

	if (i > 0 ||
	    !moves_find(m, r->seat, r->lang, &h->turn.at[i], &text, &n))
		moves_said(m, r, h->before + (size_t)i * size, &h->turn.at[i],
		    &text);
	if (n)
		tree_add_int(out, "n", n);
	tree_add_text(out, "text", &text);
}

/* A reason in words, behind those of the list. */
static int
add_reason(const struct match *m, const struct reader *r, struct reason *reason,
    cJSON *list, struct err *e)
{
	int points = (abs(reason->gain) + POINT / 2) / POINT, rc;
	cJSON *wrap = cJSON_CreateObject(), *o;
	struct buf line = BUF_INIT;

	tree_flag(reason->about, reason->gain < 0 ? "less" : "more", true);
	cJSON_AddItemToObject(wrap, reason->code, reason->about);
	reason->about = NULL;
	words_dress(m, r, wrap);
	rc = context_render(m, r, "reasons", wrap, &line, e);
	cJSON_Delete(wrap);
	while (line.len > 0 && line.data[line.len - 1] == '\n')
		buf_truncate(&line, line.len - 1);
	if (rc == 0 && line.len > 0) {
		o = tree_member(list);
		if (points > 0)
			tree_add_int(o, "points", points);
		tree_flag(o, "note", reason->gain == 0);
		tree_add_text(o, "line", &line);
	}
	buf_release(&line);
	return rc;
}

int
hint_tell(struct match *m, const struct reader *r, cJSON *ctx, struct err *e)
{
	cJSON *then = tree_list(ctx, "then"), *list = tree_list(ctx, "reasons");
	struct hint h;
	int rc = 0, told = 0;

	if (hint_find(m->kind, table_position(m->table), r->seat, &h) != 0) {
		hint_release(&h);
		return 0;
	}
	add_move(m, r, &h, 0, ctx);
	for (int i = 1; i < h.turn.n; i++)
		add_move(m, r, &h, i, tree_member(then));
	for (int i = 0; i < h.why.n && told < REASONS_TOLD && rc == 0; i++) {
		if (h.why.at[i].gain < 0)
			continue;
		told++;
		rc = add_reason(m, r, &h.why.at[i], list, e);
	}
	tree_flag(ctx, "nothing", list->child == NULL);
	hint_release(&h);
	return rc == 0 ? 1 : -1;
}

int
hint_reasons(struct match *m, const struct reader *r, const void *pos,
    const struct move *mv, cJSON *ctx, struct err *e)
{
	cJSON *gains = tree_list(ctx, "gains"),
	      *costs = tree_list(ctx, "costs");
	struct reasons why = { .n = 0 };
	int rc = 0;

	hint_weigh(m->kind, pos, r->seat, mv, &why);
	for (int i = 0; i < why.n && rc == 0; i++)
		rc = add_reason(m, r, &why.at[i],
		    why.at[i].gain < 0 ? costs : gains, e);
	reasons_release(&why);
	return rc;
}
