/* SPDX-License-Identifier: MIT */

/* What the last mail of a game tells beside scores: who won, what decided
 * where points were equal, all that was secret, who ran it, and where it can
 * be seen. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "match/names.h"
#include "post/context.h"
#include "post/words.h"
#include "text/texts.h"

/* Who won, for a subject too: of several it is shared. */
static void
add_won(const struct match *m, const struct reader *r, cJSON *context)
{
	const struct game_kind *kind = m->kind;
	const void *pos = table_position(m->table);
	cJSON *won = tree_object(context, "won"), *list, *o;
	bool mine = false;
	int n = 0;

	list = tree_list(won, "winners");
	for (int s = 1; s <= m->seats; s++) {
		if (game_rank(kind->rules, kind->data, pos, s) != 1)
			continue;
		o = context_seat(m, list, s);
		tree_flag(o, "you", s == r->seat);
		mine |= s == r->seat;
		n++;
	}
	tree_flag(won, "shared", n > 1);
	tree_flag(won, "with_you", mine);
}

/* The seats of a score, the higher tie first. */
static int
seats_of(const struct ending *e, int score, int out[SEATS_MAX])
{
	int n = 0;

	for (int s = 1; s <= e->seats; s++) {
		int i = n;

		if (e->score[s] != score)
			continue;
		for (; i > 0 && e->tie[s] > e->tie[out[i - 1]]; i--)
			out[i] = out[i - 1];
		out[i] = s;
		n++;
	}
	return n;
}

/* Who has as many points as another, and what counted then (`Tie` of the
 * rules, the same number as ranks are made by). */
static void
add_ties(const struct match *m, const struct reader *r, cJSON *context)
{
	struct ending e = m->kind->rules->ending(m->kind->data,
	    table_position(m->table));
	cJSON *ties = tree_list(context, "ties"), *o, *list, *seat;
	int at[SEATS_MAX], n;
	char by[64];

	snprintf(by, sizeof by, "tie-%s", m->game.kind);
	for (int s = 1; s <= e.seats; s++) {
		n = seats_of(&e, e.score[s], at);
		if (n < 2 || at[0] != s)
			continue;
		o = tree_member(ties);
		tree_add_int(o, "score", e.score[s]);
		tree_add_str(o, "by",
		    texts_phrase(m->club->texts, r->lang, by));
		tree_flag(o, "equal", e.tie[at[0]] == e.tie[at[n - 1]]);
		list = tree_list(o, "seats");
		for (int i = 0; i < n; i++) {
			seat = context_seat(m, list, at[i]);
			tree_flag(seat, "you", at[i] == r->seat);
			tree_add_int(seat, "tie", e.tie[at[i]]);
		}
	}
}

/* Where pages are; of a game that never began there is none. */
int
context_page(struct match *m, cJSON *context, struct err *e)
{
	const char *url = m->club->archive;
	struct buf b = BUF_INIT;
	int rc;

	if (url == NULL || !*url || !match_final(m) || m->game.seq == 0)
		return 0;
	rc = match_archived(m, e);
	if (rc != 1)
		return rc;
	buf_printf(&b, "%s%s%lld/", url, url[strlen(url) - 1] == '/' ? "" : "/",
	    (long long)m->game.id);
	tree_add_text(context, "page", &b);
	return 0;
}

/* Who ran it: a moderator, by the name of their seat if they played as well;
 * else the keeper. */
static int
add_host(struct match *m, const struct reader *r, cJSON *context, struct err *e)
{
	const struct player *p;
	cJSON *host = tree_object(context, "host");
	const char *name;

	e->kind = ERR_NONE;
	if (!m->game.moderator) {
		tree_flag(host, "keeper", true);
		return 0;
	}
	if ((p = match_player(m, 0, e)) == NULL)
		return e->kind ? -1 : 0;
	name = names_office(m, p->id, p->name);
	tree_add_str(host, "name", name);
	tree_flag(host, "unnamed", !*name);
	tree_flag(host, "you", r->moderator);
	return 0;
}

/* What nobody, or one seat alone, could know, once it is open to all. */
static int
add_secrets(const struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	const struct game_rules *rules = m->kind->rules;
	struct reader all = *r;
	struct buf b = BUF_INIT;
	char name[64];
	cJSON *view;
	int rc;

	snprintf(name, sizeof name, "%s/secrets", m->game.kind);
	if (!match_disclosed(m) ||
	    texts_template(m->club->texts, "en", name) == NULL)
		return 0;
	all.by_name = true;
	all.seat = ARCHIVE;
	view = rules->view(m->kind->data, table_position(m->table), ARCHIVE);
	words_dress(m, &all, view);
	rc = context_render(m, &all, "secrets", view, &b, e);
	cJSON_Delete(view);
	tree_add_text(context, "secrets", &b);
	return rc;
}

int
context_end(struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	if (m->table == NULL)
		return 0;
	if (game_over(table_position(m->table))) {
		add_won(m, r, context);
		add_ties(m, r, context);
	}
	return context_page(m, context, e) || add_host(m, r, context, e) ||
		add_secrets(m, r, context, e) ?
	    -1 :
	    0;
}
