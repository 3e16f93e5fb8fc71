/* SPDX-License-Identifier: MIT */
#include "post/analysis.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/slice.h"
#include "base/tree.h"
#include "match/tenure.h"
#include "post/context.h"
#include "post/words.h"
#include "store/analysis.h"

enum { COUNTS = 40 }; /* a loss from which on a move is spoken of */

static bool
read_head(const cJSON *o, struct judged_game *g)
{
	const char *version = tree_str(o, "paquebot");

	g->positions = tree_int(o, "positions");
	if (version != NULL)
		(void)snprintf(g->version, sizeof g->version, "%s", version);
	return version != NULL && g->positions > 0;
}

/* A move in the words of its player, or in those of the log; NULL: none. */
static const char *
said(const cJSON *o, const char *key, const char *in_log)
{
	const char *say = tree_str(o, key);

	return say != NULL ? say : tree_str(o, in_log);
}

static bool
read_move(const cJSON *o, struct judged_game *g)
{
	const char *made = said(o, "made_said", "made");
	const char *best = said(o, "best_said", "best");
	struct judged_move m = { .event = tree_int(o, "seq"),
		.round = tree_int(o, "round"),
		.seat = tree_int(o, "seat"),
		.worth = tree_int(o, "made_worth"),
		.lost = tree_int(o, "lost") };

	if (made == NULL || best == NULL || m.event < 1 || m.seat < 1 ||
	    m.seat > SEATS_MAX || m.worth < 0 || m.worth > 1000)
		return false;
	if (tree_int(o, "choices") < 2)
		return true;
	m.made = mem_dup(made);
	m.best = mem_dup(best);
	g->at = mem_more(g->at, (size_t)g->n, sizeof *g->at);
	g->at[g->n++] = m;
	return true;
}

int
judged_read(const char *text, struct judged_game *out)
{
	struct slice line;
	bool first = true, good = true;

	*out = (struct judged_game){ .n = 0 };
	for (; good && slice_line(&text, &line); first = false) {
		cJSON *o = cJSON_ParseWithLength(line.at, line.len);

		good = o != NULL &&
		    (first ? read_head(o, out) : read_move(o, out));
		cJSON_Delete(o);
	}
	return good && !first ? 0 : -1;
}

void
judged_release(struct judged_game *g)
{
	for (int i = 0; i < g->n; i++) {
		free(g->at[i].made);
		free(g->at[i].best);
	}
	free(g->at);
}

/* The one that cost most of those that were not taken; -1. */
static int
costliest(const struct judged_game *g, const int *taken, int n)
{
	int most = -1;

	for (int i = 0; i < g->n; i++) {
		bool is = g->at[i].lost < COUNTS;

		for (int k = 0; k < n; k++)
			is |= taken[k] == i;
		if (!is && (most < 0 || g->at[i].lost > g->at[most].lost))
			most = i;
	}
	return most;
}

int
judged_turns(const struct judged_game *g, int out[JUDGED_TURNS])
{
	int n = 0, next;

	while (n < JUDGED_TURNS && (next = costliest(g, out, n)) >= 0)
		out[n++] = next;
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && out[k] < out[k - 1]; k--) {
			next = out[k];
			out[k] = out[k - 1];
			out[k - 1] = next;
		}
	return n;
}

static void
add_words(const struct texts *t, const char *lang, const char *game,
    const char *words, const char *key, cJSON *o)
{
	struct buf b = BUF_INIT;

	words_made(t, lang, game, words, &b);
	tree_add_text(o, key, &b);
}

void
judged_add(const struct texts *t, const char *lang, const char *game,
    const struct judged_move *m, cJSON *o)
{
	tree_add_int(o, "event", m->event);
	if (m->round > 0)
		tree_add_int(o, "round", m->round);
	tree_add_int(o, "worth", (m->worth + 5) / 10);
	tree_add_int(o, "was", (m->worth + m->lost + 5) / 10);
	add_words(t, lang, game, m->made, "made", o);
	add_words(t, lang, game, m->best, "best", o);
}

/* Who made it: the name of who sat there then, and whether it is the reader's
 * own seat. */
static int
add_who(struct match *m, int seat, const struct judged_move *move, cJSON *o,
    struct err *e)
{
	struct tenures tenures;
	const struct tenure *t;
	int rc = tenures_read(m, &tenures, e);

	if (rc == 0) {
		t = tenure_at(&tenures, move->seat, move->event);
		tree_add_str(o, "seat_name",
		    t != NULL ? t->name : m->seat[move->seat].name);
		tree_flag(o, "you", t == NULL && move->seat == seat);
	}
	tenures_release(&tenures);
	return rc;
}

static int
add_most(struct match *m, int seat, const char *lang,
    const struct judged_game *g, cJSON *o, struct err *e)
{
	int most = costliest(g, NULL, 0);
	cJSON *said;

	if (most < 0)
		return 0;
	said = tree_object(o, "most");
	judged_add(m->club->texts, lang, m->game.kind, &g->at[most], said);
	return add_who(m, seat, &g->at[most], said, e);
}

/* 1 told; 0: it is there no more. */
static int
tell_game(struct match *m, int seat, const struct player *p, cJSON *list,
    struct err *e)
{
	struct buf text = BUF_INIT;
	struct judged_game g = { .n = 0 };
	cJSON *o;
	int rc = match_analysis(m, &text, e);

	if (rc == 1)
		rc = judged_read(buf_text(&text), &g) == 0;
	if (rc == 1) {
		o = tree_member(list);
		tree_add_int(o, "game", (int)m->game.id);
		words_add_kind(m->club->texts, p->lang, m->game.kind, o);
		if (add_most(m, seat, p->lang, &g, o, e) != 0 ||
		    context_page(m, o, e) != 0)
			rc = -1;
	}
	judged_release(&g);
	buf_release(&text);
	return rc;
}

int
judged_tell(struct club *club, const struct player *p, int64_t since,
    cJSON *list, struct err *e)
{
	int64_t game;
	int seat, n = 0, rc;

	while ((rc = analysis_tell(club->db, p->id, since, &game, &seat, e)) ==
	    1) {
		struct match *m;

		rc = match_look(club, game, &m, e);
		if (rc == 1) {
			rc = tell_game(m, seat, p, list, e);
			match_drop(m);
		}
		if (rc < 0)
			return -1;
		n += rc;
	}
	return rc < 0 ? -1 : n;
}
