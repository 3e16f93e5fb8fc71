/* SPDX-License-Identifier: MIT */

/* What moderators did just now, for everybody at the table; and what was seen
 * of what an undo made void, for the moderator. */

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "match/moderate.h"
#include "post/context.h"
#include "post/words.h"
#include "text/texts.h"

/* With the naming of a beacon's round all are shown the lines of all: one that
 * is put in its place when the value is out is another than was mailed (T33).
 */
static void
add_lines(const struct match *m, cJSON *out)
{
	cJSON *list = tree_list(out, "lines"), *o;

	for (int s = 1; s <= m->seats; s++) {
		if (m->seat[s].entropy == NULL)
			continue;
		o = tree_member(list);
		tree_add_seat(o, "seat", s);
		tree_add_str(o, "line", m->seat[s].entropy);
	}
	tree_flag(out, "lineless", cJSON_GetArraySize(list) == 0);
}

/* The section that tells of it, with its members. */
static cJSON *
act_context(const struct match *m, const struct reader *r,
    const struct moderated *act)
{
	cJSON *ctx = cJSON_CreateObject(), *o = tree_object(ctx, act->what);
	bool unnamed = act->office && m->terms.names == TERMS_NAMES_HIDDEN;

	if (strcmp(act->what, "beacon") == 0)
		add_lines(m, o);
	cJSON_AddNumberToObject(o, "game", (double)m->game.id);
	if (act->seat && (!unnamed || act->seat == r->seat))
		tree_add_seat(o, "seat", act->seat);
	if (act->number)
		tree_add_int(o, "number", act->number);
	if (act->days)
		tree_add_int(o, "days", act->days);
	if (act->when)
		texts_add_moment(m->club->texts, r->lang, r->tz, act->when,
		    m->now, o, "when");
	tree_flag(o, "unnamed", unnamed);
	if (act->name != NULL && !unnamed)
		tree_add_str(o, "name", act->name);
	tree_flag(o, "by", act->by != NULL);
	if (act->by != NULL)
		tree_add_str(o, "by_name", act->by);
	if (act->reason != NULL)
		tree_add_str(o, "reason", act->reason);
	return ctx;
}

static bool
is_in(const cJSON *lines, const char *line)
{
	const cJSON *o;

	cJSON_ArrayForEach(o, lines)
		if (strcmp(tree_str(o, "line"), line) == 0)
			return true;
	return false;
}

/* What is said in the same words is said once. */
static int
add_act(struct match *m, const struct reader *r, const struct moderated *act,
    cJSON *out, struct err *e)
{
	cJSON *ctx = act_context(m, r, act);
	struct buf b = BUF_INIT;
	const char *line;
	int rc;

	tree_flag(ctx->child, "newcomer",
	    r->seat > 0 && act->seat == r->seat && !r->former &&
		happened_to(m, ON_NEWCOMER, act->seat));
	tree_flag(ctx->child, "moderates", r->moderator);
	tree_flag(ctx->child, "former", r->former && act->seat == r->seat);
	words_dress(m, r, ctx);
	rc = texts_render(m->club->texts, r->lang, "desk/acts", ctx, &b, e);
	cJSON_Delete(ctx);
	while (b.len && b.data[b.len - 1] == '\n')
		buf_truncate(&b, b.len - 1);
	line = buf_text(&b) + strspn(buf_text(&b), "\n");
	if (rc == 0 && *line && !is_in(out, line))
		tree_add_str(tree_member(out), "line", line);
	buf_release(&b);
	return rc;
}

/* "sailed" as it is called: the phrase "seen-antwerp-sailed". */
static const char *
kind_said(const struct match *m, const char *lang, const char *kind)
{
	struct buf key = BUF_INIT;
	const char *said;

	buf_printf(&key, "seen-%s-%s", m->game.kind, kind);
	said = texts_phrase(m->club->texts, lang, key.data);
	said = said == key.data ? kind : said;
	buf_release(&key);
	return said;
}

static void
add_sighting(const struct match *m, const char *lang, const struct sighting *s,
    cJSON *out)
{
	/* The office may have gone to a player since they were collected. */
	size_t n = match_moderator_seat(m) ? 0 : s->n_lines;

	cJSON *list, *o;

	tree_add_str(out, "kind", kind_said(m, lang, s->kind));
	tree_add_int(out, "count", s->count);
	tree_flag(out, "all", s->all);
	list = tree_list(out, "seats");
	for (int seat = 1; seat <= m->seats && !s->all; seat++)
		if (s->who & SEAT_BIT(seat)) {
			o = tree_member(list);
			tree_add_seat(o, "seat", seat);
			tree_add_str(o, "seat_name", m->seat[seat].name);
		}
	list = tree_list(out, "lines");
	for (size_t i = 0; i < n; i++) {
		o = tree_member(list);
		tree_add_str(o, "line", s->lines[i].text);
		tree_add_int(o, "number", s->lines[i].number);
	}
}

void
context_seen(const struct match *m, const char *lang, cJSON *context)
{
	cJSON *list;

	if (m->n_seen == 0)
		return;
	list = tree_list(context, "seen");
	for (size_t i = 0; i < m->n_seen; i++)
		add_sighting(m, lang, &m->seen[i], tree_member(list));
}

/* To whom it went the answer to its moderator says. */
static bool
is_answered(const struct reader *r, const struct moderated *act)
{
	return r->moderator && act->by != NULL &&
	    strcmp(act->what, "offered") == 0;
}

int
context_acts(struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	cJSON *out;

	if (r->moderator)
		context_seen(m, r->lang, context);
	if (m->n_acts == 0)
		return 0;
	out = tree_list(context, "acts");
	for (size_t i = 0; i < m->n_acts; i++)
		if (!is_answered(r, &m->acts[i]) &&
		    add_act(m, r, &m->acts[i], out, e))
			return -1;
	return 0;
}
