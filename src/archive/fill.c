/* SPDX-License-Identifier: MIT */
#include "archive/archive.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "archive/about.h"
#include "archive/folder.h"
#include "archive/shelf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/tree.h"
#include "log/turnlog.h"

/* So many folders share one wait for the disk, or those of so long. */
enum { PENDING = 64, PENDING_MS = 2000 };

struct archive {
	const struct site *site; /* borrowed */
	enum archive_of of;
	char *dir; /* owned */
	int fd;    /* of the directory; locked */
	/* Owned: the folders that this run made; those from `placed` on stand
	 * below temporary names. */
	char (*name)[BOOK_FOLDER];
	int n, placed;
	int64_t since;
	/* Of the shelf: owned, what games that are new say of themselves;
	 * whether a page was made again that says what it did; whether more
	 * has changed than these; how many it has (-1: it is to be made anew),
	 * and whether this run did so. */
	cJSON *fresh;
	bool again, changed, anew;
	int games;
	int made, due; /* games made, and with how many it is next */
};

static void
archive_free(struct archive *a)
{
	if (a->fd >= 0)
		(void)close(a->fd);
	cJSON_Delete(a->fresh);
	free(a->name);
	free(a->dir);
	free(a);
}

int
archive_open(const struct site *site, const char *dir, enum archive_of of,
    struct archive **out, struct err *e)
{
	struct archive *a = mem_zero(1, sizeof *a);
	int rc = file_mkdirs(dir, 0755, e);
	struct err stays;

	a->site = site;
	a->of = of;
	a->dir = mem_dup(dir);
	a->fresh = cJSON_CreateArray();
	a->due = PENDING;
	a->fd = rc == 0 ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (rc == 0 && a->fd < 0)
		rc = err_set(e, ERR_LATER, "%s: %s", dir, strerror(errno));
	if (rc == 0 && flock(a->fd, LOCK_EX | LOCK_NB) != 0)
		rc = err_set(e, ERR_RETRY,
		    "%s: another paquebot is at work on this archive", dir);
	if (rc == 0)
		rc = folder_is_ours(dir, e);
	if (rc != 0) {
		archive_free(a);
		return -1;
	}
	/* What cannot be deleted keeps no game from its page, nor a page from
	 * going: archive_close tells of it. */
	(void)folder_sweep(dir, &stays);
	a->games = shelf_games(site, dir);
	*out = a;
	return 0;
}

/* Everything written before it is named: a name stands for whole files. */
static int
place_pending(struct archive *a, struct err *e)
{
	int rc = 0;

	if (a->n == a->placed)
		return 0;
	shelf_spoil(a->dir);
	if (folder_sync(a->dir, e) != 0)
		return -1;
	for (int i = a->placed; i < a->n && rc == 0; i++)
		rc = folder_place(a->dir, a->name[i], e);
	(void)fsync(a->fd);
	a->placed = a->n;
	return rc;
}

static bool
same(const cJSON *a, const cJSON *b, const char *key)
{
	const char *x = tree_str(a, key), *y = tree_str(b, key);

	return x != NULL && y != NULL && strcmp(x, y) == 0;
}

/* 1: the folder is of this game and source; 0: it is not there, or older;
 * -1: a game before it in this run has its name. */
static int
is_there(const struct archive *a, const struct book *b, struct err *e)
{
	cJSON *have = folder_about(a->dir, b->id);
	const char *source = have != NULL ? tree_str(have, "source") : NULL;
	int rc = source != NULL && strcmp(source, b->source) == 0;

	for (int i = have != NULL && rc == 0 ? 0 : a->placed; i < a->n; i++)
		if (strcmp(a->name[i], b->id) == 0)
			rc = err_set(e, ERR_CORRUPT, "two games are called %s",
			    b->id);
	cJSON_Delete(have);
	return rc;
}

/* Whether the shelf is the same of both: only what they were made of differs,
 * as where an analysis or a comment came to a game. */
static bool
says_the_same(const cJSON *have, const cJSON *want)
{
	cJSON *a = cJSON_Duplicate(have, true),
	      *b = cJSON_Duplicate(want, true);
	bool is;

	cJSON_DeleteItemFromObjectCaseSensitive(a, "source");
	cJSON_DeleteItemFromObjectCaseSensitive(b, "source");
	is = cJSON_Compare(a, b, true);
	cJSON_Delete(a);
	cJSON_Delete(b);
	return is;
}

/* A folder is never given to another game of the same name, unless a club says
 * that it is its own. */
