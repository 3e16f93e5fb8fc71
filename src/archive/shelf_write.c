/* SPDX-License-Identifier: MIT */

/* The files of the shelf. */

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/folder.h"
#include "archive/shelf_own.h"
#include "archive/statistics.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/tree.h"
#include "game/rules.h"
#include "post/words.h"
#include "text/escape.h"

static const char *const places[] = { "players", "list", "near", "." };
enum { PLACES = sizeof places / sizeof places[0] };
enum { YEAR_MIN = 1970, YEAR_MAX = 2200 };

void
shelf_spoil(const char *dir)
{
	struct buf path = BUF_INIT;

	buf_printf(&path, "%s/" SHELF_STATE, dir);
	(void)unlink(path.data);
	buf_release(&path);
}

/* Takes json over. */
static int
write_json(const char *dir, const char *below, const char *name, cJSON *json,
    struct err *e)
{
	char *text = cJSON_PrintUnformatted(json);
	struct buf file = BUF_INIT;
	int rc;

	buf_printf(&file, "%s\n", text);
	rc = folder_file(dir, below, name, &file, e);
	cJSON_free(text);
	cJSON_Delete(json);
	buf_release(&file);
	return rc;
}

int
shelf_data(const struct shelf *s, struct err *e)
{
	int page = (s->roll.n - 1) / ROLL_PAGE + 1, rc = 0;
	cJSON *cards = roll_last(&s->roll, s->roll.n - ROLL_PAGE * (page - 1));
	cJSON *data = cJSON_CreateObject(), *rows = tree_list(data, "rows");
	const cJSON *card;
	struct buf row = BUF_INIT;
	char name[32];

	cJSON_ArrayForEach(card, cards) {
		buf_clear(&row);
		if (rc == 0)
			rc = listing_row(s->site, card, "", &row, e);
		cJSON_AddItemToArray(rows, cJSON_CreateString(buf_text(&row)));
	}
	cJSON_AddItemToObject(data, "games", cards);
	buf_release(&row);
	(void)snprintf(name, sizeof name, "%d.json", page);
	if (rc == 0)
		return write_json(s->dir, "list", name, data, e);
	cJSON_Delete(data);
	return rc;
}

static int
write_index(const struct shelf *s, struct err *e)
{
	cJSON *index = cJSON_CreateObject(), *kinds;

	tree_add_int(index, "games", s->roll.n);
	kinds = tree_object(index, "kinds");
	for (int i = 0; game_registry[i] != NULL; i++) {
		struct buf kind = BUF_INIT;

		words_kind(s->site->club.texts, s->site->club.lang,
		    game_registry[i]->name, &kind);
		tree_add_text(kinds, game_registry[i]->name, &kind);
	}
	cJSON_AddItemReferenceToObject(index, "pages", s->pages);
	return write_json(s->dir, "list", "index.json", index, e);
}

static int
write_feed(const struct shelf *s, struct err *e)
{
	cJSON *cards = roll_last(&s->roll, ROLL_PAGE);
	struct buf feed = BUF_INIT;
	int rc = listing_feed(s->site, cards, &feed, e);

	if (rc == 0)
		rc = folder_file(s->dir, ".", "feed.xml", &feed, e);
	cJSON_Delete(cards);
	buf_release(&feed);
	return rc;
}

/* Whether some page of the list says so. value is the function's. */
static bool
on_some_page(const struct shelf *s, const char *list, cJSON *value)
{
	const cJSON *page, *one;
	bool is = false;

	cJSON_ArrayForEach(page, s->pages)
		cJSON_ArrayForEach(one, tree_get(page, list))
			is = is || cJSON_Compare(one, value, true);
	cJSON_Delete(value);
	return is;
}

static bool
in_year(const struct shelf *s, int number)
{
	const cJSON *page;
	char year[16];

	(void)snprintf(year, sizeof year, "%d", number);
	cJSON_ArrayForEach(page, s->pages)
		if (strncmp(tree_str(page, "from"), year, 4) <= 0 &&
		    strncmp(tree_str(page, "to"), year, 4) >= 0)
			return true;
	return false;
}

