/* SPDX-License-Identifier: MIT */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

static int
read_all(int fd, const char *path, size_t max, struct buf *out, struct err *e)
{
	char chunk[16384];
	size_t total = 0;

	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_system(e, "cannot read %s", path);
		if (n == 0)
			break;
		total += (size_t)n;
		if (total > max)
			return err_set(e, ERR_CORRUPT,
			    "%s is larger than %zu bytes", path, max);
		buf_add(out, chunk, (size_t)n);
	}
	if (out->overflow)
		return err_set(e, ERR_CORRUPT, "%s is too large", path);
	return 0;
}

int
file_read(const char *path, size_t max, struct buf *out, struct err *e)
{
	int fd, result;

	if (strcmp(path, "-") == 0)
		return read_all(STDIN_FILENO, "standard input", max, out, e);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_system(e, "cannot open %s", path);
	result = read_all(fd, path, max, out, e);
	(void)close(fd);
	return result;
}

/* Each for what it is not: it is not to be read as empty, nor written to in
 * vain. */
void
file_standard(void)
{
	int fd;

	do
		fd = open("/dev/null",
		    fcntl(STDIN_FILENO, F_GETFD) < 0 ? O_WRONLY : O_RDONLY);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		(void)close(fd);
	(void)signal(SIGXFSZ, SIG_IGN);
}

int
file_write_all(int fd, const char *data, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

char *
file_absolute(const char *path)
{
	char *here = *path == '/' ? NULL : realpath(".", NULL);
	struct buf out = BUF_INIT;

	if (*path != '/' && here == NULL)
		return NULL;
	buf_printf(&out, "%s%s%s", here != NULL ? here : "",
	    here != NULL ? "/" : "", path);
	free(here);
	return buf_steal(&out);
}

const char *
file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

char *
file_directory(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ?
	    mem_dup(".") :
	    mem_ndup(path, slash == path ? 1 : (size_t)(slash - path));
}

int
file_sync_name(const char *path)
{
	char *dir = file_directory(path);
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), result;

	free(dir);
	if (fd < 0)
		return -1;
	result = fsync(fd);
	(void)close(fd);
	return result;
}

int
file_may_replace(const char *path, struct err *e)
{
	struct stat st;

	if (lstat(path, &st) != 0 || S_ISREG(st.st_mode) || S_ISLNK(st.st_mode))
		return 0;
	return err_set(e, ERR_GIVEUP,
	    S_ISDIR(st.st_mode) ?
		"%s is a directory" :
		"%s is a device or a pipe, which no file replaces",
	    path);
}

/* A daemon's file that root has written anew must still be the daemon's. */
static int
keep_owner(int fd, const char *path)
{
	struct stat st;

	return geteuid() != 0 || lstat(path, &st) != 0 ?
	    0 :
	    fchown(fd, st.st_uid, st.st_gid);
}

int
file_write(const char *path, const void *data, size_t len, unsigned mode,
    struct err *e)
{
	struct buf name = BUF_INIT;
	bool done = false;
	int fd;

	if (file_may_replace(path, e) != 0)
		return -1;
	buf_printf(&name, "%s.XXXXXX", path);
	fd = mkstemp(name.data); /* 0600 until its mode is set */
	if (fd >= 0) {
		done = file_write_all(fd, data, len) == 0 &&
		    keep_owner(fd, path) == 0 &&
		    fchmod(fd, (mode_t)mode) == 0 && fsync(fd) == 0;
		if (close(fd) != 0)
			done = false;
		done = done && rename(name.data, path) == 0;
	}
	if (!done) {
		(void)err_system(e, "cannot write %s", path);
		if (fd >= 0)
			(void)unlink(name.data);
	} else if (file_sync_name(path) != 0) {
		done = false;
		(void)err_system(e, "cannot sync the directory of %s", path);
	}
	buf_release(&name);
	return done ? 0 : -1;
}

