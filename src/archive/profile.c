/* SPDX-License-Identifier: MIT */
#include "archive/profile.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folder.h"
#include "archive/statistics.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/tree.h"
#include "log/standings.h"

/* Ratings that a chart shows. */
enum { STEPS_MAX = 200 };
/* Openings of a game that are counted: those of which there are fewest go. */
enum { OPENINGS_MAX = 60 };

static void
set_number(cJSON *o, const char *key, double value)
{
	cJSON *have = cJSON_GetObjectItemCaseSensitive(o, key);

	if (have != NULL)
		(void)cJSON_SetNumberHelper(have, value);
	else
		cJSON_AddNumberToObject(o, key, value);
}

/* With as many decimals as cJSON writes and reads to the same number, so what
 * is counted on from the file is what was counted on from memory. */
static void
set_exact(cJSON *o, const char *key, double value)
{
	char text[40];

	(void)snprintf(text, sizeof text, "%.12f", value);
	set_number(o, key, strtod(text, NULL));
}

static double
number(const cJSON *o, const char *key)
{
	const cJSON *n = tree_get(o, key);

	return cJSON_IsNumber(n) ? n->valuedouble : 0;
}

static void
named(struct profile *p, const char *name)
{
	struct buf stem = BUF_INIT;

	memset(p, 0, sizeof *p);
	listing_player(name, &stem);
	p->name = mem_dup(name);
	p->stem = buf_steal(&stem);
}

void
profile_make(struct profile *p, const char *name)
{
	named(p, name);
	p->line = cJSON_CreateObject();
	tree_add_str(p->line, "name", name);
	tree_add_str(p->line, "file", p->stem);
	tree_add_int(p->line, "games", 0);
	tree_add_str(p->line, "pages", "");
	(void)tree_list(p->line, "ratings");
	p->doc = cJSON_CreateObject();
	tree_add_str(p->doc, "name", name);
	tree_add_int(p->doc, "games", 0);
	(void)tree_list(p->doc, "tallies");
	(void)tree_list(p->doc, "ratings");
	(void)tree_object(p->doc, "streak");
	(void)tree_list(p->doc, "opponents");
	(void)tree_list(p->doc, "openings");
	roll_open(&p->roll, NULL, 0);
}

int
profile_of(struct profile *p, struct cJSON *line)
{
	const char *name = tree_str(line, "name");

	if (name == NULL || tree_str(line, "pages") == NULL ||
	    !cJSON_IsArray(tree_get(line, "ratings"))) {
		cJSON_Delete(line);
		return -1;
	}
	named(p, name);
	p->line = line;
	return 0;
}

int
profile_read(struct profile *p, const char *dir)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	struct err ignored;

	if (p->doc != NULL)
		return 0;
	buf_printf(&path, "%s/players/%s.json", dir, p->stem);
	if (file_read(path.data, PAGE_MAX, &text, &ignored) == 0)
		p->doc = cJSON_ParseWithLength(buf_text(&text), text.len);
	buf_release(&path);
	buf_release(&text);
	if (p->doc == NULL || tree_int(p->doc, "games") < 1 ||
	    !cJSON_IsArray(tree_get(p->doc, "tallies")) ||
	    !cJSON_IsArray(tree_get(p->doc, "ratings")) ||
	    !cJSON_IsObject(tree_get(p->doc, "streak")) ||
	    !cJSON_IsArray(tree_get(p->doc, "opponents")) ||
	    !cJSON_IsArray(tree_get(p->doc, "openings")) ||
	    !cJSON_IsArray(tree_get(p->doc, "last")))
		return -1;
	roll_open(&p->roll,
	    cJSON_DetachItemFromObjectCaseSensitive(p->doc, "last"),
	    tree_int(p->doc, "games"));
	return 0;
}

void
profile_release(struct profile *p)
{
	free(p->name);
	free(p->stem);
	cJSON_Delete(p->line);
	cJSON_Delete(p->doc);
	roll_close(&p->roll);
}

const struct cJSON *
profile_rated(const struct cJSON *of, const char *game)
{
	const cJSON *r;

	cJSON_ArrayForEach(r, tree_get(of, "ratings"))
		if (strcmp(tree_str(r, "game"), game) == 0)
			return r;
	return NULL;
}

/* cJSON_InsertItemInArray of some versions puts nothing between two. */
static void
insert(cJSON *list, int at, cJSON *item)
{
	int behind = cJSON_GetArraySize(list) - at;

	cJSON_AddItemToArray(list, item);
	while (behind-- > 0)
		cJSON_AddItemToArray(list, cJSON_DetachItemFromArray(list, at));
}

/* The object of a list that is sorted by game, then seats (0: by game alone);
 * a new one if there is none. */
