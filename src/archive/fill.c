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
#include "archive/listing.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/tree.h"

/* So many folders share one wait for the disk, or those of so long. */
enum { PENDING = 64, PENDING_MS = 2000 };

struct archive {
	const struct site *site;   /* borrowed */
	char *dir;                 /* owned */
	int fd;                    /* of the directory; locked */
	char pending[PENDING][72]; /* folders below temporary names */
	int n;
	int64_t since;
};

static void
archive_free(struct archive *a)
{
	if (a->fd >= 0)
		(void)close(a->fd);
	free(a->dir);
	free(a);
}

int
archive_open(const struct site *site, const char *dir, struct archive **out,
    struct err *e)
{
	struct archive *a = mem_zero(1, sizeof *a);
	int rc = file_mkdirs(dir, 0755, e);

	a->site = site;
	a->dir = mem_dup(dir);
	a->fd = rc == 0 ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (rc == 0 && a->fd < 0)
		rc = err_set(e, ERR_LATER, "%s: %s", dir, strerror(errno));
	if (rc == 0 && flock(a->fd, LOCK_EX | LOCK_NB) != 0)
		rc = err_set(e, ERR_RETRY,
		    "%s: another paquebot is at work on this archive", dir);
	if (rc != 0) {
		archive_free(a);
		return -1;
	}
	folder_sweep(dir);
	*out = a;
	return 0;
}

/* Everything written before it is named: a name stands for whole files. */
static int
place_pending(struct archive *a, struct err *e)
{
	int rc = 0;

	if (a->n == 0)
		return 0;
	if (folder_sync(a->dir, e) != 0)
		return -1;
	for (int i = 0; i < a->n && rc == 0; i++)
		rc = folder_place(a->dir, a->pending[i], e);
	(void)fsync(a->fd);
	a->n = 0;
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

	for (int i = 0; i < a->n; i++)
		if (strcmp(a->pending[i], b->id) == 0)
			rc = err_set(e, ERR_CORRUPT, "two games are called %s",
			    b->id);
	cJSON_Delete(have);
	return rc;
}

/* A folder is never given to another game of the same name. */
static int
check_same_game(const struct archive *a, const struct book *b, struct err *e)
{
	cJSON *have = folder_about(a->dir, b->id);
	cJSON *want = about_make(a->site, b);
	int rc = 0;

	if (have != NULL &&
	    (!same(have, want, "game") || !same(have, want, "started")))
		rc = err_set(e, ERR_CORRUPT, "%s/%s is another game", a->dir,
		    b->id);
	cJSON_Delete(have);
	cJSON_Delete(want);
	return rc;
}

static int
put_book(struct archive *a, const char *log, size_t len, struct book *b,
    struct err *e)
{
	if (book_make(a->site, log, len, b, e) != 0 ||
	    check_same_game(a, b, e) != 0 || folder_write(a->dir, b, e) != 0)
		return -1;
	if (a->n == 0)
		a->since = clock_monotonic_ms();
	(void)snprintf(a->pending[a->n++], sizeof a->pending[0], "%s", b->id);
	if (a->n == PENDING || clock_monotonic_ms() - a->since > PENDING_MS)
		return place_pending(a, e);
	return 0;
}

int
archive_put(struct archive *a, const char *log, size_t len,
    const char *analysis, struct err *e)
{
	struct book b;
	int rc;

	if (book_open(a->site, log, len, analysis, &b, e) != 0)
		return -1;
	rc = is_there(a, &b, e);
	if (rc == 0)
		rc = put_book(a, log, len, &b, e) == 0 ? 1 : -1;
	else if (rc == 1)
		rc = 0;
	book_release(&b);
	return rc;
}

void
archive_drop(struct archive *a, int64_t game)
{
	char id[24];

	(void)snprintf(id, sizeof id, "%lld", (long long)game);
	folder_remove(a->dir, id);
}

int
archive_close(struct archive *a, struct err *e)
{
	struct listing s = { .n = 0 };
	int rc = place_pending(a, e);

	if (rc == 0)
		rc = listing_read(a->dir, &s, e);
	if (rc == 0)
		rc = listing_write(a->site, a->dir, &s, e);
	if (rc == 0)
		rc = listing_near(a->site, a->dir, &s, e);
	listing_release(&s);
	archive_free(a);
	return rc;
}