int
file_own(int fd, const char *path)
{
	struct stat st;
	char *dir;
	int rc;

	if (geteuid() != 0)
		return 0;
	dir = file_directory(path);
	rc = stat(dir, &st) == 0 ? fchown(fd, st.st_uid, st.st_gid) : -1;
	free(dir);
	return rc;
}

/* For root by what was opened: whose the directory above is may have put
 * something else there by now. */
static int
settle_directory(const char *path, mode_t mode)
{
	int fd, rc;

	if (geteuid() != 0)
		return chmod(path, mode);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	rc = fd >= 0 && fchmod(fd, mode) == 0 ? file_own(fd, path) : -1;
	if (fd >= 0)
		(void)close(fd);
	return rc;
}

static int
make_directory(const char *path, unsigned mode, struct err *e)
{
	struct stat st;

	if (mkdir(path, (mode_t)mode) == 0)
		return settle_directory(path, (mode_t)mode) == 0 ?
		    0 :
		    err_system(e, "cannot set owner and mode of %s", path);
	if (errno != EEXIST)
		return err_system(e, "cannot make the directory %s", path);
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return 0;
	return err_set(e, ERR_GIVEUP, "%s is not a directory", path);
}

int
file_mkdirs(const char *path, unsigned mode, struct err *e)
{
	struct buf part = BUF_INIT;
	int result = 0;

	for (const char *p = path; result == 0; p++) {
		if (*p != '\0' && *p != '/')
			continue;
		if (p > path) {
			buf_clear(&part);
			buf_add(&part, path, (size_t)(p - path));
			result = make_directory(part.data, mode, e);
		}
		if (*p == '\0')
			break;
	}
	buf_release(&part);
	return result;
}

bool
file_may_write(const char *dir)
{
	char *at = mem_dup(dir);
	bool may;

	while (access(at, F_OK) != 0 && errno == ENOENT &&
	    strcmp(at, "/") != 0 && strcmp(at, ".") != 0) {
		char *above = file_directory(at);

		free(at);
		at = above;
	}
	may = access(at, W_OK | X_OK) == 0;
	free(at);
	return may;
}

/* The directory of the running program, or "" where nobody can tell. */
static void
program_directory(struct buf *out)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path);

	buf_clear(out);
	while (n > 0 && path[n - 1] != '/')
		n--;
	if (n > 1)
		buf_add(out, path, (size_t)n - 1);
}

/* Cuts dir to the build directory the program lies in; false if it lies in
 * none. Test programs lie some levels below. */
static bool
build_directory(struct buf *dir)
{
	for (int levels = 0; levels < 4 && dir->len > 0; levels++) {
		size_t len = dir->len;
		bool here;

		buf_str(dir, "/config.status");
		here = access(dir->data, F_OK) == 0;
		buf_truncate(dir, len);
		if (here)
			return true;
		while (len > 0 && dir->data[--len] != '/')
			;
		buf_truncate(dir, len);
	}
	return false;
}

static bool
exists(const char *root, const char *what, struct buf *path)
{
	buf_clear(path);
	buf_printf(path, "%s/%s", root, what);
	return access(path->data, F_OK) == 0;
}

/* Here, or in the tree that configure was run on: it leaves a link to it. */
static bool
in_build(struct buf *dir, const char *what, struct buf *path)
{
	if (exists(dir->data, what, path))
		return true;
	buf_str(dir, "/source");
	return exists(dir->data, what, path);
}

int
file_home(const char *what, struct buf *out, struct err *e)
{
	const char *own = getenv("PAQUEBOT_DATADIR");
	struct buf dir = BUF_INIT, path = BUF_INIT;
	bool found;

	if (own != NULL && *own != '\0') {
		found = exists(own, what, &path);
	} else {
		program_directory(&dir);
		if (build_directory(&dir))
			found = in_build(&dir, what, &path);
		else
			found = exists(PAQUEBOT_DATADIR, what, &path);
	}
	if (found)
		buf_add(out, path.data, path.len);
	else
		(void)err_set(e, ERR_GIVEUP, "cannot find %s", path.data);
	buf_release(&dir);
	buf_release(&path);
	return found ? 0 : -1;
}
