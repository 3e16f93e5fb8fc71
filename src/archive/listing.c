/* SPDX-License-Identifier: MIT */
#include "archive/listing.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/folder.h"
#include "archive/statistics.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/tree.h"
#include "text/escape.h"

struct listing_reading {
	const char *dir;
	struct listing *s;
};

static int
read_folder(void *arg, const char *name)
{
	struct listing_reading *r = arg;
	cJSON *about = folder_about(r->dir, name);

	if (about == NULL || strcmp(tree_str(about, "id"), name) != 0) {
		cJSON_Delete(about);
		return 0;
	}
	r->s->about = mem_more(r->s->about, (size_t)r->s->n,
	    sizeof *r->s->about);
	r->s->about[r->s->n++] = about;
	return 0;
}

/* The last to end first; numbers of games count as numbers. */
static int
by_end(const void *x, const void *y)
{
	const cJSON *a = *(const cJSON *const *)x;
	const cJSON *b = *(const cJSON *const *)y;
	const char *i = tree_str(a, "id"), *j = tree_str(b, "id");
	int rc = strcmp(tree_str(b, "ended"), tree_str(a, "ended"));

	if (rc != 0)
		return rc;
	if (strlen(i) != strlen(j))
		return strlen(i) < strlen(j) ? 1 : -1;
	return strcmp(j, i);
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
		qsort(out->about, (size_t)out->n, sizeof *out->about, by_end);
	return 0;
}

void
listing_release(struct listing *s)
{
	for (int i = 0; i < s->n; i++)
		cJSON_Delete(s->about[i]);
	free(s->about);
	memset(s, 0, sizeof *s);
}

/* Every name once, in order, and the file of its page. */
struct listing_person {
	const char *name; /* borrowed from the listing */
	char *file;       /* owned */
};

struct listing_people {
	struct listing_person *at;
	int n;
};

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct listing_person *)a)->name,
	    ((const struct listing_person *)b)->name);
}

static void
add_person(struct listing_people *p, const char *name)
{
	p->at = mem_more(p->at, (size_t)p->n, sizeof *p->at);
	p->at[p->n++] = (struct listing_person){ .name = name };
}

static void
collect_people(const struct listing *s, struct listing_people *out)
{
	const cJSON *seat;
	int n = 0;

	for (int i = 0; i < s->n; i++)
		cJSON_ArrayForEach(seat, tree_get(s->about[i], "seats"))
			add_person(out, tree_str(seat, "name"));
	if (out->n > 1)
		qsort(out->at, (size_t)out->n, sizeof *out->at, by_name);
	for (int i = 0; i < out->n; i++) {
		struct buf file = BUF_INIT;

		if (n > 0 && by_name(&out->at[n - 1], &out->at[i]) == 0)
			continue;
		out->at[n] = out->at[i];
		listing_player(out->at[n].name, &file);
		out->at[n++].file = buf_steal(&file);
	}
	out->n = n;
}

static void
people_release(struct listing_people *p)
{
	for (int i = 0; i < p->n; i++)
		free(p->at[i].file);
	free(p->at);
}

/* A page in the words of "page/<name>", written if all went well so far. ctx
 * and words are taken over. */
static int
write_page(const struct site *site, enum site_layout layout, const char *name,
    cJSON *ctx, cJSON *words, int rc, const char *dir, const char *below,
    const char *file, struct err *e)
{
	struct buf title = BUF_INIT, intro = BUF_INIT, page = BUF_INIT;
	char at[40];

	tree_add_str(words, "club", site->club.name);
	(void)snprintf(at, sizeof at, "page/%s-title", name);
	if (rc == 0)
		rc = site_plain(site, at, words, &title, e);
	(void)snprintf(at, sizeof at, "page/%s", name);
	if (rc == 0)
		rc = site_fragment(site, at, words, &intro, e);
	tree_add_text(ctx, "title", &title);
	tree_add_text(ctx, "intro", &intro);
	if (rc == 0) {
		site_page(site, layout, ctx, &page);
		rc = folder_file(dir, below, file, &page, e);
	}
	cJSON_Delete(ctx);
	cJSON_Delete(words);
	buf_release(&page);
	return rc;
}