static bool
gives_way(const struct archive *a, const cJSON *have, const cJSON *want)
{
	return (same(have, want, "game") && same(have, want, "name") &&
		   same(have, want, "started")) ||
	    (a->of == ARCHIVE_CLUB && same(have, want, "club"));
}

static struct slice
tag_of(const struct buf *log, const char *key)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct err e;

	turnlog_open(&reader, buf_text(log), log->len);
	while (turnlog_next(&reader, &line, &e) == 1 &&
	    line.type == TURNLOG_TAG)
		if (slice_is(line.key, key))
			return line.text;
	return (struct slice){ "", 0 };
}

/* A number has the place of a name that was forgotten. */
static bool
same_tag(const struct buf *have, const struct buf *want, const char *key)
{
	struct slice is = tag_of(want, key);

	return slice_same(tag_of(have, key), is) ||
	    (strncmp(key, "Seat-", 5) == 0 && is.len > 0 && *is.at == '#');
}

/* What a game is besides its number and when it began. A folder whose log
 * cannot be read is no reason to keep another. */
static bool
same_tags(const struct archive *a, const struct book *b)
{
	static const char *const keys[] = { "Seats", "Seat-p1", "Seat-p2",
		"Seat-p3", "Seat-p4", "Seat-p5", "Seat-p6", "Options",
		"Seed-Commit" };
	struct buf path = BUF_INIT, log = BUF_INIT;
	bool is = true;
	struct err e;

	buf_printf(&path, "%s/%s/game.turnlog", a->dir, b->id);
	if (file_read(path.data, PAGE_MAX, &log, &e) == 0)
		for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
			is = is && same_tag(&log, &b->log, keys[i]);
	buf_release(&path);
	buf_release(&log);
	return is;
}

static int
check_same_game(struct archive *a, const struct book *b, struct err *e)
{
	cJSON *have = folder_about(a->dir, b->id);
	cJSON *want = about_make(a->site, b);
	int rc = 0;

	if (have == NULL && !folder_is_game(a->dir, b->id))
		rc = err_set(e, ERR_CORRUPT, "%s/%s is not of a game", a->dir,
		    b->id);
	else if (have != NULL &&
	    (!gives_way(a, have, want) ||
		(a->of == ARCHIVE_LOGS && !same_tags(a, b))))
		rc = err_set(e, ERR_CORRUPT, "%s/%s is another game", a->dir,
		    b->id);
	else if (have == NULL)
		cJSON_AddItemToArray(a->fresh, want);
	else if (says_the_same(have, want))
		a->again = true;
	else
		a->changed = true;
	if (have != NULL || rc != 0)
		cJSON_Delete(want);
	cJSON_Delete(have);
	return rc;
}

/* Of every game's page. */
static int
make_anew(struct archive *a, struct err *e)
{
	struct listing all;
	struct shelf s;
	int rc = listing_read(a->dir, &all, e);

	if (rc != 0)
		return -1;
	shelf_anew(a->site, a->dir, &s);
	for (int i = 0; i < all.n && rc == 0; i++) {
		cJSON *about = cJSON_Parse(all.at[i].about);

		rc = shelf_add(&s, about, e);
		cJSON_Delete(about);
	}
	listing_release(&all);
	if (rc == 0)
		rc = shelf_write(&s, e);
	a->games = rc == 0 ? s.roll.n : -1;
	a->anew = true;
	shelf_close(&s);
	return rc;
}

static int
by_end(const void *x, const void *y)
{
	const cJSON *const *a = x, *const *b = y;

	return listing_after(*a, *b) ? -1 : 1;
}

/* 1: they do not all come behind what is there. */
static int
add_fresh(struct archive *a, struct err *e)
{
	int n = cJSON_GetArraySize(a->fresh), rc = 0;
	const cJSON **game = mem_zero((size_t)n + 1, sizeof *game);
	const cJSON *about;
	struct shelf s;

	n = 0;
	cJSON_ArrayForEach(about, a->fresh)
		game[n++] = about;
	qsort(game, (size_t)n, sizeof *game, by_end);
	if (!shelf_open(a->site, a->dir, a->games, &s))
		rc = 1;
	for (int i = 0; i < n && rc == 0; i++)
		rc = shelf_takes(&s, game[i]) ? shelf_add(&s, game[i], e) : 1;
	if (rc == 0)
		rc = shelf_write(&s, e);
	if (rc == 0)
		a->games = s.roll.n;
	shelf_close(&s);
	free(game);
	return rc;
}

