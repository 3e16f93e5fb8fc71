/* SPDX-License-Identifier: MIT */
#include "archive/folder.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/about.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"

enum { HEAD_MAX = 64 * 1024 };

static int
failed(struct err *e, const char *path)
{
	return err_set(e, ERR_LATER, "%s: %s", path, strerror(errno));
}

/* The first bytes of a file. */
static void
read_head(const char *path, struct buf *out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *room = buf_extend(out, HEAD_MAX);
	ssize_t n = fd >= 0 ? read(fd, room, HEAD_MAX) : -1;

	buf_truncate(out, out->len - HEAD_MAX + (n > 0 ? (size_t)n : 0));
	if (fd >= 0)
		(void)close(fd);
}

struct cJSON *
folder_about(const char *dir, const char *id)
{
	struct buf path = BUF_INIT, head = BUF_INIT;
	cJSON *about;

	buf_printf(&path, "%s/%s/index.html", dir, id);
	read_head(path.data, &head);
	about = about_read(buf_text(&head));
	buf_release(&path);
	buf_release(&head);
	return about;
}

static int
write_file(const char *folder, const char *name, const struct buf *text,
    struct err *e)
{
	struct buf path = BUF_INIT;
	FILE *f;
	int fd, rc = 0;

	buf_printf(&path, "%s/%s", folder, name);
	/* Nothing that another has put there is written to. */
	(void)unlink(path.data);
	fd = open(path.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	f = fd >= 0 ? fdopen(fd, "w") : NULL;
	/* Made to be read by a web server, whatever the umask. */
	if (f == NULL || fchmod(fd, 0644) != 0 || file_own(fd, path.data) != 0)
		rc = failed(e, path.data);
	if (f != NULL && fwrite(buf_text(text), 1, text->len, f) != text->len)
		rc = failed(e, path.data);
	if (f != NULL && fclose(f) != 0 && rc == 0)
		rc = failed(e, path.data);
	if (f == NULL && fd >= 0)
		(void)close(fd);
	buf_release(&path);
	return rc;
}

static int
write_summed(const char *folder, const char *name, const struct buf *text,
    struct buf *sums, struct err *e)
{
	char hash[HASH_HEX_SIZE];

	hash_sha256_hex(buf_text(text), text->len, hash);
	buf_printf(sums, "%s  %s\n", hash, name);
	return write_file(folder, name, text, e);
}

int
folder_write(const char *dir, const struct book *b, struct err *e)
{
	struct buf path = BUF_INIT, sums = BUF_INIT;
	int rc;

	buf_printf(&path, "%s/.new-%s", dir, b->id);
	rc = file_mkdirs(path.data, 0755, e);
	if (rc == 0)
		rc = write_summed(path.data, "game.turnlog", &b->log, &sums, e);
	if (rc == 0)
		rc = write_summed(path.data, "game.txt", &b->text, &sums, e);
	if (rc == 0)
		rc = write_summed(path.data, "index.html", &b->page, &sums, e);
	if (rc == 0)
		rc = write_summed(path.data, "moves.html", &b->moves, &sums, e);
	if (rc == 0 && b->analysis.len > 0)
		rc = write_summed(path.data, "analysis.jsonl", &b->analysis,
		    &sums, e);
	if (rc == 0 && b->comments.len > 0)
		rc = write_summed(path.data, "comments.jsonl", &b->comments,
		    &sums, e);
	if (rc == 0 && b->picture.len > 0)
		rc = write_summed(path.data, "map.png", &b->picture, &sums, e);
	if (rc == 0)
		rc = write_file(path.data, "SHA256SUMS", &sums, e);
	buf_release(&path);
	buf_release(&sums);
	return rc;
}

int
folder_sync(const char *dir, struct err *e)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rc = 0;

	if (fd < 0 || syncfs(fd) != 0)
		rc = failed(e, dir);
	if (fd >= 0)
		(void)close(fd);
	return rc;
}

/* What is found on the way through a folder, which is empty when it is behind
 * all that is in it. */
static int
remove_entry(const FTSENT *entry, struct err *e)
{
	switch (entry->fts_info) {
	case FTS_D:
		return 0;
	case FTS_DP:
		return rmdir(entry->fts_path) == 0 ? 0 :
						     failed(e, entry->fts_path);
	case FTS_DNR:
	case FTS_ERR:
	case FTS_NS:
		errno = entry->fts_errno;
		return failed(e, entry->fts_path);
	default:
		return unlink(entry->fts_path) == 0 ?
		    0 :
		    failed(e, entry->fts_path);
	}
}

/* A folder with all that is in it, also what another program put there, but not
 * what a link leads to, nor another file system. */
