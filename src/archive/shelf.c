/* SPDX-License-Identifier: MIT */
#include "archive/shelf.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "archive/about.h"
#include "archive/folder.h"
#include "archive/shelf_own.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/tree.h"

static cJSON *
read_json(const char *dir, const char *name)
{
	struct buf path = BUF_INIT, text = BUF_INIT;
	struct err ignored;
	cJSON *json = NULL;

	buf_printf(&path, "%s/%s", dir, name);
	if (file_read(path.data, PAGE_MAX, &text, &ignored) == 0)
		json = cJSON_ParseWithLength(buf_text(&text), text.len);
	buf_release(&path);
	buf_release(&text);
	return json;
}

void
shelf_state(const struct site *site, int games, struct buf *out)
{
	buf_printf(out, "%s %d\n", site->mark, games);
}

int
shelf_games(const struct site *site, const char *dir)
{
	struct buf path = BUF_INIT, text = BUF_INIT, want = BUF_INIT;
	struct err ignored;
	int games = -1;

	buf_printf(&path, "%s/" SHELF_STATE, dir);
	if (file_read(path.data, 256, &text, &ignored) == 0 &&
	    text.len > strlen(site->mark))
		games = (int)strtol(text.data + strlen(site->mark), NULL, 10);
	shelf_state(site, games, &want);
	if (strcmp(buf_text(&text), want.data) != 0)
		games = -1;
	buf_release(&path);
	buf_release(&text);
	buf_release(&want);
	return games;
}

/* The cards of a page of the list, behind those that are there. */
static int
read_cards(const char *dir, int page, cJSON *cards)
{
	char name[40];
	cJSON *data, *card;

	(void)snprintf(name, sizeof name, "list/%d.json", page);
	data = read_json(dir, name);
	while ((card = cJSON_DetachItemFromArray(
		    cJSON_GetObjectItemCaseSensitive(data, "games"), 0)) !=
	    NULL)
		cJSON_AddItemToArray(cards, card);
	cJSON_Delete(data);
	return cJSON_GetArraySize(cards);
}

void
shelf_each(const char *dir, void (*fn)(void *arg, const char *id), void *arg)
{
	bool more = true;

	for (int page = 1; more; page++) {
		cJSON *cards = cJSON_CreateArray();
		const cJSON *card;

		more = read_cards(dir, page, cards) > 0;
		cJSON_ArrayForEach(card, cards)
			if (tree_str(card, "id") != NULL)
				fn(arg, tree_str(card, "id"));
		cJSON_Delete(cards);
	}
}

static bool
read_roll(struct shelf *s, int games)
{
	cJSON *cards = cJSON_CreateArray();
	int full = games / ROLL_PAGE, want = games;

	if (full > 0) {
		want = ROLL_PAGE + games % ROLL_PAGE;
		(void)read_cards(s->dir, full, cards);
	}
	if (games % ROLL_PAGE > 0)
		(void)read_cards(s->dir, full + 1, cards);
	roll_open(&s->roll, cards, games);
	return cJSON_GetArraySize(cards) == want;
}

static bool
read_people(struct shelf *s)
{
	cJSON *all = read_json(s->dir, "players/index.json"), *line;
	bool good = cJSON_IsArray(all);

	s->person = mem_zero((size_t)cJSON_GetArraySize(all) + 1,
	    sizeof *s->person);
	while (good && (line = cJSON_DetachItemFromArray(all, 0)) != NULL)
		good = profile_of(&s->person[s->people], line) == 0 &&
		    ++s->people > 0;
	cJSON_Delete(all);
	return good;
}

bool
shelf_open(const struct site *site, const char *dir, int games,
    struct shelf *out)
{
	cJSON *index;

	*out = (struct shelf){ .site = site, .dir = dir };
	index = read_json(dir, "list/index.json");
	out->pages = cJSON_DetachItemFromObjectCaseSensitive(index, "pages");
	cJSON_Delete(index);
	if (cJSON_IsArray(out->pages) && read_roll(out, games) &&
	    read_people(out))
		return true;
	shelf_close(out);
	return false;
}

void
shelf_anew(const struct site *site, const char *dir, struct shelf *out)
{
	*out = (struct shelf){ .site = site,
		.dir = dir,
		.pages = cJSON_CreateArray(),
		.anew = true };
	roll_open(&out->roll, NULL, 0);
}

void
shelf_close(struct shelf *s)
{
	for (int i = 0; i < s->people; i++)
		profile_release(&s->person[i]);
	free(s->person);
	cJSON_Delete(s->pages);
	roll_close(&s->roll);
	memset(s, 0, sizeof *s);
}

bool
shelf_takes(const struct shelf *s, const struct cJSON *about)
{
	cJSON *last = roll_last(&s->roll, 1);
	bool takes = last->child == NULL || listing_after(last->child, about);

	cJSON_Delete(last);
	return takes;
}

