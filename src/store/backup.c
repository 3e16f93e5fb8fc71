/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "store/engine.h"

/* The whole copy in one step: a reader of the log sees one moment, and
 * writers go on beside it. */
static int
backup_copy(struct db *db, const char *path, struct err *e)
{
	struct db to = { 0 };
	sqlite3_backup *b;
	int rc = sqlite3_open_v2(path, &to.handle, SQLITE_OPEN_READWRITE, NULL);

	if (rc == SQLITE_OK) {
		b = sqlite3_backup_init(to.handle, "main", db->handle, "main");
		if (b != NULL) {
			(void)sqlite3_backup_step(b, -1);
			(void)sqlite3_backup_finish(b);
		}
		rc = sqlite3_errcode(to.handle);
	}
	if (rc == SQLITE_OK)         /* one file, without a log beside it */
		rc = sqlite3_exec(to.handle, "PRAGMA journal_mode = DELETE",
		    NULL, NULL, NULL);
	if (rc != SQLITE_OK)
		(void)engine_error(&to, rc, "backup", e);
	(void)sqlite3_close(to.handle);
	return rc == SQLITE_OK ? 0 : -1;
}

/* The name is durable only when its directory is. */
static int
backup_sync(const char *path, int flags, struct err *e)
{
	int fd = open(path, flags | O_CLOEXEC);
	int rc = fd < 0 ? -1 : fsync(fd);

	if (rc != 0)
		(void)err_set(e, ERR_LATER, "%s: %s", path, strerror(errno));
	if (fd >= 0)
		(void)close(fd);
	return rc;
}

static int
backup_publish(const char *from, const char *to, struct err *e)
{
	const char *slash = strrchr(to, '/');
	char *dir = slash == NULL ? mem_dup(".")
	    : mem_ndup(to, slash == to ? 1 : (size_t)(slash - to));
	int rc = backup_sync(from, O_RDONLY, e);

	if (rc == 0 && rename(from, to) != 0)
		rc = err_set(e, ERR_LATER, "%s: %s", to, strerror(errno));
	if (rc == 0)
		rc = backup_sync(dir, O_RDONLY | O_DIRECTORY, e);
	free(dir);
	return rc;
}

int
db_backup(struct db *db, const char *path, struct err *e)
{
	struct buf name = BUF_INIT;
	int fd, rc;

	buf_printf(&name, "%s.XXXXXX", path);
	fd = mkstemp(name.data);             /* 0600 by POSIX */
	if (fd < 0) {
		rc = err_system(e, "%s", path);
		buf_release(&name);
		return rc;
	}
	(void)close(fd);
	rc = backup_copy(db, name.data, e);
	if (rc == 0)
		rc = backup_publish(name.data, path, e);
	if (rc != 0)
		(void)unlink(name.data);
	buf_release(&name);
	return rc;
}