static int
remove_folder(const char *path, struct err *e)
{
	char *name = mem_dup(path), *const top[] = { name, NULL };
	FTS *t = fts_open(top, FTS_PHYSICAL | FTS_XDEV | FTS_NOCHDIR, NULL);
	const FTSENT *entry = t != NULL ? fts_read(t) : NULL;
	struct err other;
	int rc = 0;

	if (entry == NULL)
		rc = failed(e, path);
	else if (entry->fts_info == FTS_NS ?
		entry->fts_errno == ENOENT :
		entry->fts_info != FTS_D && entry->fts_info != FTS_DNR)
		/* There is none, or it is a file. */
		entry = NULL;
	for (; entry != NULL; entry = fts_read(t))
		if (remove_entry(entry, rc == 0 ? e : &other) != 0)
			rc = -1;
	if (t != NULL)
		(void)fts_close(t);
	free(name);
	return rc;
}

int
folder_place(const char *dir, const char *id, struct err *e)
{
	struct buf new = BUF_INIT, old = BUF_INIT, path = BUF_INIT;
	int rc = 0;

	buf_printf(&new, "%s/.new-%s", dir, id);
	buf_printf(&old, "%s/.old-%s", dir, id);
	buf_printf(&path, "%s/%s", dir, id);
	if (rename(new.data, path.data) != 0) {
		/* There is one: both change places where the system can do
		 * that, else it is away for a moment. */
		if (renameat2(AT_FDCWD, new.data, AT_FDCWD, path.data,
			RENAME_EXCHANGE) == 0)
			rc = remove_folder(new.data, e);
		else if (rename(path.data, old.data) != 0 ||
		    rename(new.data, path.data) != 0)
			rc = failed(e, path.data);
		if (rc == 0)
			rc = remove_folder(old.data, e);
	}
	buf_release(&new);
	buf_release(&old);
	buf_release(&path);
	return rc;
}

/* By another name first, so that it is never there by halves. */
int
folder_remove(const char *dir, const char *id, struct err *e)
{
	struct buf path = BUF_INIT, old = BUF_INIT;
	int rc;

	buf_printf(&path, "%s/%s", dir, id);
	buf_printf(&old, "%s/.old-%s", dir, id);
	rc = rename(path.data, old.data) == 0 ? remove_folder(old.data, e) :
						failed(e, path.data);
	buf_release(&path);
	buf_release(&old);
	return rc;
}

/* A name of what waits for its own, or of what that replaced. */
static bool
is_passing(const char *name)
{
	return strncmp(name, ".new-", 5) == 0 || strncmp(name, ".old-", 5) == 0;
}

int
folder_sweep(const char *dir, struct err *e)
{
	DIR *d = opendir(dir);
	const struct dirent *entry;
	struct err other;
	int rc = d == NULL ? failed(e, dir) : 0;

	while (d != NULL && (entry = readdir(d)) != NULL) {
		struct buf path = BUF_INIT;

		buf_printf(&path, "%s/%s", dir, entry->d_name);
		if (is_passing(entry->d_name) &&
		    remove_folder(path.data, rc == 0 ? e : &other) != 0)
			rc = -1;
		buf_release(&path);
	}
	if (d != NULL)
		(void)closedir(d);
	return rc;
}

/* Of a folder: whether it has anything by a name without a dot before it. */
static bool
is_taken(const char *dir, const char *name)
{
	struct buf path = BUF_INIT;
	const struct dirent *entry;
	bool taken = false;
	DIR *d;

	buf_printf(&path, "%s/%s", dir, name);
	d = opendir(path.data);
	if (d == NULL)
		taken = errno != ENOENT;
	while (d != NULL && !taken && (entry = readdir(d)) != NULL)
		taken = entry->d_name[0] != '.';
	if (d != NULL)
		(void)closedir(d);
	buf_release(&path);
	return taken;
}

static bool
is_there(const char *dir, const char *folder, const char *name)
{
	struct buf path = BUF_INIT;
	bool there;

	buf_printf(&path, "%s/%s/%s", dir, folder, name);
	there = access(path.data, F_OK) == 0;
	buf_release(&path);
	return there;
}

bool
folder_is_game(const char *dir, const char *id)
{
	return is_there(dir, id, "game.turnlog") || !is_taken(dir, id);
}

/* Games get their names before what stands beside them, and of that without a
 * game the lists do before the page. */