/* Where the name is, or would be. */
static int
place_of(const struct shelf *s, const char *name, bool *there)
{
	int low = 0, high = s->people;

	*there = false;
	while (low < high) {
		int mid = low + (high - low) / 2;
		int order = strcmp(s->person[mid].name, name);

		if (order == 0) {
			*there = true;
			return mid;
		}
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void
make_sure(struct shelf *s, const char *name)
{
	bool there;
	int at = place_of(s, name, &there);

	if (there)
		return;
	s->person = mem_grow(s->person, (size_t)s->people + 1,
	    sizeof *s->person);
	memmove(&s->person[at + 1], &s->person[at],
	    (size_t)(s->people - at) * sizeof *s->person);
	s->people++;
	profile_make(&s->person[at], name);
}

/* Each of its people once. */
static int
gather(struct shelf *s, const cJSON *card, struct profile *who[SEATS_MAX])
{
	const cJSON *seat;
	int n = 0;

	cJSON_ArrayForEach(seat, tree_get(card, "seats"))
		make_sure(s, tree_str(seat, "name"));
	cJSON_ArrayForEach(seat, tree_get(card, "seats")) {
		bool there, twice = false;
		int at = place_of(s, tree_str(seat, "name"), &there);

		for (int i = 0; i < n; i++)
			twice = twice || who[i] == &s->person[at];
		if (!twice)
			who[n++] = &s->person[at];
	}
	return n;
}

static void
widen(cJSON *list, const cJSON *value)
{
	const cJSON *have;

	cJSON_ArrayForEach(have, list)
		if (cJSON_Compare(have, value, true))
			return;
	cJSON_AddItemToArray(list, cJSON_Duplicate(value, true));
}

static void
raise_to(cJSON *page, const char *key, int n)
{
	if (n > tree_int(page, key))
		(void)cJSON_SetNumberHelper(
		    cJSON_GetObjectItemCaseSensitive(page, key), n);
}

/* The longest game of a page, and the best score. */
static void
note_most(cJSON *page, const cJSON *card)
{
	const cJSON *seat;

	raise_to(page, "events", tree_int(card, "events"));
	cJSON_ArrayForEach(seat, tree_get(card, "seats"))
		raise_to(page, "score", tree_int(seat, "score"));
}

/* What the script needs to know which pages it must load. */
static void
note_page(struct shelf *s, const cJSON *card)
{
	int n = (s->roll.n - 1) / ROLL_PAGE;
	cJSON *page = cJSON_GetArrayItem(s->pages, n), *value;
	const char *ended = tree_str(card, "ended");

	if (page == NULL) {
		page = tree_member(s->pages);
		tree_add_str(page, "from", ended);
		tree_add_str(page, "to", ended);
		tree_add_int(page, "events", 0);
		tree_add_int(page, "score", 0);
		(void)tree_list(page, "kinds");
		(void)tree_list(page, "seats");
	}
	cJSON_ReplaceItemInObjectCaseSensitive(page, "to",
	    cJSON_CreateString(ended));
	note_most(page, card);
	widen(cJSON_GetObjectItemCaseSensitive(page, "kinds"),
	    tree_get(card, "game"));
	value = cJSON_CreateNumber(cJSON_GetArraySize(tree_get(card, "seats")));
	widen(cJSON_GetObjectItemCaseSensitive(page, "seats"), value);
	cJSON_Delete(value);
}

/* From the game before to this one, and back. */
static int
lead(const struct shelf *s, const cJSON *card, struct err *e)
{
	cJSON *last = roll_last(&s->roll, 1);
	int rc = near_lead(s->site, s->dir,
	    last->child != NULL ? tree_str(last->child, "id") : NULL,
	    tree_str(card, "id"), e);

	cJSON_Delete(last);
	return rc;
}

static int
add_to_people(struct shelf *s, const cJSON *about, const cJSON *card,
    struct err *e)
{
	struct profile *who[SEATS_MAX];
	struct outcome o;
	int n = gather(s, card, who), rc = 0;

	for (int i = 0; i < n; i++)
		if (profile_read(who[i], s->dir) != 0)
			return 1;
	about_outcome(about, &o);
	profile_count(who, n, &o, card, (s->roll.n - 1) / ROLL_PAGE + 1);
	outcome_release(&o);
	for (int i = 0; i < n && rc == 0; i++)
		rc = profile_roll(s->site, s->dir, who[i], card, e);
	return rc;
}

int
shelf_add(struct shelf *s, const struct cJSON *about, struct err *e)
{
	const struct roll_place at = { s->site, s->dir, "list", "",
		"../index.html", NULL };
	cJSON *card = listing_card(about);
	int rc = lead(s, card, e);

	if (rc == 0)
		rc = roll_add(&s->roll, &at, card, e);
	if (rc == 0) {
		note_page(s, card);
		rc = add_to_people(s, about, card, e);
	}
	if (rc == 0 && s->roll.n % ROLL_PAGE == 0)
		rc = shelf_data(s, e);
	cJSON_Delete(card);
	return rc;
}