static int
write_player(const struct site *site, const char *dir, const struct listing *s,
    const struct standings *a, const struct listing_person *who, struct err *e)
{
	struct buf rows = BUF_INIT, statistics = BUF_INIT;
	cJSON *ctx = cJSON_CreateObject(), *words = cJSON_CreateObject();
	int n = listing_rows(site, s, who->name, "../", &rows, e);
	int rc = n < 0 ? -1 :
			 statistics_player(site, a, who->name, &statistics, e);

	tree_add_str(words, "name", who->name);
	tree_add_int(words, "games", n);
	tree_add_text(ctx, "rows", &rows);
	tree_add_text(ctx, "statistics", &statistics);
	return write_page(site, LAYOUT_PLAYER, "player", ctx, words, rc, dir,
	    "players", who->file, e);
}

static int
write_players(const struct site *site, const char *dir, const struct listing *s,
    const struct standings *a, const struct listing_people *people,
    struct err *e)
{
	int rc = 0;

	for (int i = 0; i < people->n && rc == 0; i++)
		rc = write_player(site, dir, s, a, &people->at[i], e);
	return rc;
}

struct sweep {
	const char *dir;
	const struct listing_people *people;
};

/* A page of nobody: somebody was forgotten. */
static int
drop_stale(void *arg, const char *file)
{
	const struct sweep *w = arg;
	struct buf path = BUF_INIT;

	for (int i = 0; i < w->people->n; i++)
		if (strcmp(w->people->at[i].file, file) == 0)
			return 0;
	buf_printf(&path, "%s/players/%s", w->dir, file);
	(void)unlink(path.data);
	buf_release(&path);
	return 0;
}

/* <li><a href="players/….html">Anna</a></li> */
static void
list_players(const struct listing_people *people, struct buf *out)
{
	for (int i = 0; i < people->n; i++) {
		const struct listing_person *who = &people->at[i];

		buf_printf(out, "<li><a href=\"players/%s\">", who->file);
		escape_html(who->name, strlen(who->name), out);
		buf_str(out, "</a></li>\n");
	}
}

static int
write_list(const struct site *site, const char *dir, const struct listing *s,
    const struct standings *a, const struct listing_people *people,
    struct err *e)
{
	struct buf rows = BUF_INIT, players = BUF_INIT, ratings = BUF_INIT;
	cJSON *ctx = cJSON_CreateObject(), *words = cJSON_CreateObject();
	int rc = listing_rows(site, s, NULL, "", &rows, e) < 0 ?
	    -1 :
	    statistics_ratings(site, a, &ratings, e);

	list_players(people, &players);
	tree_add_int(words, "games", s->n);
	tree_add_text(ctx, "rows", &rows);
	tree_add_text(ctx, "players", &players);
	tree_add_text(ctx, "ratings", &ratings);
	return write_page(site, LAYOUT_LISTING, "listing", ctx, words, rc, dir,
	    ".", "index.html", e);
}

/* Pages of players before the list that leads to them; those of nobody go
 * when nothing leads there. */
static int
place_files(const char *dir, const struct listing_people *people, struct err *e)
{
	struct sweep w = { dir, people };
	struct buf players = BUF_INIT;
	int rc;

	buf_printf(&players, "%s/players", dir);
	rc = file_mkdirs(players.data, 0755, e);
	if (rc == 0)
		rc = folder_place_files(dir, "players", e);
	if (rc == 0)
		rc = folder_place_files(dir, ".", e);
	if (rc == 0)
		rc = folder_each(dir, "players", drop_stale, &w, e);
	buf_release(&players);
	return rc;
}

int
listing_write(const struct site *site, const char *dir, const struct listing *s,
    struct err *e)
{
	struct listing_people people = { .n = 0 };
	struct buf feed = BUF_INIT;
	struct standings standings;
	int rc;

	collect_people(s, &people);
	statistics_open(s, &standings);
	rc = write_list(site, dir, s, &standings, &people, e);
	if (rc == 0)
		rc = write_players(site, dir, s, &standings, &people, e);
	standings_release(&standings);
	if (rc == 0)
		rc = listing_feed(site, s, &feed, e);
	if (rc == 0)
		rc = folder_file(dir, ".", "feed.xml", &feed, e);
	if (rc == 0)
		rc = place_files(dir, &people, e);
	buf_release(&feed);
	people_release(&people);
	return rc;
}