static bool
is_archive(const char *dir)
{
	bool is = is_there(dir, "list", "index.json") &&
	    is_there(dir, "players", "index.json");
	DIR *d = is ? NULL : opendir(dir);
	const struct dirent *entry;

	while (d != NULL && !is && (entry = readdir(d)) != NULL)
		is = is_passing(entry->d_name) ||
		    is_there(dir, entry->d_name, "game.turnlog");
	if (d != NULL)
		(void)closedir(d);
	return is;
}

int
folder_is_ours(const char *dir, struct err *e)
{
	static const char *const ours[] = { "index.html", "feed.xml", "list",
		"near", "players" };

	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (is_taken(dir, ours[i]))
			return is_archive(dir) ?
			    0 :
			    err_set(e, ERR_GIVEUP,
				"%s is no archive, and has %s: name a "
				"directory that has nothing else",
				dir, ours[i]);
	return 0;
}

static int
by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int
folder_each(const char *dir, const char *below,
    int (*fn)(void *arg, const char *name), void *arg, struct err *e)
{
	struct buf path = BUF_INIT;
	struct dirent **entry;
	int n, rc = 0;

	buf_printf(&path, "%s/%s", dir, below);
	n = scandir(path.data, &entry, NULL, by_name);
	if (n < 0)
		rc = failed(e, path.data);
	for (int i = 0; i < n; i++) {
		if (rc == 0 && entry[i]->d_name[0] != '.')
			rc = fn(arg, entry[i]->d_name);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
	buf_release(&path);
	return rc;
}

static bool
holds(const char *path, const struct buf *text)
{
	struct buf have = BUF_INIT;
	struct err ignored;
	bool same = file_read(path, PAGE_MAX, &have, &ignored) == 0 &&
	    have.len == text->len &&
	    memcmp(buf_text(&have), buf_text(text), text->len) == 0;

	buf_release(&have);
	return same;
}

/* Where files of DIR/below wait for their names; no game is called so. */
static void
stage_of(const char *dir, const char *below, struct buf *out)
{
	buf_printf(out, "%s/.new-+%s", dir, below);
}

static void
forget(const char *stage, const char *name)
{
	struct buf path = BUF_INIT;

	buf_printf(&path, "%s/%s", stage, name);
	if (unlink(path.data) == 0)
		(void)rmdir(stage);
	buf_release(&path);
}

int
folder_file(const char *dir, const char *below, const char *name,
    const struct buf *text, struct err *e)
{
	struct buf path = BUF_INIT, stage = BUF_INIT;
	int rc = 0;

	buf_printf(&path, "%s/%s/%s", dir, below, name);
	stage_of(dir, below, &stage);
	if (holds(path.data, text)) {
		/* What was written there before in this run is no more. */
		forget(stage.data, name);
	} else {
		rc = file_mkdirs(stage.data, 0755, e);
		if (rc == 0)
			rc = write_file(stage.data, name, text, e);
	}
	buf_release(&path);
	buf_release(&stage);
	return rc;
}

struct placing {
	const char *dir, *below;
	struct err *e;
};

static int
place_file(void *arg, const char *name)
{
	const struct placing *p = arg;
	struct buf from = BUF_INIT, to = BUF_INIT;
	int rc = 0;

	stage_of(p->dir, p->below, &from);
	buf_printf(&from, "/%s", name);
	buf_printf(&to, "%s/%s/%s", p->dir, p->below, name);
	if (rename(from.data, to.data) != 0)
		rc = failed(p->e, to.data);
	buf_release(&from);
	buf_release(&to);
	return rc;
}

/* Those that wait in DIR/.new-+BELOW. */
static int
place_stage(const char *dir, const char *below, struct err *e)
{
	struct placing p = { dir, below, e };
	struct buf stage = BUF_INIT;
	int rc = 0;

	stage_of(dir, below, &stage);
	if (access(stage.data, F_OK) == 0) {
		rc = folder_each(stage.data, "", place_file, &p, e);
		if (rc == 0)
			rc = remove_folder(stage.data, e);
	}
	buf_release(&stage);
	return rc;
}

bool
folder_waits(const char *dir, const char *const *below, int n)
{
	struct buf stage = BUF_INIT;
	bool waits = false;

	for (int i = 0; i < n && !waits; i++) {
		buf_clear(&stage);
		stage_of(dir, below[i], &stage);
		waits = access(stage.data, F_OK) == 0;
	}
	buf_release(&stage);
	return waits;
}

int
folder_place_files(const char *dir, const char *const *below, int n,
    struct err *e)
{
	int rc;

	if (!folder_waits(dir, below, n))
		return 0;
	rc = folder_sync(dir, e);
	for (int i = 0; i < n && rc == 0; i++)
		rc = place_stage(dir, below[i], e);
	return rc == 0 ? folder_sync(dir, e) : rc;
}