/* The shelf as the games are. */
static int
bring_up(struct archive *a, struct err *e)
{
	int rc = place_pending(a, e);

	if (rc == 0 && a->games >= 0 && !a->changed)
		rc = a->fresh->child != NULL ? add_fresh(a, e) :
		    a->again ? shelf_stands(a->site, a->dir, a->games, e) :
			       0;
	else if (rc == 0)
		rc = 1;
	if (rc == 1) {
		/* What was begun is for nothing. */
		(void)folder_sweep(a->dir, e);
		rc = make_anew(a, e);
	}
	cJSON_Delete(a->fresh);
	a->fresh = cJSON_CreateArray();
	a->again = a->changed = false;
	/* A run that is stopped leaves a list of most of what it made. */
	a->due = a->made + a->made / 4 + PENDING;
	return rc;
}

static int
put_book(struct archive *a, const char *log, size_t len, struct book *b,
    struct err *e)
{
	if (book_make(a->site, log, len, b, e) != 0 ||
	    check_same_game(a, b, e) != 0 || folder_write(a->dir, b, e) != 0)
		return -1;
	if (a->n == a->placed)
		a->since = clock_monotonic_ms();
	a->name = mem_more(a->name, (size_t)a->n, sizeof *a->name);
	(void)snprintf(a->name[a->n++], sizeof *a->name, "%s", b->id);
	if (++a->made == a->due)
		return bring_up(a, e);
	if (a->n - a->placed == PENDING ||
	    clock_monotonic_ms() - a->since > PENDING_MS)
		return place_pending(a, e);
	return 0;
}

int
archive_put(struct archive *a, const char *log, size_t len,
    const struct beside *beside, struct err *e)
{
	struct book b;
	int rc;

	if (book_open(a->site, log, len, beside, &b, e) != 0)
		return -1;
	rc = is_there(a, &b, e);
	if (rc == 0)
		rc = put_book(a, log, len, &b, e) == 0 ? 1 : -1;
	else if (rc == 1) {
		/* It may be there without being on the shelf. */
		a->changed = a->changed || !a->anew;
		rc = 0;
	}
	book_release(&b);
	return rc;
}

static int
take_away(struct archive *a, const char *id, struct err *e)
{
	shelf_spoil(a->dir);
	a->changed = true;
	return folder_remove(a->dir, id, e) == 0 ? 1 : -1;
}

/* What the page of such a game of the club says of itself; the caller's. */
static cJSON *
page_of(const struct archive *a, const char *id, const char *kind,
    int64_t started)
{
	cJSON *about = cJSON_CreateObject();
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp(started, stamp);
	tree_add_str(about, "club", a->site->club.name);
	tree_add_str(about, "name", id);
	if (kind != NULL)
		tree_add_str(about, "game", kind);
	tree_add_str(about, "started", stamp);
	return about;
}

int
archive_drop(struct archive *a, int64_t game, const char *kind, int64_t started,
    struct err *e)
{
	char id[24];
	cJSON *have, *want;
	int rc = 0;

	(void)snprintf(id, sizeof id, "%lld", (long long)game);
	if (faccessat(a->fd, id, F_OK, 0) != 0 || !folder_is_game(a->dir, id))
		return 0;
	have = folder_about(a->dir, id);
	want = page_of(a, id, kind, started);
	if (have == NULL || gives_way(a, have, want))
		rc = take_away(a, id, e);
	cJSON_Delete(have);
	cJSON_Delete(want);
	return rc;
}

struct others {
	struct archive *a;
	bool (*is_over)(const void *arg, int64_t game);
	const void *arg;
	int gone;
	struct err *e;
};

static int
drop_other(void *arg, const char *name)
{
	struct others *o = arg;
	char *end;
	int64_t game = strtoll(name, &end, 10);
	const char *club;
	cJSON *about;
	int rc = 0;

	if (*end != '\0' || o->is_over(o->arg, game))
		return 0;
	about = folder_about(o->a->dir, name);
	club = about != NULL ? tree_str(about, "club") : NULL;
	if (club != NULL && strcmp(club, o->a->site->club.name) == 0)
		rc = take_away(o->a, name, o->e);
	o->gone += rc > 0;
	cJSON_Delete(about);
	return rc < 0 ? -1 : 0;
}

int
archive_drop_others(struct archive *a,
    bool (*is_over)(const void *arg, int64_t game), const void *arg,
    struct err *e)
{
	struct others o = { a, is_over, arg, 0, e };

	return folder_each(a->dir, "", drop_other, &o, e) == 0 ? o.gone : -1;
}

int
archive_close(struct archive *a, struct err *e)
{
	int rc = bring_up(a, e);

	/* It may be what was to go. */
	if (rc == 0)
		rc = folder_sweep(a->dir, e);
	archive_free(a);
	return rc;
}
