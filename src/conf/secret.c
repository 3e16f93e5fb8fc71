/* SPDX-License-Identifier: MIT */
#include "conf/conf.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

enum { SECRET_MAX = 8192, COMMAND_MS = 10000 };

/* Keeps the first line and wipes the rest. */
static int
first_line(struct buf *out, const char *whence, struct err *e)
{
	size_t len = strcspn(buf_text(out), "\r\n");

	if (out->len > len)
		explicit_bzero(out->data + len, out->len - len);
	if (len == 0)
		return err_set(e, ERR_GIVEUP, "%s gave no secret", whence);
	buf_truncate(out, len);
	return 0;
}

static int
from_file(const char *path, struct buf *out, struct err *e)
{
	struct stat st;

	if (stat(path, &st) == 0 && (st.st_mode & 07) != 0)
		return err_set(e, ERR_GIVEUP,
		    "%s holds a secret but others can read it: chmod 600",
		    path);
	if (file_read(path, SECRET_MAX, out, e) != 0)
		return -1;
	return first_line(out, path, e);
}

/* A shell in a process group of its own, its output in a pipe. The daemon's
 * signal mask is not for it. */
static int
spawn_shell(const char *command, int *fd, pid_t *pid)
{
	char shell[] = "sh", option[] = "-c";
	char *argv[] = { shell, option, NULL, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none, all;
	struct buf line = BUF_INIT;
	int ends[2], result;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	buf_str(&line, command);
	argv[2] = line.data;
	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	if (posix_spawn_file_actions_init(&files) != 0 ||
	    posix_spawnattr_init(&how) != 0)
		abort();                 /* no memory */
	(void)posix_spawn_file_actions_addopen(&files, 0, "/dev/null",
	    O_RDONLY, 0);
	(void)posix_spawn_file_actions_adddup2(&files, ends[1], 1);
	(void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP |
	    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	(void)posix_spawnattr_setsigmask(&how, &none);
	(void)posix_spawnattr_setsigdefault(&how, &all);
	result = posix_spawn(pid, "/bin/sh", &files, &how, argv, environ);
	(void)posix_spawn_file_actions_destroy(&files);
	(void)posix_spawnattr_destroy(&how);
	buf_release(&line);
	(void)close(ends[1]);
	*fd = ends[0];
	if (result != 0)
		(void)close(ends[0]);
	errno = result;
	return result == 0 ? 0 : -1;
}

/* What comes until the pipe closes; false at the end of the time, or if it is
 * more than any secret. */
static bool
read_until_closed(int fd, int64_t end, struct buf *out)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char chunk[512];
	ssize_t n = 1;

	while (n > 0) {
		int64_t left = end - clock_monotonic_ms();

		if (left <= 0 || out->len > SECRET_MAX)
			return false;
		if (poll(&p, 1, (int)left) > 0) {
			n = read(fd, chunk, sizeof chunk);
			if (n > 0)
				buf_add(out, chunk, (size_t)n);
		}
	}
	explicit_bzero(chunk, sizeof chunk);
	return true;
}

/* Waits for its end until then; false: it had to be killed. */
static bool
reap(pid_t pid, int64_t end, int *status)
{
	enum { STEP_MS = 10 };
	pid_t done;

	while ((done = waitpid(pid, status, WNOHANG)) == 0 &&
	    clock_monotonic_ms() < end)
		(void)poll(NULL, 0, STEP_MS);
	if (done != 0)
		return true;
	(void)kill(-pid, SIGKILL);
	while (waitpid(pid, status, 0) < 0 && errno == EINTR)
		;
	return false;
}

static int
from_command(const char *command, struct buf *out, struct err *e)
{
	int64_t end = clock_monotonic_ms() + COMMAND_MS;
	bool in_time;
	int fd, status;
	pid_t pid;

	if (spawn_shell(command, &fd, &pid) != 0)
		return err_set(e, ERR_LATER, "cannot start a shell: %s",
		    strerror(errno));
	in_time = read_until_closed(fd, end, out);
	(void)close(fd);
	/* (It may have closed its output and go on.) */
	in_time = reap(pid, in_time ? end : 0, &status) && in_time;
	if (out->len > SECRET_MAX)
		return err_set(e, ERR_GIVEUP, "the command for a secret wrote "
		    "more than %d bytes", SECRET_MAX);
	if (!in_time)
		return err_set(e, ERR_LATER,
		    "the command for a secret took more than %d s",
		    COMMAND_MS / 1000);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return err_set(e, ERR_LATER,
		    "the command for a secret failed");
	return first_line(out, "the command for a secret", e);
}

int
conf_secret(const struct conf_secret *s, struct buf *out, bool *oauth,
    struct err *e)
{
	*oauth = false;
	if (s->password != NULL) {
		buf_str(out, s->password);
		return 0;
	}
	if (s->password_file != NULL)
		return from_file(s->password_file, out, e);
	if (s->password_command != NULL)
		return from_command(s->password_command, out, e);
	if (s->oauth_token_command != NULL) {
		*oauth = true;
		return from_command(s->oauth_token_command, out, e);
	}
	return err_set(e, ERR_GIVEUP, "no password is configured");
}
