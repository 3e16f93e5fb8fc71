/* SPDX-License-Identifier: MIT */
#include "archive/shelf.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/folder.h"
#include "archive/statistics.h"
#include "base/file.h"
#include "base/mem.h"
#include "game/tree.h"
#include "text/escape.h"

static const char *
text_of(const cJSON *about, const char *key)
{
	const char *s = tree_str(about, key);

	return s != NULL ? s : "";
}

struct reading { const char *dir; struct shelf *s; };

static int
read_folder(void *arg, const char *name)
{
	struct reading *r = arg;
	cJSON *about = folder_about(r->dir, name);

	if (about == NULL || strcmp(text_of(about, "id"), name) != 0) {
		cJSON_Delete(about);
		return 0;
	}
	if (r->s->n == r->s->cap) {
		r->s->cap = r->s->cap > 0 ? 2 * r->s->cap : 64;
		r->s->about = mem_grow(r->s->about, (size_t)r->s->cap,
		    sizeof *r->s->about);
	}
	r->s->about[r->s->n++] = about;
	return 0;
}

/* The last to end first; numbers of games count as numbers. */
static int
by_end(const void *x, const void *y)
{
	const cJSON *a = *(const cJSON *const *)x;
	const cJSON *b = *(const cJSON *const *)y;
	const char *i = text_of(a, "id"), *j = text_of(b, "id");
	int rc = strcmp(text_of(b, "ended"), text_of(a, "ended"));

	if (rc != 0)
		return rc;
	if (strlen(i) != strlen(j))
		return strlen(i) < strlen(j) ? 1 : -1;
	return strcmp(j, i);
}

int
shelf_read(const char *dir, struct shelf *out, struct err *e)
{
	struct reading r = { dir, out };

	memset(out, 0, sizeof *out);
	if (folder_each(dir, "", read_folder, &r, e) != 0) {
		shelf_release(out);
		return -1;
	}
	if (out->n > 1)
		qsort(out->about, (size_t)out->n, sizeof *out->about, by_end);
	return 0;
}

void
shelf_release(struct shelf *s)
{
	for (int i = 0; i < s->n; i++)
		cJSON_Delete(s->about[i]);
	free(s->about);
	memset(s, 0, sizeof *s);
}

/* Every name once, in order. */
struct names_list { const char **at; int n, cap; };

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void
collect_names(const struct shelf *s, struct names_list *out)
{
	int n = 0;

	for (int i = 0; i < s->n; i++) {
		const cJSON *seat;

		cJSON_ArrayForEach(seat, tree_get(s->about[i], "seats")) {
			if (out->n == out->cap) {
				out->cap = out->cap > 0 ? 2 * out->cap : 64;
				out->at = mem_grow(out->at, (size_t)out->cap,
				    sizeof *out->at);
			}
			out->at[out->n++] = text_of(seat, "name");
		}
	}
	if (out->n > 1)
		qsort(out->at, (size_t)out->n, sizeof *out->at, by_text);
	for (int i = 0; i < out->n; i++)
		if (i == 0 || strcmp(out->at[i], out->at[i - 1]) != 0)
			out->at[n++] = out->at[i];
	out->n = n;
}

static void
count_context(cJSON *ctx, int games)
{
	tree_add_int(ctx, "games", games);
	tree_flag(ctx, "many", games != 1);
}

static int
write_player(const struct edition *ed, const char *dir, const struct shelf *s,
    const struct annals *a, const char *name, struct err *e)
{
	struct buf rows = BUF_INIT, title = BUF_INIT, intro = BUF_INIT;
	struct buf statistics = BUF_INIT, page = BUF_INIT, path = BUF_INIT;
	cJSON *ctx = cJSON_CreateObject(), *words = cJSON_CreateObject();
	int n = shelf_rows(ed, s, name, "../", &rows, e), rc = n < 0 ? -1 : 0;

	tree_add_str(words, "name", name);
	tree_add_str(words, "club", ed->house.club);
	count_context(words, n);
	if (rc == 0)
		rc = edition_plain(ed, "page/player-title", words, &title, e);
	if (rc == 0)
		rc = edition_fragment(ed, "page/player", words, &intro, e);
	if (rc == 0)
		rc = statistics_player(ed, a, name, &statistics, e);
	if (rc == 0) {
		tree_add_str(ctx, "title", buf_text(&title));
		tree_add_str(ctx, "intro", buf_text(&intro));
		tree_add_str(ctx, "rows", buf_text(&rows));
		tree_add_str(ctx, "statistics", buf_text(&statistics));
		edition_page(ed, FRAME_PLAYER, ctx, &page);
		shelf_player(name, &path);
		rc = folder_file(dir, path.data, &page, e);
	}
	cJSON_Delete(ctx);
	cJSON_Delete(words);
	buf_release(&rows);
	buf_release(&title);
	buf_release(&intro);
	buf_release(&statistics);
	buf_release(&page);
	buf_release(&path);
	return rc;
}