static cJSON *
member_of(cJSON *list, const char *game, int seats)
{
	cJSON *at, *new;
	int i = 0, order = 1;

	cJSON_ArrayForEach(at, list) {
		order = strcmp(tree_str(at, "game"), game);
		if (order == 0)
			order = tree_int(at, "seats") - seats;
		if (order >= 0)
			break;
		i++;
	}
	if (at != NULL && order == 0)
		return at;
	new = cJSON_CreateObject();
	tree_add_str(new, "game", game);
	if (seats > 0)
		tree_add_int(new, "seats", seats);
	insert(list, i, new);
	return new;
}

static cJSON *
list_of(const struct profile *p, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(p->doc, key);
}

/* What they had before, as far as the game counts there. */
static void
enter(const struct profile *p, const struct outcome *o,
    struct standings_player *out)
{
	const cJSON *r = profile_rated(p->doc, o->game);

	*out = (struct standings_player){ .name = mem_dup(p->name) };
	if (r == NULL)
		return;
	out->rated = mem_zero(1, sizeof *out->rated);
	out->ratings = 1;
	(void)snprintf(out->rated->game, sizeof out->rated->game, "%s",
	    o->game);
	out->rated->now = (struct rating){ number(r, "mu"),
		number(r, "sigma") };
}

static void
raise(cJSON *o, const char *key, double by)
{
	set_number(o, key, number(o, key) + by);
}

static void
add_tally(struct profile *p, const struct tally *t)
{
	cJSON *o = member_of(list_of(p, "tallies"), t->game, t->seats);

	raise(o, "games", t->games);
	raise(o, "won", t->wins);
	raise(o, "shared", t->shared);
	raise(o, "abandoned", t->abandoned);
	raise(o, "points", (double)t->points);
	raise(o, "answers", t->answers);
	raise(o, "waited", (double)t->waited);
}

static void
add_step(struct profile *p, const struct rated *r, const cJSON *card)
{
	cJSON *o = member_of(list_of(p, "ratings"), r->game, 0), *steps, *step;

	set_exact(o, "mu", r->now.mu);
	set_exact(o, "sigma", r->now.sigma);
	set_number(o, "rating", (double)rating_shown(&r->now));
	raise(o, "games", 1);
	steps = cJSON_GetObjectItemCaseSensitive(o, "steps");
	if (steps == NULL)
		steps = tree_list(o, "steps");
	step = tree_member(steps);
	tree_add_str(step, "id", tree_str(card, "id"));
	tree_add_str(step, "ended", tree_str(card, "ended"));
	tree_add_int(step, "rating", (int)rating_shown(&r->now));
	if (cJSON_GetArraySize(steps) > STEPS_MAX)
		cJSON_DeleteItemFromArray(steps, 0);
}

/* Games won one after another, and the most there ever were. */
static void
add_streak(struct profile *p, bool won)
{
	cJSON *o = list_of(p, "streak");
	double now = won ? number(o, "now") + 1 : 0;

	set_number(o, "now", now);
	if (now > number(o, "best"))
		set_number(o, "best", now);
}

static void
add_opponent(struct profile *p, const char *name, int order)
{
	cJSON *list = list_of(p, "opponents"), *at;

	cJSON_ArrayForEach(at, list)
		if (strcmp(tree_str(at, "name"), name) == 0)
			break;
	if (at == NULL) {
		at = tree_member(list);
		tree_add_str(at, "name", name);
	}
	raise(at, "games", 1);
	raise(at, "ahead", order < 0);
	raise(at, "behind", order > 0);
}

/* Makes room for one more opening of a game. */
static void
thin(cJSON *list, const char *game)
{
	cJSON *least = NULL, *at;
	int n = 0;

	cJSON_ArrayForEach(at, list) {
		if (strcmp(tree_str(at, "game"), game) != 0)
			continue;
		n++;
		if (least == NULL ||
		    tree_int(at, "games") < tree_int(least, "games"))
			least = at;
	}
	if (n >= OPENINGS_MAX)
		cJSON_Delete(cJSON_DetachItemViaPointer(list, least));
}

/* With what first move they began, and whether they won. */
static void
add_opening(struct profile *p, const char *game, const char *move, bool won)
{
	cJSON *list = list_of(p, "openings"), *at;

	cJSON_ArrayForEach(at, list)
		if (strcmp(tree_str(at, "game"), game) == 0 &&
		    strcmp(tree_str(at, "move"), move) == 0)
			break;
	if (at == NULL) {
		thin(list, game);
		at = tree_member(list);
		tree_add_str(at, "game", game);
		tree_add_str(at, "move", move);
	}
	raise(at, "games", 1);
	raise(at, "won", won);
}

/* Whom one met, of those it counts for. */
static void
add_meetings(struct profile *p, const struct outcome *o)
{
	const struct outcome_seat *mine = NULL;
	bool won = false;

	for (int s = 1; s <= o->seats && mine == NULL; s++)
		if (o->seat[s].credited &&
		    strcmp(o->seat[s].name, p->name) == 0) {
			mine = &o->seat[s];
			won = outcome_won(o, s);
		}
	if (o->end != REPLAY_FINISHED || mine == NULL)
		return;
	add_streak(p, won);
	if (mine->opening != NULL)
		add_opening(p, o->game, mine->opening, won);
	for (int s = 1; s <= o->seats; s++)
		if (o->seat[s].credited &&
		    strcmp(o->seat[s].name, p->name) != 0)
			add_opponent(p, o->seat[s].name,
			    mine->rank - o->seat[s].rank);
}