/* What can be chosen: games, numbers of seats, and years, the last first. */
static void
add_choices(const struct shelf *s, cJSON *ctx)
{
	cJSON *kinds = tree_list(ctx, "kinds"),
	      *seats = tree_list(ctx, "seats");
	cJSON *years = tree_list(ctx, "years");

	for (int i = 0; game_registry[i] != NULL; i++) {
		const char *name = game_registry[i]->name;

		if (on_some_page(s, "kinds", cJSON_CreateString(name)))
			words_add_kind(s->site->club.texts, s->site->club.lang,
			    name, tree_member(kinds));
	}
	for (int n = 1; n <= SEATS_MAX; n++)
		if (on_some_page(s, "seats", cJSON_CreateNumber(n)))
			tree_add_int(tree_member(seats), "number", n);
	for (int year = YEAR_MAX; year >= YEAR_MIN; year--)
		if (in_year(s, year))
			tree_add_int(tree_member(years), "number", year);
}

static int
write_list(const struct shelf *s, struct err *e)
{
	const struct roll_place at = { s->site, s->dir, "list", "",
		"../index.html", NULL };
	cJSON *ctx = cJSON_CreateObject(), *words = cJSON_CreateObject();

	tree_add_int(words, "games", s->roll.n);
	tree_add_int(ctx, "games", s->roll.n);
	add_choices(s, ctx);
	if (roll_newest(&s->roll, &at, "", "list/", ctx, e) == 0)
		return listing_page(s->site, LAYOUT_LISTING, "listing", ctx,
		    words, s->dir, ".", "index.html", e);
	cJSON_Delete(ctx);
	cJSON_Delete(words);
	return -1;
}

/* Puts those who are rated at a game in their order, which their lines say
 * then. */
static int
rank(struct shelf *s, const char *game, struct ranked *at)
{
	int n = 0;

	for (int i = 0; i < s->people; i++) {
		const struct profile *p = &s->person[i];
		const cJSON *r = profile_rated(p->line, game);

		if (r != NULL)
			at[n++] = (struct ranked){ .name = p->name,
				.stem = p->stem,
				.rating = tree_int(r, "rating"),
				.games = tree_int(r, "games"),
				.of = (cJSON *)(uintptr_t)r };
	}
	statistics_rank(at, n);
	for (int i = 0; i < n; i++) {
		cJSON_DeleteItemFromObjectCaseSensitive(at[i].of, "rank");
		tree_add_int(at[i].of, "rank", at[i].place);
	}
	return n;
}

/* <li><a href="….html">Anna</a></li> */
static void
list_players(const struct shelf *s, struct buf *out)
{
	for (int i = 0; i < s->people; i++) {
		const struct profile *p = &s->person[i];

		buf_printf(out, "<li><a href=\"%s.html\">", p->stem);
		escape_html(p->name, strlen(p->name), out);
		buf_str(out, "</a></li>\n");
	}
}

static int
write_ranking(struct shelf *s, struct err *e)
{
	struct ranked *at = mem_alloc(((size_t)s->people + 1) * sizeof *at);
	cJSON *ctx = cJSON_CreateObject(), *words = cJSON_CreateObject();
	cJSON *rankings = tree_list(ctx, "rankings");
	struct buf players = BUF_INIT;

	for (int i = 0; game_registry[i] != NULL; i++) {
		int n = rank(s, game_registry[i]->name, at);

		if (n > 0)
			statistics_ranking(s->site, game_registry[i]->name, at,
			    n, rankings);
	}
	free(at);
	list_players(s, &players);
	tree_add_text(ctx, "players", &players);
	tree_add_int(words, "players", s->people);
	return listing_page(s->site, LAYOUT_PLAYERS, "players", ctx, words,
	    s->dir, "players", "index.html", e);
}

static int
write_people(struct shelf *s, struct err *e)
{
	cJSON *all = cJSON_CreateArray();
	int rc = 0;

	for (int i = 0; i < s->people && rc == 0; i++) {
		struct profile *p = &s->person[i];

		if (p->doc == NULL)
			continue;
		profile_sum(p);
		rc = profile_write(s->site, s->dir, p, e);
	}
	if (rc == 0)
		rc = write_ranking(s, e);
	for (int i = 0; i < s->people; i++)
		cJSON_AddItemReferenceToArray(all, s->person[i].line);
	if (rc == 0)
		return write_json(s->dir, "players", "index.json", all, e);
	cJSON_Delete(all);
	return rc;
}

struct sweep {
	const struct shelf *s;
	const char *below;
	char **stem; /* owned; of all people, in order */
};