struct sweep { const char *dir; const struct names_list *names; };

/* A page of nobody: somebody was forgotten. */
static int
drop_stale(void *arg, const char *file)
{
	const struct sweep *w = arg;
	struct buf path = BUF_INIT;
	bool known = false;

	for (int i = 0; i < w->names->n && !known; i++) {
		buf_clear(&path);
		shelf_player(w->names->at[i], &path);
		known = strcmp(path.data + strlen("players/"), file) == 0;
	}
	buf_clear(&path);
	buf_printf(&path, "%s/players/%s", w->dir, file);
	if (!known)
		(void)unlink(path.data);
	buf_release(&path);
	return 0;
}

static int
write_players(const struct edition *ed, const char *dir,
    const struct shelf *s, const struct annals *a,
    const struct names_list *names, struct err *e)
{
	struct sweep w = { dir, names };
	struct buf path = BUF_INIT;
	int rc;

	buf_printf(&path, "%s/players", dir);
	rc = file_mkdirs(path.data, 0755, e);
	for (int i = 0; i < names->n && rc == 0; i++)
		rc = write_player(ed, dir, s, a, names->at[i], e);
	if (rc == 0)
		rc = folder_each(dir, "players", drop_stale, &w, e);
	buf_release(&path);
	return rc;
}

/* <li><a href="players/….html">Anna</a></li> */
static void
list_players(const struct edition *ed, const struct names_list *names,
    struct buf *out)
{
	(void)ed;
	for (int i = 0; i < names->n; i++) {
		buf_str(out, "<li><a href=\"");
		shelf_player(names->at[i], out);
		buf_str(out, "\">");
		escape_html(names->at[i], strlen(names->at[i]), out);
		buf_str(out, "</a></li>\n");
	}
}

static int
write_list(const struct edition *ed, const char *dir, const struct shelf *s,
    const struct annals *a, const struct names_list *names, struct err *e)
{
	struct buf rows = BUF_INIT, title = BUF_INIT, intro = BUF_INIT;
	struct buf players = BUF_INIT, ratings = BUF_INIT, page = BUF_INIT;
	cJSON *ctx = cJSON_CreateObject(), *words = cJSON_CreateObject();
	int rc = shelf_rows(ed, s, NULL, "", &rows, e) < 0 ? -1 : 0;

	tree_add_str(words, "club", ed->house.club);
	count_context(words, s->n);
	if (rc == 0)
		rc = edition_plain(ed, "page/shelf-title", words, &title, e);
	if (rc == 0)
		rc = edition_fragment(ed, "page/shelf", words, &intro, e);
	list_players(ed, names, &players);
	if (rc == 0)
		rc = statistics_ratings(ed, a, &ratings, e);
	if (rc == 0) {
		tree_add_str(ctx, "title", buf_text(&title));
		tree_add_str(ctx, "intro", buf_text(&intro));
		tree_add_str(ctx, "rows", buf_text(&rows));
		tree_add_str(ctx, "players", buf_text(&players));
		tree_add_str(ctx, "ratings", buf_text(&ratings));
		edition_page(ed, FRAME_SHELF, ctx, &page);
		rc = folder_file(dir, "index.html", &page, e);
	}
	cJSON_Delete(ctx);
	cJSON_Delete(words);
	buf_release(&rows);
	buf_release(&title);
	buf_release(&intro);
	buf_release(&players);
	buf_release(&ratings);
	buf_release(&page);
	return rc;
}

int
shelf_write(const struct edition *ed, const char *dir, const struct shelf *s,
    struct err *e)
{
	struct names_list names = { .n = 0 };
	struct buf feed = BUF_INIT;
	struct annals annals;
	int rc;

	collect_names(s, &names);
	statistics_open(s, &annals);
	rc = write_list(ed, dir, s, &annals, &names, e);
	if (rc == 0)
		rc = write_players(ed, dir, s, &annals, &names, e);
	annals_release(&annals);
	if (rc == 0)
		rc = shelf_feed(ed, s, &feed, e);
	if (rc == 0)
		rc = folder_file(dir, "feed.xml", &feed, e);
	buf_release(&feed);
	free(names.at);
	return rc;
}