/* "1,2,7": pages of the list. */
static void
add_page(cJSON *line, int page)
{
	const char *have = tree_str(line, "pages");
	const char *last = strrchr(have, ',');
	struct buf text = BUF_INIT;
	cJSON *list;

	last = last != NULL ? last + 1 : have;
	if (strtol(last, NULL, 10) == page)
		return;
	buf_printf(&text, "%s%s%d", have, have[0] ? "," : "", page);
	list = cJSON_CreateString(text.data);
	cJSON_ReplaceItemInObjectCaseSensitive(line, "pages", list);
	buf_release(&text);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp((*(struct profile *const *)a)->name,
	    (*(struct profile *const *)b)->name);
}

void
profile_count(struct profile **who, int n, const struct outcome *o,
    const struct cJSON *card, int page)
{
	struct standings a = { .player = mem_zero((size_t)n, sizeof *a.player),
		.players = n };

	qsort(who, (size_t)n, sizeof *who, by_name);
	for (int i = 0; i < n; i++)
		enter(who[i], o, &a.player[i]);
	standings_more(&a, o);
	for (int i = 0; i < n; i++) {
		const struct standings_player *p = &a.player[i];

		for (int k = 0; k < p->tallies; k++)
			add_tally(who[i], &p->tally[k]);
		if (p->ratings > 0 && p->rated[0].n > 0)
			add_step(who[i], &p->rated[0], card);
		add_meetings(who[i], o);
		add_page(who[i]->line, page);
	}
	standings_release(&a);
}

void
profile_sum(struct profile *p)
{
	cJSON *list = cJSON_CreateArray();
	const cJSON *r;

	cJSON_ArrayForEach(r, tree_get(p->doc, "ratings")) {
		cJSON *o = tree_member(list);

		tree_add_str(o, "game", tree_str(r, "game"));
		cJSON_AddNumberToObject(o, "mu", number(r, "mu"));
		cJSON_AddNumberToObject(o, "sigma", number(r, "sigma"));
		tree_add_int(o, "rating", tree_int(r, "rating"));
		tree_add_int(o, "games", tree_int(r, "games"));
	}
	set_number(p->line, "games", p->roll.n);
	cJSON_ReplaceItemInObjectCaseSensitive(p->line, "ratings", list);
}

static struct roll_place
place_of(const struct site *site, const char *dir, const struct profile *p,
    char main[static 80])
{
	(void)snprintf(main, 80, "%s.html", p->stem);
	return (struct roll_place){ site, dir, "players", p->stem, main,
		p->name };
}

int
profile_roll(const struct site *site, const char *dir, struct profile *p,
    const struct cJSON *card, struct err *e)
{
	char main[80];
	struct roll_place at = place_of(site, dir, p, main);

	return roll_add(&p->roll, &at, card, e);
}

static int
write_doc(const char *dir, const struct profile *p, struct err *e)
{
	struct buf file = BUF_INIT, text = BUF_INIT;
	char *json;
	int rc;

	set_number(p->doc, "games", p->roll.n);
	cJSON_AddItemReferenceToObject(p->doc, "last", p->roll.cards);
	json = cJSON_PrintUnformatted(p->doc);
	cJSON_DeleteItemFromObjectCaseSensitive(p->doc, "last");
	buf_printf(&file, "%s.json", p->stem);
	buf_printf(&text, "%s\n", json);
	rc = folder_file(dir, "players", file.data, &text, e);
	cJSON_free(json);
	buf_release(&file);
	buf_release(&text);
	return rc;
}

int
profile_write(const struct site *site, const char *dir, const struct profile *p,
    struct err *e)
{
	cJSON *ctx = cJSON_CreateObject(), *words = cJSON_CreateObject();
	struct buf statistics = BUF_INIT;
	char main[80];
	struct roll_place at = place_of(site, dir, p, main);
	int rc = write_doc(dir, p, e);

	if (rc == 0)
		rc = roll_newest(&p->roll, &at, "../", "", ctx, e);
	if (rc == 0)
		rc = statistics_player(site, p->name, p->doc, &statistics, e);
	statistics_met(p->doc, ctx);
	statistics_openings(site, p->doc, ctx);
	tree_add_str(words, "name", p->name);
	tree_add_int(words, "games", p->roll.n);
	tree_add_text(ctx, "statistics", &statistics);
	tree_add_str(ctx, "stem", p->stem);
	if (rc == 0)
		return listing_page(site, LAYOUT_PLAYER, "player", ctx, words,
		    dir, "players", main, e);
	cJSON_Delete(ctx);
	cJSON_Delete(words);
	return rc;
}