static int
by_stem(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
is_of_list(const struct shelf *s, const char *file)
{
	int full = s->roll.n / ROLL_PAGE;
	int all = (s->roll.n + ROLL_PAGE - 1) / ROLL_PAGE;
	int page = roll_number("", file, ".html");
	int data = roll_number("", file, ".json");

	return (page > 0 && page <= full) || (data > 0 && data <= all) ||
	    strcmp(file, "index.json") == 0 || strcmp(file, "state") == 0;
}

static bool
is_of_player(const struct sweep *w, const char *file)
{
	size_t n = strcspn(file, ".");
	char *stem = mem_ndup(file, n), **found;
	int page = roll_number(stem, file, ".html");

	found = w->stem == NULL ? NULL :
				  bsearch(&stem, w->stem, (size_t)w->s->people,
				      sizeof *w->stem, by_stem);
	free(stem);
	if (strcmp(file, "index.html") == 0 || strcmp(file, "index.json") == 0)
		return true;
	if (found == NULL)
		return false;
	if (strcmp(file + n, ".html") == 0 || strcmp(file + n, ".json") == 0)
		return true;
	for (int i = 0; i < w->s->people && page > 0; i++)
		if (strcmp(w->s->person[i].stem, *found) == 0)
			return page <= w->s->person[i].roll.n / ROLL_PAGE;
	return false;
}

/* A page of nobody: somebody was forgotten; or of games that went. */
static int
drop_stale(void *arg, const char *file)
{
	const struct sweep *w = arg;
	struct buf path = BUF_INIT;

	if (strcmp(w->below, "list") == 0 ? is_of_list(w->s, file) :
					    is_of_player(w, file))
		return 0;
	buf_printf(&path, "%s/%s/%s", w->s->dir, w->below, file);
	(void)unlink(path.data);
	buf_release(&path);
	return 0;
}

static int
sweep(const struct shelf *s, struct err *e)
{
	struct sweep w = { .s = s, .below = "list" };
	int rc = folder_each(s->dir, "list", drop_stale, &w, e);

	w.below = "players";
	if (s->people > 0)
		w.stem = mem_zero((size_t)s->people, sizeof *w.stem);
	for (int i = 0; i < s->people; i++)
		w.stem[i] = s->person[i].stem;
	if (s->people > 1)
		qsort(w.stem, (size_t)s->people, sizeof *w.stem, by_stem);
	if (rc == 0)
		rc = folder_each(s->dir, "players", drop_stale, &w, e);
	if (rc == 0)
		rc = near_sweep(s->dir, e);
	free(w.stem);
	return rc;
}

int
shelf_stands(const struct site *site, const char *dir, int games, struct err *e)
{
	struct buf state = BUF_INIT;
	int rc;

	shelf_state(site, games, &state);
	rc = folder_file(dir, "list", "state", &state, e);
	buf_release(&state);
	return rc == 0 ? folder_place_files(dir, places, PLACES, e) : rc;
}

/* What leads somewhere gets its name behind what is there. */
static int
place(const struct shelf *s, struct err *e)
{
	struct buf path = BUF_INIT;
	int rc = 0;

	for (int i = 0; i < PLACES && rc == 0; i++) {
		buf_clear(&path);
		buf_printf(&path, "%s/%s", s->dir, places[i]);
		rc = file_mkdirs(path.data, 0755, e);
	}
	buf_release(&path);
	if (rc == 0 && folder_waits(s->dir, places, PLACES))
		shelf_spoil(s->dir);
	if (rc == 0)
		rc = folder_place_files(s->dir, places, PLACES, e);
	return rc == 0 && s->anew ? sweep(s, e) : rc;
}

int
shelf_write(struct shelf *s, struct err *e)
{
	cJSON *last = roll_last(&s->roll, 1);
	int rc = last->child != NULL ?
	    near_lead(s->site, s->dir, tree_str(last->child, "id"), NULL, e) :
	    0;

	cJSON_Delete(last);
	if (rc == 0 && s->roll.n % ROLL_PAGE > 0)
		rc = shelf_data(s, e);
	if (rc == 0)
		rc = write_index(s, e);
	if (rc == 0)
		rc = write_list(s, e);
	if (rc == 0)
		rc = write_people(s, e);
	if (rc == 0)
		rc = write_feed(s, e);
	if (rc == 0)
		rc = place(s, e);
	return rc == 0 ? shelf_stands(s->site, s->dir, s->roll.n, e) : rc;
}
