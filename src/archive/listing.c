/* SPDX-License-Identifier: MIT */
#include "archive/listing.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "archive/folder.h"
#include "base/mem.h"
#include "base/tree.h"

struct listing_reading {
	const char *dir;
	struct listing *s;
};

/* As text: trees of ten thousand games would not be small. */
static void
keep(struct listing *s, const cJSON *about)
{
	char *text = cJSON_PrintUnformatted(about);

	s->at = mem_more(s->at, (size_t)s->n, sizeof *s->at);
	s->at[s->n++] = (struct listing_game){ .id = mem_dup(tree_str(about,
						   "id")),
		.ended = mem_dup(tree_str(about, "ended")),
		.about = mem_dup(text) };
	cJSON_free(text);
}

static int
read_folder(void *arg, const char *name)
{
	struct listing_reading *r = arg;
	cJSON *about = folder_about(r->dir, name);

	if (about != NULL && strcmp(tree_str(about, "id"), name) == 0)
		keep(r->s, about);
	cJSON_Delete(about);
	return 0;
}

static int
compare(const char *ended, const char *id, const char *ended2, const char *id2)
{
	int rc = strcmp(ended, ended2);

	if (rc != 0)
		return rc;
	if (strlen(id) != strlen(id2))
		return strlen(id) < strlen(id2) ? -1 : 1;
	return strcmp(id, id2);
}

static int
by_end(const void *x, const void *y)
{
	const struct listing_game *a = x, *b = y;

	return compare(a->ended, a->id, b->ended, b->id);
}

bool
listing_after(const struct cJSON *a, const struct cJSON *b)
{
	return compare(tree_str(a, "ended"), tree_str(a, "id"),
		   tree_str(b, "ended"), tree_str(b, "id")) < 0;
}

int
listing_read(const char *dir, struct listing *out, struct err *e)
{
	struct listing_reading r = { dir, out };

	memset(out, 0, sizeof *out);
	if (folder_each(dir, "", read_folder, &r, e) != 0) {
		listing_release(out);
		return -1;
	}
	if (out->n > 1)
		qsort(out->at, (size_t)out->n, sizeof *out->at, by_end);
	return 0;
}

void
listing_release(struct listing *s)
{
	for (int i = 0; i < s->n; i++) {
		free(s->at[i].id);
		free(s->at[i].ended);
		free(s->at[i].about);
	}
	free(s->at);
	memset(s, 0, sizeof *s);
}

struct cJSON *
listing_card(const struct cJSON *about)
{
	static const char *const texts[] = { "id", "name", "game", "started",
		"ended", "end" };
	cJSON *card = cJSON_CreateObject(), *seats;
	const cJSON *from;

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		tree_add_str(card, texts[i], tree_str(about, texts[i]));
	tree_add_int(card, "events", tree_int(about, "events"));
	seats = tree_list(card, "seats");
	cJSON_ArrayForEach(from, tree_get(about, "seats")) {
		cJSON *seat = tree_member(seats);

		tree_add_str(seat, "name", tree_str(from, "name"));
		tree_add_int(seat, "score", tree_int(from, "score"));
		tree_add_int(seat, "rank", tree_int(from, "rank"));
	}
	return card;
}
