/* SPDX-License-Identifier: MIT */
#include "store/backup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "store/engine_sqlite.h"
#include "store/engine_whole.h"
#include "store/sqlite_mark.h"

#define UNFINISHED ".paquebot-backup-"

/* The directory of a path and "/", without links in it; false: none. */
static bool
real_directory(const char *path, char out[PATH_MAX])
{
	char *dir = file_directory(path);
	bool good = realpath(dir, out) != NULL;

	free(dir);
	return good;
}

int
sqlite_own(const char *file, const char *like, struct err *e)
{
	char dir[PATH_MAX];
	struct stat st;

	if (geteuid() != 0)
		return 0;
	if ((like == NULL || stat(like, &st) != 0) &&
	    (!real_directory(file, dir) || stat(dir, &st) != 0))
		return err_system(e, "%s", file);
	return chown(file, st.st_uid, st.st_gid) == 0 ?
	    0 :
	    err_system(e, "%s", file);
}

bool
sqlite_same_file(const char *a, const char *b)
{
	char one[PATH_MAX], two[PATH_MAX];
	struct stat s, t;

	if (stat(a, &s) == 0 && stat(b, &t) == 0)
		return s.st_dev == t.st_dev && s.st_ino == t.st_ino;
	return real_directory(a, one) && real_directory(b, two) &&
	    strcmp(one, two) == 0 && strcmp(file_name(a), file_name(b)) == 0;
}

void
sqlite_beside(const char *path, const char *ending, struct buf *out)
{
	char real[PATH_MAX];
	struct stat st;
	bool leads = lstat(path, &st) == 0 && S_ISLNK(st.st_mode) &&
	    realpath(path, real) != NULL;

	buf_printf(out, "%s%s", leads ? real : path, ending);
}

/* The database and what belongs to it must not be written over. */
static int
backup_elsewhere(const struct db *db, const char *path, struct err *e)
{
	static const char *const endings[] = { "", "-wal", "-shm", "-journal",
		".lock" };
	int rc = 0;

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		struct buf name = BUF_INIT;

		sqlite_beside(db->where, endings[i], &name);
		if (rc == 0 && sqlite_same_file(path, name.data))
			rc = err_set(e, ERR_GIVEUP,
			    "%s is the database that is in use (%s): name "
			    "another file",
			    path, name.data);
		buf_release(&name);
	}
	return rc;
}

/* The whole copy in one step: a reader of the log sees one moment, and
 * writers go on beside it. */
static int
backup_copy(void *from, const char *path, struct err *e)
{
	struct db *db = from, to = { .engine = &engine_sqlite };
	sqlite3 *handle = NULL;
	sqlite3_backup *b;
	int rc = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, NULL);

	to.handle = handle;
	if (rc == SQLITE_OK) {
		b = sqlite3_backup_init(to.handle, "main", db->handle, "main");
		if (b != NULL) {
			(void)sqlite3_backup_step(b, -1);
			(void)sqlite3_backup_finish(b);
		}
		rc = sqlite3_errcode(to.handle);
	}
	if (rc == SQLITE_OK) /* one file, without a log beside it */
		rc = sqlite3_exec(to.handle, "PRAGMA journal_mode = DELETE",
		    NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		(void)sqlite_error(&to, rc, "backup", e);
	else
		rc = sqlite_check(&to, e);
	engine_forget(&to);
	(void)sqlite3_close(to.handle);
	return rc == 0 ? 0 : -1;
}

int
sqlite_sync(const char *path, int flags, struct err *e)
{
	int fd = open(path, flags | O_CLOEXEC);
	int rc = fd < 0 ? -1 : fsync(fd);

	if (rc != 0)
		(void)err_system(e, "%s", path);
	if (fd >= 0)
		(void)close(fd);
	return rc;
}

