/* SPDX-License-Identifier: MIT */

/* What teaches: a hint, and what a move would do. */

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "desk/command.h"
#include "desk/tried.h"
#include "post/context.h"
#include "post/hint.h"
#include "post/words.h"

static int
hint(struct job *j, struct refusal *why, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	struct reader r;
	int rc = job_reader(j, &r, e) ? -1 : hint_tell(j->at.m, &r, ctx, e);

	if (rc == 1)
		return job_render(j, "desk/hint", ctx, e);
	cJSON_Delete(ctx);
	return rc < 0 ? -1 : refuse(why, "hint-not-now");
}

/* Once on a board: the answer would be the same. */
static int
run_hint(struct job *j, struct call *c, struct err *e)
{
	struct match *m = j->at.m;
	enum hints offered;
	int allowed = hint_allowed(m, j->at.seat, &offered, e);

	if (allowed < 0)
		return -1;
	if (!allowed)
		return refuse(c->why,
		    offered == HINTS_FIRST ? "hint-first" : "no-hints");
	if (m->table == NULL)
		return refuse(c->why, "game-not-begun");
	if (!(match_to_act(m) & SEAT_BIT(j->at.seat)))
		return refuse(c->why, "hint-not-now");
	if (j->at.hinted == m->game.seq + 1)
		return 0;
	j->at.hinted = m->game.seq + 1;
	return hint(j, c->why, e);
}

/* What the rules say of such a move, in a sentence. */
static int
add_rule(struct job *j, const struct reader *r, const struct move *mv,
    cJSON *ctx, struct err *e)
{
	struct match *m = j->at.m;
	void *seen = game_seen(m->kind, table_position(m->table), r->seat);
	cJSON *wrap = cJSON_CreateObject(), *o = cJSON_CreateObject();
	struct buf rule = BUF_INIT;
	const char *verb;
	int rc;

	m->kind->rules->describe(m->kind->data, seen, r->seat, mv, o);
	verb = tree_str(o, "verb");
	cJSON_AddItemToObject(wrap, verb != NULL ? verb : "-", o);
	rc = context_render(m, r, "verbs", wrap, &rule, e);
	if (rc == 0 && rule.len > 0)
		tree_add_str(ctx, "rule", rule.data);
	cJSON_Delete(wrap);
	buf_release(&rule);
	free(seen);
	return rc;
}

/* The seat's points now and then, if no chance event may change them. */
static void
add_points(const struct job *j, const struct preview *p, cJSON *ctx)
{
	const struct match *m = j->at.m;
	int now[SEATS_MAX + 1], then[SEATS_MAX + 1];

	if (!p->stands || p->beyond)
		return;
	game_scores(m->kind->rules, m->kind->data, table_position(m->table),
	    now);
	game_scores(m->kind->rules, m->kind->data, p->pos, then);
	tree_flag(ctx, "scored", true);
	tree_flag(ctx, "changes", then[j->at.seat] != now[j->at.seat]);
	tree_add_int(ctx, "now", now[j->at.seat]);
	tree_add_int(ctx, "then", then[j->at.seat]);
}

static int
add_reasons(struct job *j, const struct reader *r, const struct preview *p,
    cJSON *ctx, struct err *e)
{
	enum hints offered;
	int rc = hint_allowed(j->at.m, j->at.seat, &offered, e);

	return rc == 1 ? hint_reasons(j->at.m, r,
			     table_position(j->at.m->table), &p->move, ctx, e) :
			 rc;
}

static int
explain(struct job *j, struct call *c, struct preview *p, cJSON *ctx,
    struct err *e)
{
	struct buf after = BUF_INIT;
	struct reader r;
	int rc = job_try(j, c->args, p, ctx, c->why, e);

	if (rc != 0)
		rc = job_refused_with(j, "explain", c->why);
	if (rc == 0)
		rc = job_reader(j, &r, e);
	if (rc == 0)
		rc = add_rule(j, &r, &p->move, ctx, e);
	if (rc == 0)
		rc = add_reasons(j, &r, p, ctx, e);
	if (rc == 0)
		rc = preview_after(p, j->at.m, &r, &after, e);
	if (rc == 0) {
		add_points(j, p, ctx);
		if (after.len)
			tree_add_str(ctx, "after", buf_text(&after));
		buf_printf(c->said, "%s %s", word_own(j, "command", "explain"),
		    tree_str(ctx, "canonical"));
	}
	buf_release(&after);
	return rc;
}

/* One move, as things stand now: whatever was previewed above. Like a preview
 * it keeps the lines below from being played. */
static int
run_explain(struct job *j, struct call *c, struct err *e)
{
	cJSON *ctx;
	struct preview p;
	int rc;

	j->at.previewing = true;
	if (!*c->args)
		return refuse(c->why, "explain-nothing");
	if (j->at.m->table == NULL)
		return refuse(c->why, "game-not-begun");
	ctx = cJSON_CreateObject();
	preview_init(&p, j->at.m->kind, table_position(j->at.m->table),
	    j->at.seat);
	rc = explain(j, c, &p, ctx, e);
	preview_release(&p);
	if (rc == 0)
		return job_render(j, "desk/explain", ctx, e);
	cJSON_Delete(ctx);
	return -1;
}

const struct command commands_advice[] = {
	{ "explain", COMMAND_SEAT, RIGHT_CLUB, run_explain, NULL },
	{ "hint", COMMAND_SEAT | COMMAND_BARE, RIGHT_CLUB, run_hint, NULL },
	{ .name = NULL },
};