/* The name is durable only when its directory is. */
static int
backup_publish(const char *from, const char *to, struct err *e)
{
	char dir[PATH_MAX];
	int rc = sqlite_sync(from, O_RDONLY, e);

	if (rc == 0 && (!real_directory(to, dir) || rename(from, to) != 0))
		rc = err_system(e, "%s", to);
	if (rc == 0)
		rc = sqlite_sync(dir, O_RDONLY | O_DIRECTORY, e);
	return rc;
}

/* Whoever writes such a file holds a lock on it: one that nobody holds, and
 * that is of our user, was left behind by a process that was killed. */
static void
backup_drop_stale(int dir, const char *name)
{
	static const char *const endings[] = { "", "-journal", "-wal", "-shm" };
	char file[64];
	struct stat st;
	int fd = openat(dir, name,
	    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_uid == geteuid() && flock(fd, LOCK_EX | LOCK_NB) == 0)
		for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
			(void)snprintf(file, sizeof file, "%s%s", name,
			    endings[i]);
			(void)unlinkat(dir, file, 0);
		}
	(void)close(fd);
}

static void
backup_clean(int dir)
{
	int copy = fcntl(dir, F_DUPFD_CLOEXEC, 0);
	DIR *all = copy >= 0 ? fdopendir(copy) : NULL;
	struct dirent *one;

	while (all != NULL && (one = readdir(all)) != NULL)
		if (strncmp(one->d_name, UNFINISHED, strlen(UNFINISHED)) == 0 &&
		    strlen(one->d_name) == sizeof UNFINISHED "XXXXXX" - 1)
			backup_drop_stale(dir, one->d_name);
	if (all != NULL)
		(void)closedir(all);
	else if (copy >= 0)
		(void)close(copy);
}

/* A new file beside the target, 0600 by POSIX, and locked: its descriptor, -1.
 * The lock on the directory keeps others from taking it for left behind. */
static int
backup_begin(const char *path, struct buf *name, struct err *e)
{
	char dir[PATH_MAX];
	int at, fd = -1;

	if (!real_directory(path, dir))
		return err_system(e, "%s", path);
	at = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (at >= 0 && flock(at, LOCK_EX) == 0) {
		backup_clean(at);
		buf_printf(name, "%s/" UNFINISHED "XXXXXX", dir);
		fd = mkostemp(name->data, O_CLOEXEC);
		if (fd >= 0 && flock(fd, LOCK_EX) != 0) {
			(void)close(fd);
			fd = -1;
		}
	}
	if (fd < 0)
		(void)err_system(e, "%s", path);
	if (at >= 0)
		(void)close(at);
	return fd;
}

/* A copy takes the place of an older one alone, or of a file that somebody made
 * for it: one with anything else in it was named by mistake. (A link is
 * replaced, not what it leads to.) */
static int
backup_may_replace(const char *path, struct err *e)
{
	struct sqlite_mark mark;

	if (file_may_replace(path, e) != 0)
		return -1;
	if (sqlite_mark_read(path, O_NOFOLLOW, &mark) != 0)
		return errno == ENOENT || errno == ELOOP ?
		    0 :
		    err_system(e, "%s", path);
	if (mark.empty || mark.is)
		return 0;
	return err_set(e, ERR_GIVEUP,
	    "%s is there, and no backup: move it away, or name another file",
	    path);
}

/* (Closing the descriptor would take the engine's own locks away: last.) */
int
file_publish(const char *path,
    int (*fill)(void *arg, const char *name, struct err *e), void *arg,
    struct err *e)
{
	struct buf name = BUF_INIT;
	int fd, rc;

	if (backup_may_replace(path, e) != 0)
		return -1;
	fd = backup_begin(path, &name, e);
	rc = fd < 0 ? -1 : fill(arg, name.data, e);
	if (rc == 0)
		rc = backup_publish(name.data, path, e);
	if (rc != 0 && fd >= 0)
		(void)unlink(name.data);
	if (fd >= 0)
		(void)close(fd);
	buf_release(&name);
	return rc;
}

int
sqlite_backup(struct db *db, const char *path, struct err *e)
{
	return backup_elsewhere(db, path, e) != 0 ?
	    -1 :
	    file_publish(path, backup_copy, db, e);
}
